//! Names that go through a known set go through those members only that the condition leaves, where that can be said as a set:
//! of `d in Kind where d is not home` all but one.

use crate::code::{Arith, Binder, Domain, Expr, ExprId, Query};

use super::columns::{asked, matching};
use super::keep::QueryKeeper;
use super::pool::push;

/// Fewer members are gone through.
pub(super) const MANY: u32 = 4;

impl QueryKeeper<'_> {
    /// Takes the parts of a condition out that say which members of a set are left, see [`Query::left`]. The names of the query
    /// are the innermost loops, from `outer` on.
    pub(super) fn narrow(
        &mut self,
        code: &Query,
        outer: usize,
        rest: &mut Vec<ExprId>,
        mut left: Vec<Option<ExprId>>,
    ) -> Vec<Option<ExprId>> {
        // What is kept for each result is not known before there is one.
        if !self.kept_for_each_result(code.binders.len()).is_empty() {
            return left;
        }
        rest.retain(|&e| {
            let loops = self.innermost(&[e]);
            let Some(level) = loops.checked_sub(outer + 1) else { return true };
            let Binder { reg, width: 1, domain: Domain::Set(all) } = code.binders[level] else { return true };
            let many = match self.p.exprs[all.index()] {
                Expr::SetConst(set) => self.p.sets[set as usize].len() >= MANY,
                _ => false,
            };
            let all = left.get(level).copied().flatten().unwrap_or(all);
            let Some(fewer) =
                Some(e).filter(|_| many).and_then(|e| self.fewer(e, all, &|e| e == Expr::Reg(reg), loops))
            else {
                return true;
            };
            left.resize(left.len().max(level + 1), None);
            left[level] = Some(fewer);
            false
        });
        left
    }

    /// Narrows a name by a part of a condition that asks for a word of each member; whether it does. It may be kept already.
    pub(super) fn narrow_by_words(
        &mut self,
        code: &Query,
        outer: usize,
        e: ExprId,
        left: &mut Vec<Option<ExprId>>,
    ) -> bool {
        let e = match self.p.exprs[e.index()] {
            Expr::Kept { value, .. } => value,
            _ => e,
        };
        let loops = self.innermost(&[e]);
        if !self.kept_for_each_result(code.binders.len()).is_empty() {
            return false;
        }
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
        let asked = asked(self.p, e, name)?;
        if self.innermost(&[asked.index, asked.value]) >= number {
            return None;
        }
        let those = matching(self.p, asked, all, e);
        Some(self.asked_once(those, number - 1))
    }

    /// The members of `all` for which a condition holds; `name` stands for them, and changes with the loop of this number.
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

#[cfg(test)]
mod tests {
    use super::super::keep::keep;
    use super::*;
    use crate::code::{Op, Program, QueryId, Set};
    use tavola_syntax::text::Span;

    /// What is left of `x in 0..members` where a condition over x (register 0) and a word of the state holds; the rest.
    fn narrowed(
        members: usize,
        condition: impl Fn(&mut dyn FnMut(Expr) -> ExprId, [ExprId; 2]) -> ExprId,
    ) -> (Vec<Expr>, bool) {
        let mut p = Program { sets: vec![Set::below(members)], ..Program::default() };
        let mut add = |expr: Expr| {
            p.exprs.push(expr);
            p.expr_spans.push(Span::NONE);
            ExprId(p.exprs.len() as u32 - 1)
        };
        let [all, x, word] = [Expr::SetConst(0), Expr::Reg(0), Expr::Slot(2)].map(&mut add);
        let filter = Some(condition(&mut add, [x, word]));
        let binders = vec![Binder { reg: 0, width: 1, domain: Domain::Set(all) }];
        p.queries.push(Query { binders, filter, ..Query::default() });
        p.ops.push(Op::EachStart { query: QueryId(0), list: 3, stride: 1, room: 9 });
        keep(&mut p, 1);
        let Op::EachStart { query, .. } = p.ops[0] else { unreachable!("it was one before") };
        let query = &p.queries[query.index()];
        (query.left.iter().flatten().map(|e| p.exprs[e.index()]).collect(), query.rest.is_some())
    }

    #[test]
    fn one_member_is_left_out_or_left_alone() {
        let not = |add: &mut dyn FnMut(Expr) -> ExprId, [x, word]: [ExprId; 2]| add(Expr::Arith(Arith::IsNot, x, word));
        assert!(matches!(narrowed(6, not), (left, false) if matches!(left[..], [Expr::Minus(..)])));
        assert_eq!(narrowed(3, not), (vec![], false), "few members are gone through");
        let is = |add: &mut dyn FnMut(Expr) -> ExprId, [x, word]: [ExprId; 2]| {
            let (one, other) = (add(Expr::Arith(Arith::Is, word, x)), add(Expr::Arith(Arith::Less, x, word)));
            add(Expr::And(one, other))
        };
        assert!(matches!(narrowed(6, is), (left, true) if matches!(left[..], [Expr::Both(..)])));
    }

    #[test]
    fn a_part_that_does_not_read_the_name_decides_for_all() {
        let or = |add: &mut dyn FnMut(Expr) -> ExprId, [x, word]: [ExprId; 2]| {
            let is = add(Expr::Arith(Arith::Is, x, word));
            add(Expr::Or(word, is))
        };
        assert!(matches!(narrowed(6, or), (left, false) if matches!(left[..], [Expr::If(..)])));
        // What is compared with the name is worked out from it.
        let own = |add: &mut dyn FnMut(Expr) -> ExprId, [x, _]: [ExprId; 2]| {
            let own = add(Expr::RegPlus(0, 1));
            add(Expr::Arith(Arith::Is, x, own))
        };
        assert_eq!(narrowed(6, own), (vec![], false));
    }
}
