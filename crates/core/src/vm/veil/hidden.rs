//! Dynamic information flow: whether a value depends on what a viewer does not see.
//!
//! What somebody does not see, and whether a value can be worked out without it. An explanation may be told only where
//! everything on the way to it was in sight: then it is the same in all positions that he cannot tell apart.
//!
//! An expression is gone through in the order in which it is written, and only where it leads: of `a and b` not to `b`
//! where `a` does not hold. How many things lie in a place is always in sight.

use crate::code::effect::Area;
use crate::code::{Domain, Expr, ExprId, NONE, Program, Query, QueryId, Reading, Set, Slot};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::Res;

/// What somebody does not see of a state.
#[derive(Clone, Debug, Default)]
pub struct Veil {
    /// For each word whether it is hidden.
    words: Vec<bool>,
    /// For each place whether what lies there is hidden.
    cells: Vec<bool>,
    /// Whether anything is hidden.
    any: bool,
    /// For each expression whether it may read something hidden, as far as that was asked; empty before.
    may_read: Vec<Option<bool>>,
    /// Something hidden was read.
    pub(in crate::vm) lifted: bool,
}

impl Veil {
    /// One that hides nothing.
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

    /// Hides what lies in a place: all but how many things.
    pub fn hide_place(&mut self, p: &Program, cell: u32) {
        let place = &p.layout.cells[cell as usize];
        self.cells[cell as usize] = true;
        self.hide(place.base, p.layout.families[place.family as usize].words());
    }

    /// This veil for expressions of another program over the same box.
    #[must_use]
    pub fn renewed(mut self) -> Self {
        self.may_read.clear();
        self
    }

    fn changed(&mut self) {
        self.any = true;
        self.may_read.clear();
    }

    /// Whether it hides anything.
    pub fn hides_something(&self) -> bool {
        self.any
    }

    /// Whether one of these words is hidden.
    pub(in crate::vm) fn hides(&self, base: Slot, count: u32) -> bool {
        self.any && self.words[base as usize..(base + count) as usize].contains(&true)
    }

    /// Whether what lies in a place is hidden. Of a place that is none nothing is.
    pub(in crate::vm) fn hides_place(&self, cell: i32) -> bool {
        usize::try_from(cell).is_ok_and(|cell| self.cells.get(cell).copied().unwrap_or(false))
    }

    /// Whether an expression may read something hidden, whatever the state.
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

    /// Whether a node itself, without its parts, may read what the viewer does not see.
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

/// What is worked out of the results of a query, and when no more of them are looked at.
#[derive(Clone, Copy)]
struct Over {
    value: Option<ExprId>,
    /// The first result is enough.
    one: bool,
    /// So is the first for which the value does not hold.
    every: bool,
}

impl Eval<'_> {
    /// Whether an expression is worked out of what is in sight alone. Where it faults it is, up to there; where it takes too
    /// long it is not.
    pub(in crate::vm) fn is_in_sight(&mut self, veil: &mut Veil, e: ExprId) -> bool {
        self.tentatively(|eval| eval.in_sight(veil, e)).unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    /// Whether all that is read for the results of a query is in sight.
    pub(super) fn are_in_sight(&mut self, veil: &mut Veil, query: QueryId, each: Option<ExprId>) -> bool {
        let over = Over { value: each, one: false, every: false };
        let seen = self.tentatively(|eval| eval.results_in_sight(veil, query, over));
        seen.unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    /// Whether all that is read for what a name ranges over is in sight.
    pub(in crate::vm) fn is_domain_in_sight(&mut self, veil: &mut Veil, domain: Domain) -> bool {
        let seen = self.tentatively(|eval| eval.domain_in_sight(veil, domain));
        seen.unwrap_or_else(|_| !self.m.fault.kind.is_budget())
    }

    fn all_in_sight(&mut self, veil: &mut Veil, these: &[ExprId]) -> Res<bool> {
        for &e in these {
            if !self.in_sight(veil, e)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn in_sight(&mut self, veil: &mut Veil, e: ExprId) -> Res<bool> {
        if !veil.may_be_read(self.p, e) {
            return Ok(true);
        }
        self.m.step()?;
        match self.exprs[e.index()] {
            Expr::And(a, b) => Ok(self.in_sight(veil, a)? && (!self.holds(a)? || self.in_sight(veil, b)?)),
            Expr::Or(a, b) => Ok(self.in_sight(veil, a)? && (self.holds(a)? || self.in_sight(veil, b)?)),
            Expr::If(holds, a, b) => Ok(self.in_sight(veil, holds)? && {
                let branch = if self.holds(holds)? { a } else { b };
                self.in_sight(veil, branch)?
            }),
            Expr::Let { value, .. } | Expr::LetSet { value, .. } | Expr::LetWords { value, .. } => {
                Ok(self.in_sight(veil, value)? && {
                    let body = self.bind(e)?;
                    self.in_sight(veil, body)?
                })
            }
            Expr::Call { fun, args } => {
                let p = self.p;
                Ok(self.all_in_sight(veil, p.listed(&Expr::Call { fun, args }))? && {
                    let body = self.bind_call(fun, args)?;
                    self.in_sight(veil, body)?
                })
            }
            Expr::Some(query) => self.results_in_sight(veil, query, Over { value: None, one: true, every: false }),
            Expr::Every(query, value) => {
                self.results_in_sight(veil, query, Over { value: Some(value), one: false, every: true })
            }
            mut expr => match expr.over() {
                Some((query, value)) => {
                    let value = value.map(|(value, _)| *value);
                    self.results_in_sight(veil, *query, Over { value, one: false, every: false })
                }
                None => self.reading_in_sight(veil, e),
            },
        }
    }

    /// What reads the state itself: the words, or the place, that are meant just now.
    fn reading_in_sight(&mut self, veil: &mut Veil, e: ExprId) -> Res<bool> {
        if let Expr::BagSize(bag) = self.exprs[e.index()]
            && let Expr::BagAt { cell, pieces } = self.exprs[bag.index()]
        {
            return self.total_in_sight(veil, cell, pieces);
        }
        let mut operands = Vec::new();
        let expr = self.exprs[e.index()];
        expr.operands(Reading::Word, &mut |part, _| operands.push(part));
        operands.extend_from_slice(self.p.listed(&expr));
        // None is in no set, which is then not looked at.
        if let Expr::SetHas(set, member) = expr {
            return Ok(self.in_sight(veil, member)? && (self.operand(member)? == NONE || self.in_sight(veil, set)?));
        }
        if let Expr::CountAll { cell, pieces } = expr {
            return self.total_in_sight(veil, cell, pieces);
        }
        if !self.all_in_sight(veil, &operands)? {
            return Ok(false);
        }
        Ok(match expr {
            Expr::SlotAt { base, count, index } => !veil.hides(base + self.index(index, count)? as u32, 1),
            Expr::SetSlotsAt { base, width, count, index } => {
                let at = self.index(index, u32::from(count))? as u32;
                !veil.hides(base + at * u32::from(width), u32::from(width))
            }
            Expr::SumAt { base, step, count, room, index } => {
                let first = base + self.index(index, room)? as u32;
                (0..u32::from(count)).all(|at| !veil.hides(first + at * u32::from(step), 1))
            }
            Expr::SlotsAt { store, .. } => {
                let p = self.p;
                let store = &p.stores[store as usize];
                !veil.hides(self.target(store)? as Slot, store.shape.width())
            }
            Expr::Count { cell, piece } => {
                let (cell, piece) = (self.operand(cell)?, self.operand(piece)?);
                let only = self.m.cells.holds(cell).minus(Set::EMPTY.with(piece)).is_empty();
                only || !veil.hides_place(cell) || self.m.cells.figure(piece).is_some()
            }
            Expr::DivideDone(divide) => self.is_division_in_sight(veil, divide),
            Expr::Worth { cell, .. } | Expr::BagAt { cell, .. } => !veil.hides_place(self.operand(cell)?),
            _ => !veil.may_read_itself(self.p, e),
        })
    }

    /// Number of these pieces in a place: if it may hold nothing else, that is in sight whoever sees what they are.
    fn total_in_sight(&mut self, veil: &mut Veil, cell: ExprId, pieces: ExprId) -> Res<bool> {
        if !self.all_in_sight(veil, &[cell, pieces])? {
            return Ok(false);
        }
        let cell = self.operand(cell)?;
        Ok(!veil.hides_place(cell) || self.m.cells.holds(cell).minus(self.set(pieces)?).is_empty())
    }

    fn results_in_sight(&mut self, veil: &mut Veil, query: QueryId, over: Over) -> Res<bool> {
        let p = self.p;
        let mut enough = false;
        self.names_in_sight(veil, &p.queries[query.index()], 0, over, &mut enough)
    }

    /// The names of a query from `level` on, value by value.
    fn names_in_sight(
        &mut self,
        veil: &mut Veil,
        query: &Query,
        level: usize,
        over: Over,
        enough: &mut bool,
    ) -> Res<bool> {
        self.forget(query, level);
        let Some(binder) = query.binders.get(level) else {
            return self.result_in_sight(veil, query, over, enough);
        };
        if !self.domain_in_sight(veil, binder.domain)? {
            return Ok(false);
        }
        let mut sees = true;
        self.domain(binder, true, &mut |eval| {
            sees = eval.names_in_sight(veil, query, level + 1, over, enough)?;
            Ok(sees && !*enough)
        })?;
        Ok(sees)
    }

    fn result_in_sight(&mut self, veil: &mut Veil, query: &Query, over: Over, enough: &mut bool) -> Res<bool> {
        if let Some(filter) = query.filter {
            if !self.in_sight(veil, filter)? {
                return Ok(false);
            }
            if !self.holds(filter)? {
                return Ok(true);
            }
        }
        *enough = over.one;
        for key in &query.keys {
            if !self.in_sight(veil, key.value)? {
                return Ok(false);
            }
        }
        let Some(value) = over.value else { return Ok(true) };
        let sees = self.in_sight(veil, value)?;
        *enough |= sees && over.every && !self.holds(value)?;
        Ok(sees)
    }

    /// What a name ranges over.
    fn domain_in_sight(&mut self, veil: &mut Veil, domain: Domain) -> Res<bool> {
        let mut parts = Vec::new();
        domain.operands(&mut |part, _| parts.push(part));
        if !self.all_in_sight(veil, &parts)? {
            return Ok(false);
        }
        Ok(match domain {
            Domain::Cell { cell, .. } => !veil.hides_place(self.operand(cell)?),
            // What may leave a stack next is told by its order.
            Domain::Next { cell } => {
                let cell = self.operand(cell)?;
                !veil.hides_place(cell) && self.m.cells.kept(cell).is_none()
            }
            Domain::Piles(divide) => self.is_division_in_sight(veil, divide),
            _ => true,
        })
    }
}
