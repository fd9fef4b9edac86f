//! Memoisation (Michie 1968, "Memo" functions): expressions that read no state become tables over the names in them.
//!
//! For `ray(s, x, y)` the table holds all rays, for `distance(d, s)` all distances. Entries are computed at their first use.

use std::collections::BTreeSet;

use super::interval::intervals;
use super::pool::push;
use crate::code::effect::{Area, Does, Use};
use crate::code::{Expr, ExprId, ExprTable, Fun, Index, Program, QueryId, Reading, Reg};

/// Maximum number of entries of one table, and of all tables together.
const MOST_TABLE_ENTRIES: usize = 1 << 16;
const MOST_ENTRIES_OF_ALL_TABLES: usize = 1 << 19;
/// Minimum number of steps of an expression that is worth a table.
pub(super) const LEAST_STEPS_TABLED: u32 = 3;
/// Number of steps that a loop counts as.
const LOOP: u32 = 10;

/// Tabulates the largest expressions for which that is possible. `members`: registers that hold a member of a kind or none, and the
/// size of that kind.
pub fn tabulate(p: &mut Program, members: &[(Reg, u32)]) {
    let bounds = intervals(p, members);
    let mut ranges = vec![false; bounds.len()];
    for binder in p.queries.iter().flat_map(|query| &query.binders) {
        ranges[usize::from(binder.reg)] = true;
    }
    let mut finder =
        Tabulator { bounds, ranges, reads: vec![None; p.exprs.len()], seen: vec![false; p.exprs.len()], entries: 0, p };
    for at in 0..finder.p.asks.len() {
        for arm in 0..finder.p.asks[at].arms.len() {
            let arm = &finder.p.asks[at].arms[arm];
            let (query, words) = (arm.query, [arm.when, arm.needs.map(|needs| needs.hold)]);
            words.into_iter().flatten().for_each(|e| finder.mark(e, Reading::Word));
            if let Some(query) = query {
                finder.mark_query(query);
            }
        }
    }
    for at in 0..finder.p.ops.len() {
        let op = finder.p.ops[at];
        let (mut values, mut queries) = (Vec::new(), Vec::new());
        op.uses(finder.p, &mut |part| match part {
            Does::Value(e, how) | Does::Changes(e, how, _) => values.push((*e, how)),
            Does::Over(query) => queries.push(*query),
            _ => {}
        });
        values.into_iter().for_each(|(e, how)| finder.mark(e, how));
        queries.into_iter().for_each(|query| finder.mark_query(query));
    }
}

/// The inputs and the cost of an expression.
#[derive(Clone, Default)]
pub(super) struct Reads {
    /// True if it reads the state.
    pub(super) state: bool,
    /// Free names: the first register, and the number of registers.
    pub(super) names: BTreeSet<(Reg, u16)>,
    pub(super) steps: u32,
}

impl Reads {
    /// Adds those of a part. `own`: names that are bound around the part.
    fn add(&mut self, part: &Self, own: &[(Reg, u16)]) {
        let is_own = |&(reg, _): &(Reg, u16)| own.iter().any(|&(first, width)| (first..first + width).contains(&reg));
        self.state |= part.state;
        self.names.extend(part.names.iter().filter(|name| !is_own(name)));
        self.steps = self.steps.saturating_add(part.steps);
    }
}

pub(super) struct Tabulator<'p> {
    pub(super) p: &'p mut Program,
    bounds: Vec<Option<(i32, i32)>>,
    /// For each register, true if it is a name of a query, which is never none.
    ranges: Vec<bool>,
    reads: Vec<Option<Reads>>,
    seen: Vec<bool>,
    entries: usize,
}

impl Tabulator<'_> {
    /// Tabulates an expression, or else its parts.
    fn mark(&mut self, e: ExprId, how: Reading) {
        self.seen.resize(self.seen.len().max(e.index() + 1), false);
        if std::mem::replace(&mut self.seen[e.index()], true) || self.table(e, how) {
            return;
        }
        let mut parts = Vec::new();
        let mut over = None;
        self.p.exprs[e.index()].uses(how, &mut |part| match part {
            Use::Operand(part, how) | Use::Each(part, how) => parts.push((*part, how)),
            Use::Listed(first, count, how) => {
                let listed = &self.p.lists[*first as usize..][..usize::from(count)];
                parts.extend(listed.iter().map(|&part| (part, how)));
            }
            Use::Define(fun, first) => {
                let Fun { params, body, .. } = &self.p.funs[fun as usize];
                let args = params.iter().zip(&self.p.lists[*first as usize..]);
                parts.extend(args.map(|((_, shape), &arg)| (arg, shape.reading())));
                parts.push((*body, how));
            }
            Use::Over(query) => over = Some(*query),
            Use::Reads(Area::Store(store)) => {
                parts.extend(self.p.stores[store as usize].index.map(|index| (index, Reading::Word)));
            }
            Use::Reads(_) | Use::Looks(_) | Use::Reg(..) | Use::Own(..) => {}
        });
        if let Some(query) = over {
            self.tabulate_filter(query);
            self.mark_query(query);
        }
        parts.into_iter().for_each(|(part, how)| self.mark(part, how));
    }

    fn mark_query(&mut self, query: QueryId) {
        let query = self.p.queries[query.index()].clone();
        for binder in query.binders {
            binder.domain.operands(&mut |part, how| self.mark(part, how));
        }
        let words = query.filter.into_iter().chain(query.keys.into_iter().map(|key| key.value));
        words.for_each(|e| self.mark(e, Reading::Word));
    }

    /// Tabulates an expression itself. Returns false if that is not possible.
    pub(super) fn table(&mut self, e: ExprId, how: Reading) -> bool {
        let expr = self.p.exprs[e.index()];
        // Stores recognise a member that is added to a set or removed from it by this node, see [`crate::code::Store::change_of`].
        if matches!(expr, Expr::One(_)) {
            return false;
        }
        let reads = self.reads(e);
        let worth = reads.steps >= LEAST_STEPS_TABLED || how == Reading::Words && reads.steps > 0;
        if reads.state || !worth {
            return false;
        }
        let names = reads.names.clone();
        let index = |&(reg, width): &(Reg, u16)| {
            let (low, high) = self.bounds[usize::from(reg)].filter(|_| width == 1)?;
            let count = u32::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
            Some(Index { reg, low, count, none: !self.ranges[usize::from(reg)] })
        };
        let Some(indexes) = names.iter().map(index).collect::<Option<Box<[Index]>>>() else { return false };
        let entries = indexes.iter().try_fold(1usize, |all, index| {
            all.checked_mul(index.size()).filter(|entries| *entries <= MOST_TABLE_ENTRIES)
        });
        let Some(entries) = entries.filter(|entries| self.entries + entries <= MOST_ENTRIES_OF_ALL_TABLES) else {
            return false;
        };
        self.entries += entries;
        let value = push(self.p, expr, e);
        let table = self.p.tables.len() as u32;
        self.p.tables.push(ExprTable::new(indexes, how));
        self.p.exprs[e.index()] = Expr::Tabled { table, value };
        true
    }

    pub(super) fn reads(&mut self, e: ExprId) -> &Reads {
        self.reads.resize(self.reads.len().max(e.index() + 1), None);
        if self.reads[e.index()].is_none() {
            let found = self.found(e);
            self.reads[e.index()] = Some(found);
        }
        self.reads[e.index()].as_ref().expect("it has just been found")
    }

    fn found(&mut self, e: ExprId) -> Reads {
        let mut expr = self.p.exprs[e.index()];
        let mut reads = Reads { state: expr.reads_state(), ..Reads::default() };
        reads.names.extend(expr.reads_regs());
        let own: Vec<(Reg, u16)> = expr.own_regs().into_iter().collect();
        let mut parts = Vec::new();
        expr.operands(Reading::Word, &mut |part, _| parts.push(part));
        parts.extend_from_slice(self.p.listed(&expr));
        reads.steps = match expr {
            Expr::Ray { .. } | Expr::Sight { .. } | Expr::ReachNodes { .. } => LOOP,
            _ => u32::from(!parts.is_empty()),
        };
        for part in parts {
            // The value of a `let` does not read its own name, because a name is not used before it is bound.
            reads.add(self.reads(part), &own);
        }
        if let Expr::Call { fun, .. } = expr {
            let fun = self.p.funs[fun as usize].clone();
            let params: Vec<_> = fun.params.iter().map(|(reg, shape)| (*reg, shape.width() as u16)).collect();
            reads.add(self.reads(fun.body), &params);
        }
        if let Some((query, value)) = expr.over() {
            let value = value.map(|(value, _)| *value);
            reads.add(&self.reads_of_query(*query, value), &[]);
        }
        reads
    }

    fn reads_of_query(&mut self, query: QueryId, value: Option<ExprId>) -> Reads {
        let query = self.p.queries[query.index()].clone();
        let mut reads = Reads { steps: LOOP, ..Reads::default() };
        let mut own = Vec::new();
        for binder in query.binders {
            let domain = binder.domain;
            reads.state |= domain.reads_state();
            domain.operands(&mut |part, _| reads.add(self.reads(part), &own));
            own.push((binder.reg, binder.width));
        }
        for e in query.filter.into_iter().chain(query.keys.into_iter().map(|key| key.value)).chain(value) {
            reads.add(self.reads(e), &own);
        }
        reads
    }
}
