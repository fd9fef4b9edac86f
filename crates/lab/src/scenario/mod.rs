//! Scenarios: a position, some answers, what must come of it, and the clauses that this proves.
//!
//! The files are data about a game (`rules/GAME/scenarios/*.yaml`, a list of cases each); [`read`] finds all mistakes in
//! them with their places, [`run`] plays one case, [`run_all`] plays many on all cores and keeps their order.

mod added;
mod check;
mod clauses;
mod divide;
mod driver;
mod early;
mod example;
mod expect;
mod forced;
mod given;
mod invariants;
mod keep;
mod like;
mod mend;
mod read;
mod review;
mod round;
mod run;
mod settle;
mod suite;
mod variant;
mod wanted;
mod whole;

use std::collections::BTreeMap;

use tavola_game::{Setup, means};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::Yaml;

pub use added::CaseFile;
pub use divide::{PartGiven, divide};
pub use example::{Example, example};
pub use mend::{Mend, Rewritten};
pub use read::{SuiteTexts, read, read_texts};
pub use review::{Beside, MadeVariant, review, review_beside};
pub use run::run;
pub use suite::{Variants, first_failure, run_all, together, variants};
pub use variant::{Overlaid, under};

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
    /// Where it stands, as a stretch of the suite's texts.
    pub span: Span,
    /// The clauses that it proves, and where they stand.
    pub clauses: Vec<(String, Span)>,
    /// The case that it goes on from: its name, and where that stands.
    pub like: Option<(String, Span)>,
    /// The cases that it stands for in its variant, where the two games differ: `FILE/NAME`, and where that stands.
    pub instead: Vec<(String, Span)>,
    /// Players, settings, variant.
    pub setup: Setup,
    /// Where each of the settings stands, and the variant, if one is played.
    pub(super) set_at: Vec<At>,
    pub(super) variant_at: Option<At>,
    /// What is changed in the rules for this case alone, as a variant says it, and where that stands.
    pub change: Option<(String, Span)>,
    /// What lies where before it begins.
    pub given: Vec<Given>,
    /// Sentences that are run instead of the whole game.
    pub call: Option<String>,
    /// Where each line of them stands.
    pub(super) call_at: Vec<At>,
    /// Answers, and what is looked at and put between them.
    pub steps: Vec<Step>,
    /// How each player answers what the script says nothing about.
    pub unless_said: Vec<Answer>,
    /// What must be so in the end.
    pub end: Expect,
    /// Why its positions may break what must always hold; none: they must not.
    pub impossible: Option<String>,
    /// Whether its transcript is kept.
    pub snapshot: bool,
}

impl Scenario {
    /// Whether it proves the clause with this id, itself or by its section.
    pub fn proves(&self, id: &str) -> bool {
        self.clauses.iter().any(|(proved, _)| means(proved, id))
    }
}

/// A place in a file of scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// `file:line:column`.
    pub(super) place: String,
    /// Where it stands, as a stretch of the suite's texts.
    pub(super) span: Span,
}

/// Something that is put before it begins, or between answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// `jar at shelf[anna]`
    pub left: String,
    /// `2`
    pub right: String,
    /// How many cases before have given something that this one goes on from: what lies there because of them is said anew.
    pub(super) after: usize,
    /// `file:line:column`.
    pub place: String,
    /// Where it stands, as a stretch of the suite's texts.
    pub span: Span,
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Somebody answers.
    Answer(Answer),
    /// What must be so at this moment.
    Check(Box<Expect>),
    /// The position is changed from outside.
    Put(Vec<Given>),
}

/// What must be so at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// Values of expressions.
    pub then: Vec<Then>,
    /// The options of the open question.
    pub offered: Vec<Offered>,
    /// What is not possible, and the clauses that say why.
    pub refused: Vec<(Answer, Vec<String>)>,
    /// What players see and do not see.
    pub sights: Vec<SightCheck>,
    /// Who is asked, by name: players, `chance`, or `nobody`; and where that stands.
    pub asked: Option<(Vec<String>, String)>,
    /// What players have been told, and have not.
    pub told: Vec<LogCheck>,
}

/// The options of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// A player's name or `chance`.
    pub who: String,
    /// How many there are, and how that is written.
    pub count: Option<(usize, Yaml)>,
    /// All of them; `_` stands for anything.
    pub exactly: Option<Vec<Yaml>>,
    /// All that is said of them.
    pub whole: Span,
    /// Each of these is there.
    pub includes: Vec<Yaml>,
    /// None of these is there.
    pub excludes: Vec<Yaml>,
    /// `file:line:column`.
    pub place: String,
}

/// Words that a player has read in the log since the script began, or has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogCheck {
    /// Who reads, by seat.
    pub player: usize,
    /// `Ben draws a card`: part of a line.
    pub text: String,
    /// Whether it must have been told, or never.
    pub told: bool,
    /// `file:line:column`.
    pub place: String,
}

/// A place or variable that somebody sees at a moment, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightCheck {
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
    /// Where it stands, as a stretch of the suite's texts.
    pub span: Span,
}

impl Scenario {
    /// What it changes in the rules.
    pub(super) fn change(&self) -> Option<&str> {
        self.change.as_ref().map(|(change, _)| change.as_str())
    }
}

impl Expect {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How a scenario went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
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
    /// How often each rule of the game ran in it, in all ways where it says `any`; rules that did not are left out.
    pub ran: BTreeMap<String, u64>,
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
    /// `file:line:column` in the rules: the question that is open, the condition that refuses, the line whose answer changed the value.
    pub rule: Option<String>,
    /// The clauses that this line cites.
    pub clauses: Vec<String>,
    /// What helps to understand it: since when, what comes next, what to write.
    pub hint: Option<String>,
    /// How the text of the case would say what is, if that can be said in its place.
    pub mend: Option<Mend>,
}

impl Failure {
    /// What was looked at, what it must be, what it is, where the scenario says so.
    pub fn new(what: &str, expected: &str, actual: String, place: &str) -> Self {
        let (what, expected, place) = (what.to_string(), expected.to_string(), place.to_string());
        Self { what, expected, actual, place, rule: None, clauses: Vec::new(), hint: None, mend: None }
    }

    /// This failure with a line of the rules and the clauses that it cites.
    pub(super) fn at(self, (rule, clauses): (String, Vec<String>)) -> Self {
        Self { rule: Some(rule), clauses, ..self }
    }
}
