//! Loop-invariant code motion (Muchnick, Advanced Compiler Design and Implementation, 13.2), evaluated lazily.
//!
//! Each bound name of a query is a loop over its domain. Loops are numbered from the outermost one, which is 1. An expression
//! *depends on* the loops whose names it reads. If it stands in a loop on which it does not depend, it becomes [`Expr::Hoisted`]: it is
//! evaluated at its first use, and the cached value is discarded when that loop starts again. An expression that the
//! original program would not evaluate is not evaluated here either.

use std::mem;

use crate::code::effect::Does;
use crate::code::{Arm, Expr, ExprId, Needs, Program, Query, QueryId, Reading, Reg};

use super::pool::push;

/// A set of loop numbers as bits. Bit 0 is never set.
type Loops = u64;

/// Maximum nesting depth of loops; deeper loops are left as they are.
const MOST_NESTED_LOOPS: usize = 60;
/// Minimum number of steps of an expression that is worth hoisting.
const LEAST_STEPS_HOISTED: u32 = 3;
/// Number of words of a cached set.
const SET: u32 = 8;

/// Hoists loop invariants in all expressions that operations evaluate. `regs`: number of registers in use; returns the new number.
pub fn hoist(p: &mut Program, regs: u32) -> u32 {
    let mut hoister = Hoister { of: vec![0; regs as usize], path: Vec::new(), next: regs, p };
    for at in 0..hoister.p.funs.len() {
        let body = hoister.p.funs[at].body;
        hoister.p.funs[at].body = hoister.node(body, Reading::Word);
    }
    for at in 0..hoister.p.asks.len() {
        for arm in 0..hoister.p.asks[at].arms.len() {
            let Arm { query, needs, .. } = hoister.p.asks[at].arms[arm];
            if let Some(query) = query {
                // A condition that is the same for all options is evaluated before them, so it must not be cached for one of them.
                let each = needs.filter(|needs| !needs.same_for_all).map(|needs| (needs.hold, Reading::Word));
                let (query, hold) = hoister.query(query, each);
                let hold = hold.or_else(|| needs.map(|needs| hoister.node(needs.hold, Reading::Word)));
                let code = &mut hoister.p.asks[at].arms[arm];
                (code.query, code.needs) = (Some(query), needs.zip(hold).map(|(needs, hold)| Needs { hold, ..needs }));
            }
            if let Some(when) = hoister.p.asks[at].arms[arm].when {
                hoister.p.asks[at].arms[arm].when = Some(hoister.node(when, Reading::Word));
            }
        }
    }
    for at in 0..hoister.p.ops.len() {
        hoister.op(at);
    }
    hoister.next
}

/// The parts of a filter that are pushed down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pushed {
    /// Tests of a word of each member. They may be cached already.
    Words,
    /// All parts that select members of a constant set.
    Sets,
}

pub(super) struct Hoister<'p> {
    pub(super) p: &'p mut Program,
    /// For each register, the loops on which its value depends.
    of: Vec<Loops>,
    /// The surrounding loops: the query, and the number of its name.
    pub(super) path: Vec<(QueryId, usize)>,
    next: u32,
}

impl Hoister<'_> {
    fn op(&mut self, at: usize) {
        let mut op = self.p.ops[at];
        let (mut values, mut queries) = (Vec::new(), Vec::new());
        op.uses(self.p, &mut |part| match part {
            Does::Value(e, how) | Does::Changes(e, how, _) => values.push((*e, how)),
            Does::Over(query) => queries.push(*query),
            _ => {}
        });
        let values: Vec<ExprId> = values.into_iter().map(|(e, how)| self.node(e, how)).collect();
        let queries: Vec<QueryId> = queries.into_iter().map(|query| self.query(query, None).0).collect();
        let (mut values, mut queries) = (values.into_iter(), queries.into_iter());
        op.uses_mut(self.p, &mut |part| match part {
            Does::Value(e, _) | Does::Changes(e, ..) => *e = values.next().unwrap_or(*e),
            Does::Over(query) => *query = queries.next().unwrap_or(*query),
            _ => {}
        });
        self.p.ops[at] = op;
    }

    /// Hoists inside a node.
    fn node(&mut self, e: ExprId, how: Reading) -> ExprId {
        let before = self.p.exprs[e.index()];
        let mut expr = before;
        if let Expr::Tabled { .. } = before {
            // A table evaluates its values only once anyway.
        } else if let Some(name) = before.own_regs() {
            self.with_name(&mut expr, how, name);
        } else {
            let innermost = self.innermost(&[e]);
            expr.operands_mut(how, &mut |part, how| *part = self.part(*part, how, innermost));
            if let Some((query, value)) = expr.over() {
                let (new, worked_out) = self.query(*query, value.as_ref().map(|(value, how)| (**value, *how)));
                *query = new;
                if let (Some((value, _)), Some(new)) = (value, worked_out) {
                    *value = new;
                }
            }
        }
        let new = if expr == before { e } else { push(self.p, expr, e) };
        if let Expr::Matching { .. } = before { self.hoist_scan(new, self.innermost(&[e])) } else { new }
    }

    /// Hoists a part of something that depends on the loop `innermost`. The part is cached if it does not depend on that loop itself.
    pub(super) fn part(&mut self, e: ExprId, how: Reading, innermost: usize) -> ExprId {
        let new = self.node(e, how);
        let innermost = innermost.min(self.path.len());
        if innermost == 0 || how == Reading::Words || matches!(self.p.exprs[e.index()], Expr::Hoisted { .. }) {
            return new;
        }
        let own = self.innermost(&[e]);
        if own >= innermost || !self.is_worth_it(e) {
            return new;
        }
        let (query, level) = self.path[own];
        let width = if how == Reading::Set { 1 + SET } else { 2 };
        let Some(reg) = self.new_reg(width) else {
            return new;
        };
        let hoisted = &mut self.p.queries[query.index()].hoisted;
        hoisted.resize_with(hoisted.len().max(level + 1), Vec::new);
        hoisted[level].push(reg);
        push(self.p, Expr::Hoisted { reg, value: new }, new)
    }

    /// Hoists inside a `let`. Its name depends on the same loops as its value.
    fn with_name(&mut self, expr: &mut Expr, how: Reading, (reg, width): (Reg, u16)) {
        let mut old = None;
        expr.operands_mut(how, &mut |part, how| {
            let on = self.depends(&[*part]);
            *part = self.node(*part, how);
            // The value is visited before the body.
            if old.is_none() {
                old = Some(self.name(reg, width, on));
            }
        });
        let old = old.unwrap_or_default();
        self.of[usize::from(reg)..][..old.len()].copy_from_slice(&old);
    }

    /// Hoists inside a query and the expression evaluated for each result. The query is copied if something is cached in it.
    fn query(&mut self, id: QueryId, value: Option<(ExprId, Reading)>) -> (QueryId, Option<ExprId>) {
        let before = self.p.queries[id.index()].clone();
        let outer = self.path.len();
        if outer + before.binders.len() > MOST_NESTED_LOOPS {
            return (id, value.map(|(e, _)| e));
        }
        let whole = self.innermost_of_query(id, value.map(|(e, _)| e));
        let mut code = before.clone();
        let copy = QueryId(self.p.queries.len() as u32);
        self.p.queries.push(Query { hoisted: mem::take(&mut code.hoisted), ..Query::default() });
        let mut names = Vec::new();
        for (level, binder) in code.binders.iter_mut().enumerate() {
            // Even if the query as a whole is not invariant, the domain of its first name may be.
            let innermost = if level == 0 { whole } else { self.path.len() };
            binder.domain.operands_mut(&mut |e, how| *e = self.part(*e, how, innermost));
            self.path.push((copy, level));
            let number = 1 << self.path.len();
            names.push((binder.reg, self.name(binder.reg, binder.width, number)));
        }
        let depth = self.path.len();
        if let Some(filter) = &mut code.filter {
            *filter = self.part(*filter, Reading::Word, depth);
            let filter = *filter;
            self.divide(&mut code, filter, (outer, depth));
        }
        for key in &mut code.keys {
            key.value = self.part(key.value, Reading::Word, depth);
        }
        let value = value.map(|(e, how)| self.part(e, how, depth));
        for (reg, old) in names.into_iter().rev() {
            self.of[usize::from(reg)..][..old.len()].copy_from_slice(&old);
        }
        self.path.truncate(outer);
        code.hoisted = mem::take(&mut self.p.queries[copy.index()].hoisted);
        if code == before && copy.index() + 1 == self.p.queries.len() {
            self.p.queries.pop();
            return (id, value);
        }
        self.p.queries[copy.index()] = code;
        (copy, value)
    }

    /// Allocates `width` registers, if there are enough.
    pub(super) fn new_reg(&mut self, width: u32) -> Option<Reg> {
        let reg = Reg::try_from(self.next + width).ok()? - width as Reg;
        self.next += width;
        Some(reg)
    }

    /// Splits a filter into three: conjuncts that do not read the last names, by the number of names that must be bound; conjuncts that
    /// are pushed down into domains; and the rest.
    fn divide(&mut self, code: &mut Query, filter: ExprId, (outer, depth): (usize, usize)) {
        let mut early = vec![Vec::new(); depth - outer];
        let (mut open, mut rest, mut left) = (vec![filter], Vec::new(), Vec::new());
        while let Some(e) = open.pop() {
            if let Expr::And(a, b) = self.p.exprs[e.index()] {
                open.extend([b, a]);
                continue;
            }
            if self.push_down((code, outer), e, Pushed::Words, &mut left) {
                continue;
            }
            // Only cached values, because testing them early costs nothing.
            if matches!(self.p.exprs[e.index()], Expr::Hoisted { .. }) {
                early[self.innermost(&[e]).saturating_sub(outer)].push(e);
            } else {
                rest.push(e);
            }
        }
        rest.retain(|&e| !self.push_down((code, outer), e, Pushed::Sets, &mut left));
        code.left = left;
        let some_early = early.iter().any(|parts| !parts.is_empty());
        if some_early || !code.left.is_empty() {
            let last = rest.pop();
            code.rest =
                last.map(|last| rest.iter().rev().fold(last, |rest, &e| push(self.p, Expr::And(e, rest), filter)));
        }
        code.early = if some_early { early } else { Vec::new() };
    }

    /// The innermost loop on which expressions depend; 0 if there is none.
    pub(super) fn innermost(&self, all: &[ExprId]) -> usize {
        if self.path.is_empty() {
            return 0;
        }
        63 - (self.depends(all) | 1).leading_zeros() as usize
    }

    /// The innermost loop on which the results of a query, and the expression evaluated for each, depend.
    fn innermost_of_query(&self, query: QueryId, value: Option<ExprId>) -> usize {
        let mut parts: Vec<ExprId> = value.into_iter().collect();
        match self.p.each_part_of_query(query, &mut |part| parts.push(part)) {
            true => self.innermost(&parts),
            false => self.path.len(),
        }
    }

    /// The loops on which expressions depend. Names bound inside the expressions count as names of surrounding loops. This is a safe
    /// over-approximation, because these loops are at most as deep as the expressions themselves.
    fn depends(&self, all: &[ExprId]) -> Loops {
        let (mut open, mut on) = (all.to_vec(), 0);
        while let Some(e) = open.pop() {
            let expr = self.p.exprs[e.index()];
            if let Some((reg, width)) = expr.reads_regs() {
                on |= self.loops(reg, width);
            }
            // The body of a define reads only its parameters.
            if let Expr::Call { .. } = expr {
                open.extend(self.p.listed(&expr));
                continue;
            }
            if !self.p.each_part(e, &mut |part| open.push(part)) {
                on = Loops::MAX & !1;
            }
        }
        on
    }

    /// True if an expression is worth hoisting: it has a loop or a count, or at least [`LEAST_STEPS_HOISTED`] steps. Leaves are not steps.
    pub(super) fn is_worth_it(&self, e: ExprId) -> bool {
        let (mut open, mut steps) = (vec![e], 0);
        while let Some(e) = open.pop() {
            let mut expr = self.p.exprs[e.index()];
            let counts = matches!(expr, Expr::CountAll { .. } | Expr::BagAt { .. } | Expr::BagSize(_));
            let sums = matches!(expr, Expr::Worth { .. } | Expr::SumAt { .. });
            let asks = matches!(expr, Expr::Matching { .. });
            if counts || sums || asks || expr.over().is_some() {
                return true;
            }
            let parts = open.len();
            self.p.each_part(e, &mut |part| open.push(part));
            steps += u32::from(open.len() > parts);
            if steps >= LEAST_STEPS_HOISTED {
                return true;
            }
        }
        false
    }

    fn loops(&self, reg: Reg, width: u16) -> Loops {
        let regs = self.of.get(usize::from(reg)..).unwrap_or_default();
        regs.iter().take(usize::from(width)).fold(0, |on, loops| on | loops)
    }

    /// Sets the loops on which registers depend. Returns the previous ones.
    fn name(&mut self, reg: Reg, width: u16, on: Loops) -> Vec<Loops> {
        let regs = &mut self.of[usize::from(reg)..][..usize::from(width)];
        let old = regs.to_vec();
        regs.fill(on);
        old
    }
}
