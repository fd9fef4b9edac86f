//! Entry point for typing expressions: resolves names to ids and gives every node a type.

use crate::check::codes;
use crate::check::names::{Book, Meaning, Scope};
use crate::check::types::{coerce, number, poison};
use crate::ir::{Expr, Local, PLAYER, Text, TextPart, Type};
use tavola_syntax::syntax::ast::{self, ExprKind as Ast};
use tavola_syntax::text::Span;

/// Maximum nesting depth of expressions and blocks; the text is untrusted.
pub(in crate::check) const EXPR_DEPTH: u32 = 220;

/// Types the expressions of one rule, define or cell, with a scope of local names.
pub(crate) struct Typer<'b> {
    pub(crate) book: &'b mut Book,
    pub(crate) scope: Scope,
    /// True where a look-ahead (`can p do X`) is allowed: it can be evaluated before the sentence.
    pub(super) probes: bool,
    depth: u32,
}

impl<'b> Typer<'b> {
    /// A typer with an empty scope.
    pub(crate) fn new(book: &'b mut Book) -> Self {
        Self::over(book, Vec::new())
    }

    /// A typer over these local names, none of them in scope yet.
    pub(crate) fn over(book: &'b mut Book, locals: Vec<Local>) -> Self {
        Self { book, scope: Scope::of(locals), probes: false, depth: 0 }
    }

    /// Meaning of a name in scope. Records the use.
    pub(crate) fn in_scope(&mut self, name: &str, at: Span) -> Option<Meaning> {
        let (meaning, declared) = self.scope.found(name)?;
        match meaning {
            _ if name == "you" => self.book.word_at(name, at),
            Meaning::Local(_) | Meaning::After(..) => self.book.index.refer(at, declared),
            Meaning::Seat(_) => {}
        }
        Some(meaning)
    }

    /// Enters a nesting level; [`Typer::leave_level`] leaves it. Reports and returns false if the text is nested too deeply.
    pub(crate) fn enter_level(&mut self, span: Span) -> bool {
        if self.depth >= EXPR_DEPTH {
            let help = "move a part of it into a `define` or a `rule`";
            self.book.error(codes::TOO_DEEP, span, "this is nested too deeply", help);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Leaves a nesting level.
    pub(crate) fn leave_level(&mut self) {
        self.depth -= 1;
    }

    /// Types a text with its holes.
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

    /// Types the reason of a refusal. It cannot contain values, as it is also shown for actions that were only tried.
    pub(crate) fn reason(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        let text = text?;
        let hole = text.parts.iter().find_map(|part| match part {
            ast::TextPart::Hole(hole) => Some(hole.span),
            ast::TextPart::Plain(_) => None,
        });
        let Some(hole) = hole else { return Some(self.text(text)) };
        let help =
            "write it without braces, or remove it: a refusal without a reason shows both sides of the condition";
        self.book.error(codes::MISPLACED, hole, "the reason of a refusal cannot have holes", help);
        None
    }

    /// Types an optional text.
    pub(crate) fn maybe_text(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        text.map(|text| self.text(text))
    }

    /// Types an expression. `want` is only a hint (for names, `{}`, bags): the result is not coerced.
    pub(crate) fn value(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        if !self.enter_level(e.span) {
            return poison(e.span);
        }
        let probes = self.probes;
        self.probes &= joins(e);
        let done = self.value_inner(e, want);
        self.probes = probes;
        self.leave_level();
        if done.span.is_none() { Expr { span: e.span, ..done } } else { done }
    }

    /// Types the parts of a wrong expression only for their own findings.
    pub(super) fn look_at(&mut self, parts: &[ast::Expr]) {
        for part in parts {
            self.value(part, None);
        }
    }

    /// Types an expression and coerces it to this type.
    pub(crate) fn typed(&mut self, e: &ast::Expr, want: &Type) -> Expr {
        let found = self.value(e, Some(want));
        coerce(self.book, found, want)
    }

    /// Types a number.
    pub(crate) fn number(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::Number)
    }

    /// Types a player.
    pub(crate) fn player(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::Member(PLAYER))
    }

    /// Types a condition, without keeping the names that it binds.
    pub(crate) fn condition(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::YesNo)
    }

    fn value_inner(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let span = e.span;
        match &e.kind {
            Ast::Number(n) => number(*n, span),
            Ast::Text(_) => {
                let help = "use texts only in prompts, labels and titles";
                self.book.wrong(codes::MISPLACED, span, "a text is not allowed here", help)
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
                let help = "use pairs only in columns of a kind";
                self.book.wrong(codes::MISPLACED, span, "a pair is not allowed here", help)
            }
        }
    }
}

/// True if this expression is a look-ahead, or one in whose parts look-aheads are allowed.
fn joins(e: &ast::Expr) -> bool {
    matches!(e.kind, Ast::Can(..) | Ast::Not(_) | Ast::If(..) | Ast::Binary(ast::Binary::And | ast::Binary::Or, ..))
}
