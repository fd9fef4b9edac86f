//! What decides whether a sheet can be done: `p does A, if possible` tells everybody whether it could be.

use super::flow::Flow;
use super::reads::{add_read, reads_of, resolved};
use crate::ir::{Ask, Expr, ExprKind, LocalId, Query, Type};

impl<'b> Flow<'b, '_> {
    /// Whether there is something to choose decides whether a sheet can be done: how many things lie somewhere is public.
    pub(super) fn decides(&mut self, query: &'b Query) {
        for (_, domain) in &query.binders {
            if self.has_nought(domain) {
                continue;
            }
            let is_none = ExprKind::IsNone(Box::new(domain.clone()));
            self.decided_by(&Expr { kind: is_none, ty: Type::YesNo, span: domain.span });
        }
        query.filter.iter().for_each(|filter| self.decided_by(filter));
    }

    /// `0..high at hand[p]`: nought can always be chosen.
    fn has_nought(&self, domain: &Expr) -> bool {
        let is = |e: &Expr, wanted: fn(&ExprKind) -> bool| wanted(&resolved(e, &self.sources).kind);
        matches!(&domain.kind, ExprKind::Range(low, high) if is(low, |kind| matches!(kind, ExprKind::Number(..=0)))
            && is(high, |kind| matches!(kind, ExprKind::Number(0..) | ExprKind::Count(..) | ExprKind::Size(_))))
    }

    /// Whether the rule is a sheet.
    pub(super) fn is_of_sheet(&self) -> bool {
        self.book.ir.rules[self.id.index()].sheet.is_some()
    }

    /// Whether the sheet can be done depends on this.
    pub(super) fn decided_by(&mut self, e: &Expr) {
        let reads = reads_of(self.book, e, &self.sources);
        reads.into_iter().for_each(|read| add_read(&mut self.summary.decides, read));
    }

    /// A question to whoever does the sheet, if it may have no answer.
    pub(super) fn decided_by_ask(&mut self, ask: &'b Ask) {
        let of_you = ask.who.as_ref().is_some_and(|who| matches!(who.kind, ExprKind::Local(LocalId(0))));
        let always = ask.arms.iter().any(|arm| arm.query.is_none() && arm.when.is_none());
        if always || !of_you || !self.is_of_sheet() {
            return;
        }
        ask.arms.iter().filter_map(|arm| arm.query.as_ref()).for_each(|query| self.decides(query));
        ask.arms.iter().filter_map(|arm| arm.when.as_ref()).for_each(|when| self.decided_by(when));
    }
}
