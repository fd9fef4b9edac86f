//! Wins grouped by the value of an expression, side against side.
//!
//! The values are selected in the games before the first evaluation. These games are not counted, so the selection does
//! not depend on the results that are reported.

use std::collections::BTreeMap;

use super::Measured;
use crate::figures::Metric;
use crate::sample::Observed;

/// Maximum number of reported values: the most frequent ones.
const MOST: usize = 12;

/// Comparison of the groups.
pub(super) struct ByPairs {
    /// The expression, as the user wrote it.
    expression: String,
    /// Error probability of the intervals of all values together.
    error: f64,
    /// Number of pairs in which a value occurred on both sides, before the first evaluation.
    seen: BTreeMap<String, u64>,
    /// None before the first evaluation.
    pub(super) measured: Option<Vec<Measured>>,
    values: Vec<String>,
}

impl ByPairs {
    pub(super) fn new(expression: String, error: f64) -> Self {
        Self { expression, error, seen: BTreeMap::new(), measured: None, values: Vec::new() }
    }

    /// Adds a pair of games.
    pub(super) fn add(&mut self, games: &[Observed]) {
        let Some(measured) = &mut self.measured else {
            let [before, after] = games else { return };
            let both: std::collections::BTreeSet<&String> =
                before.said.iter().filter(|said| after.said.contains(said)).collect();
            both.into_iter().for_each(|said| *self.seen.entry(said.clone()).or_default() += 1);
            return;
        };
        for (value, measured) in self.values.iter().zip(measured) {
            if let Some([before, after]) = both(games, value) {
                measured.add(before, after);
            }
        }
    }

    /// Evaluates the pairs so far. The first evaluation selects the values.
    pub(super) fn look(&mut self) -> &[Measured] {
        if self.measured.is_none() {
            let mut values: Vec<(String, u64)> = std::mem::take(&mut self.seen).into_iter().collect();
            values.sort_by_key(|(_, often)| std::cmp::Reverse(*often));
            values.truncate(MOST);
            values.sort_by_key(|(value, _)| value.parse::<i64>().ok());
            self.values = values.into_iter().map(|(value, _)| value).collect();
            let error = self.error / self.values.len().max(1) as f64;
            let of = |value: &String| Measured::new(Metric::By(format!("{} is {value}", self.expression)), error);
            self.measured = Some(self.values.iter().map(of).collect());
        }
        self.measured.as_deref().unwrap_or_default()
    }
}

/// Win rate of the players with this value, on both sides. None if it did not occur on both.
fn both(games: &[Observed], value: &str) -> Option<[f64; 2]> {
    let rate = |game: &Observed| {
        let own = game.said.iter().zip(&game.values).filter(|(said, _)| *said == value);
        let (players, won) = own.fold((0.0, 0.0), |(players, won), (_, part)| (players + 1.0, won + part));
        (players > 0.0).then(|| won / players)
    };
    let [before, after] = games else { return None };
    Some([rate(before)?, rate(after)?])
}
