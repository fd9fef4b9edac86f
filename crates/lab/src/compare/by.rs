//! Wins by what an expression says of players, side against side.
//!
//! Which values there are is seen in the games before the first look; these games are not counted, so that which values are told depends on
//! nothing that is told of them.

use std::collections::BTreeMap;

use super::Measured;
use crate::figures::Of;
use crate::sample::Observed;

/// So many values are told, those that came most often.
const MOST: usize = 12;

/// What is counted.
pub(super) struct ByPairs {
    /// The expression, as it was asked for.
    expression: String,
    /// How often the intervals of all values together may be wrong.
    error: f64,
    /// In how many pairs a value was said on both sides, before the first look.
    seen: BTreeMap<String, u64>,
    /// None before the first look.
    pub(super) measured: Option<Vec<Measured>>,
    values: Vec<String>,
}

impl ByPairs {
    pub(super) fn new(expression: String, error: f64) -> Self {
        Self { expression, error, seen: BTreeMap::new(), measured: None, values: Vec::new() }
    }

    /// A pair was played.
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

    /// Looks: from the first time on the values are known.
    pub(super) fn look(&mut self) -> &[Measured] {
        if self.measured.is_none() {
            let mut values: Vec<(String, u64)> = std::mem::take(&mut self.seen).into_iter().collect();
            values.sort_by_key(|(_, often)| std::cmp::Reverse(*often));
            values.truncate(MOST);
            values.sort_by_key(|(value, _)| value.parse::<i64>().ok());
            self.values = values.into_iter().map(|(value, _)| value).collect();
            let error = self.error / self.values.len().max(1) as f64;
            let of = |value: &String| Measured::new(Of::By(format!("{} is {value}", self.expression)), error);
            self.measured = Some(self.values.iter().map(of).collect());
        }
        self.measured.as_deref().unwrap_or_default()
    }
}

/// How often a player wins of whom this was said, on both sides; none where it was not said on both.
fn both(games: &[Observed], value: &str) -> Option<[f64; 2]> {
    let rate = |game: &Observed| {
        let own = game.said.iter().zip(&game.values).filter(|(said, _)| *said == value);
        let (players, won) = own.fold((0.0, 0.0), |(players, won), (_, part)| (players + 1.0, won + part));
        (players > 0.0).then(|| won / players)
    };
    let [before, after] = games else { return None };
    Some([rate(before)?, rate(after)?])
}
