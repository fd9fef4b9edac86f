//! Games in which people read other names for the players.

use super::{Game, LoadError, Rules, Setup};
use tavola_core::lower::SetUpContext;

impl Rules {
    /// Sets up a game in which people read other names for the players, by seat. Notation and records keep the names of the set-up.
    ///
    /// # Errors
    /// See [`Rules::game`].
    pub fn game_with_titles(&self, setup: &Setup, titles: &[Option<String>]) -> Result<Game, LoadError> {
        self.made(setup, titles, None, SetUpContext::lower)
    }
}
