//! A question that comes again and again in one turn, left undone for the rest of it.

use super::hall::Hall;
use super::refused::{RequestRefused, why};

impl Hall {
    /// Leaves the question that a seat was shown with this number undone for the rest of the turn.
    pub(super) fn enough(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let at = self.seat(key)?;
        let viewer = self.fresh(at, number)?;
        let option = self.offers_enough(at).ok_or_else(|| why("This is not possible for the current question."))?;
        let taken = self.table.leave_at(viewer, option);
        self.done(taken)?;
        self.go_on(Some(at));
        Ok(())
    }
}
