//! Filter pushdown: a part of the filter of a query moves into the domain of one of its names, as database optimisers push
//! selections towards the tables.
//!
//! A name that goes through a known set goes through those members only of which a word is what the condition asks for: of
//! `d in Kind where place[d] is none` those of which it is.

use super::hoist::Hoister;
use super::scan::{column_test, scan};
use crate::code::{Binder, Domain, Expr, ExprId, Query};

/// Minimum size of a set to which a filter is pushed down; smaller sets are gone through.
pub(super) const MANY: u32 = 4;

impl Hoister<'_> {
    /// Pushes a part of a condition that asks for a word of each member; whether it does. It may be kept already.
    pub(super) fn push_down(&mut self, code: &Query, outer: usize, e: ExprId, left: &mut Vec<Option<ExprId>>) -> bool {
        let e = match self.p.exprs[e.index()] {
            Expr::Kept { value, .. } => value,
            _ => e,
        };
        let loops = self.innermost(&[e]);
        let Some(level) = loops.checked_sub(outer + 1) else { return false };
        let Some(&Binder { reg, width: 1, domain: Domain::Set(all) }) = code.binders.get(level) else { return false };
        let few = match self.p.exprs[all.index()] {
            Expr::SetConst(set) => self.p.sets[set as usize].len() < MANY,
            _ => false,
        };
        let all = left.get(level).copied().flatten().unwrap_or(all);
        let Some(those) = Some(e).filter(|_| !few).and_then(|e| self.matching(e, all, &|e| e == Expr::Reg(reg), loops))
        else {
            return false;
        };
        left.resize(left.len().max(level + 1), None);
        left[level] = Some(those);
        true
    }

    /// The members of which a word is what a condition asks for, as a set.
    fn matching(&mut self, e: ExprId, all: ExprId, name: &dyn Fn(Expr) -> bool, number: usize) -> Option<ExprId> {
        let asked = column_test(self.p, e, name)?;
        if self.innermost(&[asked.index, asked.value]) >= number {
            return None;
        }
        let those = scan(self.p, asked, all, e);
        Some(self.hoist_scan(those, number - 1))
    }
}
