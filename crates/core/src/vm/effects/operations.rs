//! Operations that change the state and continue with the next one.

use super::events::Event;
use crate::code::{DEPTH, ExprId, Op, PastEnd, Program, Set, Slot, Store, TextId, TextPart, TrackStep, ValueShape};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::machine::Machine;

impl Machine {
    /// Runs an operation that always continues with the next one.
    #[inline(never)]
    pub(in crate::vm) fn effect(&mut self, p: &Program, s: &mut [i32], op: Op) -> Res<()> {
        match op {
            Op::Shelve(slot) => {
                s[slot as usize] = s[DEPTH];
                s[DEPTH] = 0;
                Ok(())
            }
            Op::Unshelve(slot) => {
                s[DEPTH] = s[slot as usize];
                s[slot as usize] = 0;
                Ok(())
            }
            Op::Shuffle(cell) => {
                let cell = self.eval(p, s).number(cell)?;
                self.shuffle(s, cell);
                Ok(())
            }
            Op::Refill { empty, from } => self.refill(p, s, empty, from),
            Op::Room { count, from, source, to } => self.has_room(p, s, count, [from, source, to]),
            Op::Step(code) => self.step(p, s, &p.steps[code as usize]),
            Op::Require { holds, why } => {
                if self.eval(p, s).hot_holds(holds)? {
                    return Ok(());
                }
                self.m.fail(FaultKind::Require(why), Some(holds))
            }
            Op::Say(text) => {
                self.say(p, s, text);
                Ok(())
            }
            Op::Append { store, value } => self.append(p, s, &p.stores[store as usize], value),
            Op::Collect { store, piece } => self.collect_piece(p, s, &p.stores[store as usize], piece),
            Op::DivideNote { divide, pile } => self.divide_note(p, s, divide, pile),
            Op::DivideApply(divide) => self.divide_apply(p, s, divide),
            Op::Answered => {
                self.watch.happened(Event::Answered, self.m.pc);
                Ok(())
            }
            Op::Set { .. }
            | Op::Store { .. }
            | Op::Fill { .. }
            | Op::Jump(_)
            | Op::UnlessLogged(_)
            | Op::Unless { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Begin
            | Op::End
            | Op::Leave { .. }
            | Op::Probe { .. }
            | Op::Can { .. }
            | Op::EachStart { .. }
            | Op::EachNext { .. }
            | Op::Ask(_)
            | Op::Move(_)
            | Op::Enter(_)
            | Op::Over => unreachable!("the loop does this itself: {op:?}"),
        }
    }

    fn refill(&mut self, p: &Program, s: &mut [i32], empty: ExprId, from: ExprId) -> Res<()> {
        let mut eval = self.eval(p, s);
        let (to, from) = (eval.number(empty)?, eval.number(from)?);
        let lies = |cell: i32, piece: i32| self.m.cells.count(s, cell, piece) > 0;
        if self.m.cells.holds(to).iter().any(|piece| lies(to, piece)) {
            return Ok(());
        }
        let pieces: Set = self.m.cells.holds(from);
        self.carry(p, s, [from, to], None, None);
        let moved = self.move_all(s, pieces, from, to)?;
        self.within_limits(p, s, to, moved)
    }

    fn step(&mut self, p: &Program, s: &mut [i32], code: &TrackStep) -> Res<()> {
        let mut eval = self.eval(p, s);
        let index = eval.index(code.index, code.count)?;
        let by = eval.number(code.by)?;
        let slot = code.base as usize + index;
        let from = s[slot];
        let Some(mut to) = from.checked_add(by) else {
            return self.m.fail(FaultKind::Overflow, Some(code.by));
        };
        let open = code.open.is_some_and(|open| s[open as usize] > 0);
        let past = match (code.low, code.high) {
            _ if open => None,
            (_, Some(high)) if to > high => Some((high, code.top)),
            (Some(low), _) if to < low => Some((low, code.bottom)),
            _ => None,
        };
        match past {
            Some((_, PastEnd::Refuse)) => return self.m.fail(FaultKind::Refused, Some(code.by)),
            Some((end, PastEnd::Stay)) => to = end,
            Some((_, PastEnd::Go)) | None => {}
        }
        s[slot] = to;
        if from != to {
            let slot = slot as Slot;
            self.watch.happened(Event::Stepped { slot, from, to }, self.m.pc);
        }
        Ok(())
    }

    /// Evaluates the placeholders of a text. Recording must not change play, so a placeholder that faults gets no words.
    #[cold]
    fn say(&mut self, p: &Program, s: &[i32], text: TextId) {
        let mut holes = Vec::new();
        for part in &p.texts[text.index()].parts {
            if let TextPart::Value(e, _, shape) = *part {
                let steps = self.m.steps;
                holes.push(self.shaped(p, s, e, shape).unwrap_or_default());
                self.m.give_steps(steps);
                self.m.clear();
            }
        }
        self.watch.happened(Event::Said(text, holes), self.m.pc);
    }

    /// The words of a value in its shape, at their actual length.
    pub(super) fn shaped(&mut self, p: &Program, s: &[i32], e: ExprId, shape: ValueShape) -> Res<Vec<i32>> {
        let mut eval = self.eval(p, s);
        match shape {
            ValueShape::Word => Ok(vec![eval.word(e)?]),
            ValueShape::Set(width) => {
                let mut words = vec![0; usize::from(width)];
                eval.set(e)?.to_words(&mut words);
                Ok(words)
            }
            ValueShape::List { .. } => {
                let start = eval.load(e)?;
                Ok(self.m.stack.drain(start..).collect())
            }
            ValueShape::Bag(_) => {
                let start = eval.load_bag(e)?;
                Ok(self.m.stack.drain(start..).collect())
            }
        }
    }

    fn append(&mut self, p: &Program, s: &mut [i32], store: &Store, value: ExprId) -> Res<()> {
        let word = self.eval(p, s).word(value)?;
        let list = self.eval(p, s).target(store)?;
        let len = s[list];
        if !(0..store.shape.width() as i32 - 1).contains(&len) {
            return self.m.fail(FaultKind::ListFull, Some(value));
        }
        s[list + 1 + len as usize] = word;
        s[list] = len + 1;
        Ok(())
    }

    fn collect_piece(&mut self, p: &Program, s: &mut [i32], store: &Store, piece: ExprId) -> Res<()> {
        let which = self.eval(p, s).number(piece)?;
        let bag = self.eval(p, s).target(store)?;
        if !self.m.cells.is_piece(which) {
            return self.m.fail(FaultKind::Index, Some(piece));
        }
        let count = &mut s[bag + which as usize];
        *count = count.saturating_add(1);
        Ok(())
    }
}
