//! Settings that bring a game near to its goals.
//!
//! Sequential halving (Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013): all candidates play the
//! same number of games, the better half of them goes on with twice as many, until one is left. Candidates play the same game
//! numbers with the same seed, so what chance does alike is alike for all.

use std::sync::atomic::AtomicBool;

use super::goals::Goal;
use super::journal::{Journal, JournalPart};
use super::sample::{Sampled, Sampler, Side};
use super::simulate::Trouble;
use super::statistics::round;

/// One candidate, and how it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its place among the candidates.
    pub candidate: usize,
    /// Games that it played to their ends.
    pub games: u64,
    /// How far it misses the goals: points of a hundred and hundredths of values, added up.
    pub miss: f64,
    /// The fault that ended a game of it, which puts it out.
    pub fault: Option<Trouble>,
}

/// What is to be tried.
#[derive(Clone, Copy)]
pub struct SearchSpace<'s> {
    /// The candidates.
    pub candidates: &'s [Side<'s>],
    /// What each is called in a journal, without tabs and ends of lines.
    pub names: &'s [String],
    /// The goals, read for each.
    pub goals: &'s [&'s [Goal]],
    /// So many games are to be played altogether, see [`SearchSpace::planned`].
    pub games: u64,
    /// How many threads; 0: as many as there are cores.
    pub jobs: usize,
}

impl SearchSpace<'_> {
    /// Round by round how many candidates are still in, and how many games each of them plays there: one at least.
    fn rounds(&self) -> impl Iterator<Item = (usize, u64)> {
        let (all, games) = (self.candidates.len(), self.games);
        let rounds = all.next_power_of_two().ilog2().max(1);
        let left = std::iter::successors(Some(all), |left| Some(left.div_ceil(2)));
        left.take(rounds as usize).map(move |left| (left, (games / u64::from(rounds) / left as u64).max(1)))
    }

    /// How many games are played altogether, unless a fault puts somebody out: what cannot be shared out evenly is left, and where there are
    /// too few for all each candidate plays one a round.
    pub fn planned(&self) -> u64 {
        self.rounds().map(|(left, each)| left as u64 * each).sum()
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// All candidates, the best first: the later one was dropped the better it is.
    pub tried: Vec<Tried>,
    /// Whether somebody stopped it: then they come by what is known so far, those that are still in first.
    pub stopped: bool,
}

/// Plays the games. Those that are in the journal are not played again.
pub fn tune(search: &SearchSpace<'_>, journal: &Journal, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Tuned {
    let SearchSpace { candidates, names, goals, jobs, .. } = *search;
    let begin = |candidate| Tried { candidate, games: 0, miss: 0.0, fault: None };
    let mut tried: Vec<Tried> = (0..candidates.len()).map(begin).collect();
    let mut sums: Vec<Vec<f64>> = vec![Vec::new(); candidates.len()];
    let (mut played, mut done, mut stopped) = (0, 0, false);
    for (left, each) in search.rounds() {
        for tried in &mut tried[..left] {
            let at = tried.candidate;
            let side = &candidates[at..=at];
            let kept = JournalPart { journal, part: names[at].clone() };
            let sampler = Sampler::new(side, jobs, stop).keeping(Some(kept));
            let before = done;
            for game in sampler.play(played..played + each, &|games| progress(before + games)) {
                match game {
                    Sampled::Games(games) => {
                        let values = &games[0].values;
                        sums[at].resize(values.len(), 0.0);
                        sums[at].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                        tried.games += 1;
                    }
                    Sampled::Fault(_, fault) => tried.fault = Some(*fault),
                    Sampled::Stopped => stopped = true,
                }
            }
            done += each;
            let means: Vec<f64> = sums[at].iter().map(|sum| sum / tried.games.max(1) as f64).collect();
            let miss = |goal: &Goal| if tried.games == 0 { f64::MAX } else { goal.miss(&means) };
            tried.miss = round(goals[at].iter().map(miss).sum());
        }
        played += each;
        let out = |tried: &Tried| tried.fault.is_some();
        tried[..left].sort_by(|one, other| (out(one).cmp(&out(other))).then(one.miss.total_cmp(&other.miss)));
        if stopped {
            break;
        }
    }
    Tuned { tried, stopped }
}
