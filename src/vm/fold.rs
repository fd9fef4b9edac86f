//! Words that are worked out over the results of a query.

use super::eval::Eval;
use super::fault::{FaultKind, Res};
use crate::code::{Binder, Domain, Expr, ExprId, NONE, QueryId, Slot};

impl Eval<'_> {
    /// One of `some`, `every`, `count`, `sum`, `max`, `min`, `the`, `first`.
    #[inline(never)]
    pub(super) fn fold(&mut self, e: ExprId) -> Res<i32> {
        match self.exprs[e.index()] {
            Expr::Some(query) => Ok(i32::from(!self.each(query, false, &mut |_: &mut Self| Ok(false))?)),
            Expr::Every(query, holds) => {
                let every = self.each(query, false, &mut |eval: &mut Self| eval.holds(holds))?;
                Ok(i32::from(every))
            }
            Expr::CountOf(query) => {
                let mut count = 0;
                self.each(query, false, &mut |_: &mut Self| {
                    count += 1;
                    Ok(true)
                })?;
                Ok(count)
            }
            Expr::SumOf(query, value) => self.sum_of(e, query, value),
            Expr::MaxOf(query, value) => self.best_of(query, value, i32::max),
            Expr::MinOf(query, value) => self.best_of(query, value, i32::min),
            Expr::The(query) => self.the(e, query),
            Expr::First(query) => self.first(query),
            other => unreachable!("no word over results: {other:?}"),
        }
    }

    fn sum_of(&mut self, e: ExprId, query: QueryId, value: ExprId) -> Res<i32> {
        let at_once = match self.exprs[value.index()] {
            Expr::Array { array, index } => self.sum_of_things(query, array, index)?,
            Expr::SlotAt { base, count, index } => self.sum_of_words(query, (base, count), index)?,
            _ => None,
        };
        if let Some(sum) = at_once {
            return Ok(sum);
        }
        let mut sum = 0i32;
        self.each(query, false, &mut |eval: &mut Self| {
            match sum.checked_add(eval.number(value)?) {
                Some(next) if next != NONE => sum = next,
                _ => return eval.fail(FaultKind::Overflow, e),
            }
            Ok(true)
        })?;
        Ok(sum)
    }

    /// What an array says of each thing in a place, summed up sort by sort: where a query says no more than that, and nothing
    /// faults.
    fn sum_of_things(&mut self, query: QueryId, array: u32, index: ExprId) -> Res<Option<i32>> {
        let query = &self.p.queries[query.index()];
        let (&[Binder { reg, domain: Domain::Cell { cell, pieces, less }, .. }], None) =
            (&query.binders[..], query.filter)
        else {
            return Ok(None);
        };
        let cell = self.operand(cell)?;
        let (Some((first, _)), Some(counts)) = (self.m.cells.counts(cell), self.all_counts(cell, pieces)) else {
            return Ok(None);
        };
        let values = usize::try_from(first - less).ok().and_then(|from| self.p.arrays[array as usize].get(from..));
        let Some(values) = values.filter(|_| self.exprs[index.index()] == Expr::Reg(reg)) else { return Ok(None) };
        let mut sum = Some(0i32);
        for (at, &count) in self.s[counts].iter().enumerate() {
            if count > 0 {
                let value = values.get(at).filter(|&&value| value != NONE);
                sum = sum.zip(value).and_then(|(sum, value)| sum.checked_add(value.checked_mul(count)?));
            }
        }
        Ok(sum.filter(|&sum| sum != NONE))
    }

    /// The sum over the words of a variable that one of its indexes leads to, over all members of a set.
    fn sum_of_words(&mut self, query: QueryId, (base, count): (Slot, u32), index: ExprId) -> Res<Option<i32>> {
        let query = &self.p.queries[query.index()];
        let (&[Binder { reg, domain: Domain::Set(set), .. }], None) = (&query.binders[..], query.filter) else {
            return Ok(None);
        };
        let Expr::Scaled { a, by, b, plus } = self.exprs[index.index()] else { return Ok(None) };
        let Expr::SetConst(set) = self.exprs[set.index()] else { return Ok(None) };
        if self.exprs[a.index()] != Expr::Reg(reg) || !matches!(self.exprs[b.index()], Expr::Reg(other) if other != reg)
        {
            return Ok(None);
        }
        let from = i64::from(self.operand(b)?) + i64::from(plus);
        let words = &self.s[base as usize..][..count as usize];
        let at = |member: i32| usize::try_from(from + i64::from(member) * i64::from(by)).ok();
        let mut members = self.p.sets[set as usize].iter();
        let sum = members.try_fold(0i32, |sum, member| {
            let &word = words.get(at(member)?).filter(|&&word| word != NONE)?;
            sum.checked_add(word)
        });
        Ok(sum.filter(|&sum| sum != NONE))
    }

    fn best_of(&mut self, query: QueryId, value: ExprId, better: fn(i32, i32) -> i32) -> Res<i32> {
        let mut best = None;
        self.each(query, false, &mut |eval: &mut Self| {
            let value = eval.number(value)?;
            best = Some(best.map_or(value, |best| better(best, value)));
            Ok(true)
        })?;
        Ok(best.unwrap_or(0))
    }

    /// The register of the first name.
    fn first_reg(&self, query: QueryId) -> usize {
        usize::from(self.p.queries[query.index()].binders[0].reg)
    }

    fn the(&mut self, e: ExprId, query: QueryId) -> Res<i32> {
        let reg = self.first_reg(query);
        let (mut value, mut results) = (NONE, 0);
        self.each(query, false, &mut |eval: &mut Self| {
            value = eval.m.regs[reg];
            results += 1;
            Ok(results < 2)
        })?;
        if results != 1 {
            return self.fail(FaultKind::NotOne, e);
        }
        Ok(value)
    }

    /// The best so far stands in the rows, keys only.
    fn first(&mut self, query: QueryId) -> Res<i32> {
        let reg = self.first_reg(query);
        let keys = self.p.queries[query.index()].keys.len();
        let start = self.m.rows.len();
        let mut best = None;
        self.each(query, false, &mut |eval: &mut Self| {
            let at = eval.m.rows.len();
            eval.push_keys(query)?;
            let rows = &mut eval.m.rows;
            if best.is_none() || rows[at..] < rows[start..start + keys] {
                best = Some(eval.m.regs[reg]);
                rows.copy_within(at.., start);
            }
            rows.truncate(start + keys);
            Ok(keys > 0)
        })?;
        self.m.rows.truncate(start);
        Ok(best.unwrap_or(NONE))
    }
}
