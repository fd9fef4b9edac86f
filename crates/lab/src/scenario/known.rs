//! Results of cases that stay known while files of the game change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::suite::{LeftOut, names_of, of_variant, play_cases};
use super::{CaseResult, Scenario, Variants, variants};
use tavola_game::{Affected, Rules};

/// Results of the last run of a game's cases, so that the next run plays only the cases that a change can affect.
#[derive(Default)]
pub struct KnownResults {
    /// Rules of the last run. None before the first one.
    rules: Option<Rules>,
    variants: Variants,
    /// Cases with their results, by the place of the case.
    results: BTreeMap<String, (Scenario, CaseResult)>,
}

/// Change of the rules that a case plays.
enum RulesChange {
    /// No earlier result counts.
    Unknown,
    /// Their texts are the same.
    Same,
    /// Their texts differ, and this is affected.
    Differs(Affected),
}

impl RulesChange {
    fn of(before: Option<&Rules>, now: Option<&Rules>) -> Self {
        match (before, now) {
            (Some(before), Some(now)) if now.has_texts_of(before) => Self::Same,
            (Some(before), Some(now)) => Self::Differs(now.affected_since(before)),
            _ => Self::Unknown,
        }
    }

    /// True if a case has the same result as before. Messages of failures name lines, so failed cases are played again.
    fn has_same_result(&self, case: &Scenario, result: &CaseResult) -> bool {
        match self {
            Self::Unknown => false,
            Self::Same => true,
            Self::Differs(affected) if affected.is_nothing() => result.passed,
            Self::Differs(affected) => {
                let words = case.words();
                let words = words.iter().map(String::as_str);
                let differs = || if case.reads_words() { affected.is_shown(words) } else { affected.is_played(words) };
                result.passed && !case.depends_on_everything() && !differs()
            }
        }
    }
}

impl KnownResults {
    /// Plays cases as [`run_all`](super::run_all) does, with the same results. A case is played if it is new, if it was changed or
    /// moved in its file, if it failed and a text of its rules or its variant changed, or if it uses something that differs in them;
    /// otherwise its result is known.
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
        let is_base_same = self.rules.as_ref().is_some_and(|before| rules.has_texts_of(before));
        let variants = variants(names_of(scenarios), |name| match self.variants.get(name) {
            Some(Ok(known)) if is_base_same => known.read_again(folder, Some(name)),
            _ => rules.read_again(folder, Some(name)),
        });
        let left_out = LeftOut::of(rules, scenarios);
        let changes = self.changes(rules, &variants, scenarios);
        let is_known = |case: &&Scenario| {
            let known = self.results.get(&case.place).filter(|(known, _)| known == *case);
            !left_out.has(case)
                && known.is_some_and(|(_, result)| changes[&case.setup.variant].has_same_result(case, result))
        };
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

    /// Change of the rules since the last run, by the variant that cases play.
    fn changes(
        &self,
        rules: &Rules,
        variants: &Variants,
        scenarios: &[Scenario],
    ) -> BTreeMap<Option<String>, RulesChange> {
        let played: BTreeSet<Option<String>> = scenarios.iter().map(|case| case.setup.variant.clone()).collect();
        let change = |variant: Option<String>| {
            let before =
                self.rules.as_ref().and_then(|rules| of_variant(rules, &self.variants, variant.as_deref()).ok());
            let now = of_variant(rules, variants, variant.as_deref()).ok();
            let change = RulesChange::of(before, now);
            (variant, change)
        };
        played.into_par_iter().map(change).collect()
    }
}
