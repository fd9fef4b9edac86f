//! Laws: properties that must hold in every game, whatever its rules. They are checked at the questions of random games
//! (property-based testing).
//!
//! Each law is a function of its own, so that a failing one names itself. A law examines one moment and leaves it as it
//! was. All random choices follow from the seed: a broken law is reported with the seed and the game's number.

mod bench;
mod drawn;
mod future;
mod hidden;
mod observed;
mod plain;
mod position;
mod question;
mod together;
mod walk;

use std::ops::Range;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use bench::{Bench, BenchMoment};
use tavola_game::Game;

/// A violation of a law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Broken {
    /// Sentence of the law.
    pub law: &'static str,
    /// Observation that violates it.
    pub what: String,
    /// Place in the rules where the game stood: `file:line:column`.
    pub place: String,
    /// Seed of the run.
    #[serde(skip)]
    pub seed: u64,
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Number of answers given before.
    pub answers: u64,
}

impl Broken {
    /// The fault of the rules that violates it, if one does. A fault of only one of two programs of the rules is none of the
    /// rules.
    pub fn fault(&self) -> Option<&str> {
        let fault = self.what.split_once(bench::FAULT).map(|(_, fault)| fault);
        fault.filter(|_| self.law != PLAIN)
    }
}

/// A violation as a file has it.
#[derive(Deserialize)]
struct StoredBroken {
    law: String,
    what: String,
    place: String,
    game: u64,
    answers: u64,
}

/// Reads a broken law. A law that is not known is an error.
impl<'de> Deserialize<'de> for Broken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredBroken { law, what, place, game, answers } = StoredBroken::deserialize(deserializer)?;
        let known = sentences().into_iter().find(|sentence| *sentence == law);
        let law = known.ok_or_else(|| D::Error::custom(format!("there is no law `{law}`")))?;
        Ok(Self { law, what, place, seed: 0, game, answers })
    }
}

type Law = fn(&mut Bench, &BenchMoment<'_>) -> Result<(), String>;

/// Laws that are checked at every question and at the end.
const LAWS: [(&str, Law); 25] = [
    ("components are conserved", position::components_are_conserved),
    ("rows and stacks match their contents", position::order_fits),
    ("invariants hold", position::invariants_hold),
    ("saving and loading changes nothing", position::saving_and_loading_changes_nothing),
    ("waiting changes nothing", question::waiting_changes_nothing),
    ("options have different names", question::options_have_different_names),
    ("options read differently", question::options_read_differently),
    ("ways that show the same end alike", question::what_shows_the_same_ends_alike),
    (PLAIN, plain::plain_rules_do_the_same),
    ("nothing that is not offered is accepted", question::nothing_else_is_accepted),
    ("every option can be answered", future::every_option_can_be_answered),
    ("an action that was begun can be finished", future::a_begun_action_can_be_finished),
    ("a clone given the same answers stays equal", future::a_clone_stays_equal),
    ("a loaded state given the same answers stays equal", future::a_loaded_state_stays_equal),
    ("a completed view has the same view", hidden::a_completed_view_has_the_same_view),
    ("states that look the same are dealt alike", hidden::twins_are_dealt_alike),
    ("positions that came about alike are dealt alike", hidden::what_came_about_alike_is_dealt_alike),
    ("states that look the same offer the same", hidden::twins_offer_the_same),
    ("states that look the same have the same log", hidden::twins_tell_the_same),
    ("states that look the same ask the same, no matter who answered before", drawn::twins_are_asked_the_same),
    ("states that look the same refuse the same, for the same reason", drawn::twins_are_refused_alike),
    ("a view is the same when looked at again", hidden::a_view_stays),
    (
        "states that look the same ask the same in a block, and have the same log after it",
        together::twins_go_through_alike,
    ),
    ("the order of secret answers does not matter", together::any_order),
    ("states that look the same have the same observation", observed::twins_are_observed_alike),
];

/// Law about a second program of the same rules.
const PLAIN: &str = "rules give the same results without optimisation";
/// Law about the replay of a whole game.
const REPLAY: &str = "replaying the answers gives the same state";
/// Law that is broken by a game with a fault, and by an endless game.
const ENDS: &str = "a random game comes to its end";

/// Sentences of all laws.
pub fn sentences() -> Vec<&'static str> {
    LAWS.iter().map(|(sentence, _)| *sentence).chain([REPLAY, ENDS]).collect()
}

/// Result of checking the laws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LawsTried {
    /// Violations: of each game each law at most once.
    pub broken: Vec<Broken>,
    /// Number of games that were played to the end.
    pub games: u64,
    /// Number of questions (and ends) at which all laws were checked.
    pub moments: u64,
    /// Number of option names that were written: a measure of the cost that does not depend on the machine.
    pub names: u64,
}

/// Checks all laws in this number of random games on all cores, without a time limit.
pub fn laws(game: &Game, seed: u64, games: u64) -> Vec<Broken> {
    try_laws(game, seed, games, &|| false).broken
}

/// Checks all laws in this number of random games on all cores. `stop` is asked before each law. Once it returns
/// `true`, the results so far are returned.
pub fn try_laws(game: &Game, seed: u64, games: u64, stop: &(dyn Fn() -> bool + Sync)) -> LawsTried {
    try_laws_in_detail(game, (seed, 0..games), u64::MAX, &LawWatch { stop, done: &|| {} })
}

/// Callbacks while laws are checked.
#[derive(Clone, Copy)]
pub struct LawWatch<'a> {
    /// Asked before each law whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each game.
    pub done: &'a (dyn Fn() + Sync),
}

/// [`try_laws`] in some games of a seed, most of them sampled.
///
/// In games with a number below `closely`, laws are checked at every question (of the first 5,000). In each other game they are
/// checked at the end and at some questions: the first 4, and 2 more each time that their number doubles (13 of 100, 20
/// of 1000). Games differ in these questions.
pub fn try_laws_in_detail(
    game: &Game,
    (seed, games): (u64, Range<u64>),
    closely: u64,
    watch: &LawWatch<'_>,
) -> LawsTried {
    let plain = game.plain();
    let walk = |number| {
        let tried = walk::walk(game, &plain, (seed, number), (number < closely, watch.stop));
        (watch.done)();
        tried
    };
    let tried: Vec<LawsTried> = games.into_par_iter().map(walk).collect();
    tried.into_iter().fold(LawsTried::default(), LawsTried::and)
}

impl LawsTried {
    /// Adds the result of the games that follow.
    #[must_use]
    pub fn and(mut self, next: Self) -> Self {
        self.broken.extend(next.broken);
        self.games += next.games;
        self.moments += next.moments;
        self.names += next.names;
        self
    }
}
