//! Benchmarks of a game: games per second, time to the first question, size of a position. The games are fixed; the
//! times depend on the machine and its load.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::agent::Bot;
use super::run_hooks::RunHooks;
use super::simulate::{Plan, Trouble, simulate};
use tavola_game::{Error, Game, State};

/// Number of repetitions of a short measurement. The minimum counts, since other work disturbs it least.
const TIMES: usize = 7;
/// Number of copies of a position in one measurement.
const COPIES: u32 = 10_000;
/// Seed of chance and players.
const SEED: u64 = 1;

/// Speed of random games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Speed {
    /// Number of threads.
    pub threads: usize,
    /// Number of games in the measured batch.
    pub games: u64,
    /// Games per second.
    pub games_a_second: f64,
    /// Answers per second, chance included.
    pub answers_a_second: f64,
}

/// Minimum time of several runs, in milliseconds.
pub fn quickest(mut work: impl FnMut()) -> f64 {
    let times = (0..TIMES).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Time from a set-up game to the options of its first question, in milliseconds.
pub fn first_question(game: &Game) -> f64 {
    quickest(|| drop(black_box(asked_first(game))))
}

/// Size of a position in bytes, and time to copy it in nanoseconds.
pub fn position(game: &Game) -> (usize, f64) {
    let state = asked_first(game);
    let copies = quickest(|| (0..COPIES).for_each(|_| drop(black_box(black_box(&state).clone()))));
    (size_of_val(state.words()), copies * 1e6 / f64::from(COPIES))
}

/// Position at the first question. A fault on the way is ignored here, since playing games reports it.
fn asked_first(game: &Game) -> State {
    let mut state = game.start();
    let _ = game.referee().run(&mut state);
    state
}

/// Plays batches of random games, each larger than the one before, until one takes `seconds`. Returns `None` once
/// `stop` is set.
///
/// # Errors
/// As [`simulate`]. The inner error is a game that was ended by a fault or does not end.
pub fn speed(
    game: &Game,
    threads: usize,
    seconds: f64,
    stop: &AtomicBool,
) -> Result<Result<Option<Speed>, Trouble>, Error> {
    let mut games = threads as u64;
    loop {
        let bots = vec![Bot::Random; game.players()];
        let plan = Plan { games, seed: SEED, jobs: threads, bots, closely: Some(0), ..Plan::default() };
        let begun = Instant::now();
        let report = simulate(game, &plan, RunHooks { stop, ..RunHooks::default() })?;
        let took = begun.elapsed().as_secs_f64();
        if stop.load(Ordering::Relaxed) {
            return Ok(Ok(None));
        }
        if let Some(trouble) = report.faults.into_iter().next() {
            return Ok(Err(trouble));
        }
        if took >= seconds {
            let answers = report.answers.as_ref().map_or(0.0, |answers| answers.mean);
            let games_a_second = report.games as f64 / took;
            let answers_a_second = games_a_second * answers;
            return Ok(Ok(Some(Speed { threads, games, games_a_second, answers_a_second })));
        }
        // The next batch aims at slightly more than the requested time, with at most ten times the games.
        let more = (seconds * 1.2 / took.max(1e-6)).clamp(1.5, 10.0);
        games = (games as f64 * more).ceil() as u64;
    }
}
