//! Many games of bots, counted. The report has the same bytes for any number of threads: every game has its
//! own generators, all sums are of whole numbers, and no clock is read.

mod desk;
mod leads;
mod played;
mod report;
mod tally;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::agent::Bot;
use super::record::{CHANCE, Record};
use super::threads;
use crate::game::{Game, Rules};
use tally::Tally;

pub(super) use desk::{Came, Desk};
pub(super) use leads::{Lead, are_told};
pub(super) use played::Played;

pub use report::{Asked, Report, RuleRuns, Seat, Track, Trouble};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// How many threads; 0: as many as there are cores.
    pub jobs: usize,
    /// Whether the invariants are looked at after every answer, and not only at the end of each game.
    pub check: bool,
    /// Who plays, seat by seat.
    pub bots: Vec<Bot>,
}

/// So many games are counted before progress is told.
const STEP: u64 = 16;
/// After so many steps, and then each time after as many as were taken so far, it is asked whether to go on: the same
/// for any number of threads.
const FIRST_STEPS: u64 = 1;

/// Plays the games of the plan. `progress` is told now and then how many games are finished; once
/// `stop` is set, no game goes on and the report is about those that came to their end. Where one and the same fault
/// has ended ten games, the run is over, too ([`Report::repeats`]).
pub fn simulate(game: &Game, plan: &Plan, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Report {
    let finished = AtomicU64::new(0);
    let steps = plan.games.div_ceil(STEP);
    let step = |(mut desk, mut tally): (Desk, Tally), step: u64| {
        let games = (step * STEP)..((step + 1) * STEP).min(plan.games);
        let mut played = 0;
        for number in games {
            if !tally.add(game, desk.play(plan.seed, number, stop)) {
                break;
            }
            played += 1;
        }
        if played > 0 {
            progress(finished.fetch_add(played, Ordering::Relaxed) + played);
        }
        (desk, tally)
    };
    let some = |steps: std::ops::Range<u64>| {
        let begin = || (Desk::new(game, plan.bots.clone(), plan.check), Tally::of(game));
        let tallies = steps.into_par_iter().fold(begin, step);
        tallies.map(|(desk, tally)| tally.with_rules(desk.rules())).reduce(Tally::default, Tally::merged)
    };
    let all = || {
        let (mut tally, mut taken) = (Tally::default(), 0);
        while taken < steps && !tally.faults.repeats() {
            let next = (taken * 2).clamp(FIRST_STEPS, steps);
            tally = tally.merged(some(taken..next));
            taken = next;
        }
        tally
    };
    let tally = threads::with(plan.jobs, all);
    report::report(game, plan, tally)
}

/// Game `number` of the run with this seed, as [`simulate`] plays it, up to its end or its first fault.
pub fn record(rules: &Rules, game: &Game, seed: u64, number: u64) -> Record {
    let mut record = Record { number, ..Record::begin(rules, game.setup(), seed) };
    let players = &game.setup().players;
    let (bots, never) = (vec![Bot::Random; players.len()], AtomicBool::new(false));
    Desk::new(game, bots, false).follow((seed, number), &never, &mut |referee, _, player, option| {
        let who = player.and_then(|seat| players.get(seat)).map_or(CHANCE, String::as_str);
        record.answers.push((who.to_string(), referee.notation(option)));
    });
    record
}
