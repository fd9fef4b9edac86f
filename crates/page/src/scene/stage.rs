//! The constant parts of all scenes of a game.

use std::collections::BTreeMap;

use super::Thing;
use super::marks::Marks;
use tavola_game::{CountedThing, Display, Game, Look};

/// The look of a set-up, its rows of `display`, and the texts of its clauses. It contains no position.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(super) title: String,
    /// Names of the players in notation, by seat.
    pub(super) ids: Vec<String>,
    pub(super) names: Vec<String>,
    pub(super) look: Look,
    pub(super) display: Display,
    pub(super) clauses: BTreeMap<String, String>,
}

impl Stage {
    /// Makes the stage of a set-up, with the texts of its clauses by id.
    pub fn new(game: &Game, clauses: BTreeMap<String, String>) -> Self {
        let (title, ids, names) = (game.title().to_owned(), game.setup().players.clone(), game.shown_names());
        Self { title, ids, names, look: game.look(), display: game.display(), clauses }
    }

    /// The players' names in notation, by seat.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The players' names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The static look of the set-up.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// Things as scenes have them, without values.
    pub fn things(&self, things: &[CountedThing]) -> Vec<Thing> {
        let marks = Marks::new(&self.look, (&self.ids, &self.names), BTreeMap::new());
        things.iter().map(|thing| marks.thing(thing)).collect()
    }
}
