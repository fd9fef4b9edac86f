//! Positions that are said anew: what lies in a place that is named again goes back to where it starts.

use crate::ir::{ExprKind, Type};
use crate::vm::State;

use super::ends::AtEnd;
use super::{Error, Referee};

impl Referee {
    /// Takes back what a [`Referee::put`] of the same `place` says anew: all that lies there, or all of the sort that is named
    /// (`jar at shelf[anna]`). What starts there stays, and so does what lies beyond an end of it (`top of deck`): what is put there comes
    /// to lie on it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn clear(&mut self, state: &mut State, place: &str) -> Result<(), Error> {
        if AtEnd::read(place).is_some() {
            return Ok(());
        }
        let target = self.define(place)?;
        let (cell, only) = match &target.value.kind {
            ExprKind::BagAt(_, cell) => (self.component(state, cell, place)?, None),
            ExprKind::Count(things, cells) => {
                let cell = self.component(state, cells, place)?;
                (cell, Some(self.piece(state, things, cell, place)?))
            }
            _ if target.value.ty == Type::Place => (self.component(state, &target.value, place)?, None),
            // Of everything else there is one, which is put anew as it is.
            _ => return Ok(()),
        };
        let Ok(at) = u32::try_from(cell) else { return Ok(()) };
        for (piece, count) in self.things(state, at) {
            if only.is_none_or(|only| only == piece as i32) {
                self.send_back(state, at, (piece, count as i32));
            }
        }
        Ok(())
    }

    /// Puts so many of a piece back to where they start.
    fn send_back(&mut self, state: &mut State, from: u32, (piece, count): (u32, i32)) {
        let Some(to) = self.ground().start_of(piece).filter(|&to| to != from) else { return };
        let game = self.game.clone();
        let layout = &game.program().layout;
        let (at, from, to) = (piece as usize, from as usize, to as usize);
        let word = |cell: usize| {
            let place = &layout.cells[cell];
            let offset = layout.families[place.family as usize].offsets[at];
            offset.map(|offset| (place.base + u32::from(offset)) as usize)
        };
        match (layout.pieces[at].figure, word(from), word(to)) {
            (Some(slot), ..) => state.words_mut()[slot as usize] = to as i32,
            (None, Some(source), Some(target)) => {
                state.words_mut()[source] -= count;
                state.words_mut()[target] += count;
            }
            _ => return,
        }
        self.close_up(state, from, at, count);
        self.line_up(state, to, at, count, None);
    }
}
