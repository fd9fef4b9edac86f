//! A cheaply lowered game for checking scenarios without playing them.

use super::said::Terms;
use super::{Error, Game};
use tavola_core::lower::Ground;
use tavola_core::vm::State;

/// A game without the analyses that play needs. It is made in about a quarter of the time of a [`Game`].
pub struct Draft {
    game: Game,
    /// Cache for evaluating texts, filled at first use.
    ground: Option<Ground>,
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        Self { game, ground: None }
    }

    /// Number of rules that can run.
    pub fn rules(&self) -> usize {
        self.game.program().rules.len()
    }

    /// The position before the first question.
    pub fn start(&self) -> State {
        self.game.start()
    }

    /// Checks a text as [`Game::understands`] does.
    ///
    /// # Errors
    /// Those of [`Game::understands`].
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        self.game.understands(text)
    }

    /// Puts a value to a place of a state as [`Referee::put`](super::Referee::put) does.
    ///
    /// # Errors
    /// Those of [`Referee::put`](super::Referee::put).
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let Self { game, ground } = self;
        let ground = ground.get_or_insert_with(|| Ground::clone(&game.inner.ground));
        Terms { game, ground }.put(state, place, value)
    }
}
