//! Whole actions: when the action that an answer belongs to is over.

use crate::question::Part;
use crate::{Fault, Pending};
use tavola_core::code::{DEPTH, PC};
use tavola_core::vm::{self, State};

use super::Referee;

/// An answer that was given, and what it may leave open. Pass it to [`Referee::finish`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// True if the answer begins an action or is inside one.
    under_way: bool,
    /// Set if the answer is a part of a bag, a division or an order.
    parts: Option<Parts>,
}

/// Progress of a question that is answered part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The party that is asked, and the program counter.
    asked: (Pending, i32),
    /// Number of parts of an order still to be given.
    left: usize,
}

impl Referee {
    /// Gives an answer like [`Referee::answer`], as the first half of an action step.
    ///
    /// `parts` is the result of [`Referee::finish`] for the answer before.
    /// The question stays open, so that other copies of the state can be answered.
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn give(&mut self, state: &mut State, option: usize, parts: Option<&Parts>) -> Result<Unfinished, Fault> {
        let parts = self.parts(state, parts);
        let begins = self.open.arm(self.game.program(), option).is_some_and(|arm| arm.begins);
        self.answer(state, option)?;
        Ok(Unfinished { under_way: state.words()[DEPTH] > 0 || begins, parts })
    }

    /// Runs to the end of the action and returns true if it is over.
    ///
    /// An action is a sheet, or the block of a `may`, with all its questions. A bag, a division or an order needs all its parts.
    /// Any other answer is over at once. If the result is false, `parts` is what the next answer belongs to.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn finish(&mut self, state: &mut State, given: Unfinished, parts: &mut Option<Parts>) -> Result<bool, Fault> {
        *parts = None;
        let under_way =
            given.under_way && !self.interruptibly(state, |machine, program, state| machine.run_out(program, state))?;
        if let Some(given) = given.parts
            && self.goes_on(state, &given)?
        {
            *parts = Some(given);
            return Ok(false);
        }
        Ok(!under_way)
    }

    /// Runs to the next question, without computing its options. Returns true if the game is over.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn is_over(&mut self, state: &mut State) -> Result<bool, Fault> {
        let pending = self.interruptibly(state, |machine, program, state| machine.run(program, state))?;
        Ok(pending == vm::Waiting::Over)
    }

    /// Progress of the open question, if it is answered part by part.
    fn parts(&mut self, state: &State, before: Option<&Parts>) -> Option<Parts> {
        if self.part(state) == Part::Whole {
            return None;
        }
        let left = before.map_or_else(|| self.options(), |before| before.left);
        Some(Parts { asked: (self.asking(state).pending(), state.words()[PC]), left: left.saturating_sub(1) })
    }

    /// True if the next question asks for another part.
    fn goes_on(&mut self, state: &mut State, before: &Parts) -> Result<bool, Fault> {
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
