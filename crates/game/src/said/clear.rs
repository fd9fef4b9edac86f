//! Undoing positions set by hand: the contents of a place go back to where they start.

use crate::Error;
use crate::sight::{lay, things, word_of};
use tavola_core::ir::ExprKind;
use tavola_core::vm::State;

use super::Terms;
use super::ends::{AtEnd, close_up, line_up};
use super::terms::place_of;

impl Terms<'_> {
    /// Undoes earlier calls of [`Terms::put`] for the same `place`. An end of a place keeps everything.
    pub(crate) fn clear(&mut self, state: &mut State, place: &str) -> Result<(), Error> {
        if AtEnd::read(place).is_some() {
            return Ok(());
        }
        let target = self.define(place)?;
        let (cell, only) = match &target.value.kind {
            ExprKind::Count(things, cells) => {
                let cell = self.component(state, cells, place)?;
                (cell, Some(self.piece(state, things, cell, place)?))
            }
            // Anything but a place has one value, which the next `put` overwrites.
            _ => match place_of(&target.value) {
                Some(cell) => (self.component(state, cell, place)?, None),
                None => return Ok(()),
            },
        };
        let Ok(at) = u32::try_from(cell) else { return Ok(()) };
        for (piece, count) in things(&self.game.program().layout, state, at) {
            if only.is_none_or(|only| only == piece as i32) {
                self.send_back(state, at, (piece, count as i32));
            }
        }
        Ok(())
    }

    /// Moves copies of a piece back to where they start.
    fn send_back(&self, state: &mut State, from: u32, (piece, count): (u32, i32)) {
        let layout = &self.game.program().layout;
        let Some(to) = self.set_up_context.start_of(piece).filter(|&to| to != from) else { return };
        let at = piece as usize;
        let word = |cell: u32| word_of(layout, cell, at);
        if layout.pieces[at].figure.is_none() && (word(from).is_none() || word(to).is_none()) {
            return;
        }
        lay(layout, state, from, at, -count);
        lay(layout, state, to, at, count);
        close_up(layout, state, from as usize, at, count);
        line_up(layout, state, to as usize, at, count, None);
    }
}
