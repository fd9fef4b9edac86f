//! A question that comes again and again in one turn: who leaves it undone may say so for the rest of the turn. The table then
//! gives the same answer by itself, as if he had; it is told, recorded and taken back as every other.

use super::GameTable;
use tavola_game::{Error, Fault};

/// What was left undone.
#[derive(Default)]
pub(super) struct Enough {
    /// In the turn that lasts.
    left: Vec<Left>,
    /// Who said of which question that it was enough: he may say so in later turns at once.
    said: Vec<(usize, String)>,
}

/// What was left undone in a turn, to go back to.
pub(super) struct LeftUndone(Vec<Left>);

/// A question that somebody has left undone.
#[derive(Clone)]
struct Left {
    seat: usize,
    prompt: String,
    /// What was offered, in notation.
    offered: Vec<String>,
    /// Whether it is answered so by itself.
    by_itself: bool,
}

impl Enough {
    /// A turn is over: a phase has begun, or somebody else has answered.
    pub(super) fn turn_over(&mut self) {
        self.left.clear();
    }

    /// Everything is played anew.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// What is left undone now.
    pub(super) fn kept(&self) -> LeftUndone {
        LeftUndone(self.left.clone())
    }

    /// Answers were taken back: what was left undone then is so again. Who has said that it is enough may still say so at once.
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
    /// Notes what a player is about to answer to the open question.
    pub(super) fn note(&mut self, seat: usize, option: usize, by_itself: bool) {
        self.enough.left.retain(|left| left.seat == seat);
        if self.referee.declining() != Some(option) {
            return;
        }
        let prompt = self.referee.prompt(&self.state);
        let offered = (0..self.referee.options()).map(|option| self.referee.notation(option)).collect();
        self.enough.left.retain(|left| left.prompt != prompt);
        if by_itself && !self.enough.has_said(seat, &prompt) {
            self.enough.said.push((seat, prompt.clone()));
        }
        self.enough.left.push(Left { seat, prompt, offered, by_itself });
    }

    /// The option by which the open question is left undone, if its player may say so for the rest of the turn: he has left it undone
    /// in this turn, or said so in an earlier one.
    pub fn enough(&mut self, seat: usize) -> Option<usize> {
        let option = self.referee.declining().filter(|_| self.referee.options() > 1)?;
        let prompt = self.referee.prompt(&self.state);
        let again = self.enough.found(seat, &prompt).is_some() || self.enough.has_said(seat, &prompt);
        again.then_some(option)
    }

    /// Leaves the open question undone for the rest of the turn.
    ///
    /// # Errors
    /// As when a person answers.
    pub fn leave(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        self.choose(seat, option, true)
    }

    /// The answer that a player has given for the rest of the turn, if nothing is offered that was not when he gave it.
    pub(super) fn left(&mut self, seat: usize) -> Option<usize> {
        if !self.enough.left.iter().any(|left| left.seat == seat && left.by_itself) {
            return None;
        }
        let option = self.referee.declining()?;
        let prompt = self.referee.prompt(&self.state);
        let left = self.enough.found(seat, &prompt).filter(|left| left.by_itself)?;
        let known = |option| left.offered.contains(&self.referee.notation(option));
        (0..self.referee.options()).all(known).then_some(option)
    }
}
