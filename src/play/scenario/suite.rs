//! Playing many scenarios.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::run::run;
use super::{Failure, Outcome, Scenario};
use crate::game::Rules;

/// Plays all cases on all cores; outcomes are in the order of the cases. `rules` are those of the folder; what variants
/// the cases play is read from the folder, once each.
pub fn run_all(folder: &Path, rules: &Rules, scenarios: &[Scenario]) -> Vec<Outcome> {
    let mut variants: BTreeMap<&str, Result<Rules, String>> = BTreeMap::new();
    for variant in scenarios.iter().filter_map(|case| case.setup.variant.as_deref()) {
        let read = || Rules::read(folder, Some(variant)).map_err(|error| error.message);
        variants.entry(variant).or_insert_with(read);
    }
    let outcome = |case: &Scenario| match case.setup.variant.as_deref().map(|variant| &variants[variant]) {
        None => run(rules, case),
        Some(Ok(rules)) => run(rules, case),
        Some(Err(message)) => unreadable(case, message),
    };
    scenarios.par_iter().map(outcome).collect()
}

fn unreadable(case: &Scenario, message: &str) -> Outcome {
    let failure = Failure {
        what: "the variant".to_string(),
        expected: case.setup.variant.clone().unwrap_or_default(),
        actual: message.to_string(),
        place: case.place.clone(),
        rule: None,
    };
    Outcome {
        name: case.name.clone(),
        topic: case.topic.clone(),
        place: case.place.clone(),
        passed: false,
        failures: vec![failure],
        transcript: String::new(),
    }
}
