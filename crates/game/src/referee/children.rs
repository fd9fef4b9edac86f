//! Successors of a position: every answer with the position after it.

use crate::{Fault, Pending};
use tavola_core::vm::State;

use super::Referee;

/// An answer and the position right after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// Number of the option.
    pub option: usize,
    /// Weight of the option at a chance question: its probability is the weight divided by the sum of all weights. 1 for players.
    pub weight: u32,
    /// The position after the answer. Call [`Referee::run`] to reach the next question.
    pub state: State,
}

/// Iterator over the successors of a position, in the order of the options.
///
/// The question stays open at the referee. Between two items, [`Children::referee`] can name an option.
pub struct Children<'a> {
    referee: &'a mut Referee,
    asked: State,
    next: usize,
    end: usize,
}

impl Referee {
    /// Runs a copy of the state to its next question, and iterates over all answers to it. Chance is a question like any other.
    ///
    /// The iterator is empty if the game is over.
    ///
    /// # Errors
    /// A fault of the rules before the question. A fault after an answer is an item of the iterator.
    pub fn children(&mut self, state: &State) -> Result<Children<'_>, Fault> {
        let mut asked = state.clone();
        let end = match self.run(&mut asked)? {
            Pending::Over => 0,
            Pending::Choice(_) | Pending::Chance => self.option_count(),
        };
        Ok(Children { referee: self, asked, next: 0, end })
    }
}

impl Children<'_> {
    /// The referee, with the question open.
    pub fn referee(&mut self) -> &mut Referee {
        self.referee
    }
}

impl Iterator for Children<'_> {
    type Item = Result<Child, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let option = Some(self.next).filter(|&option| option < self.end)?;
        self.next += 1;
        let mut state = self.asked.clone();
        let weight = self.referee.weight(option);
        Some(self.referee.answer(&mut state, option).map(|()| Child { option, weight, state }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Children<'_> {}
