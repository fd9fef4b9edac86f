//! `rulebook.yaml`: the clauses in our own words, the rulings, what was reconstructed.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Error;

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
    #[serde(default)]
    pub alternatives: Vec<String>,
    #[serde(default)]
    pub why: Option<String>,
    /// The switch in the rules, if there is one.
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
    /// Reads `rulebook.yaml` of a game's folder; none if there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join("rulebook.yaml");
        if !path.exists() {
            return Ok(None);
        }
        let shown = path.display();
        let text = std::fs::read_to_string(&path).map_err(|e| Error::new(format!("cannot read `{shown}`: {e}")))?;
        serde_yaml::from_str(&text).map(Some).map_err(|e| Error::new(format!("`{shown}` is no list of clauses: {e}")))
    }

    /// The ids of all clauses, rulings and reconstructed data.
    pub fn ids(&self) -> BTreeSet<String> {
        let clauses = self.clauses.iter().map(|clause| &clause.id);
        let rulings = self.rulings.iter().map(|ruling| &ruling.id);
        let rebuilt = self.reconstructed.iter().map(|part| &part.id);
        clauses.chain(rulings).chain(rebuilt).cloned().collect()
    }
}
