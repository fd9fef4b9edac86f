//! Playing many scenarios.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::run::{game_of, play_on};
use super::{Failure, Outcome, Scenario};
use crate::game::{Game, LoadError, Rules};

/// Plays all cases on all cores; outcomes are in the order of the cases. `rules` are those of the folder; what variants
/// the cases play is read from the folder, once each.
pub fn run_all(folder: &Path, rules: &Rules, scenarios: &[Scenario]) -> Vec<Outcome> {
    let variants = variants(folder, scenarios);
    let (games, of_cases) = shared(scenarios.iter().map(|case| (&case.setup, case.call.as_deref(), case.change())));
    let outcome = |(case, &game): (&Scenario, &usize)| match of_variant(rules, &variants, case) {
        Ok(rules) => play_on(games[game].get_or_init(|| game_of(rules, case)), case),
        Err(message) => unreadable(case, message),
    };
    scenarios.par_iter().zip(&of_cases).map(outcome).collect()
}

/// The rules with each variant that the cases play, read once.
pub(super) fn variants<'s>(folder: &Path, scenarios: &'s [Scenario]) -> BTreeMap<&'s str, Result<Rules, String>> {
    let mut variants: BTreeMap<&str, Result<Rules, String>> = BTreeMap::new();
    for variant in scenarios.iter().filter_map(|case| case.setup.variant.as_deref()) {
        let read = || Rules::read(folder, Some(variant)).map_err(|error| error.message);
        variants.entry(variant).or_insert_with(read);
    }
    variants
}

/// The rules of the variant that a case plays. The error says why they cannot be read.
pub(super) fn of_variant<'r>(
    rules: &'r Rules,
    variants: &'r BTreeMap<&str, Result<Rules, String>>,
    case: &Scenario,
) -> Result<&'r Rules, &'r str> {
    match case.setup.variant.as_deref().map(|variant| &variants[variant]) {
        None => Ok(rules),
        Some(variant) => variant.as_ref().map_err(String::as_str),
    }
}

/// A game that several cases share, once one of them has made it: most of them differ in their positions only.
pub(super) type Shared = OnceLock<Result<Game, LoadError>>;

/// A place for each game that is needed, by what it is made of, and which of them is whose.
pub(super) fn shared<K: PartialEq>(wanted: impl Iterator<Item = K>) -> (Vec<Shared>, Vec<usize>) {
    let mut needed: Vec<K> = Vec::new();
    let mut of_cases = Vec::new();
    for game in wanted {
        of_cases.push(needed.iter().position(|known| *known == game).unwrap_or_else(|| {
            needed.push(game);
            needed.len() - 1
        }));
    }
    (needed.iter().map(|_| Shared::new()).collect(), of_cases)
}

fn unreadable(case: &Scenario, message: &str) -> Outcome {
    let wanted = case.setup.variant.clone().unwrap_or_default();
    let failure = Failure::new("the variant", &wanted, message.to_string(), &case.place);
    Outcome {
        name: case.name.clone(),
        topic: case.topic.clone(),
        place: case.place.clone(),
        passed: false,
        failures: vec![failure],
        transcript: String::new(),
    }
}
