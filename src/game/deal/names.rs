//! Names of open rules that tell something about hidden things are dealt anew.

use crate::code::{Chosen, ExprId, Held, Program, Shape, Tells};
use crate::game::sight::{Eye, OpenRules, about, first_word, owners, shaped};
use crate::vm::State;

use super::Dealer;
use super::answers::Again;
use super::chosen::{Things, common, counts_at, covers};

impl Dealer<'_> {
    /// Gives all names that tell something hidden values that fit to what was dealt. `false` where one finds none.
    pub(super) fn deal_names(&mut self, dealt: &mut State) -> bool {
        let program = &self.eye.lowered.program;
        let (state, viewer, players) = (self.state, self.viewer, self.eye.lowered.players());
        let held = &program.held;
        if held.is_empty() {
            return true;
        }
        let open = OpenRules::of(program, state);
        let mut again = Again::new();
        let mut veil = None;
        for held in held.iter().filter(|held| open.has(held.alive)) {
            for player in owners(held, players) {
                let done = match &held.tells {
                    Tells::Chosen(chosen) => self.deal_chosen(dealt, held, chosen, player),
                    Tells::Worked(value) => {
                        let probe = about(state, held, player, None);
                        let veil = veil.get_or_insert_with(|| self.eye.veil(state, Some(viewer)));
                        if !self.eye.machine.is_in_sight(program, &probe, *value, veil) {
                            self.work_out(dealt, held, *value, player);
                        }
                        true
                    }
                    _ => {
                        if !self.eye.knows(state, held, player, Some(viewer)) {
                            self.deal_answer(dealt, (held, player), &mut again);
                        }
                        true
                    }
                };
                if !done {
                    return false;
                }
            }
        }
        true
    }

    /// Chosen things that the viewer does not know: others that lie where they may lie.
    fn deal_chosen(&mut self, dealt: &mut State, held: &Held, chosen: &Chosen, player: Option<i32>) -> bool {
        let (state, viewer) = (self.state, self.viewer);
        let Program { layout, .. } = &self.eye.lowered.program;
        let things = Things::of(layout, state, held, chosen, player);
        let (size, bag) = (things.count(), &things.bag);
        if size == 0 || self.eye.knows(state, held, player, Some(viewer)) {
            return true;
        }
        let mut cells = things.cells(&mut self.eye);
        if cells.is_empty() {
            cells = things.anywhere(layout);
        }
        let in_secret = held.secret.is_some();
        let mut left = match common(layout, dealt, &cells) {
            Some(left) => left,
            // They lie nowhere together any more: in the open, or in several places.
            None if !in_secret && covers(&self.in_sight(state, true), bag) => return true,
            None => self.in_sight(dealt, false),
        };
        if !in_secret && !cells.is_empty() && cells.iter().all(|&cell| self.eye.sees_cell(state, cell, Some(viewer))) {
            return true;
        }
        let mut other = vec![0; bag.len()];
        for _ in 0..size {
            let all: i32 = left.iter().sum();
            if all <= 0 {
                return false;
            }
            let mut at = (self.pick)(all as u32) as i32;
            let Some(piece) = left.iter().position(|&count| {
                let here = at < count;
                at -= if here { 0 } else { count };
                here
            }) else {
                return false;
            };
            left[piece] -= 1;
            other[piece] += 1;
        }
        let from = first_word(held, player);
        match held.shape {
            Shape::Bag(_) => dealt.words_mut()[from..from + other.len()].copy_from_slice(&other),
            _ => {
                let piece = other.iter().position(|&count| count > 0).unwrap_or(0);
                dealt.words_mut()[from] = piece as i32 - chosen.less;
            }
        }
        let Eye { lowered, machine } = &mut self.eye;
        let mut holds = |state: &State| {
            let probe = about(state, held, player, None);
            let holds = |filter| machine.word(&lowered.program, &probe, filter).is_ok_and(|holds| holds != 0);
            chosen.filter.is_none_or(holds)
        };
        !holds(state) || holds(dealt)
    }

    /// A value that was worked out of hidden things is worked out again.
    fn work_out(&mut self, dealt: &mut State, held: &Held, value: ExprId, player: Option<i32>) {
        let from = first_word(held, player);
        let (program, probe) = (&self.eye.lowered.program, about(dealt, held, player, None));
        if let Some(words) = shaped(self.eye.machine, program, &probe, (value, held.shape)) {
            dealt.words_mut()[from..from + words.len()].copy_from_slice(&words);
        }
    }

    /// What lies in all places together that the viewer sees into, or does not.
    fn in_sight(&mut self, state: &State, seen: bool) -> Vec<i32> {
        let layout = &self.eye.lowered.program.layout;
        let mut sum = vec![0_i32; layout.pieces.len()];
        for cell in 0..layout.cells.len() as i32 {
            if self.eye.sees_cell(state, cell, Some(self.viewer)) == seen {
                let there = counts_at(layout, state, cell);
                sum.iter_mut().zip(there).for_each(|(sum, count)| *sum = sum.saturating_add(count));
            }
        }
        sum
    }
}
