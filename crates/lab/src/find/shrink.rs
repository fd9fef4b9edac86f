//! Shortening the way to a position.
//!
//! Delta debugging (Zeller and Hildebrandt 2002) over the answers: some are left out, and the rest is given wherever it is
//! offered, by each player and by chance in its own order. A rulebook asks for an answer all the same where one was left out: then anything is
//! answered, and what is kept is the way that was really gone (as in test-case reduction inside a generator: MacIver and
//! Donaldson 2020). Between these rounds the game is cut at some position and goes on at random, which finds ways that no
//! part of the first one contains.
//!
//! It goes attempt by attempt, and between two of them a [`ShrinkState`] says everything that decides about the next ones: so it goes on
//! where it was stopped as if it had not been.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::SearchWatch;
use super::path::{Path, PathStep, WalkEnd, Walker};
use crate::agent::Chance;
use crate::seeds::{self, Generator};
use tavola_game::{Error, Pending, Referee};

/// So many positions are looked at for each way: what work shortening is, however fast the machine is.
const POSITIONS: u64 = 100_000;
/// After so many positions it is kept how far it is: a program that is killed loses no more.
const KEPT_EVERY: u64 = 5_000;
/// So many rounds in a row that make nothing shorter are the last ones: what is tried in them is drawn by chance.
const BARREN: usize = 8;
/// So many times a way is cut and goes on at random, before each round of leaving out.
const CUTS: usize = 64;
/// The stream of random numbers of shortening: no player has it.
const STREAM: u64 = u64::MAX;

/// The shortest way that was found from here, within the budget.
///
/// # Errors
/// When what is kept of it does not lead there.
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
        shrinker.go_on(stage).ok_or_else(|| kept.damaged(number, "it does not lead to where the condition is true"))?;
    }
    let mut last = shrinker.walker.positions;
    let keep = |shrinker: &Shrinker<'_>| kept.into_iter().for_each(|kept| kept.keep(number, &shrinker.stage()));
    while !shrinker.is_over() {
        shrinker.step();
        if shrinker.walker.positions - last >= KEPT_EVERY {
            last = shrinker.walker.positions;
            keep(&shrinker);
        }
    }
    if shrinker.walker.positions > last {
        keep(&shrinker);
    }
    Ok(shrinker.best)
}

/// How far shortening is.
#[derive(Serialize, Deserialize)]
struct ShrinkState {
    /// The options of the best way.
    way: Vec<usize>,
    rng: Generator,
    positions: u64,
    before: usize,
    barren: usize,
    next: NextTry,
}

/// What is tried next.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum NextTry {
    /// To go on at random; so many times it was tried in this round.
    Cut(usize),
    /// To leave out so many answers, from one on.
    LeaveOut { size: usize, at: usize },
}

struct Shrinker<'a> {
    walker: Walker,
    best: Path,
    rng: Generator,
    /// How long the best way was when the round began.
    before: usize,
    /// So many rounds in a row made nothing shorter.
    barren: usize,
    next: NextTry,
    watch: &'a SearchWatch<'a>,
}

impl Shrinker<'_> {
    fn is_over(&self) -> bool {
        self.barren >= BARREN || self.walker.positions >= POSITIONS || self.watch.stop.load(Ordering::Relaxed)
    }

    fn stage(&self) -> ShrinkState {
        let way = self.best.steps.iter().map(|step| step.option).collect();
        let (rng, positions) = (self.rng.clone(), self.walker.positions);
        ShrinkState { way, rng, positions, before: self.before, barren: self.barren, next: self.next }
    }

    /// From a stage that was kept on; none: its way does not lead there.
    fn go_on(&mut self, stage: ShrinkState) -> Option<()> {
        let ShrinkState { way, rng, positions, before, barren, next } = stage;
        let mut options = way.iter();
        let mut given = true;
        let end = self.walker.walk(usize::MAX, &AtomicBool::new(false), &mut |referee, _, _| {
            let option = options.next().filter(|&&option| option < referee.options());
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

    /// One attempt, or a step from those of one sort to the next; one that is stopped in its middle never was.
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

    /// The game goes on at random from a position of the best way.
    fn cut(&mut self) -> Option<bool> {
        let steps = &self.best.steps;
        let at = seeds::pick_index(&mut self.rng, steps.len().max(1));
        let kept: Vec<usize> = steps.iter().take(at).map(|step| step.option).collect();
        let mut kept = kept.into_iter();
        self.attempt(&mut |referee, pending, rng| kept.next().unwrap_or_else(|| any(referee, pending, rng)))
    }

    /// A stretch of the best way is left out.
    fn leave_out(&mut self, size: usize, at: usize) -> Option<bool> {
        let steps = &self.best.steps;
        let left = steps[..at].iter().chain(steps.iter().skip(at.saturating_add(size)));
        let mut left = KeptAnswers::new(left);
        self.attempt(&mut |referee, pending, rng| {
            left.next(referee, pending).unwrap_or_else(|| any(referee, pending, rng))
        })
    }

    /// Whether these answers lead there on a shorter way; that is the best one from now on. None: it was stopped.
    fn attempt(&mut self, answer: &mut dyn FnMut(&mut Referee, Pending, &mut Generator) -> usize) -> Option<bool> {
        let Self { walker, best, rng, watch, .. } = self;
        match walker.walk(best.choices(), watch.stop, &mut |referee, _, pending| answer(referee, pending, rng)) {
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

/// Any option; of chance one as likely as its weight says.
fn any(referee: &Referee, pending: Pending, rng: &mut Generator) -> usize {
    match pending {
        Pending::Choice(_) => seeds::pick_index(rng, referee.options()),
        Pending::Chance | Pending::Over => Chance::draw(referee, rng),
    }
}

/// The answers that were not left out: those of each player, and of chance, in their order.
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

    /// The first answer of whoever is asked that is offered now: those before it are passed over.
    fn next(&mut self, referee: &Referee, pending: Pending) -> Option<usize> {
        let codes = &mut self.0.iter_mut().find(|(who, _)| *who == pending)?.1;
        if referee.options() == 1 {
            return Some(0);
        }
        let offered: Vec<u64> = (0..referee.options()).map(|option| referee.option_code(option)).collect();
        let (at, option) = codes.iter().enumerate().find_map(|(at, code)| {
            let option = offered.iter().position(|known| known == code)?;
            Some((at, option))
        })?;
        codes.drain(..=at);
        Some(option)
    }
}
