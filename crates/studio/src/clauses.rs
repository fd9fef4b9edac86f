//! The clauses of the rulebook, with the lines that cite them and the scenarios that prove them.

use serde::Serialize;
use tavola_game::Clause;
use tavola_lab::{scenario, trace_all};
use tavola_page::draw;
use tavola_syntax::text::clean;

use crate::bodies::LineShown;
use crate::files::GameFiles;
use crate::tests::line;

/// A clause or ruling.
#[derive(Serialize)]
pub(crate) struct ClauseShown {
    id: String,
    section: String,
    /// Its text as HTML.
    text: String,
    rules: Vec<LineShown>,
    scenarios: Vec<LineShown>,
    /// Reason why it needs neither a rule nor a scenario: `definition`, `ruling`.
    exempt: Option<&'static str>,
}

/// All clauses and rulings, as the files are on the disk. None without a rulebook.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn clauses(files: &GameFiles) -> Result<Vec<ClauseShown>, String> {
    let rules = files.rules()?;
    let suite = scenario::read(&files.folder().join("scenarios"), None, None).map_err(|error| clean(&error.message))?;
    let at = |place: &str, text: &str| line(files, place).map(|line| LineShown { text: text.to_owned(), ..line });
    let of = |id: &str| rules.rulebook().and_then(|book| book.clauses.iter().find(|clause| clause.id == id));
    let shown = |traced: tavola_lab::Traced| ClauseShown {
        exempt: of(&traced.id).map_or(Some("ruling"), Clause::exempt),
        rules: traced.lines.iter().filter_map(|line| at(&line.place, &line.words)).collect(),
        scenarios: traced.scenarios.iter().filter_map(|(name, place)| at(place, name)).collect(),
        id: traced.id,
        section: traced.section,
        text: draw::clause(&traced.text),
    };
    Ok(trace_all(&rules, &suite).into_iter().map(shown).collect())
}
