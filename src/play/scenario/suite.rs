//! Playing many scenarios.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::run::{game_of, play_on};
use super::{Failure, Outcome, Scenario};
use crate::game::{Game, LoadError, Rules, Setup};

/// Plays all cases on all cores; outcomes are in the order of the cases. `rules` are those of the folder; what variants
/// the cases play is read from the folder, once each.
pub fn run_all(folder: &Path, rules: &Rules, scenarios: &[Scenario]) -> Vec<Outcome> {
    let mut variants: BTreeMap<&str, Result<Rules, String>> = BTreeMap::new();
    for variant in scenarios.iter().filter_map(|case| case.setup.variant.as_deref()) {
        let read = || Rules::read(folder, Some(variant)).map_err(|error| error.message);
        variants.entry(variant).or_insert_with(read);
    }
    let (games, of_cases) = games(scenarios);
    let outcome = |(case, &game): (&Scenario, &usize)| {
        let rules = match case.setup.variant.as_deref().map(|variant| &variants[variant]) {
            None => rules,
            Some(Ok(rules)) => rules,
            Some(Err(message)) => return unreadable(case, message),
        };
        play_on(games[game].get_or_init(|| game_of(rules, case)), case)
    };
    scenarios.par_iter().zip(&of_cases).map(outcome).collect()
}

/// A game that several cases share, once one of them has made it: most of them differ in their positions only.
type Shared = OnceLock<Result<Game, LoadError>>;

/// A place for each game that the cases need, and which of them is whose.
fn games(scenarios: &[Scenario]) -> (Vec<Shared>, Vec<usize>) {
    let mut needed: Vec<(&Setup, Option<&str>)> = Vec::new();
    let mut of_cases = Vec::new();
    for case in scenarios {
        let game = (&case.setup, case.call.as_deref());
        of_cases.push(needed.iter().position(|known| *known == game).unwrap_or_else(|| {
            needed.push(game);
            needed.len() - 1
        }));
    }
    (needed.iter().map(|_| Shared::new()).collect(), of_cases)
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
