//! What is known of a figure after so many games.

use serde::Serialize;

use super::{Measured, Trial};
use crate::figures::Of;
use crate::statistics::{ends, round};

/// What a figure comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is about.
    #[serde(flatten)]
    pub of: Of,
    /// Whether the run is not over before it is known.
    pub decides: bool,
    /// Its mean on the first side.
    pub before: f64,
    /// Its mean on the second side.
    pub after: f64,
    /// `after - before`.
    pub difference: f64,
    /// Between what the true difference lies; `None`: too few games to say.
    #[serde(flatten, serialize_with = "ends")]
    pub interval: Option<(f64, f64)>,
    /// The least difference that matters.
    pub matters: f64,
    /// What that means.
    pub verdict: Verdict,
}

/// What an interval says of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is larger on the second side, by more than what matters.
    More,
    /// It is smaller on the second side, by more than what matters.
    Less,
    /// It may differ, but not by what matters.
    Same,
    /// Not enough is known.
    Open,
}

impl Figure {
    /// Whether the sides are known to differ at all.
    pub fn differs(&self) -> bool {
        self.interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }

    /// How far the sides are apart for certain, counted in what matters: 1 is just enough.
    pub fn weight(&self) -> f64 {
        let Some((low, high)) = self.interval else { return 0.0 };
        let sure = low.max(-high).max(0.0);
        if self.matters > 0.0 { sure / self.matters } else { sure }
    }
}

/// All figures, after so many games, those that decide first.
pub(super) fn all<'m>(measured: impl Iterator<Item = &'m Measured>, trial: &Trial) -> Vec<Figure> {
    let mut figures: Vec<Figure> = measured.map(|measured| figure(measured, trial)).collect();
    figures.sort_by_key(|figure| !figure.decides);
    figures
}

fn figure(measured: &Measured, trial: &Trial) -> Figure {
    let of = measured.of.clone();
    let pairs = measured.differences.count().max(1.0);
    let (before, after) = (measured.before / pairs, measured.after / pairs);
    let unit = if of.is_share() { 1.0 } else { before.abs() };
    let matters = trial.matters / 100.0 * unit;
    let bound = if of.is_share() { 1.0 } else { f64::MAX };
    let interval = measured.differences.interval(measured.error).map(|(low, high)| (low.max(-bound), high.min(bound)));
    let verdict = match interval {
        Some((low, _)) if low > matters => Verdict::More,
        Some((_, high)) if high < -matters => Verdict::Less,
        Some((low, high)) if low >= -matters && high <= matters => Verdict::Same,
        _ => Verdict::Open,
    };
    Figure {
        decides: of.decides(),
        of,
        before: round(before),
        after: round(after),
        difference: round(measured.differences.mean()),
        interval: interval.map(|(low, high)| (round(low), round(high))),
        matters: round(matters),
        verdict,
    }
}
