//! From what one player may know to a full state: everything hidden is dealt anew.

use crate::sight::Eye;
use crate::together;
use tavola_core::vm::State;

use super::chosen::Pin;
use super::draws::Pick;
use super::relate::Relations;
use super::seen::SeenGoing;
use super::undealt::Undealt;

/// So many deals are tried: one may break a limit of a place, or leave somebody without the answer that he has given.
const TRIES: usize = 64;

/// Deals everything anew that a viewer does not see of a true position.
pub(crate) struct Dealer<'a> {
    pub(super) eye: Eye<'a>,
    pub(super) state: &'a State,
    pub(super) viewer: usize,
    /// `pick(n)` gives a number below n.
    pub(super) pick: Pick<'a>,
    /// What lies hidden, and the viewer knows it.
    pub(super) pins: Vec<Pin>,
    /// What is `always` true of secrets.
    pub(super) relations: Relations,
    /// What the viewer has seen going where they do not see it now, if that is known.
    pub(super) seen: Option<SeenGoing>,
}

impl<'a> Dealer<'a> {
    pub(crate) fn new(mut eye: Eye<'a>, state: &'a State, viewer: usize, pick: Pick<'a>) -> Self {
        let pins = Pin::all(&mut eye, state, viewer);
        let relations = Relations::of(&mut eye, state);
        Self { eye, state, viewer, pick, pins, relations, seen: None }
    }

    /// With what the viewer has seen going where they do not see it now.
    pub(crate) fn knowing(self, seen: Option<SeenGoing>) -> Self {
        Self { seen, ..self }
    }

    /// So many of a piece must lie in a place, for all that the viewer has seen.
    pub(super) fn least(&self, cell: u32, piece: u32) -> u32 {
        self.seen.as_ref().map_or(0, |seen| seen.least(cell, piece))
    }

    /// A full state that the viewer cannot tell from the true one; where no deal is found, what stood in the way last.
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

    /// One try.
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
