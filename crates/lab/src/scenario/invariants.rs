//! What must always hold, while a script is played.

use crate::transcript::meaning;
use tavola_game::{Fault, Referee, State};

/// What is known of it so far.
pub(super) struct Invariants {
    /// What does not hold, since it was last asked for.
    broken: Option<String>,
    /// What need not hold yet: an empty table has not been set up. It must hold from when it does.
    excused: Vec<String>,
    /// Whether the case asks for a position that breaks it.
    may_break: bool,
}

impl Invariants {
    /// At the start of a game.
    pub(super) fn new(referee: &mut Referee, start: &State, may_break: bool) -> Self {
        Self { broken: None, excused: referee.broken(start).unwrap_or_default(), may_break }
    }

    /// Looks whether it holds in a position.
    pub(super) fn look(&mut self, referee: &mut Referee, state: &State) -> Result<(), Fault> {
        if self.broken.is_some() {
            return Ok(());
        }
        let broken = match referee.broken(state) {
            // What cannot even be asked does not hold.
            Err(fault) if self.may_break => vec![meaning(referee, &fault)],
            broken => broken?,
        };
        self.excused.retain(|one| broken.contains(one));
        self.broken = broken.into_iter().find(|one| !self.excused.contains(one));
        Ok(())
    }

    /// What did not hold at a look since this was last asked.
    pub(super) fn take_broken(&mut self) -> Option<String> {
        self.broken.take()
    }
}
