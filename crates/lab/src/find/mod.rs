//! Finding a position: games are played until one comes to a position in which a condition is true; the way there is shortened
//! (by delta debugging) and written as a scenario. The same seed finds the same, for any number of threads.

mod path;
mod script;
mod shrink;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::agent::{Bot, Bots};
use super::journal::JournalPart;
use super::threads;
use path::{Path, WalkEnd, Walker};
use tavola_game::{Error, Expression, Game, Pending};
use tavola_syntax::diagnostic::Diagnostic;

pub use script::{Script, script};

/// So many games are played before it is looked at whether one of them has come there: all of them are, so the number of
/// threads makes no difference.
const BATCH: u64 = 64;
/// So many of the shortest ways are shortened further, and the shortest that comes of them is taken.
const WAYS: usize = 4;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Aim {
    /// What must be true, see [`Game::condition`].
    pub condition: Expression,
    /// Who must be asked there: a player, chance, or nobody, when the game is over; none: whoever is.
    pub asked: Option<Pending>,
}

/// How it is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// So many games at most.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// How many threads; 0: as many as there are cores.
    pub jobs: usize,
    /// Who plays, seat by seat.
    pub bots: Vec<Bot>,
}

/// Whom a search tells how far it is, and who may stop it.
pub struct SearchWatch<'a> {
    /// Is told how many games were played.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Is told of how many answers the shortest way is, whenever there is a shorter one.
    pub shorter: &'a (dyn Fn(usize) + Sync),
    /// Where the answers of each game are kept.
    pub kept: Option<JournalPart<'a>>,
    /// Where it is kept how far the ways to this aim are shortened.
    pub ways: Option<JournalPart<'a>>,
    /// Once it is set, what is known so far is given back.
    pub stop: &'a AtomicBool,
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct FindResult {
    /// How many games were played.
    pub games: u64,
    /// How many positions (at a question, or at the end) were looked at in them.
    pub positions: u64,
    /// At so many of them the condition had no value.
    pub valueless: u64,
    /// Games that ended by a fault of the rules.
    pub faults: u64,
    /// The first of those faults.
    pub fault: Option<Diagnostic>,
    /// The way to the position that was looked for; none: no game came there.
    pub way: Option<Way>,
}

/// A way to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The game (from 0) of the run that came there.
    pub game: u64,
    /// So many answers it took there.
    pub before: usize,
    /// The answers of the shortened way: who (a player's name or `chance`), and the option's notation; those that could not be
    /// otherwise are told apart.
    pub answers: Vec<WayStep>,
    /// Who is asked at its end: a name, `chance`, or `nobody`.
    pub asked: String,
}

/// An answer on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayStep {
    /// A player's name, or `chance`.
    pub who: String,
    /// The option's notation.
    pub answer: String,
    /// Whether it was the only one that could be given.
    pub forced: bool,
}

impl Way {
    /// How many answers somebody (chance among them) had to give who could have given another one.
    pub fn choices(&self) -> usize {
        self.answers.iter().filter(|given| !given.forced).count()
    }
}

/// Plays games until one comes to what is looked for, and shortens the way there.
///
/// # Errors
/// When the condition cannot be asked in this set-up, or what is kept of a way does not lead there.
pub fn find(game: &Game, aim: &Aim, search: &Search, watch: &SearchWatch<'_>) -> Result<FindResult, Error> {
    Walker::new(game, aim)?;
    threads::with(search.jobs, || {
        let (mut found, ways) = played(game, aim, search, watch);
        found.way = shortest(game, aim, search.seed, ways, watch)?;
        Ok(found)
    })
}

/// Plays batch by batch, until a batch has come there; the ways there, the shortest first.
fn played(game: &Game, aim: &Aim, search: &Search, watch: &SearchWatch<'_>) -> (FindResult, Vec<(u64, Path)>) {
    let (mut found, mut ways) = (FindResult::default(), Vec::new());
    let done = AtomicU64::new(0);
    let stopped = || watch.stop.load(Ordering::Relaxed);
    while found.games < search.games && ways.is_empty() && !stopped() {
        let batch = found.games..(found.games + BATCH).min(search.games);
        let one = |number: u64| {
            let played = one(game, aim, search, number, watch);
            (watch.played)(done.fetch_add(1, Ordering::Relaxed) + 1);
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

/// Plays a game, and keeps its answers (also of a game that is stopped): nobody thinks of them again.
fn one(game: &Game, aim: &Aim, search: &Search, number: u64, watch: &SearchWatch<'_>) -> Option<Walked> {
    let mut walker = Walker::new(game, aim).ok()?;
    let mut bots = Bots::seated(search.seed, number, &search.bots);
    if search.bots.iter().any(|bot| bot.thinks()) {
        walker.remember();
    }
    let known: Vec<usize> = watch.kept.as_ref().and_then(|kept| kept.known(number)).unwrap_or_default();
    let mut given = Vec::new();
    let end = walker.walk(usize::MAX, watch.stop, &mut |referee, state, pending| {
        let option = match known.get(given.len()).filter(|&&option| option < referee.options()) {
            Some(&option) => {
                bots.answered(pending);
                option
            }
            None => bots.answer(pending, referee, state),
        };
        given.push(option);
        option
    });
    // A game that is stopped before it is where it was, or comes there sooner, adds nothing.
    if let Some(kept) = watch.kept.as_ref().filter(|_| given.len() > known.len()) {
        kept.keep(number, &given);
    }
    Some(Walked { positions: walker.positions, valueless: walker.valueless, end })
}

/// Shortens the shortest ways, and takes the one that is the shortest then.
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
    let (answers, asked) = Walker::new(game, aim)?.told(&path);
    Ok(Some(Way { game: number, before, answers, asked }))
}
