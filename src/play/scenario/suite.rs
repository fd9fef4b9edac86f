//! Playing many scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::run::{fails, game_of, play_on};
use super::{CaseResult, Failure, Scenario};
use crate::game::{Error, Game, LoadError, Rules, variant_names};

/// Plays all cases on all cores; outcomes are in the order of the cases. `rules` are those of the folder; what variants
/// the cases play is read from the folder, once each.
pub fn run_all(folder: &Path, rules: &Rules, scenarios: &[Scenario]) -> Vec<CaseResult> {
    let names = scenarios.iter().filter_map(|case| case.setup.variant.clone());
    let variants = variants(names, |name| rules.with_variants(folder, name));
    let (games, of_cases) = shared(scenarios.iter().map(|case| (&case.setup, case.call.as_deref(), case.change())));
    let outcome = |(case, &game): (&Scenario, &usize)| match of_variant(rules, &variants, case) {
        Ok(rules) => play_on(games[game].get_or_init(|| game_of(rules, case)), case),
        Err(message) => unreadable(case, &message),
    };
    scenarios.par_iter().zip(&of_cases).map(outcome).collect()
}

/// The first case in this order (positions among the cases) that does not hold.
pub fn first_failure(rules: &Rules, variants: &Variants, scenarios: &[Scenario], order: &[usize]) -> Option<usize> {
    let (games, of_cases) = shared(scenarios.iter().map(|case| (&case.setup, case.call.as_deref(), case.change())));
    let fail = |&at: &usize| {
        let case = &scenarios[at];
        match of_variant(rules, variants, case) {
            Ok(rules) => fails(games[of_cases[at]].get_or_init(|| game_of(rules, case)), case),
            Err(_) => true,
        }
    };
    order.iter().copied().find(fail)
}

/// The rules of a game with a variant laid over them (or several in their order), by its name; or why they cannot be read.
pub type Variants = BTreeMap<String, Result<Rules, Error>>;

/// The variants that cases lay over the game together: `night,short`.
pub fn together(scenarios: &[Scenario]) -> impl Iterator<Item = String> {
    scenarios.iter().filter_map(|case| case.setup.variant.clone()).filter(|names| variant_names(names).nth(1).is_some())
}

/// Reads a game's folder once with each of these variants.
pub fn variants(
    names: impl IntoIterator<Item = String>,
    read: impl Fn(&str) -> Result<Rules, Error> + Sync,
) -> Variants {
    let names: BTreeSet<String> = names.into_iter().collect();
    let read = |name: String| {
        let laid = read(&name);
        (name, laid)
    };
    names.into_par_iter().map(read).collect()
}

/// The rules of the variant that a case plays. The error says why there are none.
pub(super) fn of_variant<'r>(rules: &'r Rules, variants: &'r Variants, case: &Scenario) -> Result<&'r Rules, String> {
    match case.setup.variant.as_deref() {
        None => Ok(rules),
        Some(name) => match variants.get(name) {
            Some(Ok(rules)) => Ok(rules),
            Some(Err(error)) => Err(error.message.clone()),
            None if variants.is_empty() => Err(format!("there is no variant `{name}`: the game has none")),
            None => {
                let known: Vec<&str> = variants.keys().map(String::as_str).collect();
                Err(format!("there is no variant `{name}`: there is {}", known.join(", ")))
            }
        },
    }
}

/// A game that several cases share, once one of them has made it: most of them differ in their positions only.
type SharedGame = OnceLock<Result<Game, LoadError>>;

/// How many games are needed, by what they are made of, and which of them is whose.
pub(super) fn alike<K: PartialEq>(wanted: impl Iterator<Item = K>) -> (usize, Vec<usize>) {
    let mut needed: Vec<K> = Vec::new();
    let mut of_cases = Vec::new();
    for game in wanted {
        of_cases.push(needed.iter().position(|known| *known == game).unwrap_or_else(|| {
            needed.push(game);
            needed.len() - 1
        }));
    }
    (needed.len(), of_cases)
}

/// A place for each game that is needed, and which of them is whose.
fn shared<K: PartialEq>(wanted: impl Iterator<Item = K>) -> (Vec<SharedGame>, Vec<usize>) {
    let (count, of_cases) = alike(wanted);
    ((0..count).map(|_| SharedGame::new()).collect(), of_cases)
}

fn unreadable(case: &Scenario, message: &str) -> CaseResult {
    let wanted = case.setup.variant.clone().unwrap_or_default();
    let place = case.variant_at.as_ref().map_or(&case.place, |at| &at.place);
    let failure = Failure::new("the variant", &wanted, message.to_string(), place);
    CaseResult {
        name: case.name.clone(),
        topic: case.topic.clone(),
        place: case.place.clone(),
        passed: false,
        failures: vec![failure],
        transcript: String::new(),
        ran: BTreeMap::new(),
    }
}
