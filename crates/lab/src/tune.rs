//! Tuning of settings towards goals, by sequential halving.
//!
//! Source: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013. In each round all
//! remaining candidates play the same number of games, and the better half continues with twice as many, until one is
//! left. All candidates play the same game numbers with the same seed (common random numbers), which reduces the
//! variance of their comparison.

use std::sync::atomic::AtomicBool;

use super::goals::Goal;
use super::journal::{Journal, JournalPart};
use super::sample::{Sampled, Sampler, Side};
use super::simulate::Trouble;
use super::statistics::round;

/// One candidate, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Index among the candidates.
    pub candidate: usize,
    /// Number of games that were played to the end.
    pub games: u64,
    /// Distance from the goals: percentage points of shares and percent of other targets, added up.
    pub miss: f64,
    /// Fault that ended one of its games and eliminated it.
    pub fault: Option<Trouble>,
}

/// Candidates and budget of a search.
#[derive(Clone, Copy)]
pub struct SearchSpace<'s> {
    /// The candidates.
    pub candidates: &'s [Side<'s>],
    /// Name of each candidate in the journal, without tabs and line ends.
    pub names: &'s [String],
    /// Goals, parsed for each candidate.
    pub goals: &'s [&'s [Goal]],
    /// Total number of games, see [`SearchSpace::planned`].
    pub games: u64,
    /// Number of threads; 0 for the number of cores.
    pub jobs: usize,
}

impl SearchSpace<'_> {
    /// Number of remaining candidates and number of games for each of them, round by round. Each plays at least one
    /// game a round.
    fn rounds(&self) -> impl Iterator<Item = (usize, u64)> {
        let (all, games) = (self.candidates.len(), self.games);
        let rounds = all.next_power_of_two().ilog2().max(1);
        let left = std::iter::successors(Some(all), |left| Some(left.div_ceil(2)));
        left.take(rounds as usize).map(move |left| (left, (games / u64::from(rounds) / left as u64).max(1)))
    }

    /// Total number of games if no fault eliminates a candidate. It is below the budget if that cannot be divided
    /// evenly. If the budget is too small, each candidate plays one game a round.
    pub fn planned(&self) -> u64 {
        self.rounds().map(|(left, each)| left as u64 * each).sum()
    }
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// All candidates, the best first. A candidate that stays longer is better.
    pub tried: Vec<Tried>,
    /// True if the search was stopped. The candidates are then ranked by the games so far, the remaining ones first.
    pub stopped: bool,
}

/// Runs the search. Games in the journal are not played again.
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
