//! What follows a position: every answer with the position behind it.

use crate::{Fault, Pending};
use tavola_core::vm::State;

use super::Referee;

/// An answer, and the position right behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    /// The option, by its number.
    pub option: usize,
    /// How likely it is where chance answers: its weight by the sum of all weights. 1 where a player answers.
    pub weight: u32,
    /// Where it leads. [`Referee::run`] goes on from there to the next question.
    pub state: State,
}

/// The positions behind a question, in the order of its options. The question stays open at the referee: between two of them an option can
/// be named, with [`Children::referee`].
pub struct Children<'a> {
    referee: &'a mut Referee,
    asked: State,
    next: usize,
    end: usize,
}

impl Referee {
    /// Runs a copy of the state to its next question, and gives every answer to a copy of that. Nothing where the game is over. Chance is
    /// a question like any other.
    ///
    /// # Errors
    /// A fault of the rules on the way to the question; one behind an answer stands in its place.
    pub fn children(&mut self, state: &State) -> Result<Children<'_>, Fault> {
        let mut asked = state.clone();
        let end = match self.run(&mut asked)? {
            Pending::Over => 0,
            Pending::Choice(_) | Pending::Chance => self.options(),
        };
        Ok(Children { referee: self, asked, next: 0, end })
    }
}

impl Children<'_> {
    /// The referee, at the question.
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
