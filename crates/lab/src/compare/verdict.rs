//! Verdicts: conclusions from the confidence interval of a difference.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Measured, Trial};
use crate::figures::Metric;
use crate::statistics::{IntervalEnds, Share, ends, round};

/// Comparison of one figure.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// Subject of the figure.
    #[serde(flatten)]
    pub of: Metric,
    /// True if the run continues until this figure is decided.
    pub decides: bool,
    /// Its mean on the first side: a share from 0 to 1, or a number per game.
    pub before: f64,
    /// Its mean on the second side.
    pub after: f64,
    /// 95% confidence interval of the mean on the second side, for a number of games that was fixed in advance. `None`: too few games.
    #[serde(skip)]
    pub after_interval: Option<(f64, f64)>,
    /// `after - before`.
    pub difference: f64,
    /// Confidence interval of the true difference. `None`: too few games.
    #[serde(flatten, serialize_with = "ends")]
    #[schemars(with = "IntervalEnds")]
    pub interval: Option<(f64, f64)>,
    /// Smallest relevant difference, in the unit of `before` and `after`: 0.02 is 2 percentage points of a share.
    pub relevance_threshold: f64,
    /// Conclusion from the interval.
    pub verdict: Verdict,
}

/// Conclusion from the interval of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is larger on the second side, by more than the smallest relevant difference.
    More,
    /// It is smaller on the second side, by more than the smallest relevant difference.
    Less,
    /// Both sides are equivalent: they may differ, but not by a relevant amount.
    Same,
    /// The sides differ, but it is open whether by a relevant amount: the interval excludes 0 and contains the
    /// smallest relevant difference.
    Differs,
    /// It is open whether the sides differ.
    Open,
}

impl Verdict {
    /// True if more games may lead to a settled verdict.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Differs | Self::Open)
    }
}

impl Figure {
    /// True if the interval excludes 0.
    pub fn differs(&self) -> bool {
        self.interval.is_some_and(excludes_0)
    }

    /// Guaranteed distance of the sides in units of the smallest relevant difference: 1 is just relevant.
    pub fn weight(&self) -> f64 {
        let Some((low, high)) = self.interval else { return 0.0 };
        let sure = low.max(-high).max(0.0);
        if self.relevance_threshold > 0.0 { sure / self.relevance_threshold } else { sure }
    }
}

/// All figures after the games so far, deciding ones first.
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
    let threshold = trial.relevance_threshold / 100.0 * unit;
    let bound = if of.is_share() { 1.0 } else { f64::MAX };
    let interval = measured.differences.interval(measured.error).map(|(low, high)| (low.max(-bound), high.min(bound)));
    let verdict = match interval {
        Some((low, _)) if low > threshold => Verdict::More,
        Some((_, high)) if high < -threshold => Verdict::Less,
        Some((low, high)) if low >= -threshold && high <= threshold => Verdict::Same,
        Some(ends) if excludes_0(ends) => Verdict::Differs,
        _ => Verdict::Open,
    };
    Figure {
        decides: of.decides(),
        of,
        before: round(before),
        after: round(after),
        after_interval: after_interval(measured),
        difference: round(measured.differences.mean()),
        interval: interval.map(|(low, high)| (round(low), round(high))),
        relevance_threshold: round(threshold),
        verdict,
    }
}

/// Wilson's interval of a share; the normal approximation for other means.
fn after_interval(measured: &Measured) -> Option<(f64, f64)> {
    if measured.of.is_share() {
        let Share { low, high, .. } = Share::of(measured.after.round() as u64, measured.differences.count() as u64);
        return Some((low, high));
    }
    measured.second.mean().map(|mean| (mean.low, mean.high))
}

fn excludes_0((low, high): (f64, f64)) -> bool {
    low > 0.0 || high < 0.0
}
