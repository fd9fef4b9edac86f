//! Proof obligations: conditions at the question which, together with the known facts, ensure that nothing fails.

use super::symbolic_store::{EnvId, Lot, SymbolicStore, Touched, WordValue};
use super::{PathState, Prover};
use crate::code::{Arith, Expr, ExprId, Program, Query, QueryId, Reading, Set};
use tavola_syntax::text::Span;

/// Maximum number of nodes of a condition that is worth testing.
const NEED_NODES: usize = 200;

/// Maximum number of visits to expressions for all options of a program together.
const MOST_VISITS_OF_PROGRAM: u32 = 2_000_000;

/// An arena of new expressions, to be appended to those of the program. Equal nodes are shared.
pub(in crate::lower) struct Pool<'a> {
    program: &'a Program,
    exprs: Vec<Expr>,
    queries: Vec<Query>,
    lists: Vec<ExprId>,
    /// Remaining number of visits to expressions, for all options of the program together.
    pub(super) looks: u32,
    /// For each source, the lengths of the arenas before it.
    marks: Vec<([usize; 3], Span)>,
}

/// A condition, and the paths on which it is needed. A path is a list of conditions and whether each holds.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Need {
    paths: Vec<Vec<(ExprId, bool)>>,
    pub(super) holds: ExprId,
}

impl Need {
    /// Adds a path. A condition that is needed on both branches of a fork is needed before the fork.
    fn joins(&mut self, mut path: Vec<(ExprId, bool)>) {
        while let Some(&(condition, yes)) = path.last() {
            let mut other = path.clone();
            other.pop();
            other.push((condition, !yes));
            let Some(at) = self.paths.iter().position(|path| *path == other) else { break };
            self.paths.remove(at);
            path.pop();
        }
        if !self.paths.iter().any(|shorter| path.starts_with(shorter)) {
            self.paths.retain(|longer| !longer.starts_with(&path));
            self.paths.push(path);
        }
    }

    /// The common prefix of all paths, and true if the condition is needed wherever that prefix holds.
    fn path(mut self) -> (Vec<(ExprId, bool)>, bool) {
        let exact = self.paths.len() == 1;
        let first = self.paths.pop().unwrap_or_default();
        let common =
            |path: &Vec<(ExprId, bool)>| first.iter().zip(path).take_while(|(one, other)| one == other).count();
        let same = self.paths.iter().map(common).min().unwrap_or(first.len());
        (first[..same].to_vec(), exact)
    }
}

impl<'a> Pool<'a> {
    pub(in crate::lower) fn new(program: &'a Program) -> Self {
        Self {
            program,
            exprs: Vec::new(),
            queries: Vec::new(),
            lists: Vec::new(),
            looks: MOST_VISITS_OF_PROGRAM,
            marks: Vec::new(),
        }
    }

    /// Begins the nodes of one source.
    pub(super) fn begin(&mut self, span: Span) {
        self.marks.push(([self.exprs.len(), self.queries.len(), self.lists.len()], span));
    }

    /// Discards the nodes since the last `begin`.
    pub(super) fn drop_last(&mut self) {
        if let Some(([exprs, queries, lists], _)) = self.marks.pop() {
            self.exprs.truncate(exprs);
            self.queries.truncate(queries);
            self.lists.truncate(lists);
        }
    }

    /// The new expressions (each with its source), queries and lists, to be appended to those of the program.
    pub(in crate::lower) fn into_parts(self) -> (Vec<(Expr, Span)>, Vec<Query>, Vec<ExprId>) {
        let line =
            |at: usize| self.marks.iter().rev().find(|(from, _)| from[0] <= at).map_or(Span::NONE, |mark| mark.1);
        let exprs = self.exprs.iter().enumerate().map(|(at, expr)| (*expr, line(at))).collect();
        (exprs, self.queries, self.lists)
    }

    /// The first expression since the last `begin`.
    fn from(&self) -> usize {
        self.marks.last().map_or(0, |(from, _)| from[0])
    }

    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        let from = self.from();
        let at = self.exprs[from..].iter().position(|other| *other == expr).map_or(self.exprs.len(), |at| at + from);
        if at == self.exprs.len() {
            self.exprs.push(expr);
        }
        ExprId((self.program.exprs.len() + at) as u32)
    }

    fn query(&mut self, query: Query) -> QueryId {
        let at = self.queries.iter().position(|other| *other == query).unwrap_or(self.queries.len());
        if at == self.queries.len() {
            self.queries.push(query);
        }
        QueryId((self.program.queries.len() + at) as u32)
    }

    fn list(&mut self, list: &[ExprId]) -> u32 {
        let found = self.lists.windows(list.len().max(1)).position(|other| other == list);
        let at = found.unwrap_or(self.lists.len());
        if found.is_none() {
            self.lists.extend_from_slice(list);
        }
        (self.program.lists.len() + at) as u32
    }

    /// The conjunction of all needs, cheap ones first, and true if it contains nothing else. `None` if it is too large.
    pub(super) fn all_of(&mut self, mut needs: Vec<Need>) -> Option<(ExprId, bool)> {
        needs.sort_by_key(|need| self.has_loop_or_call(need.holds));
        let (mut all, mut exact) = (None, true);
        for need in needs.into_iter().rev() {
            let mut holds = need.holds;
            let (path, only) = need.path();
            exact &= only;
            for (condition, yes) in path.into_iter().rev() {
                let otherwise = if yes { self.expr(Expr::Not(condition)) } else { condition };
                holds = self.expr(Expr::Or(otherwise, holds));
            }
            all = Some(all.map_or(holds, |all| self.expr(Expr::And(holds, all))));
        }
        let size = self.exprs.len() - self.from();
        all.filter(|_| size <= NEED_NODES).map(|all| (all, exact))
    }

    /// True if the evaluation of an expression has a loop or a call.
    fn has_loop_or_call(&self, e: ExprId) -> bool {
        let Some(&(mut expr)) = self.exprs.get(e.index().wrapping_sub(self.program.exprs.len())) else { return false };
        let mut found = expr.over().is_some() || matches!(expr, Expr::Call { .. });
        expr.operands(Reading::Word, &mut |part, _| found |= self.has_loop_or_call(part));
        found
    }
}

impl Prover<'_, '_> {
    /// Assumes that a condition holds from here on. Returns false if it cannot be tested at the question.
    pub(super) fn assume(&mut self, holds: ExprId, path: &mut PathState) -> bool {
        let Some(said) = self.restate(holds, path.env) else { return false };
        self.need(said, path);
        self.learn(&mut path.facts, holds, path.env, true);
        true
    }

    /// Assumes that a query has a result. Returns false if that cannot be tested at the question.
    pub(super) fn assume_some(&mut self, query: QueryId, path: &PathState) -> bool {
        let Some(query) = self.restate_query(query, path.env) else { return false };
        let some = self.pool.expr(Expr::Some(query));
        self.need(some, path);
        true
    }

    /// Assumes that a place holds `count` of a piece, which is one of `pieces`. Returns false if that cannot be tested at the question,
    /// or if some may have been taken since. Pieces that were added do not matter.
    pub(super) fn assume_there(
        &mut self,
        (count, piece): (ExprId, ExprId),
        (from, pieces): (ExprId, Set),
        path: &PathState,
    ) -> bool {
        // Mostly a condition before the move tests this already. It need not be tested again for each thing of a bag.
        if self.straight || !self.is_left(piece, from, path, pieces) {
            return self.straight;
        }
        let natural = self.is_natural(count, path.env);
        let parts = [count, piece, from].map(|part| self.restate(part, path.env));
        let [Some(count), Some(piece), Some(cell)] = parts else { return false };
        if !natural {
            let none = self.pool.expr(Expr::Const(0));
            let holds = self.pool.expr(Expr::Arith(Arith::AtMost, none, count));
            self.need(holds, path);
        }
        let lot = Touched::Things(Lot { family: self.family(from, path.env), pieces });
        self.exact &= self.names.unchanged(SymbolicStore::START, path.env, &lot, &self.program.layout);
        let there = self.pool.expr(Expr::Count { cell, piece });
        let holds = self.pool.expr(Expr::Arith(Arith::AtMost, count, there));
        self.need(holds, path);
        true
    }

    /// Adds a need on the current path.
    pub(super) fn need(&mut self, holds: ExprId, path: &PathState) {
        match self.needs.iter_mut().find(|need| need.holds == holds) {
            Some(need) => need.joins(path.conditions.clone()),
            None => self.needs.push(Need { paths: vec![path.conditions.clone()], holds }),
        }
    }

    /// Restates an expression of a store version as an expression at the question. `None` if that may have another value.
    pub(super) fn restate(&mut self, e: ExprId, env: EnvId) -> Option<ExprId> {
        if !self.looks() {
            return None;
        }
        let mut expr = self.program.exprs[e.index()];
        let value = match expr {
            Expr::Slot(slot) => self.names.of_slots(env, slot, 1),
            Expr::SetSlots { base, width } => self.names.of_slots(env, base, u32::from(width)),
            Expr::Reg(reg) => self.names.of_reg(env, reg),
            _ => None,
        };
        if let Some(value) = value {
            let value = self.restate_value(value)?;
            return Some(self.pool.expr(value));
        }
        if let Some(read) = self.reads(e, env)?
            && !self.names.unchanged(SymbolicStore::START, env, &read, &self.program.layout)
        {
            return None;
        }
        if let Expr::Call { fun, .. } = expr
            && !self.is_as_before(self.program.funs[fun as usize].body, env)
        {
            return None;
        }
        let mut known = true;
        expr.operands_mut(Reading::Word, &mut |part, _| match self.restate(*part, env) {
            Some(said) => *part = said,
            None => known = false,
        });
        let listed = self.program.listed(&expr);
        if let Some(first) = expr.first_listed().filter(|_| !listed.is_empty()) {
            let said: Option<Vec<ExprId>> = listed.iter().map(|&part| self.restate(part, env)).collect();
            *first = self.pool.list(&said?);
        } else if !listed.is_empty() {
            return None;
        }
        if let Some((query, each)) = expr.over() {
            *query = self.restate_query(*query, env)?;
            if let Some((each, _)) = each {
                *each = self.restate(*each, env)?;
            }
        }
        known.then(|| self.pool.expr(expr))
    }

    /// Restates the value of a word as an expression at the question.
    fn restate_value(&mut self, value: WordValue) -> Option<Expr> {
        match value {
            WordValue::Const(value) => Some(Expr::Const(value)),
            WordValue::Chosen(reg) => {
                self.chosen[..self.asked].iter().any(|name| name.reg == reg).then_some(Expr::Reg(reg))
            }
            WordValue::Of(e, env) => {
                let said = self.restate(e, env)?;
                Some(self.pool.exprs[said.index() - self.program.exprs.len()])
            }
            WordValue::Unknown => None,
        }
    }

    /// Restates a query at the question, without what the optimiser adds to it.
    fn restate_query(&mut self, query: QueryId, env: EnvId) -> Option<QueryId> {
        let mut query = self.program.queries[query.index()].clone();
        for binder in &query.binders {
            if let Some(read) = self.draws(binder.domain, env)?
                && !self.names.unchanged(SymbolicStore::START, env, &read, &self.program.layout)
            {
                return None;
            }
        }
        let mut known = true;
        query.parts_mut(&mut |part| match known.then(|| self.restate(*part, env)).flatten() {
            Some(said) => *part = said,
            None => known = false,
        });
        known.then(|| self.pool.query(query))
    }

    /// True if nothing that an expression reads has changed since the question.
    fn is_as_before(&mut self, e: ExprId, env: EnvId) -> bool {
        let (mut open, mut seen) = (vec![e], std::collections::BTreeSet::new());
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            let mut reads = vec![self.reads(e, env)];
            if let Some((query, _)) = { self.program.exprs[e.index()] }.over() {
                let binders = &self.program.queries[query.index()].binders;
                reads.extend(binders.iter().map(|binder| self.draws(binder.domain, env)));
            }
            let same = reads.into_iter().all(|read| match read {
                Some(Some(read)) => self.names.unchanged(SymbolicStore::START, env, &read, &self.program.layout),
                read => read.is_some(),
            });
            if !same || !self.program.each_part(e, &mut |part| open.push(part)) {
                return false;
            }
        }
        true
    }
}
