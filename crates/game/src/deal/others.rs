//! Sampling of answers that other players have already given: in a `together` block, or for a bag or a division.

use crate::together;
use tavola_core::code::{AskId, AskPart, Domain, Expr, Together};
use tavola_core::vm::{Options, State, Waiting};

use super::Dealer;

impl Dealer<'_> {
    /// Replays the other players' parts of a `together` block with random answers. The running part restarts.
    pub(super) fn answer_parts(&mut self, state: &mut State, block: &Together) -> bool {
        let (members, begun) = together::members(state, block);
        let Some((&current, before)) = members[..begun].split_last() else {
            return true;
        };
        for (at, &player) in before.iter().enumerate() {
            if player != self.viewer as i32 && !self.answer_part(state, block, at, player) {
                return false;
            }
        }
        if current == self.viewer as i32 {
            return true;
        }
        together::begin(state, block, begun - 1, current);
        let program = &self.eye.lowered.program;
        let asked = self.eye.machine.quietly(|machine| machine.run_to(program, state, block.part));
        matches!(asked, Ok(Some(Waiting::Choice { .. })))
    }

    /// Replays one player's part with random answers. Only the answers are copied to `state`.
    fn answer_part(&mut self, state: &mut State, block: &Together, at: usize, player: i32) -> bool {
        let mut copy = state.clone();
        together::begin(&mut copy, block, at, player);
        let program = &self.eye.lowered.program;
        let mut options = Options::default();
        let done = self.eye.machine.quietly(|machine| {
            loop {
                let ask = match machine.run_to(program, &mut copy, block.part) {
                    Ok(None) => return true,
                    Ok(Some(Waiting::Choice { ask, .. })) => ask,
                    _ => return false,
                };
                if machine.options(program, &copy, ask, &mut options).is_err() {
                    return false;
                }
                let option = options.get((self.pick)(options.len() as u32) as usize);
                if machine.answer(program, &mut copy, ask, option).is_err() {
                    return false;
                }
            }
        });
        if done {
            together::take_answers(state, &copy, block, player);
        }
        done
    }

    /// Takes back the partial answers of another player to a bag or a division that is asked thing by thing.
    /// Returns the question and the number of things. This comes first, so that the real answers cannot leak into the deal.
    pub(super) fn take_pieces_back(&mut self, dealt: &mut State) -> Option<(AskId, i32)> {
        let program = &self.eye.lowered.program;
        let (ask, state) = (self.question()?, self.state);
        if together::block_of(program, state).is_some() {
            return None;
        }
        let (base, count, place) = self.pieces_of(ask)?;
        let asked = program.asks[ask.index()].who.and_then(|who| self.eye.machine.word(program, state, who).ok());
        if asked == Some(self.viewer as i32) || self.eye.sees_cell(state, place, Some(self.viewer)) {
            return None;
        }
        let words = base as usize..(base + count) as usize;
        let given = state.words()[words.clone()].iter().fold(0, |all: i32, &count| all.saturating_add(count));
        dealt.words_mut()[words].fill(0);
        Some((ask, given))
    }

    /// Gives the same number of random partial answers to a bag or a division that is asked thing by thing.
    pub(super) fn answer_pieces(&mut self, dealt: &mut State, (ask, given): (AskId, i32)) -> bool {
        let program = &self.eye.lowered.program;
        let mut options = Options::default();
        self.eye.machine.quietly(|machine| {
            (0..given).all(|_| {
                if machine.options(program, dealt, ask, &mut options).is_err() {
                    return false;
                }
                // Only things: the player has not ended the answer.
                let things: Vec<usize> = (0..options.len()).filter(|&at| options.get(at)[0] == 0).collect();
                if things.is_empty() {
                    return false;
                }
                let option = options.get(things[(self.pick)(things.len() as u32) as usize]);
                machine.answer(program, dealt, ask, option).is_ok()
                    && matches!(machine.run(program, dealt), Ok(Waiting::Choice { ask: next, .. }) if next == ask)
            })
        })
    }

    /// Words that hold the partial answers of a bag or a division (first, number), and the place that it is about.
    fn pieces_of(&mut self, ask: AskId) -> Option<(u32, u32, i32)> {
        let program = &self.eye.lowered.program;
        let code = &program.asks[ask.index()];
        match code.part {
            AskPart::Division(id) => {
                let divide = &program.divides[id as usize];
                let place = self.eye.machine.word(program, self.state, divide.from).ok()?;
                divide.player.is_none().then_some((divide.base, divide.stride, place))
            }
            AskPart::Bag => {
                let binder = code.arms.first()?.binders(program).first()?;
                let Domain::NextPiece { bag, chosen, .. } = binder.domain else { return None };
                let (Expr::BagAt { cell, .. }, Expr::Slots { base, shape }) =
                    (program.exprs[bag.index()], program.exprs[chosen.index()])
                else {
                    return None;
                };
                Some((base, shape.width(), self.eye.machine.word(program, self.state, cell).ok()?))
            }
            AskPart::Whole | AskPart::Order => None,
        }
    }
}
