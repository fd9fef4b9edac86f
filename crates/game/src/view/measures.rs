//! Values of the measures of `winner`, as one viewer may know them.

use super::goal::MeasureRow;
use super::shown::Made;
use crate::words::words;
use tavola_core::code::NONE;
use tavola_core::vm::{HiddenParts, Machine, State};

impl Made {
    /// See [`DisplayRows::measures`](super::shown::DisplayRows::measures).
    pub(super) fn measured(
        &self,
        machine: &mut Machine,
        state: &State,
        hidden_parts: &mut HiddenParts,
        players: usize,
    ) -> Vec<Vec<Option<i64>>> {
        let program = self.set_up_context.program();
        let mut value = |row: &MeasureRow, seat: usize| {
            machine.set_regs(row.reg, &[seat as i32]);
            let is_in_sight = machine.is_in_sight(program, state, row.value, hidden_parts);
            machine.carry_steps();
            let words = is_in_sight.then(|| words(machine, program, state, (row.value, row.shape)))?;
            machine.carry_steps();
            words.ok()?.first().filter(|word| **word != NONE).map(|&word| i64::from(word))
        };
        let mut of_all = |row: &Option<MeasureRow>| {
            let value = |seat| row.as_ref().and_then(|row| value(row, seat));
            (0..players).map(value).collect()
        };
        self.measures.iter().map(&mut of_all).collect()
    }
}
