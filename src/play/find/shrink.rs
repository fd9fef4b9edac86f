//! Shortening the way to a position.
//!
//! Delta debugging (Zeller and Hildebrandt 2002) over the answers: some are left out, and the rest is given wherever it is
//! offered, by each player and by chance in its own order. A rulebook asks for an answer all the same where one was left out: then anything is
//! answered, and what is kept is the way that was really gone (as in test-case reduction inside a generator: MacIver and
//! Donaldson 2020). Between these rounds the game is cut at some position and goes on at random, which finds ways that no
//! part of the first one contains.

use std::collections::VecDeque;

use super::Watch;
use super::path::{End, Path, Step, Walker};
use crate::game::{Pending, Referee};
use crate::play::agent::Chance;
use crate::play::seeds::{self, Generator};

/// So many positions are looked at for each way: what work shortening is, however fast the machine is.
const POSITIONS: u64 = 100_000;
/// So many rounds in a row that make nothing shorter are the last ones: what is tried in them is drawn by chance.
const BARREN: usize = 8;
/// So many times a way is cut and goes on at random, before each round of leaving out.
const CUTS: usize = 64;
/// The stream of random numbers of shortening: no player has it.
const STREAM: u64 = u64::MAX;

/// The shortest way that was found from here, within the budget.
pub(super) fn shrink(walker: Walker, path: Path, (seed, number): (u64, u64), watch: &Watch<'_>) -> Path {
    let rng = seeds::generator(seed, number, STREAM);
    let mut shrinker = Shrinker { walker, best: path, rng, watch };
    let mut barren = 0;
    while barren < BARREN && !shrinker.is_spent() {
        let before = shrinker.best.choices();
        shrinker.cut();
        shrinker.leave_out();
        barren = if shrinker.best.choices() == before { barren + 1 } else { 0 };
    }
    shrinker.best
}

struct Shrinker<'a> {
    walker: Walker,
    best: Path,
    rng: Generator,
    watch: &'a Watch<'a>,
}

impl Shrinker<'_> {
    fn is_spent(&self) -> bool {
        self.walker.positions >= POSITIONS || self.watch.stop.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The game goes on at random from positions of the best way.
    fn cut(&mut self) {
        for _ in 0..CUTS {
            if self.is_spent() {
                return;
            }
            let steps = &self.best.steps;
            let at = seeds::pick_index(&mut self.rng, steps.len().max(1));
            let kept: Vec<usize> = steps.iter().take(at).map(|step| step.option).collect();
            let mut kept = kept.into_iter();
            self.attempt(&mut |referee, pending, rng| kept.next().unwrap_or_else(|| any(referee, pending, rng)));
        }
    }

    /// Leaves out ever smaller stretches of the best way.
    fn leave_out(&mut self) {
        let mut size = (self.best.steps.len() / 2).max(1);
        loop {
            let mut at = 0;
            while at < self.best.steps.len() {
                if self.is_spent() {
                    return;
                }
                let steps = &self.best.steps;
                let left = steps[..at].iter().chain(steps.iter().skip(at + size));
                let mut left = Left::new(left);
                let shorter = self.attempt(&mut |referee, pending, rng| {
                    left.next(referee, pending).unwrap_or_else(|| any(referee, pending, rng))
                });
                at += if shorter { 0 } else { size };
            }
            if size == 1 {
                return;
            }
            size /= 2;
        }
    }

    /// Whether these answers lead there on a shorter way; that is the best one from now on.
    fn attempt(&mut self, answer: &mut dyn FnMut(&mut Referee, Pending, &mut Generator) -> usize) -> bool {
        let Self { walker, best, rng, watch } = self;
        let end = walker.walk(best.choices(), watch.stop, &mut |referee, _, pending| answer(referee, pending, rng));
        let End::There(path) = end else { return false };
        *best = path;
        (watch.shorter)(best.choices());
        true
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
struct Left(Vec<(Pending, VecDeque<u64>)>);

impl Left {
    fn new<'s>(steps: impl Iterator<Item = &'s Step>) -> Self {
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
