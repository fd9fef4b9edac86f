//! Scenarios: tests of rules, with a position, some answers, the expected result, and the clauses that it proves.
//!
//! The files are data about a game (`rules/GAME/scenarios/*.yaml`, a list of cases each). [`read`] reports all mistakes
//! in them with their places, [`run`] plays one case, and [`run_all`] plays many on all cores and keeps their order.

mod added;
mod begun;
mod blame;
mod case_text;
mod check;
mod clauses;
mod collect;
mod combinations;
mod divide;
mod draft;
mod driver;
mod early;
mod edges;
mod example;
mod expect;
mod forced;
mod given;
mod invariants;
mod known;
mod like;
mod mend;
mod names_used;
mod read;
mod result_lines;
mod review;
mod round;
mod run;
mod settle;
mod suite;
mod variant;
mod wanted;
mod whole;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use tavola_game::{RuleLine, Setup, means};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::Yaml;

pub use added::{CaseFile, first_mistake};
pub use begun::{BegunCase, begin, begin_at_failure};
pub(crate) use case_text::{CaseStep, CaseText, failures};
pub use divide::{PartGiven, divide};
pub use draft::CaseDraft;
pub use example::{Example, example};
pub use known::KnownResults;
pub use mend::{CaseEdit, Rewritten};
pub use names_used::names_used;
pub use read::{KnownSuite, SuiteTexts, read, read_texts};
pub use result_lines::WINNER;
pub use review::{MadeVariant, ReviewWithVariants, review, review_beside};
pub use run::run;
pub use suite::{Variants, first_failure, run_all, together, variants};
pub use variant::{Overlaid, under};

/// The scenarios of a game.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Texts of the files.
    pub sources: Sources,
    /// Cases without mistakes, in the order of the files.
    pub scenarios: Vec<Scenario>,
    /// Cases that only give others their position.
    pub positions: Vec<Scenario>,
    /// Findings in the files, also in cases that the filter excludes.
    pub diagnostics: Vec<Diagnostic>,
}

/// One case of a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Name, unique in its file: `tie for second gets nothing`.
    pub name: String,
    /// Name of the file without folder and extension: `scoring`.
    pub topic: String,
    /// Place of the case: `file:line:column`.
    pub place: String,
    /// Span in the suite's texts.
    pub span: Span,
    /// Clauses that it proves, with their places.
    pub clauses: Vec<(String, Span)>,
    /// Name of the case that it continues, with its place.
    pub like: Option<(String, Span)>,
    /// Cases that it replaces in its variant, where the two games differ: `FILE/NAME`, with their places.
    pub instead: Vec<(String, Span)>,
    /// Players, settings, variant.
    pub setup: Setup,
    /// Places of the settings, each with that of its value, and of the variant.
    pub(super) set_at: Vec<(At, Span)>,
    pub(super) variant_at: Option<At>,
    /// Change of the rules for this case alone, written as in a variant, with its place.
    pub change: Option<(String, Span)>,
    /// Contents of places before the case begins.
    pub given: Vec<Given>,
    /// Sentences that are run instead of the whole game.
    pub call: Option<String>,
    /// Place of each line of `call`.
    pub(super) call_at: Vec<At>,
    /// Answers, with checks and changes between them.
    pub steps: Vec<Step>,
    /// Answers of players to questions that the script does not mention.
    pub unless_said: Vec<Answer>,
    /// Expectations at the end.
    pub end: Expect,
    /// Reason why its positions may break invariants. None: they must not.
    pub impossible: Option<String>,
    /// True if its transcript is in a snapshot.
    pub snapshot: bool,
}

impl Scenario {
    /// True if it proves the clause with this id, directly or by its section.
    pub fn proves(&self, id: &str) -> bool {
        self.clauses.iter().any(|(proved, _)| means(proved, id))
    }
}

/// A place in a file of scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// `file:line:column`.
    pub(super) place: String,
    /// Span in the suite's texts.
    pub(super) span: Span,
}

/// A value that is put before the case begins, or between answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Place or variable that is put, or a thing and its place: `jar at shelf[anna]`.
    pub left: String,
    /// Its value: `2`.
    pub right: String,
    /// Whole extent of its value in the suite's texts.
    pub(super) right_at: Span,
    /// Number of continued cases that gave something before. What those put into the same place is replaced.
    pub(super) after: usize,
    /// `file:line:column`.
    pub place: String,
    /// Span in the suite's texts.
    pub span: Span,
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A player or chance answers.
    Answer(Answer),
    /// Expectations at this moment.
    Check(Box<Expect>),
    /// The position is changed from outside.
    Put(Vec<Given>),
}

/// Expectations at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// Values of expressions.
    pub then: Vec<Then>,
    /// Options of the open question.
    pub offered: Vec<Offered>,
    /// Impossible answers, with the clauses that refuse them.
    pub refused: Vec<(Answer, Vec<String>)>,
    /// Places and variables that players see or do not see.
    pub sights: Vec<SightCheck>,
    /// Names of the asked players, `chance`, or `nobody`; with their place.
    pub asked: Option<(Vec<String>, String)>,
    /// Log lines that players have read, or have not.
    pub log: Vec<LogCheck>,
}

/// Expected options of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// A player's name or `chance`.
    pub who: String,
    /// Their number, and its value in the file.
    pub count: Option<(usize, Yaml)>,
    /// All of them; `_` matches anything.
    pub exactly: Option<Vec<Yaml>>,
    /// Span of the whole expectation.
    pub whole: Span,
    /// Options that must be offered.
    pub includes: Vec<Yaml>,
    /// Options that must not be offered.
    pub excludes: Vec<Yaml>,
    /// `file:line:column`.
    pub place: String,
}

/// Words that a player must, or must not, have read in the log since the script began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogCheck {
    /// Seat of the reader.
    pub player: usize,
    /// Part of a line: `Ben draws a card`.
    pub text: String,
    /// True if it must have been logged; false if it must not.
    pub is_shown: bool,
    /// `file:line:column`.
    pub place: String,
}

/// A place or variable that a player must, or must not, see at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightCheck {
    /// Seat of the viewer.
    pub player: usize,
    /// Name of the place: `hand[anna]`. With sets as indexes it stands for several places: `offer[anna, 1..2]`.
    pub what: String,
    /// True if all of it must be seen; false if nothing of it.
    pub seen: bool,
    /// `file:line:column`.
    pub place: String,
    /// Span in the suite's texts.
    pub span: Span,
}

/// An answer in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A player's name or `chance`.
    pub who: String,
    /// The answer: one word, or a list or map that answers several questions.
    pub what: Yaml,
    /// `file:line:column`.
    pub place: String,
}

/// An expression and its expected value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// The expression.
    pub expression: String,
    /// The expected value.
    pub value: Yaml,
    /// `file:line:column`.
    pub place: String,
    /// Span in the suite's texts.
    pub span: Span,
}

impl Scenario {
    /// Change of the rules, as text.
    pub(super) fn change(&self) -> Option<&str> {
        self.change.as_ref().map(|(change, _)| change.as_str())
    }
}

impl Expect {
    /// True if nothing is expected.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Result of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// Name of the case.
    pub name: String,
    /// File of the case, without folder and extension.
    pub topic: String,
    /// Place of the case: `file:line:column`.
    pub place: String,
    /// True if there are no failures.
    pub passed: bool,
    /// Expectations that failed.
    pub failures: Vec<Failure>,
    /// Transcript with questions, answers and the log, for cases with `snapshot: true` and for failed cases; otherwise
    /// empty.
    pub transcript: String,
    /// Number of runs of each rule, in all combinations where the case says `any`. Rules that did not run are left out.
    pub ran: BTreeMap<String, u64>,
}

/// An expectation that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// Subject: `fame[anna]`.
    pub what: String,
    /// Expected value.
    pub expected: String,
    /// Actual value.
    pub actual: String,
    /// Place in the scenario: `file:line:column`.
    pub place: String,
    /// Place in the rules: the open question, the condition that refuses, or the line whose answer changed the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Clauses cited in this line of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Help to understand it: since when, what comes next, what to write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The condition that the rules passed over before it, in words that other failures with the same cause share.
    #[serde(skip)]
    pub cause: Option<String>,
    /// Edit that makes the case state the actual value, if there is one.
    #[serde(skip)]
    pub mend: Option<CaseEdit>,
}

impl Failure {
    /// Creates a failure with its subject, the expected and the actual value, and the place in the scenario.
    pub fn new(what: &str, expected: &str, actual: String, place: &str) -> Self {
        let actual = edges::edges_as_in(&[what, expected], actual);
        let (what, expected, place) = (what.to_string(), expected.to_string(), place.to_string());
        Self { what, expected, actual, place, rule: None, clauses: Vec::new(), hint: None, cause: None, mend: None }
    }

    /// Adds a line of the rules, and the clauses that it cites.
    pub(super) fn at(self, RuleLine { place, clauses }: RuleLine) -> Self {
        Self { rule: Some(place), clauses, ..self }
    }
}
