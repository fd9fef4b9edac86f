//! Dynamic information flow of operations and options, for explanations.
//!
//! Before each operation, and before the options of a question are listed, the lookahead checks that all reads are visible to the
//! viewer. The first hidden read ends the lookahead.

use super::hidden::HiddenParts;
use crate::code::{Ask, AskId, ExprId, Move, MoveWhat, Op, PC, Program, Set};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::halt::{Halt, HaltAt};
use crate::vm::machine::Machine;

impl Machine {
    /// Runs operations like [`Machine::advance`] while they read only what is visible. `at_risk`: stops at the first operation from
    /// which on nothing can fail.
    pub(in crate::vm) fn advance_in_sight(
        &mut self,
        p: &Program,
        s: &mut [i32],
        until: HaltAt,
        at_risk: bool,
    ) -> Res<Halt> {
        loop {
            let pc = s[PC] as u32;
            if pc == until.exit.0 || at_risk && !p.can_fail_from[pc as usize] {
                return Ok(Halt::Exit);
            }
            self.only_in_sight(p, s, &|eval, hidden_parts| eval.op_in_sight(hidden_parts, p.ops[pc as usize]))?;
            match self.advance_one(p, s, until)? {
                Halt::Exit => {}
                halt => return Ok(halt),
            }
        }
    }

    /// Fails if the options of a question depend on something hidden.
    pub(in crate::vm) fn options_in_sight(&mut self, p: &Program, s: &[i32], ask: AskId) -> Res<()> {
        self.only_in_sight(p, s, &|eval, hidden_parts| eval.ask_in_sight(hidden_parts, &p.asks[ask.index()]))
    }

    /// Fails if the asked player depends on something hidden.
    pub(in crate::vm) fn asked_in_sight(&mut self, p: &Program, s: &[i32], ask: AskId) -> Res<()> {
        let who = p.asks[ask.index()].who;
        self.only_in_sight(p, s, &|eval, hidden_parts| who.is_none_or(|who| eval.is_in_sight(hidden_parts, who)))
    }

    fn only_in_sight(
        &mut self,
        p: &Program,
        s: &[i32],
        sees: &dyn Fn(&mut Eval<'_>, &mut HiddenParts) -> bool,
    ) -> Res<()> {
        let Some(mut hidden_parts) = self.hidden_parts.take() else { return Ok(()) };
        let seen = sees(&mut self.eval(p, s), &mut hidden_parts);
        hidden_parts.lifted |= !seen;
        self.hidden_parts = Some(hidden_parts);
        if seen { Ok(()) } else { self.m.fail(FaultKind::Search, None) }
    }
}

impl Eval<'_> {
    fn are_seen(&mut self, hidden_parts: &mut HiddenParts, these: impl IntoIterator<Item = ExprId>) -> bool {
        these.into_iter().all(|e| self.is_in_sight(hidden_parts, e))
    }

    fn ask_in_sight(&mut self, hidden_parts: &mut HiddenParts, ask: &Ask) -> bool {
        if ask.at_once.is_some() {
            return !hidden_parts.hides_something();
        }
        ask.arms.iter().all(|arm| {
            if !self.are_seen(hidden_parts, arm.when) {
                return false;
            }
            if arm.when.is_some_and(|when| self.try_holds(when) == Some(false)) {
                return true;
            }
            let needs = arm.needs.map(|needs| needs.hold);
            match arm.query {
                Some(query) => self.are_in_sight(hidden_parts, query, needs),
                None => self.are_seen(hidden_parts, needs),
            }
        })
    }

    /// True if the effect of an operation depends only on what is visible.
    fn op_in_sight(&mut self, hidden_parts: &mut HiddenParts, op: Op) -> bool {
        let p = self.p;
        match op {
            Op::Fill { .. }
            | Op::Jump(_)
            | Op::UnlessLogged(_)
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Begin
            | Op::End
            | Op::Shelve(_)
            | Op::Unshelve(_)
            | Op::Leave { .. }
            | Op::Ask(_)
            | Op::Say(_)
            | Op::Answered
            | Op::Enter(_)
            | Op::Over
            // Their lookahead is checked by itself.
            | Op::Probe { .. }
            | Op::Can { .. } => true,
            Op::Set { value, .. } => self.is_in_sight(hidden_parts, value),
            Op::Unless { holds, .. } | Op::Require { holds, .. } => self.is_in_sight(hidden_parts, holds),
            Op::Store { store, value } => {
                let index = p.stores[store as usize].index;
                self.are_seen(hidden_parts, index.into_iter().chain([value]))
            }
            Op::Append { store, value } | Op::Collect { store, piece: value } => {
                let store = &p.stores[store as usize];
                let (base, count) = store.words();
                self.are_seen(hidden_parts, store.index.into_iter().chain([value])) && !hidden_parts.hides(base, count)
            }
            Op::EachStart { query, .. } => self.are_in_sight(hidden_parts, query, None),
            Op::EachNext { list, stride, room, first, count, .. } => {
                let stores = &p.stores[usize::from(first)..][..usize::from(count)];
                let indexes = stores.iter().filter_map(|store| store.index);
                self.are_seen(hidden_parts, indexes) && !hidden_parts.hides(list, 2 + u32::from(stride) * u32::from(room))
            }
            Op::Step(step) => {
                let step = &p.steps[step as usize];
                self.are_seen(hidden_parts, [step.index, step.by])
            }
            Op::Shuffle(cell) => self.is_in_sight(hidden_parts, cell),
            Op::Refill { empty, from } => {
                self.are_seen(hidden_parts, [empty, from]) && self.all_may_go(hidden_parts, from, empty, None)
            }
            Op::Room { count, from, source, to } => {
                self.are_seen(hidden_parts, [count, from, source, to])
                    && [from, source, to].into_iter().all(|cell| self.limits_see_totals(hidden_parts, cell, to))
            }
            Op::Move(code) => self.move_in_sight(hidden_parts, &p.moves[code as usize]),
            Op::DivideNote { divide, .. } | Op::DivideApply(divide) => self.is_division_in_sight(hidden_parts, divide),
        }
    }

    fn move_in_sight(&mut self, hidden_parts: &mut HiddenParts, code: &Move) -> bool {
        let parts = match code.what {
            MoveWhat::Exactly(a, b) | MoveWhat::UpTo(a, b) | MoveWhat::ExactlyOf(a, b) | MoveWhat::UpToOf(a, b) => {
                [Some(a), Some(b)]
            }
            MoveWhat::All(a) | MoveWhat::Bag(a) | MoveWhat::Figure(a) => [Some(a), None],
        };
        if !self.are_seen(hidden_parts, parts.into_iter().flatten().chain(code.from).chain([code.to])) {
            return false;
        }
        let full = code.sure || self.limits_see_totals(hidden_parts, code.to, code.to);
        match (code.from, code.what) {
            (None, _) => full,
            (Some(from), MoveWhat::All(pieces)) => full && self.all_may_go(hidden_parts, from, code.to, Some(pieces)),
            (Some(from), _) => full && !self.is_hidden_place(hidden_parts, from),
        }
    }

    /// True if moving all things (of these pieces) between two places reveals nothing. Things from a hidden place must not go to a
    /// visible one, and not only some pieces of them may go to a hidden one.
    fn all_may_go(&mut self, hidden_parts: &mut HiddenParts, from: ExprId, to: ExprId, pieces: Option<ExprId>) -> bool {
        if !self.is_hidden_place(hidden_parts, from) {
            return true;
        }
        let from = self.with_rollback(|eval| eval.number(from)).unwrap_or(-1);
        let all = self.m.cells.holds(from);
        let moved = pieces.map_or(Ok(all), |pieces| self.with_rollback(|eval| eval.set(pieces)));
        moved.is_ok_and(|moved| all.minus(moved).is_empty()) && self.is_hidden_place(hidden_parts, to)
    }

    fn is_hidden_place(&mut self, hidden_parts: &HiddenParts, cell: ExprId) -> bool {
        self.with_rollback(|eval| eval.number(cell)).is_ok_and(|cell| hidden_parts.hides_place(cell))
    }

    /// True if the limits of the place `of` read only the total number of things in `cell`.
    fn limits_see_totals(&mut self, hidden_parts: &mut HiddenParts, cell: ExprId, of: ExprId) -> bool {
        let p = self.p;
        let number = |eval: &mut Self, e| eval.with_rollback(|eval| eval.number(e)).unwrap_or(-1);
        let (cell, of) = (number(self, cell), number(self, of));
        let Some(place) = usize::try_from(of).ok().and_then(|of| p.layout.cells.get(of)) else { return true };
        let lies: Set = self.m.cells.holds(cell);
        let hidden = hidden_parts.hides_place(cell);
        p.layout.families[place.family as usize].limits.iter().all(|limit| {
            let (all, none) = (lies.minus(limit.pieces).is_empty(), lies.and(limit.pieces).is_empty());
            (!hidden || all || none) && !hidden_parts.may_be_read(p, limit.most)
        })
    }
}
