//! Expressions: names become ids, everything gets a type.

use crate::check::codes;
use crate::check::names::{Book, Scope};
use crate::check::types::{coerce, number, poison};
use crate::ir::{Expr, Local, PLAYER, Text, TextPart, Type};
use tavola_syntax::syntax::ast::{self, ExprKind as Ast};
use tavola_syntax::text::Span;

/// Maximum nesting depth of expressions and blocks; the text is untrusted.
pub(in crate::check) const EXPR_DEPTH: u32 = 220;

/// Types the expressions of one rule, define or cell: it reads the tree, with the names that are in sight.
pub(crate) struct Typer<'b> {
    pub(crate) book: &'b mut Book,
    pub(crate) scope: Scope,
    /// A look-ahead (`can p do X`) can be worked out before the sentence.
    pub(super) probes: bool,
    depth: u32,
}

impl<'b> Typer<'b> {
    /// Nothing in sight yet.
    pub(crate) fn new(book: &'b mut Book) -> Self {
        Self::over(book, Vec::new())
    }

    /// Over these local names, none of them in sight yet.
    pub(crate) fn over(book: &'b mut Book, locals: Vec<Local>) -> Self {
        Self { book, scope: Scope::of(locals), probes: false, depth: 0 }
    }

    /// Goes one level deeper, to come back with [`Typer::higher`]; false (and a report) where the text is nested too deeply.
    pub(crate) fn deeper(&mut self, span: Span) -> bool {
        if self.depth >= EXPR_DEPTH {
            let help = "take a part of it out into a `define` or a `rule`";
            self.book.error(codes::TOO_DEEP, span, "this is nested too deeply", help);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Comes back from a level.
    pub(crate) fn higher(&mut self) {
        self.depth -= 1;
    }

    /// A text with its holes.
    pub(crate) fn text(&mut self, text: &ast::Text) -> Text {
        let parts = text
            .parts
            .iter()
            .map(|part| match part {
                ast::TextPart::Plain(plain) => TextPart::Plain(plain.clone()),
                ast::TextPart::Hole(hole) => TextPart::Value(self.value(hole, None)),
            })
            .collect();
        Text { parts }
    }

    /// Why something cannot be done. It is told where it was only tried out, so it tells no values.
    pub(crate) fn reason(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        let text = text?;
        let hole = text.parts.iter().find_map(|part| match part {
            ast::TextPart::Hole(hole) => Some(hole.span),
            ast::TextPart::Plain(_) => None,
        });
        let Some(hole) = hole else { return Some(self.text(text)) };
        let help = "say it in plain words; or leave it out: then the condition is told with what stands on both sides";
        self.book.error(codes::MISPLACED, hole, "the reason of a refusal has no holes", help);
        None
    }

    /// A text that may be left out.
    pub(crate) fn maybe_text(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        text.map(|text| self.text(text))
    }

    /// An expression; `want` is only a hint (for words, `{}`, bags), nothing is coerced.
    pub(crate) fn value(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        if !self.deeper(e.span) {
            return poison(e.span);
        }
        let probes = self.probes;
        self.probes &= joins(e);
        let done = self.value_inner(e, want);
        self.probes = probes;
        self.higher();
        if done.span.is_none() { Expr { span: e.span, ..done } } else { done }
    }

    /// Types what stands in something that is wrong as a whole, so that what is wrong in it is told, too.
    pub(super) fn look_at(&mut self, parts: &[ast::Expr]) {
        for part in parts {
            self.value(part, None);
        }
    }

    /// An expression of this type.
    pub(crate) fn typed(&mut self, e: &ast::Expr, want: &Type) -> Expr {
        let found = self.value(e, Some(want));
        coerce(self.book, found, want)
    }

    /// A number.
    pub(crate) fn number(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::Number)
    }

    /// A player.
    pub(crate) fn player(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::Member(PLAYER))
    }

    /// A condition whose names nobody needs.
    pub(crate) fn condition(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::YesNo)
    }

    fn value_inner(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let span = e.span;
        match &e.kind {
            Ast::Number(n) => number(*n, span),
            Ast::Text(_) => {
                let help = "texts stand in prompts, labels and titles only";
                self.book.wrong(codes::MISPLACED, span, "a text cannot be worked with", help)
            }
            Ast::Name(name) => self.name(name, span, want),
            Ast::Edge(a, b) => self.edge(a, b, span),
            Ast::Attribute(base, name) => self.attribute(base, name),
            Ast::Index(base, args) => self.index(base, args, span, want),
            Ast::Call(base, args) => self.call(base, args, span, want),
            Ast::At(things, places) => self.at_place(things, places, span, want),
            Ast::Not(_) | Ast::Is(..) | Ast::Binary(ast::Binary::And, ..) => self.scoped_condition(e),
            Ast::Binary(op, a, b) => self.operator(*op, a, b, span, want),
            Ast::Rounded(inner, how, to) => self.rounded(inner, *how, *to, span),
            Ast::Range(low, high) => self.range(low, high.as_deref(), span),
            Ast::If(c, a, b) => self.choice(c, a, b.as_deref(), span, want),
            Ast::Some(_) | Ast::No(_) | Ast::Every(..) => self.quantified(e),
            Ast::CanStep(up, track, by) => self.can_step(*up, track, by, span),
            Ast::Can(who, what, plays) => self.can(who, what, *plays, span),
            Ast::Aggregate(which, of, query) => self.aggregate(*which, of.as_deref(), query.as_deref(), span),
            Ast::The(query) | Ast::First(query) | Ast::Rank(query) => self.pick(&e.kind, query, span),
            Ast::Set(items) => self.set_literal(items, span, want),
            Ast::List(items) => self.list_literal(items, span, want),
            Ast::SetOf(value, query) => self.set_of(value.as_deref(), query, span, want),
            Ast::ListOf(value, query) => self.list_of(value.as_deref(), query, span, want),
            Ast::Tuple(_) => {
                let help = "pairs stand in the column `at` of a kind only";
                self.book.wrong(codes::MISPLACED, span, "a pair cannot be worked with", help)
            }
        }
    }
}

/// Whether a look-ahead may stand in a part of this expression, or is it.
fn joins(e: &ast::Expr) -> bool {
    matches!(e.kind, Ast::Can(..) | Ast::Not(_) | Ast::If(..) | Ast::Binary(ast::Binary::And | ast::Binary::Or, ..))
}
