//! Observations for machine learning.

use crate::Error;
use crate::sight::Eye;
use crate::view::Viewing;
use tavola_core::vm::State;

use super::Referee;

impl Referee {
    /// Writes what one player may know as numbers, see [`Game::observation`](crate::Game::observation).
    /// `viewer` is a seat, or `None` for a spectator. The state has been run to its question.
    ///
    /// Seats keep their numbers, whoever the viewer is. Positions with the same view and the same visible question have the same observation.
    /// The memory of earlier calls is reused, so a call allocates nothing. Two exceptions are answers of a `together` block that can be
    /// secret, and viewers who are not asked while a bag, an order or a division is answered.
    ///
    /// # Errors
    /// If `out` does not have [`ObservationSpec::len`](crate::ObservationSpec::len) numbers, or there is no such seat.
    pub fn observe(&mut self, state: &State, viewer: Option<usize>, out: &mut [f32]) -> Result<(), Error> {
        let Self { game, machine, observing, .. } = self;
        let eye = Eye { lowered: game.lowered(), machine };
        game.observation_once().write(&mut Viewing { game, eye, state, viewer }, observing, out)
    }
}
