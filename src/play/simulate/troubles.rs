//! What went wrong in the games of a run.

use std::collections::BTreeMap;

use super::report::{EQUAL_TROUBLES, KEPT_TROUBLES, Trouble};

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
