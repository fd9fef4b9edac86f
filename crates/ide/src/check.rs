//! Checks of a workspace as jobs that another thread can run.

use std::collections::BTreeMap;
use std::sync::Arc;

use tavola_game::{Error, GameFolder, Rules, RulesTexts, Shelf};
use tavola_lab::check_around;
use tavola_lab::scenario::{Suite, SuiteTexts};
use tavola_syntax::diagnostic::{Severity, any_error};
use tavola_syntax::syntax::Parsed;

use crate::findings::{FileFinding, SourceNames, of_game};

/// Code of a folder that cannot be read as a game.
const NO_GAME: &str = tavola_game::codes::NO_SETUP;

/// A check of the texts of a workspace as they were when the job was made.
#[derive(Clone)]
pub struct CheckJob {
    pub(crate) folder: GameFolder,
    /// Texts of the last check. Those that are unchanged are not parsed again.
    pub(crate) known: Option<RulesTexts>,
}

/// Result of a check.
pub struct CheckedTexts {
    /// Findings of the whole game.
    pub(crate) findings: Vec<FileFinding>,
    /// The rules, if they can be read at all.
    pub(crate) rules: Option<Rules>,
    /// The scenarios without mistakes.
    pub(crate) suite: Suite,
    /// Ids of the clauses that no rule cites.
    pub(crate) uncited: Vec<String>,
    /// The trees of the game's rules, by path, with their texts.
    pub(crate) trees: BTreeMap<String, (String, Arc<Parsed>)>,
}

impl CheckJob {
    /// Checks the game: rules, every variant, every number of players, scenarios, clauses, budgets.
    ///
    /// `stop` is asked between the stages. Returns `None` if it says yes.
    pub fn run(self, stop: &dyn Fn() -> bool) -> Option<CheckedTexts> {
        let shelf = Shelf::Memory(&self.folder);
        let texts = match &self.known {
            Some(known) => known.again(shelf, None),
            None => RulesTexts::read(shelf, None),
        };
        let texts = match texts {
            Ok(texts) => texts,
            Err(error) => return Some(CheckedTexts::nothing(error)),
        };
        if stop() {
            return None;
        }
        let known = texts.clause_ids();
        let rules = Rules::of_texts(texts, shelf);
        let suite = match SuiteTexts::read(shelf) {
            Ok(suite) => suite.suite(None, known.as_ref()),
            Err(error) => return Some(CheckedTexts::nothing(error)),
        };
        if stop() {
            return None;
        }
        let names = source_names(&self.folder);
        let (findings, coverage) = match check_around(rules.clone(), suite.clone(), shelf) {
            Ok(checked) => (of_game(&checked, &names), checked.coverage),
            Err(error) => (vec![whole(error)], None),
        };
        let uncited = coverage.map(|coverage| coverage.uncited).unwrap_or_default();
        let trees = trees(&rules, &names);
        Some(CheckedTexts { findings, rules: Some(rules), suite, uncited, trees })
    }
}

/// Paths in a folder by the names of sources.
pub(crate) fn source_names(folder: &GameFolder) -> SourceNames {
    let shelf = Shelf::Memory(folder);
    folder.files.keys().map(|file| (shelf.path(file).display().to_string(), file.clone())).collect()
}

impl CheckedTexts {
    /// The result for a folder that cannot be read as a game.
    fn nothing(error: Error) -> Self {
        let (uncited, trees) = (Vec::new(), BTreeMap::new());
        Self { findings: vec![whole(error)], rules: None, suite: Suite::default(), uncited, trees }
    }

    /// The rules, if they have no errors.
    pub(crate) fn good(&self) -> Option<&Rules> {
        self.rules.as_ref().filter(|rules| !any_error(rules.diagnostics()))
    }
}

/// A finding about the whole game.
fn whole(error: Error) -> FileFinding {
    FileFinding {
        code: NO_GAME,
        severity: Severity::Error,
        at: None,
        message: error.message,
        help: None,
        clauses: Vec::new(),
        variant: None,
        related: Vec::new(),
        fixes: Vec::new(),
    }
}

fn trees(rules: &Rules, names: &SourceNames) -> BTreeMap<String, (String, Arc<Parsed>)> {
    let of_source = |(id, source): (_, &tavola_syntax::text::Source)| {
        let tree = rules.texts().tree(id)?;
        Some((names.get(&source.name)?.clone(), (source.text.clone(), tree)))
    };
    rules.sources().iter().filter_map(of_source).collect()
}
