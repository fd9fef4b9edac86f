//! Values of the measures of `winner`, as one viewer may know them.

use super::goal::MeasureRow;
use super::shown::{DisplayRows, Made};
use crate::Game;
use crate::sight::Eye;
use crate::words::words;
use tavola_core::code::NONE;
use tavola_core::vm::State;

impl DisplayRows {
    /// Values of all measures: a list for each, by seat. `None` is a value that the viewer may not know, or that is missing.
    pub(crate) fn measures(
        &mut self,
        game: &Game,
        eye: &mut Eye<'_>,
        state: &State,
        viewer: Option<usize>,
    ) -> Vec<Vec<Option<i64>>> {
        let Some(made) = game.rows() else { return Vec::new() };
        let mut hidden_parts = eye.hidden_parts(state, viewer).renewed();
        let machine = self.machine_of(&made);
        let Made { set_up_context, measures, .. } = &*made;
        let program = set_up_context.program();
        let mut value = |row: &MeasureRow, seat: usize| {
            machine.set_regs(row.reg, &[seat as i32]);
            let is_in_sight = machine.is_in_sight(program, state, row.value, &mut hidden_parts);
            machine.carry_steps();
            let words = is_in_sight.then(|| words(machine, program, state, (row.value, row.shape)))?;
            machine.carry_steps();
            words.ok()?.first().filter(|word| **word != NONE).map(|&word| i64::from(word))
        };
        let mut of_all = |row: &Option<MeasureRow>| {
            let value = |seat| row.as_ref().and_then(|row| value(row, seat));
            (0..game.players()).map(value).collect()
        };
        measures.iter().map(&mut of_all).collect()
    }
}
