//! Results of cases that stay known while files of the game change.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::suite::{LeftOut, names_of, of_variant, play_cases};
use super::{CaseResult, Scenario, Variants, variants};
use tavola_game::Rules;

/// Results of the last run of a game's cases, so that the next run plays only the cases that a change can affect.
#[derive(Default)]
pub struct KnownResults {
    /// Rules of the last run. None before the first one.
    rules: Option<Rules>,
    variants: Variants,
    /// Cases with their results, by the place of the case.
    results: BTreeMap<String, (Scenario, CaseResult)>,
}

impl KnownResults {
    /// Plays cases as [`run_all`](super::run_all) does, with the same results. A case is played if it is new, if it was changed or
    /// moved in its file, or if a text of its rules or its variant changed; otherwise its result is known.
    ///
    /// Also returns the number of cases that were played. None if `stop` was set before all were played; the results of the run
    /// before are then still known.
    pub fn run(
        &mut self,
        folder: &Path,
        rules: &Rules,
        scenarios: &[Scenario],
        stop: &AtomicBool,
    ) -> Option<(Vec<CaseResult>, usize)> {
        let variants = variants(names_of(scenarios), |name| match self.variants.get(name) {
            Some(Ok(known)) => known.read_again(folder, Some(name)),
            _ => rules.with_variants(folder, name),
        });
        let left_out = LeftOut::of(rules, scenarios);
        let is_known = |case: &&Scenario| !left_out.has(case) && self.knows(case, rules, &variants);
        let (known, open): (Vec<&Scenario>, Vec<&Scenario>) = scenarios.iter().partition(is_known);
        let played = play_cases((rules, &variants), &left_out, &open, Some(stop))?;
        let mut results: BTreeMap<String, (Scenario, CaseResult)> =
            known.iter().filter_map(|case| self.results.remove_entry(&case.place)).collect();
        let count = open.len();
        results.extend(open.into_iter().zip(played).map(|(case, result)| (case.place.clone(), (case.clone(), result))));
        let all = scenarios.iter().filter_map(|case| Some(results.get(&case.place)?.1.clone())).collect();
        // The result of a case that was left out depends on the other cases.
        results.retain(|_, (case, _)| !left_out.has(case));
        *self = Self { rules: Some(rules.clone()), variants, results };
        Some((all, count))
    }

    /// True if the result of a case is known, and neither the case nor its rules changed since.
    fn knows(&self, case: &Scenario, rules: &Rules, variants: &Variants) -> bool {
        let Some(before) = &self.rules else { return false };
        let same = match (of_variant(before, &self.variants, case), of_variant(rules, variants, case)) {
            (Ok(before), Ok(now)) => now.has_texts_of(before),
            _ => false,
        };
        same && self.results.get(&case.place).is_some_and(|(known, _)| known == case)
    }
}
