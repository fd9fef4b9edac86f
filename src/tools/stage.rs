//! What a scene is made of besides a view: the look of the set-up, its rows of `display`, the texts of its clauses.

use std::collections::BTreeMap;

use tavola_game::{Display, Game, Line, Look, Question, Rules, View};
use tavola_page::scene::{Scene, SceneSource};

/// Everything that stays while a game is played.
pub(crate) struct Stage {
    title: String,
    names: Vec<String>,
    look: Look,
    display: Display,
    clauses: BTreeMap<String, String>,
}

impl Stage {
    /// Of a set-up.
    pub(crate) fn new(game: &Game, rules: &Rules) -> Self {
        Self {
            title: game.title().to_owned(),
            names: game.setup().players.clone(),
            look: game.look(),
            display: game.display(),
            clauses: clauses(rules),
        }
    }

    /// A viewer's scene.
    pub(crate) fn scene(&self, view: &View, asked: Option<&Question>, log: Vec<Line>) -> Scene {
        let Self { title, names, look, display, clauses } = self;
        let text = |id: &str| clauses.get(id).cloned();
        SceneSource { title, names, look, display }.scene(view, asked, &text, log)
    }
}

/// What the clauses and rulings of the rulebook say, by their ids.
pub(crate) fn clauses(rules: &Rules) -> BTreeMap<String, String> {
    let Some(book) = rules.rulebook() else { return BTreeMap::new() };
    let clauses = book.clauses.iter().map(|clause| (clause.id.clone(), clause.text.clone()));
    let rulings = book.rulings.iter().map(|r| (r.id.clone(), format!("{} {}", r.question, r.answer)));
    clauses.chain(rulings).collect()
}
