//! A cheaply lowered game for checking scenarios without playing them.

use super::said::Terms;
use super::{Error, Game};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::State;

/// A game without the analyses that play needs. It is made in about a quarter of the time of a [`Game`].
pub struct Draft {
    game: Game,
    /// Cache for evaluating texts, filled at first use.
    set_up_context: Option<SetUpContext>,
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        Self { game, set_up_context: None }
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

    /// Puts a value to a place of a state as [`Referee::set_given`](super::Referee::set_given) does.
    ///
    /// # Errors
    /// Those of [`Referee::set_given`](super::Referee::set_given).
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let Self { game, set_up_context } = self;
        let set_up_context = set_up_context.get_or_insert_with(|| SetUpContext::clone(&game.inner.set_up_context));
        Terms { game, set_up_context }.put(state, place, value)
    }
}
