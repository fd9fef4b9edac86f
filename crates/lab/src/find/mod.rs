//! Search for a position in which a condition is true.
//!
//! Games are played until one reaches such a position. The path to it is shortened by delta debugging and written as a
//! scenario. The same seed finds the same position, for any number of threads.

mod path;
mod script;
mod shrink;

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::agent::{Bot, Bots};
use super::journal::JournalPart;
use super::run_hooks::RunHooks;
use super::threads;
use path::{Path, WalkEnd, Walker};
use tavola_game::{Error, Expression, Game, Pending};
use tavola_syntax::diagnostic::Diagnostic;

pub use script::{Script, script};

/// Number of games in a batch. All of them are played before the results are inspected, so that the number of threads
/// makes no difference.
const BATCH: u64 = 64;
/// Number of paths, the shortest ones, that are shortened further. The shortest result is used.
const WAYS: usize = 4;

/// Target of a search.
#[derive(Clone, Debug)]
pub struct Aim {
    /// Condition that must be true, see [`Game::condition`].
    pub condition: Expression,
    /// Owner of the open question: a player, chance, or nobody at the end of the game. None: any.
    pub asked: Option<Pending>,
}

/// Parameters of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Maximum number of games.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Number of threads; 0 for the number of cores.
    pub jobs: usize,
    /// Bots, seat by seat.
    pub bots: Vec<Bot>,
}

/// Callbacks and checkpoints of a search.
pub struct SearchWatch<'a> {
    /// Number of games played, checkpoint of the answers of each game, and the stop, after which the results so far are returned.
    pub hooks: RunHooks<'a>,
    /// Called with the number of answers of the shortest path, whenever a shorter one is found.
    pub shorter: &'a (dyn Fn(usize) + Sync),
    /// Checkpoint of the shortened paths to this target.
    pub ways: Option<JournalPart<'a>>,
}

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub struct FindResult {
    /// Number of games played.
    pub games: u64,
    /// Number of positions (at questions, and at ends) that were checked.
    pub positions: u64,
    /// Number of those in which the condition had no value.
    pub valueless: u64,
    /// Number of games that were ended by a fault of the rules.
    pub faults: u64,
    /// The first of those faults.
    pub fault: Option<Diagnostic>,
    /// Path to the target. None: no game reached it.
    pub way: Option<Way>,
}

/// A path to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Number of the game (from 0) that reached it.
    pub game: u64,
    /// Number of answers before shortening, without forced ones.
    pub before: usize,
    /// Answers of the shortened path. Forced ones are marked.
    pub answers: Vec<WayStep>,
    /// Owner of the question at its end: a name, `chance`, or `nobody`.
    pub asked: String,
}

/// An answer on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayStep {
    /// A player's name, or `chance`.
    pub who: String,
    /// Notation of the option.
    pub answer: String,
    /// True if it was the only possible answer.
    pub forced: bool,
}

impl Way {
    /// Number of answers that were not forced, chance included.
    pub fn choices(&self) -> usize {
        self.answers.iter().filter(|given| !given.forced).count()
    }
}

/// Plays games until one reaches the target, and shortens the path to it.
///
/// # Errors
/// If the condition has no meaning in this set-up, or a stored path does not lead to the target.
pub fn find(game: &Game, aim: &Aim, search: &Search, watch: &SearchWatch<'_>) -> Result<FindResult, Error> {
    Walker::new(game, aim)?;
    threads::with(search.jobs, || {
        let (mut found, ways) = played(game, aim, search, watch);
        found.way = shortest(game, aim, search.seed, ways, watch)?;
        Ok(found)
    })
}

/// Plays batches until one reaches the target. Returns the paths to it, the shortest first.
fn played(game: &Game, aim: &Aim, search: &Search, watch: &SearchWatch<'_>) -> (FindResult, Vec<(u64, Path)>) {
    let (mut found, mut ways) = (FindResult::default(), Vec::new());
    let done = AtomicU64::new(0);
    let stopped = || watch.hooks.stop.load(Ordering::Relaxed);
    while found.games < search.games && ways.is_empty() && !stopped() {
        let batch = found.games..(found.games + BATCH).min(search.games);
        let one = |number: u64| {
            let played = one(game, aim, search, number, watch);
            (watch.hooks.progress)(done.fetch_add(1, Ordering::Relaxed) + 1);
            (number, played)
        };
        let all: Vec<(u64, Option<Walked>)> = batch.into_par_iter().map(one).collect();
        for (number, played) in all {
            let Some(Walked { positions, valueless, end }) = played else { continue };
            found.games += u64::from(!matches!(end, WalkEnd::Stopped));
            found.positions += positions;
            found.valueless += valueless;
            match end {
                WalkEnd::There(path) => ways.push((number, path)),
                WalkEnd::Fault(fault) => {
                    found.faults += 1;
                    found.fault.get_or_insert_with(|| game.diagnose(&fault));
                }
                WalkEnd::Elsewhere | WalkEnd::Stopped => {}
            }
        }
        if stopped() {
            break;
        }
    }
    ways.sort_by_key(|(number, path)| (path.choices(), *number));
    (found, ways)
}

struct Walked {
    positions: u64,
    valueless: u64,
    end: WalkEnd,
}

/// Plays a game and stores its answers, also if it is stopped, so that bots need not search for them again.
fn one(game: &Game, aim: &Aim, search: &Search, number: u64, watch: &SearchWatch<'_>) -> Option<Walked> {
    let mut walker = Walker::new(game, aim).ok()?;
    let mut bots = Bots::seated(search.seed, number, &Bot::in_all_seats(&search.bots, game.players()));
    if search.bots.iter().any(|bot| bot.thinks()) {
        walker.remember();
    }
    let known: Vec<usize> = watch.hooks.checkpoint.as_ref().and_then(|kept| kept.known(number)).unwrap_or_default();
    let mut given = Vec::new();
    let end = walker.walk(usize::MAX, watch.hooks.stop, &mut |referee, state, pending| {
        let option = match known.get(given.len()).filter(|&&option| option < referee.option_count()) {
            Some(&option) => {
                bots.answered(pending);
                option
            }
            None => bots.answer_until(pending, referee, state, watch.hooks.stop),
        };
        // The search may have been cut short. The walk ends before its next question.
        if !watch.hooks.stop.load(Ordering::Relaxed) {
            given.push(option);
        }
        option
    });
    // A game that stops before its stored end, or reaches the target sooner, adds nothing.
    if let Some(kept) = watch.hooks.checkpoint.as_ref().filter(|_| given.len() > known.len()) {
        kept.store(number, &given);
    }
    Some(Walked { positions: walker.positions, valueless: walker.valueless, end })
}

/// Shortens the shortest paths and returns the shortest result.
fn shortest(
    game: &Game,
    aim: &Aim,
    seed: u64,
    mut ways: Vec<(u64, Path)>,
    watch: &SearchWatch<'_>,
) -> Result<Option<Way>, Error> {
    ways.truncate(WAYS);
    let shortened = |(number, path): (u64, Path)| {
        let before = path.choices();
        Ok((number, before, shrink::shrink(Walker::new(game, aim)?, path, (seed, number), watch)?))
    };
    let all: Result<Vec<(u64, usize, Path)>, Error> = ways.into_par_iter().with_max_len(1).map(shortened).collect();
    let shortest = all?.into_iter().min_by_key(|(number, _, path)| (path.choices(), *number));
    let Some((number, before, path)) = shortest else { return Ok(None) };
    let (answers, asked) = Walker::new(game, aim)?.text(&path);
    Ok(Some(Way { game: number, before, answers, asked }))
}
