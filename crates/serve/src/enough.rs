//! Declining a repeated question for the rest of the turn.

use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;

impl ServedTable {
    /// Declines the question with this number for the rest of the turn.
    pub(super) fn enough(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.fresh(chair, number)?;
        let option = self.offers_enough(chair).ok_or_else(|| why("This is not possible for the current question."))?;
        let taken = self.table.leave_at(viewer, option);
        self.done(taken)?;
        self.go_on(Some(chair));
        Ok(())
    }
}
