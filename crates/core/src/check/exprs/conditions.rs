//! Types conditions, and the names that they bind when they hold: `lowest[1] is single p and score_of(p) < 10`.

use super::typer::Typer;
use crate::check::codes;
use crate::check::types::{Birth, binary, bind, has_shape, lost_birth, negate, poison, wrap};
use crate::ir::{Binary, Expr, Type};
use tavola_syntax::syntax::ast::{self, Multiplicity};
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types a condition, and the names that it binds when it holds. [`bind`] brings them into scope.
    pub(crate) fn holds(&mut self, e: &ast::Expr) -> (Expr, Vec<Birth>) {
        if !self.enter_level(e.span) {
            return (poison(e.span), Vec::new());
        }
        let done = self.holds_inner(e);
        self.leave_level();
        done
    }

    fn holds_inner(&mut self, e: &ast::Expr) -> (Expr, Vec<Birth>) {
        match &e.kind {
            ast::ExprKind::Binary(ast::Binary::And, a, b) => {
                let (left, mut births) = self.holds(a);
                let mark = self.scope.mark();
                bind(&mut self.scope, &births);
                let (right, more) = self.holds(b);
                self.scope.forget(mark);
                let right = wrap(&births, right);
                births.extend(more);
                (binary(Binary::And, left, right, Type::YesNo), births)
            }
            ast::ExprKind::Not(inner) => (negate(self.condition(inner)), Vec::new()),
            ast::ExprKind::Is(subject, negated, shape) => self.shape(subject, *negated, shape, e.span),
            _ => (self.condition(e), Vec::new()),
        }
    }

    /// Types a condition inside an expression. Its names end with it.
    pub(super) fn scoped_condition(&mut self, e: &ast::Expr) -> Expr {
        self.holds_inner(e).0
    }

    fn shape(&mut self, subject: &ast::Expr, negated: bool, shape: &Multiplicity, span: Span) -> (Expr, Vec<Birth>) {
        let subject = self.value(subject, Some(&Type::Bag(Vec::new())));
        let (condition, birth) = has_shape(self.book, &mut self.scope, subject, shape, span);
        if !negated {
            return (condition, birth.into_iter().collect());
        }
        let Some(birth) = birth else { return (negate(condition), Vec::new()) };
        if condition.ty != Type::Error {
            let help = "give a name only where the shape holds: `is single p`";
            self.book.error(codes::SHAPE, birth.name.span, format!("`{}` would have no value", birth.name.text), help);
        }
        // The name stays known, so that its uses get no findings of their own.
        (negate(condition), vec![lost_birth(self.book, &mut self.scope, &birth.name)])
    }
}
