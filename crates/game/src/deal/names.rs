//! Sampling of local names that reveal hidden things.

use crate::sight::{Eye, OpenRules, about, first_word, owners, shaped};
use tavola_core::code::{AskId, Chosen, ExprId, Held, HiddenInfo, NONE, Program, ValueShape};
use tavola_core::vm::{Options, State};

use super::Dealer;
use super::chosen::{ChosenThings, common, counts_at};
use super::draws::{drawn, shuffle};

/// Sampled answers by question, arm and player. All names that one answer binds must come from the same sample.
pub(super) type Instead = Vec<((AskId, usize, Option<i32>), Option<Vec<i32>>)>;

impl Dealer<'_> {
    /// Gives every name that reveals something hidden a value that fits the deal. `false` if a name has no such value.
    pub(super) fn deal_names(&mut self, dealt: &mut State) -> bool {
        let program = &self.eye.lowered.program;
        let (state, viewer, players) = (self.state, self.viewer, self.eye.lowered.players());
        let held = &program.held;
        if held.is_empty() {
            return true;
        }
        let open = OpenRules::of(program, state);
        let mut instead = Instead::new();
        let mut hidden_parts = None;
        for held in held.iter().filter(|held| open.has(held.alive)) {
            for player in owners(held, players) {
                let done = match &held.tells {
                    HiddenInfo::Chosen(chosen) => self.deal_chosen(dealt, held, chosen, player),
                    HiddenInfo::Worked(value) => {
                        let probe = about(state, held, player, None);
                        let hidden_parts =
                            hidden_parts.get_or_insert_with(|| self.eye.hidden_parts(state, Some(viewer)));
                        if !self.eye.machine.is_in_sight(program, &probe, *value, hidden_parts) {
                            self.evaluate_ranking(dealt, held, *value, player);
                        }
                        true
                    }
                    _ => {
                        self.eye.knows(state, held, player, Some(viewer))
                            || self.deal_answer(dealt, (held, player), &mut instead)
                    }
                };
                if !done {
                    return false;
                }
            }
        }
        true
    }

    /// Replaces chosen things that the viewer does not know by others from where they may lie.
    fn deal_chosen(&mut self, dealt: &mut State, held: &Held, chosen: &Chosen, player: Option<i32>) -> bool {
        let (state, viewer) = (self.state, self.viewer);
        let Program { layout, .. } = &self.eye.lowered.program;
        let things = ChosenThings::of(layout, state, held, chosen, player);
        let (size, bag) = (things.count(), &things.bag);
        if size == 0 || self.eye.knows(state, held, player, Some(viewer)) {
            return true;
        }
        if things.was_seen(&mut self.eye, viewer) {
            return true;
        }
        let cells = things.cells(&mut self.eye);
        let in_secret = held.secret.is_some();
        let mut left = match common(layout, dealt, &cells) {
            Some(left) => left,
            // Nobody can say where they are: any thing may be meant.
            None if !in_secret => {
                let (seen, hidden) = (self.in_sight(dealt, true), self.in_sight(dealt, false));
                seen.iter().zip(hidden).map(|(seen, hidden)| seen.saturating_add(hidden)).collect()
            }
            None => self.in_sight(dealt, false),
        };
        if !in_secret && !cells.is_empty() && cells.iter().all(|&cell| self.eye.sees_cell(state, cell, Some(viewer))) {
            return true;
        }
        let mut other = vec![0; bag.len()];
        for _ in 0..size {
            let counts = left.iter().zip(0..).map(|(&count, piece)| (piece, count.max(0) as u32));
            let Some(piece) = drawn(counts, self.pick) else { return false };
            let piece = piece as usize;
            left[piece] -= 1;
            other[piece] += 1;
        }
        let from = first_word(held, player);
        match held.shape {
            ValueShape::Bag(_) => dealt.words_mut()[from..from + other.len()].copy_from_slice(&other),
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

    /// Evaluates a value again that was computed from hidden things.
    fn evaluate_ranking(&mut self, dealt: &mut State, held: &Held, value: ExprId, player: Option<i32>) {
        let from = first_word(held, player);
        let (program, probe) = (&self.eye.lowered.program, about(dealt, held, player, None));
        if let Some(words) = shaped(self.eye.machine, program, &probe, (value, held.shape)) {
            dealt.words_mut()[from..from + words.len()].copy_from_slice(&words);
        }
    }

    /// Counts of all things in the places that the viewer sees, or in those that the viewer does not see.
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

    /// Samples another answer from the options that the rules would offer in this deal.
    /// `false` if there are none, or if they cannot be enumerated. The true answer never stands in.
    fn deal_answer(&mut self, dealt: &mut State, (held, player): (&Held, Option<i32>), instead: &mut Instead) -> bool {
        let from = first_word(held, player);
        match held.tells {
            HiddenInfo::Ordered => {
                let ValueShape::List { .. } = held.shape else { return false };
                let words = dealt.words_mut();
                let size = words[from].max(0) as usize;
                shuffle(&mut words[from + 1..=from + size], size, self.pick);
                true
            }
            HiddenInfo::Answered(ask, arm, word) => {
                let words = from..from + held.shape.width() as usize;
                if held.shape == ValueShape::Word && self.state.words()[from] == NONE {
                    return true;
                }
                let key = (ask, arm, player);
                let known = instead.iter().find(|one| one.0 == key).map(|one| one.1.clone());
                let other = known.unwrap_or_else(|| {
                    let probe = about(dealt, held, player, None);
                    let mut offered = self.answers_of(&probe, ask, arm);
                    let any = (!offered.is_empty()).then(|| (self.pick)(offered.len() as u32) as usize);
                    let other = any.map(|any| offered.swap_remove(any));
                    instead.push((key, other.clone()));
                    other
                });
                let Some(other) = other.as_ref().and_then(|other| other.get(word..word + words.len())) else {
                    return false;
                };
                dealt.words_mut()[words].copy_from_slice(other);
                true
            }
            _ => false,
        }
    }

    /// Options of an arm of a question at this state.
    fn answers_of(&mut self, state: &State, ask: AskId, arm: usize) -> Vec<Vec<i32>> {
        let mut options = Options::default();
        let program = &self.eye.lowered.program;
        if self.eye.machine.quietly(|machine| machine.offered(program, state, ask, &mut options)).is_err() {
            return Vec::new();
        }
        options.iter().filter(|option| option[0] == arm as i32).map(<[i32]>::to_vec).collect()
    }
}
