//! A set-up that is looked at and not played: what a check of scenarios needs of a game.

use super::said::Terms;
use super::{Error, Game};
use tavola_core::lower::Ground;
use tavola_core::vm::State;

/// A game that was lowered once of two times, and of which nothing was found out before play: made in a fourth of the time.
pub struct Draft {
    game: Game,
    /// For what is asked of it, once something is.
    ground: Option<Ground>,
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        Self { game, ground: None }
    }

    /// How many rules can run.
    pub fn rules(&self) -> usize {
        self.game.program().rules.len()
    }

    /// The position before anything is asked.
    pub fn start(&self) -> State {
        self.game.start()
    }

    /// As [`Game::understands`].
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        self.game.understands(text)
    }

    /// As [`Referee::put`](super::Referee::put).
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let Self { game, ground } = self;
        let ground = ground.get_or_insert_with(|| Ground::clone(&game.inner.ground));
        Terms { game, ground }.put(state, place, value)
    }
}
