//! Checks invariants (`always`) while a script is played.

use crate::transcript::meaning;
use tavola_game::{Fault, Referee, State};

/// State of the checks.
pub(super) struct Invariants {
    /// A broken invariant, since the last call of [`Invariants::take_broken`].
    broken: Option<String>,
    /// Invariants that need not hold yet, since the table is not set up. Each must hold from the moment at which it
    /// first does.
    excused: Vec<String>,
    /// True if the case asks for a position that breaks an invariant.
    may_break: bool,
}

impl Invariants {
    /// Creates the checks at the start of a game.
    pub(super) fn new(referee: &mut Referee, start: &State, may_break: bool) -> Self {
        Self { broken: None, excused: referee.broken_invariants(start).unwrap_or_default(), may_break }
    }

    /// Checks the invariants in a position.
    pub(super) fn check(&mut self, referee: &mut Referee, state: &State) -> Result<(), Fault> {
        if self.broken.is_some() {
            return Ok(());
        }
        let broken = match referee.broken_invariants(state) {
            // An invariant whose evaluation faults does not hold.
            Err(fault) if self.may_break => vec![meaning(referee, &fault)],
            broken => broken?,
        };
        self.excused.retain(|one| broken.contains(one));
        self.broken = broken.into_iter().find(|one| !self.excused.contains(one));
        Ok(())
    }

    /// Returns the invariant that was broken since the last call.
    pub(super) fn take_broken(&mut self) -> Option<String> {
        self.broken.take()
    }
}
