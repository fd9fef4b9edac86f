//! Writes the path to a position as a scenario.

use super::{Way, WayStep};
use crate::scenario::{CaseStep, CaseText, Failure, failures};
use tavola_game::{Rules, Setup};

/// A scenario file with one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Text of the file.
    pub text: String,
    /// Failures when it is played. Empty, unless the position breaks an invariant.
    pub failures: Vec<Failure>,
}

/// Writes the path to a position in which `condition` is true as a case with this name.
///
/// Forced answers are left out, since `tavola test` gives them automatically, unless the case fails without them.
/// `comment` is written above the case.
pub fn script(rules: &Rules, setup: &Setup, way: &Way, (name, condition): (&str, &str), comment: &str) -> Script {
    let then = [(condition.to_owned(), "yes".to_owned())];
    Script::shortest(rules, |all| {
        let given = way.answers.iter().filter(|given| all || !given.forced);
        let steps: Vec<CaseStep<'_>> = given.map(WayStep::line).collect();
        let (setup, asked) = (Some(setup), way.asked.as_str());
        CaseText { comment, name, setup, steps: &steps, asked, then: &then, ..CaseText::default() }.write()
    })
}

impl Script {
    /// A case without its forced answers if it passes, otherwise with `all` answers.
    pub(crate) fn shortest(rules: &Rules, write: impl Fn(bool) -> String) -> Self {
        let script = |all| {
            let text = write(all);
            let failures = failures(rules, &text);
            Self { text, failures }
        };
        let short = script(false);
        if short.failures.is_empty() { short } else { script(true) }
    }
}

impl WayStep {
    /// The answer as a line of a case.
    pub(crate) fn line(&self) -> CaseStep<'_> {
        CaseStep::Answer(&self.who, &self.answer)
    }
}
