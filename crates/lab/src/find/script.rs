//! Writes the path to a position as a scenario.

use std::fmt::Write;

use super::{Way, WayStep};
use crate::scenario::{self, CaseResult, Failure};
use tavola_game::{Rules, Setup};
use tavola_syntax::yaml::quoted;

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
    let write = |all: bool| {
        let given: Vec<&WayStep> = way.answers.iter().filter(|given| all || !given.forced).collect();
        let text = text(setup, &given, (name, condition, &way.asked), comment);
        let failures = outcome(rules, &text).map_or_else(Vec::new, |outcome| outcome.failures);
        Script { text, failures }
    };
    let short = write(false);
    if short.failures.is_empty() { short } else { write(true) }
}

fn outcome(rules: &Rules, text: &str) -> Option<CaseResult> {
    let suite = scenario::read_texts(&[("found.yaml", text)], None);
    suite.scenarios.first().map(|case| scenario::run(rules, case))
}

fn text(setup: &Setup, given: &[&WayStep], (name, condition, asked): (&str, &str, &str), comment: &str) -> String {
    let mut text: String = comment.lines().fold(String::new(), |text, line| text + "# " + line + "\n");
    let _ = writeln!(text, "- name: {}", quoted(name));
    let _ = writeln!(text, "  players: [{}]", setup.players.join(", "));
    if let Some(variant) = &setup.variant {
        let _ = writeln!(text, "  variant: {}", quoted(variant));
    }
    if !setup.settings.is_empty() {
        let pairs = setup.settings.iter().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)));
        let _ = writeln!(text, "  set: {{ {} }}", pairs.collect::<Vec<_>>().join(", "));
    }
    if !given.is_empty() {
        text.push_str("  do:\n");
    }
    for WayStep { who, answer, .. } in given {
        let _ = writeln!(text, "    - {}: {}", quoted(who), quoted(answer));
    }
    let _ = writeln!(text, "  asked: {asked}\n  then: {{ {}: yes }}", quoted(condition));
    text
}
