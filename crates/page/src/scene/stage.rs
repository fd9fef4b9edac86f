//! The constant parts of all scenes of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::marks::Marks;
use super::{Thing, words};
use tavola_game::{CardFace, CountedThing, Display, Game, Look, LookPicture};

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
    pub(super) pictures: Arc<BTreeMap<String, LookPicture>>,
    /// Faces of the cards that `look.yaml` lays out, by their notation.
    pub(super) faces: BTreeMap<String, Arc<CardFace>>,
}

impl Stage {
    /// Makes the stage of a set-up, with the texts of its clauses by id.
    pub fn new(game: &Game, clauses: BTreeMap<String, String>) -> Self {
        let (title, ids, names) = (game.title().to_owned(), game.setup().players.clone(), game.shown_names());
        let mut look = game.look();
        let pictures = Arc::new(std::mem::take(&mut look.pictures));
        let faces = std::mem::take(&mut look.faces).into_iter().map(|(card, face)| (card, Arc::new(face))).collect();
        Self { title, ids, names, look, display: game.display(), clauses, pictures, faces }
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

    /// The picture of `look.yaml` with this address: [`LookPicture::file`].
    pub fn picture(&self, file: &str) -> Option<&LookPicture> {
        self.pictures.values().find(|picture| picture.file == file)
    }

    /// The name of a track, place or variable for players, after its sign if it has one.
    pub(crate) fn with_sign(&self, id: &str, name: String) -> String {
        let own = self.look.signs.iter().find(|(track, _)| *track == id || words(track) == name);
        match own {
            Some((_, sign)) => format!("{sign} {name}"),
            None => name,
        }
    }

    /// Things as scenes have them, without values.
    pub fn things(&self, things: &[CountedThing]) -> Vec<Thing> {
        let marks = Marks::new(self, BTreeMap::new());
        things.iter().map(|thing| marks.thing(thing)).collect()
    }
}
