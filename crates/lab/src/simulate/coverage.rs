//! Lines of the rules that no game reached, and conditions that always had the same value.

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::RunFacts;
use tavola_game::{CoveredPart, Reached};

/// A line of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnreachedLine {
    /// Rule of the line.
    pub rule: String,
    /// `file:line:column`
    pub place: String,
    /// Text of the line; of several lines, the first.
    pub text: String,
}

/// A condition that always had the same value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConstantCondition {
    /// `file:line:column`
    pub place: String,
    /// Its text, with its word: `where votes(p) > 0`.
    pub text: String,
    /// Its value: true if it always held, false if it never held.
    pub value: bool,
}

/// Lines that never ran, of the rules that ran. A line inside another one that never ran is left out.
pub(super) fn lines(about: &RunFacts, reached: &Reached, runs: &[u64]) -> Vec<UnreachedLine> {
    // No game was analysed in detail.
    if !reached.lines.contains(&true) {
        return Vec::new();
    }
    let began = |rule: &str| about.rules.iter().zip(runs).any(|(known, &runs)| known.rule == rule && runs > 0);
    let ran = |at: usize| reached.lines.get(at).is_some_and(|ran| *ran);
    let lines = about.lines.iter().enumerate();
    let lines = lines.filter(|(at, line)| !ran(*at) && line.within.is_none_or(ran) && began(&line.rule));
    let line = |(_, CoveredPart { rule, place, text, .. }): (usize, &CoveredPart)| UnreachedLine {
        rule: rule.clone(),
        place: place.clone(),
        text: text.clone(),
    };
    lines.map(line).collect()
}

/// Conditions that were evaluated and always had the same value.
pub(super) fn conditions(about: &RunFacts, reached: &Reached) -> Vec<ConstantCondition> {
    let constant = |(part, values): (&CoveredPart, &[bool; 2])| {
        let [held, failed] = *values;
        (held != failed).then(|| ConstantCondition { place: part.place.clone(), text: part.text.clone(), value: held })
    };
    about.conditions.iter().zip(&reached.conditions).filter_map(constant).collect()
}
