//! Types `if c then a else b`.

use super::typer::Typer;
use crate::check::codes;
use crate::check::types::{bind, coerce, join, negate, number, poison, wrap};
use crate::ir::{Binary, Expr, ExprKind, Type};
use tavola_syntax::syntax::{ast, is_name};
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types `if c then a else b`. Without `else` a number defaults to 0 and a condition to yes.
    pub(super) fn choice(
        &mut self,
        c: &ast::Expr,
        a: &ast::Expr,
        b: Option<&ast::Expr>,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let (condition, births) = self.holds(c);
        if let Some(text) = [Some(a), b].into_iter().flatten().find(|side| matches!(side.kind, ast::ExprKind::Text(_)))
        {
            return self.chosen_word(text, [Some(a), b]);
        }
        let mark = self.scope.mark();
        bind(&mut self.scope, &births);
        let then = self.value(a, want);
        self.scope.forget(mark);
        let then = wrap(&births, then);
        let Some(b) = b else { return self.or_nothing(condition, then, span, want) };
        let otherwise = self.value(b, want.or(Some(&then.ty.clone())));
        let Some(ty) = join(self.book, &then.ty, &otherwise.ty) else {
            let message =
                format!("one side is {}, the other {}", self.book.say(&then.ty), self.book.say(&otherwise.ty));
            let help = "give both sides of `if .. then .. else` one type";
            return self.book.wrong(codes::MISMATCH, span, message, help);
        };
        let (then, otherwise) = (coerce(self.book, then, &ty), coerce(self.book, otherwise, &ty));
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind, ty, span }
    }

    /// Reports `if c then "lit" else "dark"`: a value is no text, but the members of a kind are printed as words.
    fn chosen_word(&mut self, text: &ast::Expr, sides: [Option<&ast::Expr>; 2]) -> Expr {
        let word = |side: Option<&ast::Expr>| match &side?.kind {
            ast::ExprKind::Text(text) => match text.parts.as_slice() {
                [ast::TextPart::Plain(word)] => Some(word.clone()).filter(|word| is_name(word)),
                _ => None,
            },
            _ => None,
        };
        let [a, b] = match sides.map(word) {
            [Some(a), Some(b)] if a != b => [a, b],
            _ => ["lit".to_owned(), "dark".to_owned()],
        };
        let help = format!("make a kind of the words: `kind Word = {{{a}, {b}}}`, then `if .. then {a} else {b}`");
        self.book.wrong(codes::MISPLACED, text.span, "a text is not allowed here", help)
    }

    /// Types `if c then a`.
    fn or_nothing(&mut self, condition: Expr, then: Expr, span: Span, want: Option<&Type>) -> Expr {
        let then = if want == Some(&Type::Number) { coerce(self.book, then, &Type::Number) } else { then };
        let (kind, ty) = match then.ty {
            Type::Number => {
                (ExprKind::If(Box::new(condition), Box::new(then), Box::new(number(0, span))), Type::Number)
            }
            Type::YesNo => (ExprKind::Binary(Binary::Or, Box::new(negate(condition)), Box::new(then)), Type::YesNo),
            Type::Error => return poison(span),
            _ => {
                let message = format!("without `else` this is {} or nothing at all", self.book.say(&then.ty));
                let help = "add `else`: only a number (otherwise 0) and a condition (otherwise yes) can do without";
                return self.book.wrong(codes::MISMATCH, span, message, help);
            }
        };
        Expr { kind, ty, span }
    }
}
