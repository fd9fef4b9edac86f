//! Two games side by side: the same seeds, chance and players, and what comes out otherwise.
//!
//! Game `i` of both sides is played with the same random numbers; what differs between the two is one difference, and the
//! differences of many games say how sure it is. The intervals hold at every moment ([`Differences`]), so the run is over as soon as
//! enough is known. They are corrected for their number: half of the error is shared out among the figures that decide when the run is over,
//! half among all others, so all of them hold together.

mod verdict;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::figures;
use super::sample::{Looker, Ran, Sampler};
use super::simulate::Trouble;
use super::statistics::Differences;

pub use self::verdict::{Figure, Verdict};
pub use super::figures::Of;
pub use super::sample::{End, Side};

/// How it is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

/// What comes out of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Pairs of games that were played to their ends.
    pub pairs: u64,
    /// Why there are no more.
    pub end: End,
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
/// game goes on. The same comparison comes out of any number of threads.
pub fn compare(sides: &[Side<'_>; 2], trial: &Trial, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Comparison {
    let sampler = Sampler::new(sides, trial.jobs, stop);
    let (shared, alone) = figures::shared(&sampler.measures);
    let measured = shared.into_iter().map(Measured::new).collect();
    let mut pairs = Pairs { trial, measured, lengths: Default::default(), figures: Vec::new() };
    let Ran { games, end, faults } = sampler.run(trial.most, &mut pairs, progress);
    Comparison { pairs: games, end, figures: pairs.figures, alone, lengths: pairs.lengths, faults }
}

/// What is known of the pairs so far.
struct Pairs<'t> {
    trial: &'t Trial,
    measured: Vec<Measured>,
    lengths: [BTreeMap<i64, u64>; 2],
    figures: Vec<Figure>,
}

impl Looker for Pairs<'_> {
    fn add(&mut self, values: &[Vec<f64>]) {
        for measured in &mut self.measured {
            let [before, after] = [0, 1].map(|side| values[side][measured.places[side]]);
            measured.before += before;
            measured.after += after;
            measured.differences.add(after - before);
            if measured.of == Of::Questions {
                for (lengths, length) in self.lengths.iter_mut().zip([before, after]) {
                    *lengths.entry(length as i64).or_default() += 1;
                }
            }
        }
    }

    fn knows_enough(&mut self) -> bool {
        self.figures = verdict::all(&self.measured, self.trial);
        self.figures.iter().filter(|figure| figure.decides).all(|figure| figure.verdict != Verdict::Open)
    }
}

/// A figure while it is measured.
struct Measured {
    of: Of,
    /// Where it stands among the measures of each side.
    places: [usize; 2],
    before: f64,
    after: f64,
    differences: Differences,
}

impl Measured {
    fn new((of, places): (Of, [usize; 2])) -> Self {
        Self { of, places, before: 0.0, after: 0.0, differences: Differences::default() }
    }
}
