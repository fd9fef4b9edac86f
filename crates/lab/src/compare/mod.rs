//! Two games side by side: the same seeds, chance and players, and what comes out otherwise.
//!
//! Game `i` of both sides is played with the same random numbers; what differs between the two is one difference, and the
//! differences of many games say how sure it is. The intervals hold at every moment ([`Differences`]), so the run is over as soon as
//! enough is known. They are corrected for their number: half of the error is shared out among the figures that decide when the run is over,
//! half among all others, so all of them hold together. Where wins are told apart by an expression too, its values take half of the first half.

mod by;
mod verdict;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::figures;
use super::journal::JournalPart;
use super::sample::{Looker, Observed, Ran, Sampler};
use super::simulate::Trouble;
use super::statistics::Differences;
use by::ByPairs;
use tavola_game::Error;

pub use self::verdict::{Figure, Verdict};
pub use super::figures::Of;
pub use super::sample::{Side, StopReason};

/// How it is compared.
#[derive(Clone, Debug)]
pub struct Trial {
    /// No more pairs of games than this.
    pub most: u64,
    /// How many threads; 0: as many as there are cores.
    pub jobs: usize,
    /// The least difference that matters: of shares in points of a hundred, of everything else in hundredths of what it is
    /// on the first side.
    pub matters: f64,
    /// How often one of the intervals may be wrong, 0 to 1.
    pub error: f64,
    /// The expression of the sides by which wins are told apart, as it is named in figures.
    pub by: Option<String>,
}

/// What comes out of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Pairs of games that were played to their ends.
    pub pairs: u64,
    /// Why there are no more.
    pub end: StopReason,
    /// Those that decide when enough is known come first.
    pub figures: Vec<Figure>,
    /// Tracks and rules that one side alone has.
    pub alone: [Vec<Of>; 2],
    /// For each side how many games had so many questions to players.
    pub lengths: [BTreeMap<i64, u64>; 2],
    /// Games that a fault ended, or that did not end, with their side; the first few.
    pub faults: Vec<(usize, Trouble)>,
}

/// Plays pairs of games until enough is known. `progress` is told now and then how many were played; once `stop` is set, no
/// game goes on. The same comparison comes out of any number of threads, and where games that were `kept` are not played again.
///
/// # Errors
/// When an expression of a side has no meaning in its set-up.
pub fn compare(
    sides: &[Side<'_>; 2],
    trial: &Trial,
    kept: Option<JournalPart<'_>>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Comparison, Error> {
    let sampler = Sampler::new(sides, trial.jobs, stop).keeping(kept);
    sampler.ready()?;
    let (shared, alone) = figures::shared(&sampler.measures);
    let deciding = shared.iter().filter(|(of, _)| of.decides()).count();
    // Half of the error for those that decide, half for the rest.
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
    let mut pairs = Pairs { trial, measured, places, by, lengths: Default::default(), figures: Vec::new() };
    let Ran { games, end, faults } = sampler.run(trial.most, &mut pairs, progress);
    Ok(Comparison { pairs: games, end, figures: pairs.figures, alone, lengths: pairs.lengths, faults })
}

/// What is known of the pairs so far.
struct Pairs<'t> {
    trial: &'t Trial,
    measured: Vec<Measured>,
    /// Where each stands among the measures of each side.
    places: Vec<[usize; 2]>,
    by: Option<ByPairs>,
    lengths: [BTreeMap<i64, u64>; 2],
    figures: Vec<Figure>,
}

impl Looker for Pairs<'_> {
    fn add(&mut self, games: &[Observed]) {
        self.by.iter_mut().for_each(|by| by.add(games));
        for (measured, places) in self.measured.iter_mut().zip(&self.places) {
            let [before, after] = [0, 1].map(|side| games[side].values[places[side]]);
            measured.add(before, after);
            if measured.of == Of::Questions {
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
        begun && self.figures.iter().filter(|figure| figure.decides).all(|figure| figure.verdict != Verdict::Open)
    }
}

/// A figure while it is measured.
struct Measured {
    of: Of,
    /// How often its interval may be wrong.
    error: f64,
    before: f64,
    after: f64,
    differences: Differences,
}

impl Measured {
    fn new(of: Of, error: f64) -> Self {
        Self { of, error, before: 0.0, after: 0.0, differences: Differences::default() }
    }

    fn add(&mut self, before: f64, after: f64) {
        self.before += before;
        self.after += after;
        self.differences.add(after - before);
    }
}
