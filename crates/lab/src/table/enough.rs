//! Declined questions: a player can decline a question that comes again and again for the rest of the turn.
//!
//! The table then gives the same answer automatically. It is logged, recorded and taken back like any other answer.

use super::{GameTable, TableError};

/// Questions that players have declined.
#[derive(Default)]
pub(super) struct DeclinedQuestions {
    /// Declined in the current turn.
    left: Vec<Left>,
    /// Players and questions that were declined for the rest of a turn. In later turns this is offered at once.
    said: Vec<(usize, String)>,
}

/// The declined questions of a turn, for [`DeclinedQuestions::restore`].
pub(super) struct LeftUndone(Vec<Left>);

/// A question that a player has declined.
#[derive(Clone)]
struct Left {
    seat: usize,
    prompt: String,
    /// Options that were offered, in notation.
    offered: Vec<String>,
    /// True if it is declined automatically.
    by_itself: bool,
}

impl DeclinedQuestions {
    /// Ends a turn: a phase has begun, or another player has answered.
    pub(super) fn turn_over(&mut self) {
        self.left.clear();
    }

    /// Forgets everything, since the game is replayed.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The questions that are declined at present.
    pub(super) fn kept(&self) -> LeftUndone {
        LeftUndone(self.left.clone())
    }

    /// Restores the declined questions after answers were taken back. What was declined for the rest of a turn is still
    /// offered at once.
    pub(super) fn restore(&mut self, kept: LeftUndone) {
        self.left = kept.0;
    }

    fn has_said(&self, seat: usize, prompt: &str) -> bool {
        self.said.iter().any(|(own, asked)| *own == seat && asked == prompt)
    }

    fn found(&self, seat: usize, prompt: &str) -> Option<&Left> {
        self.left.iter().find(|left| left.seat == seat && left.prompt == prompt)
    }
}

impl GameTable {
    /// Notes the answer that a player is about to give to the open question.
    pub(super) fn note(&mut self, seat: usize, option: usize, by_itself: bool) {
        self.enough.left.retain(|left| left.seat == seat);
        if self.referee.declining() != Some(option) {
            return;
        }
        let prompt = self.referee.prompt(&self.state);
        let offered = (0..self.referee.option_count()).map(|option| self.referee.notation(option)).collect();
        self.enough.left.retain(|left| left.prompt != prompt);
        if by_itself && !self.enough.has_said(seat, &prompt) {
            self.enough.said.push((seat, prompt.clone()));
        }
        self.enough.left.push(Left { seat, prompt, offered, by_itself });
    }

    /// The option that declines the open question, if its player may decline it for the rest of the turn. They may if
    /// they have declined it in this turn, or for the rest of an earlier turn.
    pub fn enough(&mut self, seat: usize) -> Option<usize> {
        let option = self.referee.declining().filter(|_| self.referee.option_count() > 1)?;
        let prompt = self.referee.prompt(&self.state);
        let again = self.enough.found(seat, &prompt).is_some() || self.enough.has_said(seat, &prompt);
        again.then_some(option)
    }

    /// Declines the open question for the rest of the turn.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn leave(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        self.choose(seat, option, true)
    }

    /// The answer that a player has given for the rest of the turn, unless there is an option that was not offered
    /// then.
    pub(super) fn left(&mut self, seat: usize) -> Option<usize> {
        if !self.enough.left.iter().any(|left| left.seat == seat && left.by_itself) {
            return None;
        }
        let option = self.referee.declining()?;
        let prompt = self.referee.prompt(&self.state);
        let left = self.enough.found(seat, &prompt).filter(|left| left.by_itself)?;
        let known = |option| left.offered.contains(&self.referee.notation(option));
        (0..self.referee.option_count()).all(known).then_some(option)
    }
}
