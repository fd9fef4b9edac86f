//! How fast a game is played, how long its first question takes, how large a position is. Times are those of this machine and this
//! moment: the games are always the same ones.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::Serialize;

use super::agent::Bot;
use super::simulate::{Plan, Trouble, simulate};
use tavola_game::{Error, Game, State};

/// What is quick is done so often; the quickest time counts, which other work disturbs least.
const TIMES: usize = 7;
/// A position is copied so often at once.
const COPIES: u32 = 10_000;
/// Where chance and the players begin.
const SEED: u64 = 1;

/// How fast random games were played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// On how many threads.
    pub threads: usize,
    /// Games of the batch that counts.
    pub games: u64,
    /// Games a second.
    pub games_a_second: f64,
    /// Answers a second, those of chance with them.
    pub answers_a_second: f64,
}

/// Milliseconds of the quickest of several times.
pub fn quickest(mut work: impl FnMut()) -> f64 {
    let times = (0..TIMES).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Milliseconds from a game that is set up to the options of its first question.
pub fn first_question(game: &Game) -> f64 {
    quickest(|| drop(black_box(asked_first(game))))
}

/// Bytes of a position, and nanoseconds to copy it.
pub fn position(game: &Game) -> (usize, f64) {
    let state = asked_first(game);
    let copies = quickest(|| (0..COPIES).for_each(|_| drop(black_box(black_box(&state).clone()))));
    (size_of_val(state.words()), copies * 1e6 / f64::from(COPIES))
}

/// A position at its first question. Where the rules cannot go on so far, games tell.
fn asked_first(game: &Game) -> State {
    let mut state = game.start();
    let _ = game.referee().run(&mut state);
    state
}

/// Plays batches of random games, each larger than the one before, until one takes so many seconds. Nothing once `stop` is set.
///
/// # Errors
/// See [`simulate`]; inside: what ended a game before its end.
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
        let report = simulate(game, &plan, None, None, &|_| {}, stop)?;
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
        // The next batch should take a little longer than is asked, but be no more than ten times as large.
        let more = (seconds * 1.2 / took.max(1e-6)).clamp(1.5, 10.0);
        games = (games as f64 * more).ceil() as u64;
    }
}
