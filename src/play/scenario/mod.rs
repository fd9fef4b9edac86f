//! Scenarios: a position, some answers, what must come of it, and the clauses that this proves.
//!
//! The files are data about a game (`rules/GAME/scenarios/*.yaml`, a list of cases each); [`read`] finds all mistakes in
//! them with their places, [`run`] plays one case, [`run_all`] plays many on all cores and keeps their order.

mod answer;
mod check;
mod read;
mod run;
mod suite;

use crate::diagnostic::Diagnostic;
use crate::game::Setup;
use crate::text::{Sources, Span};
use crate::yaml::Yaml;

pub use read::{read, read_texts};
pub use run::run;
pub use suite::run_all;

/// The scenarios of a game.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The texts they stand in.
    pub sources: Sources,
    /// Those that could be read, in the order of the files and in the files.
    pub scenarios: Vec<Scenario>,
    /// What is wrong in the files (whether or not the filter lets it through).
    pub diagnostics: Vec<Diagnostic>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// `tie for second gets nothing`: unique in its file.
    pub name: String,
    /// The file's name without folder and ending: `scoring`.
    pub topic: String,
    /// `file:line:column` of the case.
    pub place: String,
    /// The clauses that it proves, and where they stand.
    pub clauses: Vec<(String, Span)>,
    /// Players, settings, variant.
    pub setup: Setup,
    /// What lies where before it begins: left side, right side in the language, place.
    pub given: Vec<(String, String, String)>,
    /// Sentences that are run instead of the whole game.
    pub call: Option<String>,
    /// `file:line:column` of each of them.
    pub call_places: Vec<String>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// What must be true in the end.
    pub then: Vec<Then>,
    /// The exact options of the question that is open in the end.
    pub offered: Option<Answer>,
    /// What must not be possible in the end, and the clauses that say why.
    pub refused: Option<(Answer, Vec<String>)>,
    /// What players see and do not see in the end.
    pub sights: Vec<Sight>,
    /// Whether its transcript is kept.
    pub snapshot: bool,
}

/// A place or variable that somebody sees in the end, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Who looks, by seat.
    pub player: usize,
    /// `hand[anna]`; with sets as indexes several places: `offer[anna, 1..2]`.
    pub what: String,
    /// Whether all of it must be seen, or nothing.
    pub seen: bool,
    /// `file:line:column`.
    pub place: String,
}

/// An answer in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A player's name or `chance`.
    pub who: String,
    /// What is answered: one word, or a list or map that answers several questions.
    pub what: Yaml,
    /// `file:line:column`.
    pub place: String,
}

/// An expression and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// The expression.
    pub expression: String,
    /// Its value.
    pub value: Yaml,
    /// `file:line:column`.
    pub place: String,
}

/// How a scenario went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The case's name.
    pub name: String,
    /// The case's file without folder and ending.
    pub topic: String,
    /// `file:line:column` of the case.
    pub place: String,
    /// Whether there are no failures.
    pub passed: bool,
    /// What is not as it must be.
    pub failures: Vec<Failure>,
    /// Questions, answers and the log: of scenarios with `snapshot: true` and of those that failed; empty otherwise.
    pub transcript: String,
}

/// One thing that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What was looked at: `fame[anna]`.
    pub what: String,
    /// What it must be.
    pub expected: String,
    /// What it is.
    pub actual: String,
    /// `file:line:column` in the scenario.
    pub place: String,
    /// `file:line:column` in the rules: where the machine stands, or the condition that refuses.
    pub rule: Option<String>,
}
