//! What a scene is made of besides a view: the look of the set-up, its rows of `display`, the texts of its clauses.

use std::collections::BTreeMap;

use super::{Scene, SceneSource};
use tavola_game::{Display, Game, Line, Look, Question, Rules, View};

/// Everything that stays while a game is played.
pub struct Stage {
    title: String,
    names: Vec<String>,
    look: Look,
    display: Display,
    clauses: BTreeMap<String, String>,
}

impl Stage {
    /// Of a set-up.
    pub fn new(game: &Game, rules: &Rules) -> Self {
        Self {
            title: game.title().to_owned(),
            names: game.setup().players.clone(),
            look: game.look(),
            display: game.display(),
            clauses: rules.clause_texts(),
        }
    }

    /// A viewer's scene.
    pub fn scene(&self, view: &View, asked: Option<&Question>, log: Vec<Line>) -> Scene {
        let Self { title, names, look, display, clauses } = self;
        let text = |id: &str| clauses.get(id).cloned();
        SceneSource { title, names, look, display }.scene(view, asked, &text, log)
    }
}
