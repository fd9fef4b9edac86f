//! Whole actions: where the one that an answer belongs to is over.

use crate::question::Part;
use crate::{Fault, Pending};
use tavola_core::code::{DEPTH, PC};
use tavola_core::vm::{self, State};

use super::Referee;

/// An answer that was given, and what it may leave open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// It may be the first of an action, or one on its way.
    under_way: bool,
    /// It is a part of a bag, a division or an order.
    parts: Option<Parts>,
}

/// A question that is asked part by part, while it is being answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Who is asked, and where.
    asked: (Pending, i32),
    /// How many parts of an order are still to be given.
    left: usize,
}

impl Referee {
    /// Takes the answer, see [`Referee::answer`]; `parts`: what [`Referee::finish`] said of the answer before it. The options of the open
    /// question stay, so that more of them can be given to other copies of the state.
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

    /// Whether the action that a given answer belongs to is over: an action, a card, the block of a `may`, with all that is asked in
    /// it; a bag, a division or an order with all its parts. What belongs to none is over with its answer. If it goes on, `parts` is
    /// what the next answer is a part of.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn finish(&mut self, state: &mut State, given: Unfinished, parts: &mut Option<Parts>) -> Result<bool, Fault> {
        *parts = None;
        let under_way = given.under_way && !self.machine.run_out(self.game.program(), state)?;
        if let Some(given) = given.parts
            && self.goes_on(state, &given)?
        {
            *parts = Some(given);
            return Ok(false);
        }
        Ok(!under_way)
    }

    /// Whether the game is over. If not, it runs to the next question, without looking at what that offers.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn is_over(&mut self, state: &mut State) -> Result<bool, Fault> {
        let pending = self.machine.run(self.game.program(), state)?;
        Ok(pending == vm::Waiting::Over)
    }

    /// What an answer to the open question is a part of.
    fn parts(&mut self, state: &State, before: Option<&Parts>) -> Option<Parts> {
        if self.part(state) == Part::Whole {
            return None;
        }
        let left = before.map_or_else(|| self.options(), |before| before.left);
        Some(Parts { asked: (self.asking(state).pending(), state.words()[PC]), left: left.saturating_sub(1) })
    }

    /// Whether what is asked next is a further part.
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
