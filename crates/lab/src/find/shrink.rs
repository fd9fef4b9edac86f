//! Shortens the path to a position by delta debugging.
//!
//! Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28(2), 2002. Some
//! answers are removed, and the others are given wherever they are offered, those of each player and of chance in their
//! order. Where an answer was removed, the rules may still ask for one. Then a random answer is given, and the path
//! that was actually played is kept, as in test-case reduction inside a generator (MacIver and Donaldson, ECOOP 2020).
//! Between these rounds the path is cut at some position and continued at random, which finds paths that are no part of
//! the first one.
//!
//! Between two attempts a [`ShrinkState`] holds everything that determines the following ones. A run that was stopped
//! resumes as if it had not been.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::SearchWatch;
use super::path::{Path, PathStep, WalkEnd, Walker};
use crate::agent::Chance;
use crate::seeds::{self, Generator};
use tavola_game::{Error, Pending, Referee};

/// Maximum number of positions that are checked for each path: a budget that does not depend on the speed of the
/// machine.
const POSITIONS: u64 = 100_000;
/// Number of positions after which the state is stored. A program that is killed loses no more.
const KEPT_EVERY: u64 = 5_000;
/// Number of consecutive rounds without success that end the search. One is not enough, since attempts are random.
const BARREN: usize = 8;
/// Number of random continuations of a path, before each round of removals.
const CUTS: usize = 64;
/// Stream of random numbers for shortening, which no player has.
const STREAM: u64 = u64::MAX;

/// Returns the shortest path that was found within the budget.
///
/// # Errors
/// If the stored path does not lead to the target.
pub(super) fn shrink(
    walker: Walker,
    path: Path,
    (seed, number): (u64, u64),
    watch: &SearchWatch<'_>,
) -> Result<Path, Error> {
    let kept = watch.ways.as_ref();
    let rng = seeds::generator(seed, number, STREAM);
    let mut shrinker =
        Shrinker { walker, before: path.choices(), best: path, rng, barren: 0, next: NextTry::Cut(0), watch };
    let mut known = kept.map(|kept| kept.read::<ShrinkState>(number)).transpose()?.flatten();
    if let (Some(stage), Some(kept)) = (known.take(), kept) {
        shrinker
            .go_on(stage)
            .ok_or_else(|| kept.damaged(number, "it does not lead to a position in which the condition is true"))?;
    }
    let mut last = shrinker.walker.positions;
    let store = |shrinker: &Shrinker<'_>| kept.into_iter().for_each(|kept| kept.store(number, &shrinker.stage()));
    while !shrinker.is_over() {
        shrinker.step();
        if shrinker.walker.positions - last >= KEPT_EVERY {
            last = shrinker.walker.positions;
            store(&shrinker);
        }
    }
    if shrinker.walker.positions > last {
        store(&shrinker);
    }
    Ok(shrinker.best)
}

/// State of the search.
#[derive(Serialize, Deserialize)]
struct ShrinkState {
    /// Options of the best path.
    way: Vec<usize>,
    rng: Generator,
    positions: u64,
    before: usize,
    barren: usize,
    next: NextTry,
}

/// The next attempt.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum NextTry {
    /// A random continuation, with the number of those already tried in this round.
    Cut(usize),
    /// A removal of `size` answers, from index `at` on.
    LeaveOut { size: usize, at: usize },
}

struct Shrinker<'a> {
    walker: Walker,
    best: Path,
    rng: Generator,
    /// Length of the best path when the round began.
    before: usize,
    /// Number of consecutive rounds without success.
    barren: usize,
    next: NextTry,
    watch: &'a SearchWatch<'a>,
}

impl Shrinker<'_> {
    fn is_over(&self) -> bool {
        self.barren >= BARREN || self.walker.positions >= POSITIONS || self.watch.hooks.stop.load(Ordering::Relaxed)
    }

    fn stage(&self) -> ShrinkState {
        let way = self.best.steps.iter().map(|step| step.option).collect();
        let (rng, positions) = (self.rng.clone(), self.walker.positions);
        ShrinkState { way, rng, positions, before: self.before, barren: self.barren, next: self.next }
    }

    /// Resumes from a stored state. None: its path does not lead to the target.
    fn go_on(&mut self, stage: ShrinkState) -> Option<()> {
        let ShrinkState { way, rng, positions, before, barren, next } = stage;
        let mut options = way.iter();
        let mut given = true;
        let end = self.walker.walk(usize::MAX, &AtomicBool::new(false), &mut |referee, _, _| {
            let option = options.next().filter(|&&option| option < referee.option_count());
            given &= option.is_some();
            option.copied().unwrap_or(0)
        });
        let WalkEnd::There(best) = end else { return None };
        if !given || options.next().is_some() {
            return None;
        }
        self.walker.positions = positions;
        (self.best, self.rng, self.before, self.barren, self.next) = (best, rng, before, barren, next);
        Some(())
    }

    /// Makes one attempt, or changes to the next sort of attempt. An attempt that is stopped has no effect.
    fn step(&mut self) {
        let (rng, positions, len) = (self.rng.clone(), self.walker.positions, self.best.steps.len());
        let next = match self.next {
            NextTry::Cut(CUTS) => Some(NextTry::LeaveOut { size: (len / 2).max(1), at: 0 }),
            NextTry::Cut(tried) => self.cut().map(|_| NextTry::Cut(tried + 1)),
            NextTry::LeaveOut { size, at } if at < len => {
                let shorter = self.leave_out(size, at);
                shorter
                    .map(|shorter| NextTry::LeaveOut { size, at: if shorter { at } else { at.saturating_add(size) } })
            }
            NextTry::LeaveOut { size: 0 | 1, .. } => {
                self.barren = if self.best.choices() == self.before { self.barren + 1 } else { 0 };
                self.before = self.best.choices();
                Some(NextTry::Cut(0))
            }
            NextTry::LeaveOut { size, .. } => Some(NextTry::LeaveOut { size: size / 2, at: 0 }),
        };
        match next {
            Some(next) => self.next = next,
            None => (self.rng, self.walker.positions) = (rng, positions),
        }
    }

    /// Continues the game at random from a position of the best path.
    fn cut(&mut self) -> Option<bool> {
        let steps = &self.best.steps;
        let at = seeds::pick_index(&mut self.rng, steps.len().max(1));
        let kept: Vec<usize> = steps.iter().take(at).map(|step| step.option).collect();
        let mut kept = kept.into_iter();
        self.attempt(&mut |referee, pending, rng| kept.next().unwrap_or_else(|| any(referee, pending, rng)))
    }

    /// Removes a stretch of the best path.
    fn leave_out(&mut self, size: usize, at: usize) -> Option<bool> {
        let steps = &self.best.steps;
        let left = steps[..at].iter().chain(steps.iter().skip(at.saturating_add(size)));
        let mut left = KeptAnswers::new(left);
        self.attempt(&mut |referee, pending, rng| {
            left.next(referee, pending).unwrap_or_else(|| any(referee, pending, rng))
        })
    }

    /// Returns `true` if these answers reach the target on a shorter path, which becomes the best one. None: the
    /// attempt was stopped.
    fn attempt(&mut self, answer: &mut dyn FnMut(&mut Referee, Pending, &mut Generator) -> usize) -> Option<bool> {
        let Self { walker, best, rng, watch, .. } = self;
        match walker.walk(best.choices(), watch.hooks.stop, &mut |referee, _, pending| answer(referee, pending, rng)) {
            WalkEnd::There(path) => {
                *best = path;
                (watch.shorter)(best.choices());
                Some(true)
            }
            WalkEnd::Elsewhere | WalkEnd::Fault(_) => Some(false),
            WalkEnd::Stopped => None,
        }
    }
}

/// A random option; for chance, with probability proportional to its weight.
fn any(referee: &Referee, pending: Pending, rng: &mut Generator) -> usize {
    match pending {
        Pending::Choice(_) => seeds::pick_index(rng, referee.option_count()),
        Pending::Chance | Pending::Over => Chance::draw(referee, rng),
    }
}

/// The answers that were not removed, in the order of each player and of chance.
struct KeptAnswers(Vec<(Pending, VecDeque<u64>)>);

impl KeptAnswers {
    fn new<'s>(steps: impl Iterator<Item = &'s PathStep>) -> Self {
        let mut left: Vec<(Pending, VecDeque<u64>)> = Vec::new();
        for step in steps.filter(|step| !step.forced) {
            match left.iter_mut().find(|(who, _)| *who == step.pending) {
                Some((_, codes)) => codes.push_back(step.code),
                None => left.push((step.pending, VecDeque::from([step.code]))),
            }
        }
        Self(left)
    }

    /// The first answer of the asked player that is offered now. Answers before it are skipped.
    fn next(&mut self, referee: &Referee, pending: Pending) -> Option<usize> {
        let codes = &mut self.0.iter_mut().find(|(who, _)| *who == pending)?.1;
        if referee.option_count() == 1 {
            return Some(0);
        }
        let offered: Vec<u64> = (0..referee.option_count()).map(|option| referee.option_hash(option)).collect();
        let (at, option) = codes.iter().enumerate().find_map(|(at, code)| {
            let option = offered.iter().position(|known| known == code)?;
            Some((at, option))
        })?;
        codes.drain(..=at);
        Some(option)
    }
}
