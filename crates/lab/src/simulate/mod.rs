//! Simulation: plays many games of bots and counts their results.
//!
//! The report is byte-identical for any number of threads. Every game has generators of its own, all sums are of whole
//! numbers, and rows come in the order of the games. Only time-limited bots read a clock. Their answers are not
//! reproducible, unless they are kept.

mod by;
mod course;
mod coverage;
mod facts;
mod first_answer;
mod heat;
mod leads;
mod notable;
mod pairs;
mod played;
mod player;
mod report;
mod rows;
mod run;
mod stage;
mod tally;
mod troubles;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::agent::Bot;
use super::record::{CHANCE, Record};
use super::run_hooks::RunHooks;
use super::threads;
use player::RunPlayer;
use run::GameRun;
use tavola_game::{CoverageCode, Error, Game, Rules};

pub(super) use leads::are_public;
pub(super) use played::Played;
pub(super) use worker::{PlayResult, Worker};

pub use by::{Group, Grouping, MOST_VALUES, Moment};
pub use course::{Course, Score, ScoreMoment};
pub use coverage::{ConstantCondition, UnreachedLine};
pub use facts::Unmerged;
pub use heat::ChoiceCount;
pub use leads::{Lead, LeadHistory};
pub use notable::{NotableGame, NotableWhat};
pub use report::{BotWins, OptionsReport, PhaseReport, Report, RuleRuns, SeatReport, TrackReport};
pub use rows::{AnswerRow, EndRow, GameRow, Row, Rows};
pub use tally::Tally;
pub use troubles::Trouble;

/// Parameters of a simulation.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Number of the first game. The games of a run are numbered from 0. Their seeds and the rotation of bots follow
    /// from their numbers, so a part of a run plays the same games as the whole run.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Number of threads; 0 for the number of cores.
    pub jobs: usize,
    /// True if invariants are checked after every answer, not only at the end of each game.
    pub check: bool,
    /// Bots, seat by seat.
    pub bots: Vec<Bot>,
    /// True if the bots rotate by one seat after each game, so that no seat always has the same bot.
    pub rotate: bool,
    /// Expression by which wins are grouped, besides seats.
    pub by: Option<Grouping>,
    /// Number of games, from game 0 on, that are analysed in detail (leader over time, choices made). None: all if bots search or rows
    /// are wanted, else [`CLOSELY`], since the analysis costs more than random play.
    pub closely: Option<u64>,
}

/// Number of games of random players that are analysed in detail by default.
pub const CLOSELY: u64 = 200;

/// Plays the games of the plan and reports their results, see [`tally`].
///
/// # Errors
/// If an expression of the plan has no meaning in this set-up.
pub fn simulate(game: &Game, plan: &Plan, hooks: RunHooks<'_>) -> Result<Report, Error> {
    tally(game, plan, hooks).map(|tally| tally.report())
}

/// Plays the games of the plan. The run ends early when it is stopped, when the receiver of rows wants no more, or when the same fault
/// has ended ten games ([`Report::repeats`]).
///
/// # Errors
/// If an expression of the plan has no meaning in this set-up.
pub fn tally(game: &Game, plan: &Plan, hooks: RunHooks<'_>) -> Result<Tally, Error> {
    tally_rows(game, plan, None, hooks)
}

/// [`tally`] that hands on a row for each game, or for each answer. `checkpoint` holds the answers of each game.
///
/// # Errors
/// As [`tally`].
pub fn tally_rows(game: &Game, plan: &Plan, rows: Option<Rows<'_>>, hooks: RunHooks<'_>) -> Result<Tally, Error> {
    let RunHooks { checkpoint, progress, stop } = hooks;
    let all = plan.bots.iter().any(|bot| bot.thinks()) || rows.is_some();
    let closely = plan.closely.unwrap_or(if all { u64::MAX } else { CLOSELY });
    let coverage = (closely > 0).then(|| Arc::new(CoverageCode::new(game)));
    let coverage = coverage.as_ref();
    let answers = rows.as_ref().map(|rows| rows.answers);
    let player = RunPlayer { game, plan, closely, coverage, answers, kept: checkpoint, stop };
    // An expression has the same meaning on every worker.
    player.worker()?;
    let tally = Tally::new(game, plan, (closely, coverage.map(|code| &**code)));
    Ok(threads::with(plan.jobs, move || GameRun::new(player, progress).play(tally, rows)))
}

/// Records game `number` of the run with this seed, as [`simulate`] plays it with random players, up to its end or its
/// first fault.
pub fn record(rules: &Rules, game: &Game, seed: u64, number: u64) -> Record {
    record_of(rules, game, &Plan { seed, ..Plan::default() }, number)
}

/// Records game `number` of a plan, up to its end or its first fault.
pub fn record_of(rules: &Rules, game: &Game, plan: &Plan, number: u64) -> Record {
    recorded((rules, game), plan, number, &AtomicBool::new(false)).0
}

/// Records a game as [`record_of`] does. `None` once `stop` is set.
pub fn record_until(rules: &Rules, game: &Game, plan: &Plan, number: u64, stop: &AtomicBool) -> Option<Record> {
    let (record, end) = recorded((rules, game), plan, number, stop);
    (!matches!(end, PlayResult::Stopped)).then_some(record)
}

fn recorded((rules, game): (&Rules, &Game), plan: &Plan, number: u64, stop: &AtomicBool) -> (Record, PlayResult) {
    let players = &game.setup().players;
    let mut worker = Worker::new(game, &plan.bots, false).rotating(plan.rotate);
    let bots = worker.seated(number);
    let mut record = Record { number, bots, ..Record::begin(rules, game.setup(), plan.seed) };
    let end = worker.follow((plan.seed, number), stop, &mut |referee, _, player, option| {
        let who = player.and_then(|seat| players.get(seat)).map_or(CHANCE, String::as_str);
        record.answers.push((who.to_string(), referee.notation(option)));
    });
    (record, end)
}
