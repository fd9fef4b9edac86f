//! Expressions: names become ids, everything gets a type.

mod access;
mod amounts;
mod calls;
mod directions;
mod library;
mod named;
mod names;
mod ops;
mod places;
mod positions;
mod probes;
mod queries;
mod sets;
mod shapes;
mod site;
mod things;
pub(super) mod typer;
mod units;

pub(super) use access::DRAWING;
pub(super) use places::axis_type;
pub(super) use things::components_of;
pub(super) use units::Unit;

use crate::check::codes;
use crate::check::exprs::typer::{Typer, negate, number};
use crate::ir::{Binary, Expr, ExprKind, Type};
use crate::syntax::ast::{self, ExprKind as Ast};

/// Whether a look-ahead may stand in a part of this expression, or is it.
fn joins(e: &ast::Expr) -> bool {
    matches!(e.kind, Ast::Can(..) | Ast::Not(_) | Ast::If(..) | Ast::Binary(ast::Binary::And | ast::Binary::Or, ..))
}

impl Typer<'_> {
    /// An expression; `want` is only a hint (for words, `{}`, bags), nothing is coerced.
    pub(super) fn value(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let probes = self.at.probes;
        self.at.probes &= joins(e);
        let done = self.deeper(e.span, |typer| typer.value_inner(e, want));
        self.at.probes = probes;
        match done {
            Some(done) => self.at_span(done, e.span),
            None => self.poison(e.span),
        }
    }

    /// An expression of this type.
    pub(super) fn typed(&mut self, e: &ast::Expr, want: &Type) -> Expr {
        let found = self.value(e, Some(want));
        self.coerce(found, want)
    }

    /// A number.
    pub(super) fn number(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::Number)
    }

    /// A condition whose names nobody needs.
    pub(super) fn condition(&mut self, e: &ast::Expr) -> Expr {
        self.typed(e, &Type::YesNo)
    }

    fn value_inner(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let span = e.span;
        match &e.kind {
            Ast::Number(n) => number(*n, span),
            Ast::Text(_) => self.wrong(
                codes::MISPLACED,
                span,
                "a text cannot be worked with",
                "texts stand in prompts, labels and titles only",
            ),
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
            Ast::Tuple(_) => self.wrong(
                codes::MISPLACED,
                span,
                "a pair cannot be worked with",
                "pairs stand in the column `at` of a kind only",
            ),
        }
    }

    /// `if c then a else b`; without `else` a number is 0 otherwise, and a condition holds
    fn choice(
        &mut self,
        c: &ast::Expr,
        a: &ast::Expr,
        b: Option<&ast::Expr>,
        span: crate::text::Span,
        want: Option<&Type>,
    ) -> Expr {
        let (condition, births) = self.holds(c);
        let mark = self.mark();
        self.bind(&births);
        let then = self.value(a, want);
        self.forget(mark);
        let then = self.wrap(&births, then);
        let Some(b) = b else { return self.or_nothing(condition, then, span, want) };
        let otherwise = self.value(b, want.or(Some(&then.ty.clone())));
        let Some(ty) = self.join(&then.ty, &otherwise.ty) else {
            let message =
                format!("one side is {}, the other {}", self.book.say(&then.ty), self.book.say(&otherwise.ty));
            let help = "both sides of `if .. then .. else` are of one sort";
            return self.wrong(codes::MISMATCH, span, message, help);
        };
        let (then, otherwise) = (self.coerce(then, &ty), self.coerce(otherwise, &ty));
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind, ty, span }
    }

    /// `if c then a`
    fn or_nothing(&mut self, condition: Expr, then: Expr, span: crate::text::Span, want: Option<&Type>) -> Expr {
        let then = if want == Some(&Type::Number) { self.coerce(then, &Type::Number) } else { then };
        let (kind, ty) = match then.ty {
            Type::Number => {
                (ExprKind::If(Box::new(condition), Box::new(then), Box::new(number(0, span))), Type::Number)
            }
            Type::YesNo => (ExprKind::Binary(Binary::Or, Box::new(negate(condition)), Box::new(then)), Type::YesNo),
            Type::Error => return self.poison(span),
            _ => {
                let message = format!("without `else` this is {} or nothing at all", self.book.say(&then.ty));
                let help = "say `else`; only a number (0 otherwise) and a condition (which holds otherwise) do without";
                return self.wrong(codes::MISMATCH, span, message, help);
            }
        };
        Expr { kind, ty, span }
    }
}
