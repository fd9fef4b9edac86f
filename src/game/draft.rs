//! A set-up that is looked at and not played: what a check of scenarios needs of a game.

use super::said::Terms;
use super::{Error, Game};
use crate::lower::Ground;
use crate::vm::State;

/// A game of which nothing was found out before play, so that it is made in half the time.
pub(crate) struct Draft {
    game: Game,
    /// For what is asked of it.
    ground: Ground,
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        let ground = Ground::clone(&game.inner.ground);
        Self { game, ground }
    }

    /// How many rules can run.
    pub(crate) fn rules(&self) -> usize {
        self.game.program().rules.len()
    }

    /// The position before anything is asked.
    pub(crate) fn start(&self) -> State {
        self.game.start()
    }

    /// As [`Game::understands`].
    pub(crate) fn understands(&self, text: &str) -> Result<(), Error> {
        self.game.understands(text)
    }

    /// As [`Referee::put`](super::Referee::put).
    pub(crate) fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        Terms { game: &self.game, ground: &mut self.ground }.put(state, place, value)
    }
}
