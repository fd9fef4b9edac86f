//! The interrupt of whole runs: one flag for all referees of rules.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Rules;

impl Rules {
    /// Rules derived from these, with their interrupt.
    pub(super) fn interrupted_alike(&self, mut derived: Self) -> Self {
        derived.interrupt.clone_from(&self.interrupt);
        derived
    }

    /// Sets a flag that interrupts all referees of games of these rules, as
    /// [`Referee::set_interrupt`](crate::Referee::set_interrupt) does. Rules that are derived from these have it, too: with a
    /// variant or a change.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupt = Some(flag);
        self
    }
}
