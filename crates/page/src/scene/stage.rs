//! What a scene is made of besides a view: everything that stays while a game is played.

use std::collections::BTreeMap;

use tavola_game::{Display, Game, Look};

/// The look of a set-up, its rows of `display`, the texts of its clauses. No position is in it.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(super) title: String,
    pub(super) names: Vec<String>,
    pub(super) look: Look,
    pub(super) display: Display,
    pub(super) clauses: BTreeMap<String, String>,
}

impl Stage {
    /// Of a set-up, with what its clauses say, by their ids.
    pub fn new(game: &Game, clauses: BTreeMap<String, String>) -> Self {
        let (title, names) = (game.title().to_owned(), game.setup().players.clone());
        Self { title, names, look: game.look(), display: game.display(), clauses }
    }

    /// The players' names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}
