//! Plays many scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::run::{fails, game_of, play_on};
use super::{CaseResult, Failure, Scenario};
use tavola_game::{Error, Game, LoadError, Rules, known_variants, variant_names};

/// Plays all cases on all cores. Results are in the order of the cases. `rules` are those of the folder. The variants
/// that cases play are read from the folder, once each.
pub fn run_all(folder: &Path, rules: &Rules, scenarios: &[Scenario]) -> Vec<CaseResult> {
    let variants = variants(names_of(scenarios), |name| rules.read_again(folder, Some(name)));
    let cases: Vec<&Scenario> = scenarios.iter().collect();
    play_cases((rules, &variants), &LeftOut::of(rules, scenarios), &cases, None).unwrap_or_default()
}

/// Names of the variants that cases play.
pub(super) fn names_of(scenarios: &[Scenario]) -> impl Iterator<Item = String> {
    scenarios.iter().filter_map(|case| case.setup.variant.clone())
}

/// Plays cases on all cores. None if `stop` was set before all were played.
pub(super) fn play_cases(
    (rules, variants): (&Rules, &Variants),
    left_out: &LeftOut<'_>,
    cases: &[&Scenario],
    stop: Option<&AtomicBool>,
) -> Option<Vec<CaseResult>> {
    let games = SharedGames::of(cases);
    let outcome = |(at, &case): (usize, &&Scenario)| {
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        if left_out.has(case) {
            return Some(unplayed(case, ("what is changed", "rules that can be read"), TOO_MANY_CHANGES, &case.place));
        }
        Some(match of_variant(rules, variants, case.setup.variant.as_deref()) {
            Ok(rules) => games.with(at, || game_of(rules, case), |game| play_on(game, case)),
            Err(message) => {
                let wanted = case.setup.variant.clone().unwrap_or_default();
                let at = case.variant_at.as_ref().map_or(&case.place, |at| &at.place);
                unplayed(case, ("the variant", &wanted), &message, at)
            }
        })
    };
    cases.par_iter().enumerate().map(outcome).collect()
}

/// Budget in bytes for rules that are read again with variants overlaid, and once more for changes of cases. Each
/// reading counts with the whole game.
const MOST_READ: usize = 16 << 20;
/// Cost of reading besides the length of the rules, in bytes of rules.
const ONE_READ: usize = 4 << 10;

/// Maximum number of times that the rules of a game are read again with something overlaid.
pub(super) fn most_read(rules: &Rules) -> usize {
    MOST_READ / (rules.sources().bytes() + ONE_READ) + 1
}

/// Message for a case whose change is left out.
pub(super) const TOO_MANY_CHANGES: &str =
    "the rules are too large for this many changes: divide the cases, or let more of them share a change";

/// Changes of cases that are not made, since all of them together are too much: the last ones.
pub(super) struct LeftOut<'s>(BTreeSet<&'s str>);

impl<'s> LeftOut<'s> {
    pub(super) fn of(rules: &Rules, scenarios: &'s [Scenario]) -> Self {
        let (most, mut seen, mut left_out) = (most_read(rules), BTreeSet::new(), BTreeSet::new());
        for change in scenarios.iter().filter_map(Scenario::change) {
            if seen.len() < most || seen.contains(change) {
                seen.insert(change);
            } else {
                left_out.insert(change);
            }
        }
        Self(left_out)
    }

    /// True if the change of a case is left out.
    pub(super) fn has(&self, case: &Scenario) -> bool {
        case.change().is_some_and(|change| self.0.contains(change))
    }
}

/// Index of the first case in this order that fails. None if all pass.
pub fn first_failure(rules: &Rules, variants: &Variants, scenarios: &[Scenario], order: &[usize]) -> Option<usize> {
    let left_out = LeftOut::of(rules, scenarios);
    let games = SharedGames::of(&scenarios.iter().collect::<Vec<_>>());
    let fail = |&at: &usize| {
        let case = &scenarios[at];
        left_out.has(case)
            || of_variant(rules, variants, case.setup.variant.as_deref())
                .map_or(true, |rules| games.with(at, || game_of(rules, case), |game| fails(game, case)))
    };
    order.iter().copied().find(fail)
}

/// Rules of a game by the name of the variant (or several in their order) that is overlaid; or why they cannot be read.
pub type Variants = BTreeMap<String, Result<Rules, Error>>;

/// Combinations of variants that cases play: `night,short`.
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
        let variant = read(&name);
        (name, variant)
    };
    names.into_par_iter().map(read).collect()
}

/// Rules of a variant that cases play. The error says why there are none.
pub(super) fn of_variant<'r>(
    rules: &'r Rules,
    variants: &'r Variants,
    variant: Option<&str>,
) -> Result<&'r Rules, String> {
    match variant {
        None => Ok(rules),
        Some(name) => match variants.get(name) {
            Some(Ok(rules)) => Ok(rules),
            Some(Err(error)) => Err(error.message.clone()),
            None => Err(no_variant(name, variants.keys()).join(": ")),
        },
    }
}

/// Message and help for an unknown variant. Of the `known` ones, combinations are not listed.
pub(super) fn no_variant<'n>(name: &str, known: impl Iterator<Item = &'n String>) -> [String; 2] {
    let single: Vec<String> = known.filter(|name| variant_names(name).nth(1).is_none()).cloned().collect();
    [format!("there is no variant `{name}`"), known_variants(name, &single)]
}

/// Games of cases. A game that several cases share is compiled once and dropped after the last of them.
struct SharedGames {
    games: Vec<Mutex<SharedGame>>,
    /// Index of the game of each case.
    of_cases: Vec<usize>,
}

/// A game that several cases share: most cases differ only in their positions.
#[derive(Default)]
struct SharedGame {
    game: Option<Arc<Result<Game, LoadError>>>,
    /// Number of cases that have not been played yet.
    left: usize,
}

impl SharedGames {
    fn of(scenarios: &[&Scenario]) -> Self {
        let wanted = scenarios.iter().map(|case| (&case.setup, case.call.as_deref(), case.change()));
        let (count, of_cases) = alike(wanted);
        let mut games: Vec<SharedGame> = (0..count).map(|_| SharedGame::default()).collect();
        of_cases.iter().for_each(|&game| games[game].left += 1);
        Self { games: games.into_iter().map(Mutex::new).collect(), of_cases }
    }

    /// Plays case `at` on its game, which is compiled if no other case has done so.
    fn with<T>(
        &self,
        at: usize,
        make: impl FnOnce() -> Result<Game, LoadError>,
        play: impl FnOnce(&Result<Game, LoadError>) -> T,
    ) -> T {
        let shared = || self.games[self.of_cases[at]].lock().unwrap_or_else(PoisonError::into_inner);
        let game = Arc::clone(shared().game.get_or_insert_with(|| Arc::new(make())));
        let played = play(&game);
        let mut shared = shared();
        shared.left -= 1;
        if shared.left == 0 {
            shared.game = None;
        }
        played
    }
}

/// Groups equal elements. Returns the number of groups, and the group of each element.
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

fn unplayed(case: &Scenario, (what, wanted): (&str, &str), why: &str, place: &str) -> CaseResult {
    let failure = Failure::new(what, wanted, why.to_owned(), place);
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
