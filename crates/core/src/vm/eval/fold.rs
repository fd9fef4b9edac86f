//! Folds: counts, sums, minima and maxima over the results of a query.

use super::evaluator::Eval;
use crate::code::{Expr, ExprId, NONE, QueryId};
use crate::vm::fault::kind::{FaultKind, Res};

impl Eval<'_> {
    /// One of `some`, `every`, `count`, `sum`, `max`, `min`, `the`, `first`.
    #[inline(never)]
    pub(in crate::vm) fn fold(&mut self, e: ExprId) -> Res<i32> {
        match self.exprs[e.index()] {
            Expr::Some(query) | Expr::First(query) | Expr::CountOf(query) => self.fold_left(e, query),
            _ => self.fold_each(e),
        }
    }

    /// Evaluates a fold over a query, result by result.
    pub(super) fn fold_each(&mut self, e: ExprId) -> Res<i32> {
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

    /// Sums over the results. The value of a thing is evaluated once and multiplied by its count.
    fn sum_of(&mut self, e: ExprId, query: QueryId, value: ExprId) -> Res<i32> {
        let (mut sum, before) = (0i32, std::mem::replace(&mut self.m.weight, 1));
        let all = self.each(query, true, &mut |eval: &mut Self| {
            let weight = i64::from(eval.m.weight);
            let next = i64::from(sum) + i64::from(eval.number(value)?) * weight;
            match i32::try_from(next) {
                Ok(next) if next != NONE => sum = next,
                _ => return eval.fail(FaultKind::Overflow, e),
            }
            Ok(true)
        });
        self.m.weight = before;
        all?;
        Ok(sum)
    }

    /// A strided sum of words.
    #[inline(never)]
    pub(super) fn sum_at(&mut self, e: ExprId, first: usize, step: usize, count: usize) -> Res<i32> {
        let mut sum = 0i32;
        for word in self.s[first..].iter().step_by(step).take(count).copied() {
            match sum.checked_add(word) {
                Some(next) if word != NONE && next != NONE => sum = next,
                _ => return self.fail(if word == NONE { FaultKind::NoValue } else { FaultKind::Overflow }, e),
            }
        }
        Ok(sum)
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

    /// The register of the query's first name.
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
        if results == 1 {
            return Ok(value);
        }
        self.fail(if results == 0 { FaultKind::NoResult } else { FaultKind::SeveralResults }, e)
    }

    /// The first result by the keys. The rows hold the keys of the best result so far.
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
