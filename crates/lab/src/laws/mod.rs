//! What must hold in every game, whatever its rules: tried at every question of random games.
//!
//! Each law is a function of its own, so that a failing one names itself. A law looks at one moment and leaves it as it
//! was. Everything is drawn from the seed: a broken law comes back with the seed and the game's number.

mod bench;
mod drawn;
mod future;
mod hidden;
mod plain;
mod position;
mod question;
mod together;
mod walk;

use rayon::prelude::*;
use serde::Serialize;

use bench::{Bench, BenchMoment};
use tavola_game::Game;

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The law's sentence.
    pub law: &'static str,
    /// What was seen instead.
    pub what: String,
    /// `file:line:column` in the rules where the machine stood.
    pub place: String,
    /// The seed of the run.
    #[serde(skip)]
    pub seed: u64,
    /// The game's number in the run, from 0.
    pub game: u64,
    /// How many answers had been given.
    pub answers: u64,
}

type Law = fn(&mut Bench, &BenchMoment<'_>) -> Result<(), String>;

/// The laws that are tried at every question and at the end.
const LAWS: [(&str, Law); 24] = [
    ("components are conserved", position::components_are_conserved),
    ("what lies in order lies there", position::order_fits),
    ("invariants hold", position::invariants_hold),
    ("saving and loading changes nothing", position::saving_and_loading_changes_nothing),
    ("waiting changes nothing", question::waiting_changes_nothing),
    ("options have different names", question::options_have_different_names),
    ("options read differently", question::options_read_differently),
    ("ways that show the same end alike", question::what_shows_the_same_ends_alike),
    ("rules that are worked out as they are written do the same", plain::plain_rules_do_the_same),
    ("nothing that is not offered is accepted", question::nothing_else_is_accepted),
    ("every option can be answered", future::every_option_can_be_answered),
    ("an action that was begun can be finished", future::a_begun_action_can_be_finished),
    ("a clone given the same answers stays equal", future::a_clone_stays_equal),
    ("a loaded state given the same answers stays equal", future::a_loaded_state_stays_equal),
    ("a completed view has the same view", hidden::a_completed_view_has_the_same_view),
    ("states that look the same are dealt anew alike", hidden::twins_are_dealt_alike),
    ("positions that came about alike are dealt anew alike", hidden::what_came_about_alike_is_dealt_alike),
    ("states that look the same offer the same", hidden::twins_offer_the_same),
    ("states that look the same tell the same", hidden::twins_tell_the_same),
    ("states that look the same ask the same, whoever has answered before", drawn::twins_are_asked_the_same),
    ("states that look the same refuse the same, for the same reason", drawn::twins_are_refused_alike),
    ("a view is the same when looked at again", hidden::a_view_stays),
    (
        "states that look the same ask the same in a block, and tell the same behind it",
        together::twins_go_through_alike,
    ),
    ("the order of secret answers does not matter", together::any_order),
];

/// The law about whole games.
const REPLAY: &str = "replaying the answers gives the same state";
/// The law about whole games that go wrong.
const ENDS: &str = "a random game comes to its end";

/// The sentences of all laws.
pub fn sentences() -> Vec<&'static str> {
    LAWS.iter().map(|(sentence, _)| *sentence).chain([REPLAY, ENDS]).collect()
}

/// What came of trying the laws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawsTried {
    /// What is broken; of each game each law at most once.
    pub broken: Vec<Broken>,
    /// How many games were gone through to their end.
    pub games: u64,
    /// At how many questions (and ends) all laws were tried.
    pub moments: u64,
    /// How many names of options were written for it: what it costs, however fast the machine is.
    pub names: u64,
}

/// Tries all laws in so many random games (on all cores), whatever time that takes.
pub fn laws(game: &Game, seed: u64, games: u64) -> Vec<Broken> {
    try_laws(game, seed, games, &|| false).broken
}

/// Tries all laws in so many random games (on all cores). Before each law it is asked whether to `stop`; then it comes
/// back with what is known so far.
pub fn try_laws(game: &Game, seed: u64, games: u64, stop: &(dyn Fn() -> bool + Sync)) -> LawsTried {
    try_laws_closely(game, (seed, games), u64::MAX, &LawWatch { stop, done: &|| {} })
}

/// Who is asked and told while laws are tried.
#[derive(Clone, Copy)]
pub struct LawWatch<'a> {
    /// Asked before each law whether to leave off.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told after each game.
    pub done: &'a (dyn Fn() + Sync),
}

/// [`try_laws`] in games of a seed: at every question (of the first 5,000) of the first `closely` games, in each other one at some of them. Of `n`
/// questions that is 4 and 2 for each time that `n` doubles (13 of 100, 20 of 1000), others in each game, and its end.
pub fn try_laws_closely(game: &Game, (seed, games): (u64, u64), closely: u64, watch: &LawWatch<'_>) -> LawsTried {
    let plain = game.plain();
    let walk = |number| {
        let tried = walk::walk(game, &plain, (seed, number), (number < closely, watch.stop));
        (watch.done)();
        tried
    };
    let tried: Vec<LawsTried> = (0..games).into_par_iter().map(walk).collect();
    tried.into_iter().fold(LawsTried::default(), |mut all, one| {
        all.broken.extend(one.broken);
        all.games += one.games;
        all.moments += one.moments;
        all.names += one.names;
        all
    })
}
