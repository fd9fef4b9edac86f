//! Settings, rulings and variants of a game by their names.

use std::path::Path;

use super::scenario::{Scenario, Suite};
use super::trace::{Traced, has_words};
use tavola_game::{Difference, Error, RulePart, Rules, differences, headline, variants_in};
use tavola_syntax::text::Sources;

/// A setting, ruling, variant or scenario, or a row of another table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSwitch {
    /// `setting`, `ruling`, `variant` or `scenario`; of another row, the word of its table: `places`.
    pub kind: &'static str,
    /// Its name, as `--set` and `--variant` take it.
    pub name: String,
    /// `file:line:column`
    pub place: String,
    /// Its meaning and value, its question and answer, or its title. Empty for a scenario.
    pub text: String,
    /// The clauses that it cites; of a variant also those that its changes cite. Of a scenario: those that it proves.
    pub clauses: Vec<String>,
    /// Other clauses whose rules read it. Empty for variants and scenarios.
    pub readers: Vec<String>,
}

/// The settings, rulings and variants that contain all of these words in their name or text (case-insensitive), in the order of the
/// files. `folder` is the one that `rules` were read from.
///
/// # Errors
/// If the file of a variant cannot be read.
pub fn named(folder: &Path, rules: &Rules, words: &[String]) -> Result<Vec<NamedSwitch>, Error> {
    let parts = rules.parts();
    let mut all: Vec<NamedSwitch> = parts.iter().filter(is_switch).filter_map(|part| row(rules, part)).collect();
    for name in variants_in(folder) {
        let mut sources = Sources::new();
        let file = folder.join("variants").join(format!("{name}.tavola"));
        let id = sources.read_file(&file).map_err(Error::new)?;
        let Some(head) = headline(&sources, id) else { continue };
        let house = if head.house { ", house rules" } else { "" };
        all.push(NamedSwitch {
            kind: "variant",
            place: head.place(&sources).unwrap_or_default(),
            text: format!("{}{house}", head.title),
            clauses: head.cites,
            readers: Vec::new(),
            name,
        });
    }
    all.retain(|one| holds(one, words));
    for variant in all.iter_mut().filter(|one| one.kind == "variant") {
        let over = rules.read_again(folder, Some(&variant.name))?;
        for id in differences(rules, &over).iter().flat_map(Difference::cites) {
            if !variant.clauses.iter().any(|known| known == id) {
                variant.clauses.push(id.to_owned());
            }
        }
    }
    Ok(all)
}

/// The rows of other tables that contain all of these words in their cells or the heads of these (case-insensitive), in the order of the
/// files. An empty cell does not count, nor does its head.
pub fn named_rows(rules: &Rules, words: &[String]) -> Vec<NamedSwitch> {
    let parts = rules.parts();
    let rows = parts.iter().filter(|part| !is_switch(part)).filter_map(|part| row(rules, part));
    rows.filter(|one| holds(one, words)).collect()
}

/// The scenarios that contain all of these words in their name and stand below none of the clauses `shown`. None without words.
pub fn named_scenarios(suite: &Suite, shown: &[Traced], words: &[String]) -> Vec<NamedSwitch> {
    let is_shown = |case: &Scenario| shown.iter().flat_map(|one| &one.scenarios).any(|(_, place)| *place == case.place);
    let is_meant = |case: &&Scenario| !words.is_empty() && has_words(&case.name, words) && !is_shown(case);
    let named = |case: &Scenario| NamedSwitch {
        kind: "scenario",
        name: case.name.clone(),
        place: case.place.clone(),
        text: String::new(),
        clauses: case.clauses.iter().map(|(id, _)| id.clone()).collect(),
        readers: Vec::new(),
    };
    suite.scenarios.iter().filter(is_meant).map(named).collect()
}

fn holds(one: &NamedSwitch, words: &[String]) -> bool {
    let text = format!("{} {} {}", one.name, one.name.replace('_', " "), one.text).to_lowercase();
    words.iter().all(|word| text.contains(&word.to_lowercase()))
}

/// True for a row of the settings or rulings.
fn is_switch(part: &&RulePart) -> bool {
    ["settings", "rulings"].contains(&part.id.sort)
}

/// A row of a table: a setting or ruling in its words, another one with its cells.
fn row(rules: &Rules, part: &RulePart) -> Option<NamedSwitch> {
    let name = part.id.row.clone()?;
    let cell = |column: &str| part.cell(column).unwrap_or_default().trim_matches('"');
    let (kind, text) = match part.id.sort {
        "settings" => {
            let range = Some(cell("range")).filter(|range| !range.is_empty());
            let range = range.map_or_else(String::new, |range| format!(" ({range})"));
            ("setting", format!("{}: {}{range}", cell("meaning"), cell("value")))
        }
        "rulings" => ("ruling", format!("{} {} (or: {})", cell("question"), cell("answer"), cell("instead of"))),
        table => (table, part.lines.join("; ")),
    };
    let clauses = part.clauses().to_vec();
    let readers = rules.readers(&part.id).into_iter().filter(|id| !clauses.contains(id)).collect();
    Some(NamedSwitch { kind, name, place: part.place.clone(), text, clauses, readers })
}
