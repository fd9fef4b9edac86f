//! Whole actions: when the action that an answer belongs to is over.

use crate::question::Part;
use crate::{Fault, Pending};
use tavola_core::code::{DEPTH, PC};
use tavola_core::vm::{self, State};

use super::Referee;

/// An answer that was given, and what it may leave open. Pass it to [`Referee::run_action`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenAnswer {
    /// True if the answer begins an action or is inside one.
    under_way: bool,
    /// Set if the answer is a part of a bag, a division or an order.
    parts: Option<PartProgress>,
}

/// Progress of a question that is answered part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartProgress {
    /// The party that is asked, and the program counter.
    asked: (Pending, i32),
    /// Number of parts of an order still to be given.
    left: usize,
}

/// Progress of an action after an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionProgress {
    /// The action is over.
    Over,
    /// The next question belongs to the action.
    Open,
    /// The next question asks for another part of the same answer. Pass the value to [`Referee::answer_in_action`].
    Parts(PartProgress),
}

impl Referee {
    /// Gives an answer like [`Referee::answer`], as the first half of an action step. [`Referee::run_action`] is the second half.
    ///
    /// `parts` is the value of [`ActionProgress::Parts`] that the answer before led to, if it did.
    /// The question stays open, so that other copies of the state can be answered.
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn answer_in_action(
        &mut self,
        state: &mut State,
        option: usize,
        parts: Option<&PartProgress>,
    ) -> Result<GivenAnswer, Fault> {
        let parts = self.parts(state, parts);
        let begins = self.open.arm(self.game.program(), option).is_some_and(|arm| arm.begins);
        self.answer(state, option)?;
        Ok(GivenAnswer { under_way: state.words()[DEPTH] > 0 || begins, parts })
    }

    /// Runs to the end of the action, or to the next question that belongs to it.
    ///
    /// An action is a sheet, or the block of a `may`, with all its questions. A bag, a division or an order needs all its parts.
    /// Any other answer is over at once.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run_action(&mut self, state: &mut State, given: GivenAnswer) -> Result<ActionProgress, Fault> {
        let under_way =
            given.under_way && !self.interruptibly(state, |machine, program, state| machine.run_out(program, state))?;
        Ok(match given.parts {
            Some(parts) if self.goes_on(state, &parts)? => ActionProgress::Parts(parts),
            _ if under_way => ActionProgress::Open,
            _ => ActionProgress::Over,
        })
    }

    /// Runs to the next question, without listing its options. Returns true if the game is over.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run_without_options(&mut self, state: &mut State) -> Result<bool, Fault> {
        let pending = self.interruptibly(state, |machine, program, state| machine.run(program, state))?;
        Ok(pending == vm::Waiting::Over)
    }

    /// Progress of the open question, if it is answered part by part.
    fn parts(&mut self, state: &State, before: Option<&PartProgress>) -> Option<PartProgress> {
        if self.part(state) == Part::Whole {
            return None;
        }
        let left = before.map_or_else(|| self.option_count(), |before| before.left);
        Some(PartProgress { asked: (self.asking(state).pending(), state.words()[PC]), left: left.saturating_sub(1) })
    }

    /// True if the next question asks for another part.
    fn goes_on(&mut self, state: &mut State, before: &PartProgress) -> Result<bool, Fault> {
        let pending = self.run(state)?;
        let same = (pending, state.words()[PC]) == before.asked;
        Ok(same
            && match self.part(state) {
                Part::Whole => false,
                Part::Order => before.left > 0,
                Part::Bag | Part::Division { .. } => self.half_chosen(state),
            })
    }
}
