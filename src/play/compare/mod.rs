//! Two games side by side: the same seeds, chance and players, and what comes out otherwise.
//!
//! Game `i` of both sides is played with the same random numbers; what differs between the two is one difference, and the
//! differences of many games say how sure it is. The intervals hold at every moment ([`Differences`]), so the run is over as soon as
//! enough is known. They are corrected for their number: half of the error is shared out among the figures that decide when the run is over,
//! half among all others, so all of them hold together.

mod figures;
mod verdict;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use self::figures::Measures;
use super::agent::Bot;
use super::simulate::{Came, Desk, Trouble};
use super::statistics::Differences;
use super::threads;
use crate::game::Game;

pub use self::figures::Of;
pub use self::verdict::{Figure, Verdict};

/// One of two sides.
#[derive(Clone)]
pub struct Side<'g> {
    /// The game; both sides have as many players.
    pub game: &'g Game,
    /// Who plays, seat by seat.
    pub bots: Vec<Bot>,
    /// The seed: the same for both, unless chance shall not be shared.
    pub seed: u64,
}

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

/// Why no more games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Enough is known of every figure that decides.
    Decided,
    /// All games were played.
    Played,
    /// Somebody stopped it.
    Stopped,
    /// Faults ended ten games.
    Faults,
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
    pub lengths: [BTreeMap<u64, u64>; 2],
    /// Games that a fault ended, or that did not end, with their side; the first few.
    pub faults: Vec<(usize, Trouble)>,
}

/// So many faults end the run.
const FAULTS: usize = 10;
/// So many pairs are played before anything is looked at.
const FIRST: u64 = 64;
/// .. and so many at most between two looks.
const LONGEST: u64 = 4096;

/// One pair of games.
struct Pair {
    values: [Vec<f64>; 2],
    lengths: [u64; 2],
}

/// Two desks, one for each side.
struct Desks {
    desks: [Desk; 2],
    ran: [Vec<u64>; 2],
}

/// Plays pairs of games until enough is known. `progress` is told now and then how many were played; once `stop` is set, no
/// game goes on. The same comparison comes out of any number of threads.
pub fn compare(sides: &[Side<'_>; 2], trial: &Trial, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Comparison {
    let measures = [0, 1].map(|side| Measures::of(sides[side].game));
    let (shared, alone) = figures::shared(&measures);
    let mut measured: Vec<Measured> = shared.into_iter().map(Measured::new).collect();
    let mut comparison = Comparison {
        pairs: 0,
        end: End::Played,
        figures: Vec::new(),
        alone,
        lengths: Default::default(),
        faults: vec![],
    };
    let mut next = 0;
    while next < trial.most {
        let many = (next / 2).clamp(FIRST, LONGEST).min(trial.most - next);
        let pairs = threads::with(trial.jobs, || {
            let games = (next..next + many).into_par_iter();
            let played =
                games.map_init(|| Desks::new(sides), |desks, number| desks.play(number, sides, &measures, stop));
            played.collect::<Vec<_>>()
        });
        for pair in pairs {
            match pair {
                Some(Ok(pair)) => comparison.add(&mut measured, &pair),
                Some(Err(fault)) => comparison.faults.push(fault),
                None => comparison.end = End::Stopped,
            }
            if comparison.end == End::Stopped {
                break;
            }
        }
        next += many;
        progress(next);
        if comparison.faults.len() >= FAULTS {
            comparison.end = End::Faults;
        }
        comparison.figures = verdict::all(&measured, trial);
        if comparison.end != End::Played || stop.load(Ordering::Relaxed) {
            break;
        }
        if comparison.figures.iter().filter(|figure| figure.decides).all(|figure| figure.verdict != Verdict::Open) {
            comparison.end = End::Decided;
            break;
        }
    }
    comparison
}

impl Comparison {
    fn add(&mut self, measured: &mut [Measured], pair: &Pair) {
        self.pairs += 1;
        for measured in measured {
            let [before, after] = [0, 1].map(|side| pair.values[side][measured.places[side]]);
            measured.before += before;
            measured.after += after;
            measured.differences.add(after - before);
        }
        for side in [0, 1] {
            *self.lengths[side].entry(pair.lengths[side]).or_default() += 1;
        }
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

impl Desks {
    fn new(sides: &[Side<'_>; 2]) -> Self {
        let desks = [0, 1].map(|side: usize| Desk::new(sides[side].game, sides[side].bots.clone(), false).with_leads());
        let ran = [0, 1].map(|side: usize| desks[side].rules());
        Self { desks, ran }
    }

    /// Plays a pair; none where it was stopped.
    fn play(
        &mut self,
        number: u64,
        sides: &[Side<'_>; 2],
        measures: &[Measures; 2],
        stop: &AtomicBool,
    ) -> Option<Result<Pair, (usize, Trouble)>> {
        let mut pair = Pair { values: Default::default(), lengths: [0; 2] };
        for side in [0, 1] {
            let desk = &mut self.desks[side];
            let came = desk.play(sides[side].seed, number, stop);
            let ran = desk.rules();
            let runs = ran.iter().zip(&self.ran[side]).map(|(after, before)| after - before);
            match came {
                Came::Played(played, _) => {
                    pair.values[side] = measures[side].values(&played, runs);
                    pair.lengths[side] = played.questions.asked;
                }
                Came::Fault(trouble, _) => {
                    self.ran[side] = ran;
                    return Some(Err((side, trouble)));
                }
                Came::Stopped => return None,
            }
            self.ran[side] = ran;
        }
        Some(Ok(pair))
    }
}
