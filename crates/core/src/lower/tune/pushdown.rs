//! Filter pushdown: a part of the filter of a query moves into the domain of one of its names, as database optimisers push
//! selections towards the tables.
//!
//! A domain is narrowed to the members that satisfy the part, if they can be expressed as a set. For `d in Kind where d is not home`
//! these are all members but one. For `d in Kind where place[d] is none` they are the members whose word is none.

use super::hoist::{Hoister, Pushed};
use super::pool::push;
use super::scan::{column_test, scan};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Query};

/// Minimum size of a set to which a filter is pushed down. Smaller sets are iterated.
pub(super) const MANY: u32 = 4;

impl Hoister<'_> {
    /// Pushes a part of a filter down into `left`, the narrowed domain of each name. Returns true if it does.
    pub(super) fn push_down(
        &mut self,
        (code, outer): (&Query, usize),
        e: ExprId,
        pushed: Pushed,
        left: &mut Vec<Option<ExprId>>,
    ) -> bool {
        let e = match self.p.exprs[e.index()] {
            Expr::Hoisted { value, .. } if pushed == Pushed::Words => value,
            _ => e,
        };
        let loops = self.innermost(&[e]);
        let Some(level) = loops.checked_sub(outer + 1) else { return false };
        let Some(&Binder { reg, width: 1, domain: Domain::Set(all) }) = code.binders.get(level) else { return false };
        let size = match self.p.exprs[all.index()] {
            Expr::SetConst(set) => Some(self.p.sets[set as usize].len()),
            _ => None,
        };
        if size.map_or(pushed == Pushed::Sets, |size| size < MANY) {
            return false;
        }
        let all = left.get(level).copied().flatten().unwrap_or(all);
        let name = |e| e == Expr::Reg(reg);
        let those = match pushed {
            Pushed::Words => self.matching(e, all, &name, loops),
            Pushed::Sets => self.fewer(e, all, &name, loops),
        };
        let Some(those) = those else { return false };
        left.resize(left.len().max(level + 1), None);
        left[level] = Some(those);
        true
    }

    /// The members whose word satisfies a condition, as a set.
    fn matching(&mut self, e: ExprId, all: ExprId, name: &dyn Fn(Expr) -> bool, number: usize) -> Option<ExprId> {
        let asked = column_test(self.p, e, name)?;
        if self.innermost(&[asked.index, asked.value]) >= number {
            return None;
        }
        let those = scan(self.p, asked, all, e);
        Some(self.hoist_scan(those, number - 1))
    }

    /// The members of `all` that satisfy a condition. `name` recognises the member, which changes with the loop of this number.
    fn fewer(&mut self, e: ExprId, all: ExprId, name: &dyn Fn(Expr) -> bool, number: usize) -> Option<ExprId> {
        if let Some(those) = self.matching(e, all, name, number) {
            return Some(those);
        }
        let p = &*self.p;
        let is_name = |e: ExprId| name(p.exprs[e.index()]);
        let free = |e: ExprId| self.innermost(&[e]) < number;
        let set = match p.exprs[e.index()] {
            Expr::Arith(how @ (Arith::Is | Arith::IsNot), a, b) => {
                let other = if is_name(a) { b } else { Some(a).filter(|_| is_name(b))? };
                let one = free(other).then(|| push(self.p, Expr::One(other), e))?;
                if how == Arith::Is { Expr::Both(all, one) } else { Expr::Minus(all, one) }
            }
            Expr::SetHas(set, member) if is_name(member) && free(set) => Expr::Both(all, set),
            Expr::Not(a) => match p.exprs[a.index()] {
                Expr::SetHas(set, member) if is_name(member) && free(set) => Expr::Minus(all, set),
                _ => return None,
            },
            Expr::Or(a, b) if free(a) => Expr::If(a, all, self.fewer(b, all, name, number)?),
            Expr::Or(a, b) if free(b) => Expr::If(b, all, self.fewer(a, all, name, number)?),
            Expr::Or(a, b) => Expr::Union(self.fewer(a, all, name, number)?, self.fewer(b, all, name, number)?),
            _ => return None,
        };
        Some(push(self.p, set, e))
    }
}
