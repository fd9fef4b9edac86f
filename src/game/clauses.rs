//! `rulebook.yaml`: the clauses in our own words, the rulings, what was reconstructed.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Error;
use crate::diagnostic::Diagnostic;
use crate::text::{SourceId, Sources, Span};

/// What `rulebook.yaml` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulebookFile {
    /// The game's name.
    pub game: String,
    /// The printed rulebook.
    pub source: Source,
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// What we rule where it is silent or ambiguous.
    #[serde(default)]
    pub rulings: Vec<RulingText>,
    /// What it does not print.
    #[serde(default)]
    pub reconstructed: Vec<Reconstructed>,
}

/// The printed rulebook that is followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Source {
    pub title: String,
    #[serde(default)]
    pub designers: Vec<String>,
    #[serde(default)]
    pub publisher: Option<String>,
    #[serde(default)]
    pub year: Option<i64>,
    #[serde(default)]
    pub edition: Option<String>,
    #[serde(default)]
    pub follows: Option<String>,
}

/// A numbered sentence of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// `VL-4.1`
    pub id: String,
    /// Its section.
    pub section: String,
    /// What it says, in our own words.
    pub text: String,
    /// What sort of sentence it is.
    pub kind: ClauseKind,
    /// For which numbers of players it holds; none: for all.
    #[serde(default)]
    pub player_counts: Option<Vec<i64>>,
}

/// What sort of sentence a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClauseKind {
    /// It says what happens.
    Rule,
    /// It says what there is.
    Data,
    /// It only advises.
    Hint,
    /// It says what a word means.
    Definition,
}

/// A clause of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct RulingText {
    pub id: String,
    pub question: String,
    pub answer: String,
    /// Other answers, which the switch in `setting` plays.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Other readings that nobody can play: they were thought of and dropped.
    #[serde(default)]
    pub rejected: Vec<String>,
    #[serde(default)]
    pub why: Option<String>,
    /// The setting or ruling in the rules that turns it, if there is one.
    #[serde(default)]
    pub setting: Option<String>,
}

/// What was filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Reconstructed {
    pub id: String,
    pub what: String,
    pub how: String,
}

impl RulebookFile {
    /// Reads `rulebook.yaml` of a game's folder, and its text; none if there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<(Self, String)>, Error> {
        let path = folder.join("rulebook.yaml");
        if !path.exists() {
            return Ok(None);
        }
        let shown = path.display();
        let mut sources = Sources::new();
        let id = sources.read_file(&path).map_err(Error::new)?;
        let text = sources.get(id).map(|source| source.text.clone()).unwrap_or_default();
        let bare = serde_yaml::options! { with_snippet: false };
        let file = serde_yaml::from_str_with_options(&text, bare).map_err(|e| {
            let at = e.location().map(|at| format!(":{}:{}", at.line(), at.column())).unwrap_or_default();
            let what = e.to_string();
            let what = what.split_once(" at line ").map_or(what.as_str(), |(what, _)| what);
            let help = "a clause reads like `- { id: AB-1.1, section: Setup, kind: rule, text: .. }`";
            Error::new(format!("{shown}{at}: this is no rulebook: {what}; {help}"))
        })?;
        Ok(Some((file, text)))
    }

    /// The ids of all clauses, rulings and reconstructed data.
    pub fn ids(&self) -> BTreeSet<String> {
        let rebuilt = self.reconstructed.iter().map(|part| part.id.as_str());
        self.told().chain(rebuilt).map(str::to_owned).collect()
    }

    /// Clauses and rulings; what was reconstructed may be a clause that is told there.
    fn told(&self) -> impl Iterator<Item = &str> {
        let clauses = self.clauses.iter().map(|clause| clause.id.as_str());
        clauses.chain(self.rulings.iter().map(|ruling| ruling.id.as_str()))
    }

    /// What does not agree with the rules: ids that stand twice, switches that are not there, alternatives that no
    /// switch plays. `settings` are the names of all settings and rulings.
    pub(super) fn review(&self, source: SourceId, text: &str, settings: &[&str]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut known = BTreeSet::new();
        for id in self.told().filter(|id| !known.insert(*id)) {
            let finding = Diagnostic::error("E0902", last(source, text, id), format!("`{id}` stands there twice"));
            found.push(finding.help("give one of them an id of its own"));
        }
        for ruling in &self.rulings {
            let span = last(source, text, &ruling.id);
            match &ruling.setting {
                Some(name) if !settings.contains(&name.as_str()) => {
                    let message = format!("the rules have no setting or ruling `{name}`");
                    let near = settings.iter().min_by_key(|known| strsim::levenshtein(known, name));
                    let help = near.map_or("take `setting:` away".to_owned(), |near| format!("did you mean `{near}`?"));
                    found.push(Diagnostic::error("E0903", span, message).help(help));
                }
                None if !ruling.alternatives.is_empty() => {
                    let message = format!("nobody can play the alternatives of `{}`", ruling.id);
                    let help = "name what turns it (`setting: NAME`), or call them `rejected:`";
                    found.push(Diagnostic::warning("W0901", span, message).help(help));
                }
                _ => {}
            }
        }
        found
    }
}

/// The last `id: ID` of a text.
fn last(source: SourceId, text: &str, id: &str) -> Span {
    let entry = text.match_indices("id:").filter_map(|(at, key)| {
        let rest = text[at + key.len()..].trim_start_matches([' ', '"', '\'']);
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.' || c == '-');
        rest.strip_prefix(id).filter(|rest| ends(rest)).map(|_| text.len() - rest.len())
    });
    entry.last().map_or(Span::NONE, |at| Span { source, start: at as u32, end: (at + id.len()) as u32 })
}
