//! Evaluation of queries: nested loops over their names, and sorting of results.

use super::evaluator::Eval;
use super::scratch::MOST_STACK_WORDS;
use crate::code::{Domain, ExprId, NONE, Query, QueryId, Set};
use crate::vm::fault::kind::{FaultKind, Res};

/// Result of the conjuncts of a filter that are tested before an inner name is bound.
enum EarlyFilter {
    /// One of them is false, so the filter is false for all values of the name.
    Fails,
    /// All of them are true. The remaining conjuncts are still to be tested.
    Pending,
    /// One of them faults, so the whole filter is evaluated for each value.
    Faulted,
}

impl<'a> Eval<'a> {
    /// Calls `f` for each result (the names are in their registers) until it returns `false`. Returns true if it never did. `ask`:
    /// for the options of a question, see [`crate::code::Domain::Bag`].
    #[inline]
    pub(in crate::vm) fn each<F>(&mut self, query: QueryId, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let (p, id) = (self.p, query);
        let query = &p.queries[id.index()];
        if let ([binder], true) = (&query.binders[..], query.is_plain()) {
            let mut result = |eval: &mut Self| match query.filter {
                Some(filter) if !eval.hot_holds(filter)? => Ok(true),
                _ => f(eval),
            };
            let Domain::Set(set) = binder.domain else {
                return self.domain(binder, ask, &mut result);
            };
            let members = self.hot_set(set)?;
            let left = self.hot_filter(id, members);
            let Some(left) = left else { return self.each_member(usize::from(binder.reg), members, &mut result) };
            return self.each_member(usize::from(binder.reg), members, &mut |eval: &mut Self| {
                if left.has(eval.m.regs[usize::from(binder.reg)]) { f(eval) } else { Ok(true) }
            });
        }
        let filter = if query.early.is_empty() && query.left.is_empty() { query.filter } else { query.rest };
        self.level(query, 0, filter, ask, f)
    }

    /// The loops over the names from `level` on; `filter` must hold.
    fn level<F>(&mut self, query: &'a Query, level: usize, filter: Option<ExprId>, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let Some(binder) = query.binders.get(level) else {
            return self.result(filter, f);
        };
        if !query.hoisted.is_empty() {
            self.forget(query, level);
        }
        let mut filter = filter;
        if !query.early.is_empty() {
            match self.early_filter(query, level) {
                EarlyFilter::Fails => return Ok(true),
                EarlyFilter::Pending => {}
                EarlyFilter::Faulted => filter = query.filter,
            }
        }
        let mut left = None;
        if let Some(&Some(members)) = query.left.get(level) {
            left = self.with_rollback(|eval| eval.hot_set(members)).ok();
            if left.is_none() {
                filter = query.filter;
            }
        }
        let last = level + 1 == query.binders.len();
        let mut each = |eval: &mut Self| {
            if last { eval.result(filter, f) } else { eval.level(query, level + 1, filter, ask, f) }
        };
        match left {
            Some(members) => self.each_member(usize::from(binder.reg), members, &mut each),
            None => self.domain(binder, ask, &mut each),
        }
    }

    /// Runs an evaluation that may fault, and restores the stacks if it does.
    pub(in crate::vm) fn with_rollback<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (stack, rows) = (self.m.stack.len(), self.m.rows.len());
        let value = f(self);
        if value.is_err() {
            self.m.stack.truncate(stack);
            self.m.rows.truncate(rows);
        }
        value
    }

    /// Resets the cached values of the names from `level` on.
    #[inline]
    pub(in crate::vm) fn forget(&mut self, query: &Query, level: usize) {
        if let Some(kept) = query.hoisted.get(level) {
            kept.iter().for_each(|&reg| self.m.regs[usize::from(reg)] = 0);
        }
    }

    /// Tests the parts of the filter that are known before the name at `level` is bound.
    fn early_filter(&mut self, query: &Query, level: usize) -> EarlyFilter {
        let mut result = EarlyFilter::Pending;
        for &part in query.early.get(level).into_iter().flatten() {
            match self.try_holds(part) {
                Some(true) => {}
                Some(false) => return EarlyFilter::Fails,
                None => result = EarlyFilter::Faulted,
            }
        }
        result
    }

    /// Evaluates a condition speculatively. `None` if it faults.
    pub(in crate::vm) fn try_holds(&mut self, e: ExprId) -> Option<bool> {
        self.with_rollback(|eval| eval.hot_holds(e)).ok()
    }

    #[inline]
    fn result<F>(&mut self, filter: Option<ExprId>, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        if let Some(filter) = filter
            && !self.hot_holds(filter)?
        {
            return Ok(true);
        }
        f(self)
    }

    /// Collects results as rows (sort keys, then the `width` words that `f` pushes) and sorts them. Returns the start of the rows.
    pub(in crate::vm) fn collect<F>(&mut self, query: QueryId, ask: bool, width: usize, f: &mut F) -> Res<usize>
    where
        F: FnMut(&mut Self) -> Res<()>,
    {
        let p = self.p;
        let keys = p.queries[query.index()].keys.len();
        let start = self.m.rows.len();
        self.each(query, ask, &mut |eval: &mut Self| {
            if keys > 0 {
                eval.push_keys(query)?;
            }
            f(eval)?;
            if eval.m.rows.len() > MOST_STACK_WORDS {
                return eval.m.fail(FaultKind::ListFull, None);
            }
            Ok(true)
        })?;
        self.sort_rows(start, keys + width, keys);
        Ok(start)
    }

    /// Pushes the sort keys of the current result, encoded so that a smaller row is better.
    pub(super) fn push_keys(&mut self, query: QueryId) -> Res<()> {
        let p = self.p;
        for key in &p.queries[query.index()].keys {
            let value = self.number(key.value)?;
            self.m.rows.push(if key.most { !value } else { value });
        }
        Ok(())
    }

    /// Sorts the rows from `start` by their first `keys` words. The sort is stable.
    fn sort_rows(&mut self, start: usize, width: usize, keys: usize) {
        let end = self.m.rows.len();
        if keys == 0 || end - start <= width {
            return;
        }
        let (rows, order) = (&mut self.m.rows, &mut self.m.order);
        order.clear();
        order.extend(0..((end - start) / width) as u32);
        let key = |row: u32| &rows[start + row as usize * width..][..keys];
        order.sort_unstable_by(|&a, &b| key(a).cmp(key(b)).then(a.cmp(&b)));
        for &row in order.iter() {
            let at = start + row as usize * width;
            rows.extend_from_within(at..at + width);
        }
        rows.copy_within(end.., start);
        rows.truncate(end);
    }

    /// Pushes the list of a value over all results. Values that are none are left out, as in sets.
    pub(super) fn list_of(&mut self, query: QueryId, value: ExprId) -> Res<()> {
        let start = self.collect(query, false, 1, &mut |eval: &mut Self| {
            let word = eval.operand(value)?;
            eval.m.rows.push(word);
            Ok(())
        })?;
        let width = self.p.queries[query.index()].keys.len() + 1;
        let header = self.m.stack.len();
        self.m.stack.push(0);
        let values = self.m.rows[start..].chunks_exact(width).map(|row| row[width - 1]);
        self.m.stack.extend(values.filter(|&value| value != NONE));
        self.m.stack[header] = (self.m.stack.len() - header - 1) as i32;
        self.m.rows.truncate(start);
        Ok(())
    }

    /// Pushes the results grouped by equal keys, best first: a list of sets of the first name's values.
    pub(in crate::vm) fn rank(&mut self, query: QueryId, width: u16) -> Res<()> {
        let p = self.p;
        let query_code = &p.queries[query.index()];
        let (keys, reg) = (query_code.keys.len(), usize::from(query_code.binders[0].reg));
        let start = self.collect(query, false, 1, &mut |eval: &mut Self| {
            let word = eval.m.regs[reg];
            eval.m.rows.push(word);
            Ok(())
        })?;
        let header = self.m.stack.len();
        self.m.stack.push(0);
        let (mut at, end) = (start, self.m.rows.len());
        while at < end {
            let group = at;
            let mut set = Set::EMPTY;
            while at < end && self.m.rows[at..at + keys] == self.m.rows[group..group + keys] {
                let member = self.m.rows[at + keys];
                if member != NONE && !Set::can_contain(member) {
                    return self.m.fail(FaultKind::NotKept, None);
                }
                set = set.with(member);
                at += keys + 1;
            }
            self.push_set(set, width);
            self.m.stack[header] += 1;
        }
        self.m.rows.truncate(start);
        Ok(())
    }
}
