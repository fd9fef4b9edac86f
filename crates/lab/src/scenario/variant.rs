//! Cases of a game under one of its variants: which pass, which fail, and because of which changes.

use std::path::Path;

use super::{CaseResult, Failure, Scenario, Suite, run_all};
use tavola_game::{Change, Rules};
use tavola_syntax::diagnostic::any_error;

/// Result of a case of the game under a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlaid {
    /// The case.
    pub case: Scenario,
    /// Failures under the variant. Empty if the case passes.
    pub failures: Vec<Failure>,
    /// Changes of the variant without which the case would pass, each by itself. Empty if several would have to be
    /// removed.
    pub because: Vec<Change>,
    /// Name of the variant's case that stands for it (`instead:`).
    pub adapted: Option<String>,
}

impl Overlaid {
    /// True if the author has not decided what is right: it fails and nothing stands for it, or it passes although
    /// something does.
    pub fn is_open(&self) -> bool {
        self.failures.is_empty() == self.adapted.is_some()
    }
}

/// Plays all cases of a game without a variant, under the variant (or several) with which `rules` were read. With
/// several variants, a case of one of them stands for a failing one, if the combination has none of its own.
pub fn under(folder: &Path, rules: &Rules, variant: &str, suite: &Suite) -> Vec<Overlaid> {
    let cases: Vec<Scenario> = suite.scenarios.iter().filter(|case| case.setup.variant.is_none()).cloned().collect();
    let outcomes = run_all(folder, rules, &cases);
    let differ: Vec<&Scenario> = differing(&cases, &outcomes).collect();
    let because = reasons(folder, rules, &differ);
    let overlaid = |(case, outcome): (&Scenario, CaseResult)| {
        let whole = format!("{}/{}", case.topic, case.name);
        let stands = |other: &&Scenario| other.instead.iter().any(|(name, _)| *name == whole);
        let of = |name: &str| {
            suite.scenarios.iter().filter(stands).find(|other| other.setup.variant.as_deref() == Some(name))
        };
        let own = of(variant);
        let parts = || rules.applied_variants().find_map(of).filter(|_| !outcome.failures.is_empty());
        let at = differ.iter().position(|other| std::ptr::eq(*other, case));
        Overlaid {
            case: case.clone(),
            adapted: own.or_else(parts).map(|case| case.name.clone()),
            because: at.map(|at| because[at].clone()).unwrap_or_default(),
            failures: outcome.failures,
        }
    };
    cases.iter().zip(outcomes).map(overlaid).collect()
}

fn differing<'c>(cases: &'c [Scenario], outcomes: &[CaseResult]) -> impl Iterator<Item = &'c Scenario> {
    cases.iter().zip(outcomes).filter(|(_, outcome)| !outcome.failures.is_empty()).map(|(case, _)| case)
}

/// For each case that fails, the changes without which it passes.
fn reasons(folder: &Path, rules: &Rules, differ: &[&Scenario]) -> Vec<Vec<Change>> {
    let mut because = vec![Vec::new(); differ.len()];
    if differ.is_empty() {
        return because;
    }
    let cases: Vec<Scenario> = differ.iter().map(|&case| case.clone()).collect();
    for change in rules.changes() {
        let without = rules.without(&change);
        // Another change needs this one.
        if any_error(without.diagnostics()) {
            continue;
        }
        for (because, outcome) in because.iter_mut().zip(run_all(folder, &without, &cases)) {
            if outcome.failures.is_empty() {
                because.push(change.clone());
            }
        }
    }
    because
}
