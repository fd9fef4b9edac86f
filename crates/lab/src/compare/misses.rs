//! Distances of two sides from their goals, and the interval of their difference.
//!
//! A distance is a sum of absolute values of means, so no single game has one. The standard error of the difference is
//! that of a delete-a-group jackknife: the pairs are dealt into groups, and the difference is computed without each of
//! them. This keeps the correlation between the figures of a game, and between the two games of a pair.
//!
//! Source: Kott, "The delete-a-group jackknife", Journal of Official Statistics 2001.

use schemars::JsonSchema;
use serde::Serialize;

use crate::goals::Goal;
use crate::statistics::{IntervalEnds, ends, round};

/// Number of groups.
const GROUPS: usize = 20;
/// Quantile of Student's t-distribution with `GROUPS - 1` degrees of freedom for a two-sided 95% interval.
const T: f64 = 2.093;

/// Distances from the goals: percentage points of shares and percent of other targets, added up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Misses {
    /// Distance of the first side.
    pub before: f64,
    /// Distance of the second side.
    pub after: f64,
    /// 95% confidence interval of `after - before`, for a number of pairs that was fixed in advance. None: too few games.
    #[serde(flatten, serialize_with = "ends")]
    #[schemars(with = "IntervalEnds")]
    pub interval: Option<(f64, f64)>,
}

impl Misses {
    /// True if the second side is nearer to the goals, and not by chance: the interval lies below 0.
    pub fn is_improved(&self) -> bool {
        self.interval.is_some_and(|(_, high)| high < 0.0)
    }
}

/// Distances of the pairs so far.
pub(super) struct MissPairs<'g> {
    goals: [&'g [Goal]; 2],
    pairs: usize,
    /// Sums of the figures of both sides, by group.
    groups: [JackknifeGroup; GROUPS],
}

#[derive(Clone, Default)]
struct JackknifeGroup {
    pairs: usize,
    sums: [Vec<f64>; 2],
}

impl JackknifeGroup {
    fn add(&mut self, pairs: usize, values: [&[f64]; 2]) {
        self.pairs += pairs;
        for (sums, values) in self.sums.iter_mut().zip(values) {
            // Groups without pairs have no sums.
            sums.resize(values.len().max(sums.len()), 0.0);
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }
}

impl<'g> MissPairs<'g> {
    pub(super) fn new(goals: [&'g [Goal]; 2]) -> Self {
        Self { goals, pairs: 0, groups: Default::default() }
    }

    /// Adds a pair of games: the figures of both sides.
    pub(super) fn add(&mut self, values: [&[f64]; 2]) {
        self.groups[self.pairs % GROUPS].add(1, values);
        self.pairs += 1;
    }

    /// Distances of both sides without one of the groups. They are infinite if no pair is left.
    fn without(&self, group: Option<usize>) -> [f64; 2] {
        let mut all = JackknifeGroup::default();
        for (_, group) in self.groups.iter().enumerate().filter(|(at, _)| Some(*at) != group) {
            let [before, after] = &group.sums;
            all.add(group.pairs, [before, after]);
        }
        [0, 1].map(|side| {
            if all.pairs == 0 {
                return f64::INFINITY;
            }
            let means: Vec<f64> = all.sums[side].iter().map(|sum| sum / all.pairs as f64).collect();
            self.goals[side].iter().map(|goal| goal.miss(&means)).sum()
        })
    }

    pub(super) fn misses(&self) -> Misses {
        let [before, after] = self.without(None);
        let interval = (self.pairs >= 2 * GROUPS).then(|| {
            let without = (0..GROUPS).map(|group| self.without(Some(group))).map(|[before, after]| after - before);
            let squares: f64 = without.map(|difference| (difference - (after - before)).powi(2)).sum();
            let half = T * (squares * (GROUPS - 1) as f64 / GROUPS as f64).sqrt();
            (round(after - before - half), round(after - before + half))
        });
        Misses { before: round(before), after: round(after), interval }
    }
}
