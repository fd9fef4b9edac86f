//! Types look-aheads like `can p do build`: tests whether an action is possible now.

use super::typer::Typer;
use crate::check::codes;
use crate::check::types::{binary, poison, test, yes_no};
use crate::ir::{Binary, Expr, ExprKind, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Runs `work` with look-aheads allowed: for the conditions and values of sentences.
    pub(crate) fn probing<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.probes, true);
        let done = work(self);
        self.probes = outer;
        done
    }

    /// Types `can raise price[g] by 2`, which tests whether the track stays within its range.
    pub(super) fn can_step(&mut self, up: bool, track: &ast::Expr, by: &ast::Expr, span: Span) -> Expr {
        let now = self.value(track, None);
        let by = self.number(by);
        let ExprKind::Track(id, _) = &now.kind else {
            let help = "compare the value: `hours + 1 <= 6`";
            let known = now.ty != Type::Error;
            return if known {
                self.book.wrong(codes::NOT_SETTABLE, now.span, "only tracks have steps", help)
            } else {
                now
            };
        };
        let track = &self.book.ir.tracks[id.index()];
        // The ends are declared elsewhere, but a refusal must quote this expression.
        let here = |end: &Expr| Expr { span, ..end.clone() };
        let joined = |op, a, b, ty| Expr { span, ..binary(op, a, b, ty) };
        let (low, high, step) = (track.low.as_ref().map(here), track.high.as_ref().map(here), here(&track.step));
        let by = if step.kind == ExprKind::Number(1) { by } else { joined(Binary::Mul, by, step, Type::Number) };
        let then = joined(if up { Binary::Add } else { Binary::Sub }, now, by, Type::Number);
        let above = low.map(|low| joined(Binary::AtMost, low, then.clone(), Type::YesNo));
        let below = high.map(|high| joined(Binary::AtMost, then, high, Type::YesNo));
        let both = |a, b| joined(Binary::And, a, b, Type::YesNo);
        above.into_iter().chain(below).reduce(both).unwrap_or_else(|| yes_no(true, span))
    }

    /// Types `can p do build(mill)`, `can p play c`.
    pub(super) fn can(&mut self, who: &ast::Expr, what: &ast::Expr, plays: bool, span: Span) -> Expr {
        if !self.probes {
            return self.book.wrong(
                codes::MISPLACED,
                span,
                "whether somebody can do something cannot be asked here",
                "ask it in a sentence, alone or with `and`, `or`, `not`: `let able = can p do sort`, `if can p do sort`",
            );
        }
        self.probes = false;
        let kind = if plays {
            self.played(who, what, span).map(|(who, card)| ExprKind::CanPlay(Box::new(who), Box::new(card)))
        } else {
            self.done(who, what).map(|(sheet, args)| ExprKind::Can(sheet, args))
        };
        kind.map_or_else(|| poison(span), |kind| test(kind, span))
    }
}
