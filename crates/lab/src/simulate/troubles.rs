//! What went wrong in the games of a run.

use std::collections::BTreeMap;

use serde::Serialize;

use tavola_syntax::diagnostic::Diagnostic;

/// So many broken invariants and faults are described; all are counted.
const KEPT_TROUBLES: usize = 5;

/// A fault that ended so many games ends the run: the next games would tell the same.
const EQUAL_TROUBLES: u64 = 10;

/// A game that went wrong. Game `game` (from 0) of a run with this seed shows it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// The invariant that does not hold, or what the fault means.
    pub what: String,
    /// The rule that the machine stood in.
    pub rule: String,
    /// `file:line:column` there.
    pub place: String,
    /// The seed of the run.
    pub seed: u64,
    /// The game's number in the run, from 0.
    pub game: u64,
    /// How many games of the run it met, all together.
    pub games: u64,
    /// How many answers had been given.
    pub answers: u64,
    /// The fault as a finding.
    #[serde(skip)]
    pub diagnostic: Option<Diagnostic>,
}

/// What went wrong, each trouble (what it is, and where) once, by the first game that had it.
#[derive(Clone, Debug, Default)]
pub(super) struct Troubles {
    kinds: BTreeMap<(String, String), Trouble>,
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

    /// Games that went wrong.
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

    /// Whether one and the same trouble met so many games that nothing new is to be expected.
    pub(super) fn repeats(&self) -> bool {
        self.kinds.values().any(|trouble| trouble.games >= EQUAL_TROUBLES)
    }
}
