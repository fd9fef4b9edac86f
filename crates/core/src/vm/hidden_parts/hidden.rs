//! Dynamic information flow: does a value depend on something that a viewer does not see?
//!
//! An explanation may be shown only if everything that led to it is visible. Then it is the same in all positions that the viewer
//! cannot tell apart. Expressions are followed in evaluation order, along the path taken: of `a and b`, `b` is ignored if `a` is
//! false. The total number of things in a place is always visible.

use crate::code::effect::Area;
use crate::code::{Domain, Expr, ExprId, NONE, Program, Query, QueryId, Reading, Set, Slot};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::Res;

/// The parts of a state that a viewer does not see.
#[derive(Clone, Debug, Default)]
pub struct HiddenParts {
    /// For each word, true if it is hidden.
    words: Vec<bool>,
    /// For each place, true if its things are hidden.
    cells: Vec<bool>,
    /// True if anything is hidden.
    any: bool,
    /// Memo: for each expression, true if it may read something hidden. Empty before the first use.
    may_read: Vec<Option<bool>>,
    /// True if something hidden was read.
    pub(in crate::vm) lifted: bool,
}

impl HiddenParts {
    /// Hidden parts that hide nothing.
    pub fn new(p: &Program) -> Self {
        Self {
            words: vec![false; p.layout.words as usize],
            cells: vec![false; p.layout.cells.len()],
            ..Self::default()
        }
    }

    /// Hides `count` words from `base` on.
    pub fn hide(&mut self, base: Slot, count: u32) {
        self.words[base as usize..(base + count) as usize].fill(true);
        self.changed();
    }

    /// Hides the things of a place, except their total number.
    pub fn hide_place(&mut self, p: &Program, cell: u32) {
        let place = &p.layout.cells[cell as usize];
        self.cells[cell as usize] = true;
        self.hide(place.base, p.layout.families[place.family as usize].words());
    }

    /// These hidden parts for expressions of another program of the same set-up.
    #[must_use]
    pub fn renewed(mut self) -> Self {
        self.may_read.clear();
        self
    }

    fn changed(&mut self) {
        self.any = true;
        self.may_read.clear();
    }

    /// True if anything is hidden.
    pub(crate) fn hides_something(&self) -> bool {
        self.any
    }

    /// True if one of these words is hidden.
    pub(in crate::vm) fn hides(&self, base: Slot, count: u32) -> bool {
        self.any && self.words[base as usize..(base + count) as usize].contains(&true)
    }

    /// True if the things of a place are hidden; false if there is no such place.
    pub(in crate::vm) fn hides_place(&self, cell: i32) -> bool {
        usize::try_from(cell).is_ok_and(|cell| self.cells.get(cell).copied().unwrap_or(false))
    }

    /// True if an expression may read something hidden in some state (static taint analysis).
    pub(super) fn may_be_read(&mut self, p: &Program, e: ExprId) -> bool {
        if !self.any {
            return false;
        }
        if self.may_read.is_empty() {
            self.may_read.resize(p.exprs.len(), None);
        }
        if let Some(known) = self.may_read[e.index()] {
            return known;
        }
        let mut parts = Vec::new();
        let known = p.each_part(e, &mut |part| parts.push(part));
        let found = !known || self.may_read_itself(p, e) || parts.into_iter().any(|part| self.may_be_read(p, part));
        self.may_read[e.index()] = Some(found);
        found
    }

    /// True if a node itself, without its parts, may read something hidden.
    fn may_read_itself(&self, p: &Program, e: ExprId) -> bool {
        let mut found = false;
        p.each_area(e, &mut |area| {
            found |= match area {
                Area::Things { .. } | Area::Order(_) => self.cells.contains(&true),
                Area::Unnamed => true,
                Area::Words(..) | Area::OneOf { .. } | Area::Store(_) | Area::Column { .. } => {
                    area.words(p).is_some_and(|(base, count)| self.hides(base, count))
                }
            };
        });
        found
    }
}

/// A fold over the results of a query, and when it stops.
#[derive(Clone, Copy)]
struct Over {
    value: Option<ExprId>,
    /// It stops at the first result.
    one: bool,
    /// It stops at the first result for which the value is false.
    every: bool,
}

impl Eval<'_> {
    /// True if an expression depends only on what is visible. A fault counts as visible if everything before it is; an exhausted
    /// budget counts as hidden.
    pub(in crate::vm) fn is_in_sight(&mut self, hidden_parts: &mut HiddenParts, e: ExprId) -> bool {
        self.with_rollback(|eval| eval.in_sight(hidden_parts, e)).unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    /// True if the results of a query depend only on what is visible.
    pub(super) fn are_in_sight(
        &mut self,
        hidden_parts: &mut HiddenParts,
        query: QueryId,
        each: Option<ExprId>,
    ) -> bool {
        let over = Over { value: each, one: false, every: false };
        let seen = self.with_rollback(|eval| eval.results_in_sight(hidden_parts, query, over));
        seen.unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    /// True if the values of a domain depend only on what is visible.
    pub(in crate::vm) fn is_domain_in_sight(&mut self, hidden_parts: &mut HiddenParts, domain: Domain) -> bool {
        let seen = self.with_rollback(|eval| eval.domain_in_sight(hidden_parts, domain));
        seen.unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    fn all_in_sight(&mut self, hidden_parts: &mut HiddenParts, these: &[ExprId]) -> Res<bool> {
        for &e in these {
            if !self.in_sight(hidden_parts, e)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn in_sight(&mut self, hidden_parts: &mut HiddenParts, e: ExprId) -> Res<bool> {
        if !hidden_parts.may_be_read(self.p, e) {
            return Ok(true);
        }
        self.m.step()?;
        match self.exprs[e.index()] {
            Expr::And(a, b) => {
                Ok(self.in_sight(hidden_parts, a)? && (!self.holds(a)? || self.in_sight(hidden_parts, b)?))
            }
            Expr::Or(a, b) => {
                Ok(self.in_sight(hidden_parts, a)? && (self.holds(a)? || self.in_sight(hidden_parts, b)?))
            }
            Expr::If(holds, a, b) => Ok(self.in_sight(hidden_parts, holds)? && {
                let branch = if self.holds(holds)? { a } else { b };
                self.in_sight(hidden_parts, branch)?
            }),
            Expr::Let { value, .. } | Expr::LetSet { value, .. } | Expr::LetWords { value, .. } => {
                Ok(self.in_sight(hidden_parts, value)? && {
                    let body = self.bind(e)?;
                    self.in_sight(hidden_parts, body)?
                })
            }
            Expr::Call { fun, args } => {
                let p = self.p;
                Ok(self.all_in_sight(hidden_parts, p.listed(&Expr::Call { fun, args }))? && {
                    let body = self.bind_call(fun, args)?;
                    self.in_sight(hidden_parts, body)?
                })
            }
            Expr::Some(query) => {
                self.results_in_sight(hidden_parts, query, Over { value: None, one: true, every: false })
            }
            Expr::Every(query, value) => {
                self.results_in_sight(hidden_parts, query, Over { value: Some(value), one: false, every: true })
            }
            mut expr => match expr.over() {
                Some((query, value)) => {
                    let value = value.map(|(value, _)| *value);
                    self.results_in_sight(hidden_parts, *query, Over { value, one: false, every: false })
                }
                None => self.reading_in_sight(hidden_parts, e),
            },
        }
    }

    /// Checks an expression that reads the state itself: the words or the place that it reads in this state.
    fn reading_in_sight(&mut self, hidden_parts: &mut HiddenParts, e: ExprId) -> Res<bool> {
        if let Expr::BagSize(bag) = self.exprs[e.index()]
            && let Expr::BagAt { cell, pieces } = self.exprs[bag.index()]
        {
            return self.total_in_sight(hidden_parts, cell, pieces);
        }
        let mut operands = Vec::new();
        let expr = self.exprs[e.index()];
        expr.operands(Reading::Word, &mut |part, _| operands.push(part));
        operands.extend_from_slice(self.p.listed(&expr));
        // None is in no set; the set is not evaluated then.
        if let Expr::SetHas(set, member) = expr {
            return Ok(self.in_sight(hidden_parts, member)?
                && (self.operand(member)? == NONE || self.in_sight(hidden_parts, set)?));
        }
        if let Expr::CountAll { cell, pieces } = expr {
            return self.total_in_sight(hidden_parts, cell, pieces);
        }
        if !self.all_in_sight(hidden_parts, &operands)? {
            return Ok(false);
        }
        Ok(match expr {
            Expr::SlotAt { base, count, index } => !hidden_parts.hides(base + self.index(index, count)? as u32, 1),
            Expr::SetSlotsAt { base, width, count, index } => {
                let at = self.index(index, u32::from(count))? as u32;
                !hidden_parts.hides(base + at * u32::from(width), u32::from(width))
            }
            Expr::SumAt { base, step, count, room, index } => {
                let first = base + self.index(index, room)? as u32;
                (0..u32::from(count)).all(|at| !hidden_parts.hides(first + at * u32::from(step), 1))
            }
            Expr::SlotsAt { store, .. } => {
                let p = self.p;
                let store = &p.stores[store as usize];
                !hidden_parts.hides(self.target(store)? as Slot, store.shape.width())
            }
            Expr::Count { cell, piece } => {
                let (cell, piece) = (self.operand(cell)?, self.operand(piece)?);
                let only = self.m.cells.holds(cell).minus(Set::EMPTY.with(piece)).is_empty();
                only || !hidden_parts.hides_place(cell) || self.m.cells.figure(piece).is_some()
            }
            Expr::DivideDone(divide) => self.is_division_in_sight(hidden_parts, divide),
            Expr::Worth { cell, .. } | Expr::BagAt { cell, .. } => !hidden_parts.hides_place(self.operand(cell)?),
            _ => !hidden_parts.may_read_itself(self.p, e),
        })
    }

    /// The number of things of these pieces in a place. If it may hold no others, this is its total, which is visible.
    fn total_in_sight(&mut self, hidden_parts: &mut HiddenParts, cell: ExprId, pieces: ExprId) -> Res<bool> {
        if !self.all_in_sight(hidden_parts, &[cell, pieces])? {
            return Ok(false);
        }
        let cell = self.operand(cell)?;
        Ok(!hidden_parts.hides_place(cell) || self.m.cells.holds(cell).minus(self.set(pieces)?).is_empty())
    }

    fn results_in_sight(&mut self, hidden_parts: &mut HiddenParts, query: QueryId, over: Over) -> Res<bool> {
        let p = self.p;
        let mut enough = false;
        self.names_in_sight(hidden_parts, &p.queries[query.index()], 0, over, &mut enough)
    }

    /// Follows the names of a query from `level` on, value by value.
    fn names_in_sight(
        &mut self,
        hidden_parts: &mut HiddenParts,
        query: &Query,
        level: usize,
        over: Over,
        enough: &mut bool,
    ) -> Res<bool> {
        self.forget(query, level);
        let Some(binder) = query.binders.get(level) else {
            return self.result_in_sight(hidden_parts, query, over, enough);
        };
        if !self.domain_in_sight(hidden_parts, binder.domain)? {
            return Ok(false);
        }
        let mut sees = true;
        self.domain(binder, true, &mut |eval| {
            sees = eval.names_in_sight(hidden_parts, query, level + 1, over, enough)?;
            Ok(sees && !*enough)
        })?;
        Ok(sees)
    }

    fn result_in_sight(
        &mut self,
        hidden_parts: &mut HiddenParts,
        query: &Query,
        over: Over,
        enough: &mut bool,
    ) -> Res<bool> {
        if let Some(filter) = query.filter {
            if !self.in_sight(hidden_parts, filter)? {
                return Ok(false);
            }
            if !self.holds(filter)? {
                return Ok(true);
            }
        }
        *enough = over.one;
        for key in &query.keys {
            if !self.in_sight(hidden_parts, key.value)? {
                return Ok(false);
            }
        }
        let Some(value) = over.value else { return Ok(true) };
        let sees = self.in_sight(hidden_parts, value)?;
        *enough |= sees && over.every && !self.holds(value)?;
        Ok(sees)
    }

    /// Follows a domain.
    fn domain_in_sight(&mut self, hidden_parts: &mut HiddenParts, domain: Domain) -> Res<bool> {
        let mut parts = Vec::new();
        domain.operands(&mut |part, _| parts.push(part));
        if !self.all_in_sight(hidden_parts, &parts)? {
            return Ok(false);
        }
        Ok(match domain {
            Domain::Cell { cell, .. } => !hidden_parts.hides_place(self.operand(cell)?),
            // The order of a stack determines what may leave it next.
            Domain::Next { cell } => {
                let cell = self.operand(cell)?;
                !hidden_parts.hides_place(cell) && self.m.cells.order_of(cell).is_none()
            }
            Domain::Piles(divide) => self.is_division_in_sight(hidden_parts, divide),
            _ => true,
        })
    }
}
