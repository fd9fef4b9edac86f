//! Troubles: faults and broken invariants in the games of a run.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use tavola_syntax::diagnostic::{Diagnostic, Finding};

/// Maximum number of troubles that are described. All are counted.
const KEPT_TROUBLES: usize = 5;

/// Number of games with the same fault that ends a run. Further games would show the same.
const EQUAL_TROUBLES: u64 = 10;

/// A game that went wrong. Game `game` (from 0) of a run with this seed reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// The invariant that does not hold, or the message of the fault.
    pub what: String,
    /// Rule in which the game stood.
    pub rule: String,
    /// Its place: `file:line:column`.
    pub place: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Number of games of the run with this trouble.
    pub games: u64,
    /// Number of answers given before.
    pub answers: u64,
    /// The fault as a finding.
    #[serde(skip)]
    pub finding: Option<Box<Finding>>,
    /// The fault, to be drawn beside the rules. None in a tally that was read from a file.
    #[serde(skip)]
    pub diagnostic: Option<Diagnostic>,
}

/// Troubles of a run, each (by message and place) once, with the first game that had it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<StoredTrouble>", into = "Vec<StoredTrouble>")]
pub(super) struct Troubles {
    kinds: BTreeMap<(String, String), Trouble>,
}

/// A trouble in a file, with its finding.
#[derive(Serialize, Deserialize)]
struct StoredTrouble {
    trouble: Trouble,
    finding: Option<Box<Finding>>,
}

impl From<Vec<StoredTrouble>> for Troubles {
    fn from(stored: Vec<StoredTrouble>) -> Self {
        let mut troubles = Self::default();
        stored.into_iter().for_each(|StoredTrouble { trouble, finding }| troubles.add(Trouble { finding, ..trouble }));
        troubles
    }
}

impl From<Troubles> for Vec<StoredTrouble> {
    fn from(troubles: Troubles) -> Self {
        let stored = |trouble: Trouble| StoredTrouble { finding: trouble.finding.clone(), trouble };
        troubles.kinds.into_values().map(stored).collect()
    }
}

impl Troubles {
    pub(super) fn add(&mut self, trouble: Trouble) {
        let kind = (trouble.what.clone(), trouble.place.clone());
        let games = trouble.games;
        let known = self.kinds.entry(kind).or_insert_with(|| Trouble { games: 0, ..trouble.clone() });
        let games = known.games + games;
        if trouble.game < known.game {
            *known = trouble;
        }
        known.games = games;
    }

    pub(super) fn merge(&mut self, other: Self) {
        other.kinds.into_values().for_each(|trouble| self.add(trouble));
    }

    /// Number of games that went wrong.
    pub(super) fn count(&self) -> u64 {
        self.kinds.values().map(|trouble| trouble.games).sum()
    }

    /// The first few, by the number of the game.
    pub(super) fn first(&self) -> Vec<Trouble> {
        let mut first: Vec<Trouble> = self.kinds.values().cloned().collect();
        first.sort_by_key(|trouble| trouble.game);
        first.truncate(KEPT_TROUBLES);
        first
    }

    /// True if one trouble occurred so often that further games would show nothing new.
    pub(super) fn repeats(&self) -> bool {
        self.kinds.values().any(|trouble| trouble.games >= EQUAL_TROUBLES)
    }
}
