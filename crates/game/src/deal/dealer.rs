//! Determinization: sampling a full state that agrees with everything one player knows.

use crate::sight::Eye;
use crate::together;
use tavola_core::vm::State;

use super::chosen::Pin;
use super::draws::Pick;
use super::relate::Relations;
use super::seen::SeenGoing;
use super::undealt::Undealt;

/// Maximum number of deals to try. One may exceed the limit of a place or contradict an answer already given.
const TRIES: usize = 64;

/// Samples everything that a viewer does not see of a true position.
pub(crate) struct Dealer<'a> {
    pub(super) eye: Eye<'a>,
    pub(super) state: &'a State,
    pub(super) viewer: usize,
    /// `pick(n)` returns a number from 0 to n - 1.
    pub(super) pick: Pick<'a>,
    /// Hidden things whose place the viewer knows.
    pub(super) pins: Vec<Pin>,
    /// Invariants about secrets.
    pub(super) relations: Relations,
    /// Lower bounds on hidden things that the viewer has seen moving, if the history is known.
    pub(super) seen: Option<SeenGoing>,
}

impl<'a> Dealer<'a> {
    pub(crate) fn new(mut eye: Eye<'a>, state: &'a State, viewer: usize, pick: Pick<'a>) -> Self {
        let pins = Pin::all(&mut eye, state, viewer);
        let relations = Relations::of(&mut eye, state);
        Self { eye, state, viewer, pick, pins, relations, seen: None }
    }

    /// Adds lower bounds on things that the viewer has seen moving to hidden places.
    pub(crate) fn knowing(self, seen: Option<SeenGoing>) -> Self {
        Self { seen, ..self }
    }

    /// Minimum count of a piece in a place, from what the viewer has seen.
    pub(super) fn least(&self, cell: u32, piece: u32) -> u32 {
        self.seen.as_ref().map_or(0, |seen| seen.least(cell, piece))
    }

    /// A full state that the viewer cannot tell from the true one.
    ///
    /// # Errors
    /// The reason why the last try failed, if all tries fail.
    pub(crate) fn complete(&mut self) -> Result<State, Undealt> {
        let mut last = Undealt::Answers;
        for _ in 0..TRIES {
            match self.deal() {
                Ok(completed) => return Ok(completed),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// One try of [`Dealer::complete`].
    fn deal(&mut self) -> Result<State, Undealt> {
        let mut dealt = self.state.clone();
        let heaps = self.deal_things(&mut dealt)?;
        let secrets = self.eye.secrets(self.state, Some(self.viewer));
        for secret in &secrets {
            self.deal_secret(&mut dealt, secret)?;
        }
        self.relate(&mut dealt, &heaps.holes, &secrets)?;
        self.lay_back(&mut dealt, &heaps)?;
        let begun = self.take_pieces_back(&mut dealt);
        if !self.leave_an_answer(&mut dealt) {
            return Err(Undealt::Nothing);
        }
        if !self.deal_names(&mut dealt) {
            return Err(Undealt::Chosen);
        }
        let answered = match together::block_of(&self.eye.lowered.program, self.state) {
            Some(block) => self.answer_parts(&mut dealt, block),
            None => begun.is_none_or(|begun| self.answer_pieces(&mut dealt, begun)),
        };
        if !answered {
            return Err(Undealt::Answers);
        }
        self.still_related(&dealt).map(|()| dealt)
    }
}
