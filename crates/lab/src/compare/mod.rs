//! Paired comparison of two games with common random numbers: the same seeds, chance and players on both sides.
//!
//! Game `i` of both sides is played with the same random numbers, so each pair of games gives one difference. The
//! intervals are confidence sequences ([`Differences`]) and hold at every moment, so the run stops as soon as all
//! figures are decided. A Bonferroni correction makes all of them hold together: half of the error is divided among the
//! deciding figures, half among the others. If wins are grouped by an expression, its values take half of the first
//! half.

mod by;
mod misses;
mod verdict;

use std::collections::BTreeMap;

use super::figures;
use super::goals::Goal;
use super::run_hooks::RunHooks;
use super::sample::{Observed, Ran, Sampler, SequentialTest};
use super::simulate::Trouble;
use super::statistics::{Differences, FractionSums};
use by::ByPairs;
use misses::MissPairs;
use tavola_game::Error;

pub use self::misses::Misses;
pub use self::verdict::{Figure, Verdict};
pub use super::figures::Metric;
pub use super::sample::{Side, StopReason};

/// Parameters of a comparison.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Maximum number of pairs of games.
    pub max_pairs: u64,
    /// Number of threads; 0 for the number of cores.
    pub jobs: usize,
    /// Smallest relevant difference (equivalence margin): in percentage points for shares, otherwise in percent of the
    /// mean of the first side.
    pub relevance_threshold: f64,
    /// Family-wise error rate: probability that any of the intervals is wrong, from 0 to 1.
    pub error: f64,
    /// Expression of the sides by which wins are grouped, as figures name it.
    pub by: Option<String>,
    /// True if the run ends as soon as all figures are decided; otherwise it plays `max_pairs`.
    pub stops_early: bool,
}

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Number of pairs of games that were played to the end.
    pub pairs: u64,
    /// Number of pairs whose two games have the same figures.
    pub alike: u64,
    /// Reason why no more games were played.
    pub stop_reason: StopReason,
    /// Figures, deciding ones first.
    pub figures: Vec<Figure>,
    /// Tracks and rules that only one side has.
    pub alone: [Vec<Metric>; 2],
    /// For each side: number of games by number of questions to players.
    pub lengths: [BTreeMap<i64, u64>; 2],
    /// The first few games that were ended by a fault or did not end, with the index of their side.
    pub faults: Vec<(usize, Trouble)>,
}

/// Plays pairs of games until all figures are decided, or all of them.
///
/// The result depends neither on the number of threads nor on the games that the checkpoint already holds.
///
/// # Errors
/// If an expression of a side has no meaning in its set-up.
pub fn compare(sides: &[Side<'_>; 2], trial: &Trial, hooks: RunHooks<'_>) -> Result<Comparison, Error> {
    let sampler = Sampler::new(sides, trial.jobs, hooks.stop).keeping(hooks.checkpoint);
    sampler.ready()?;
    let mut pairs = Pairs::of(&sampler, trial);
    let ran = sampler.run(trial.max_pairs, &mut pairs, hooks.progress);
    Ok(pairs.comparison(ran))
}

/// Like [`compare`], and tells which side comes nearer to its goals.
///
/// # Errors
/// As [`compare`].
pub fn compare_misses(
    sides: &[Side<'_>; 2],
    goals: [&[Goal]; 2],
    trial: &Trial,
    hooks: RunHooks<'_>,
) -> Result<(Comparison, Misses), Error> {
    let sampler = Sampler::new(sides, trial.jobs, hooks.stop).keeping(hooks.checkpoint);
    sampler.ready()?;
    let mut both = (Pairs::of(&sampler, trial), MissPairs::new(goals));
    let ran = sampler.run(trial.max_pairs, &mut both, hooks.progress);
    Ok((both.0.comparison(ran), both.1.misses()))
}

/// Evaluation of the pairs so far.
struct Pairs<'t> {
    trial: &'t Trial,
    measured: Vec<Measured>,
    /// Index of each figure on both sides.
    places: Vec<[usize; 2]>,
    /// Figures that only one side has.
    alone: [Vec<Metric>; 2],
    by: Option<ByPairs>,
    lengths: [BTreeMap<i64, u64>; 2],
    /// Number of pairs whose two games have the same figures.
    alike: u64,
    figures: Vec<Figure>,
}

impl<'t> Pairs<'t> {
    fn of(sampler: &Sampler<'_, '_>, trial: &'t Trial) -> Self {
        let (shared, alone) = figures::shared(&sampler.measures);
        let deciding = shared.iter().filter(|(of, _)| of.decides()).count();
        // Half of the error for the deciding figures, half for the rest.
        let (half, by) = (trial.error / 2.0, trial.by.as_ref().map(|by| ByPairs::new(by.clone(), trial.error / 4.0)));
        let decide = if by.is_some() { half / 2.0 } else { half } / deciding as f64;
        let rest = half / (shared.len() - deciding) as f64;
        let (measured, places) = shared
            .into_iter()
            .map(|(of, places)| {
                let error = if of.decides() { decide } else { rest };
                (Measured::new(of, error), places)
            })
            .unzip();
        Self { trial, measured, places, alone, by, lengths: Default::default(), alike: 0, figures: Vec::new() }
    }

    fn comparison(self, Ran { games, end, faults }: Ran) -> Comparison {
        let Self { figures, lengths, alike, alone, .. } = self;
        Comparison { pairs: games, alike, stop_reason: end, figures, alone, lengths, faults }
    }
}

/// Evaluation of the pairs, and of their distances from goals.
impl SequentialTest for (Pairs<'_>, MissPairs<'_>) {
    fn add(&mut self, games: &[Observed]) {
        self.0.add(games);
        self.1.add([&games[0].values, &games[1].values]);
    }

    fn knows_enough(&mut self) -> bool {
        self.0.knows_enough()
    }
}

impl SequentialTest for Pairs<'_> {
    fn add(&mut self, games: &[Observed]) {
        self.by.iter_mut().for_each(|by| by.add(games));
        let is_alike = |&[before, after]: &[usize; 2]| games[0].values[before] == games[1].values[after];
        self.alike += u64::from(self.places.iter().all(is_alike));
        for (measured, places) in self.measured.iter_mut().zip(&self.places) {
            let [before, after] = [0, 1].map(|side| games[side].values[places[side]]);
            measured.add(before, after);
            if measured.of == Metric::Questions {
                for (lengths, length) in self.lengths.iter_mut().zip([before, after]) {
                    *lengths.entry(length as i64).or_default() += 1;
                }
            }
        }
    }

    fn knows_enough(&mut self) -> bool {
        let begun = self.by.as_ref().is_none_or(|by| by.measured.is_some());
        let by = self.by.as_mut().map(ByPairs::look).unwrap_or_default();
        self.figures = verdict::all(self.measured.iter().chain(by), self.trial);
        self.trial.stops_early
            && begun
            && self.figures.iter().filter(|figure| figure.decides).all(|figure| !figure.verdict.is_open())
    }
}

/// A figure while it is measured.
struct Measured {
    of: Metric,
    /// Error probability of its interval.
    error: f64,
    before: f64,
    after: f64,
    /// Values of the second side.
    second: FractionSums,
    differences: Differences,
}

impl Measured {
    fn new(of: Metric, error: f64) -> Self {
        let (second, differences) = (FractionSums::default(), Differences::default());
        Self { of, error, before: 0.0, after: 0.0, second, differences }
    }

    fn add(&mut self, before: f64, after: f64) {
        self.before += before;
        self.after += after;
        self.second.add(after);
        self.differences.add(after - before);
    }
}
