//! Lines of the rules that explain a failure.

use super::Failure;
use super::round::table;
use super::run::Play;
use tavola_game::{PassedOver, RuleLine, State};

impl Play<'_> {
    /// Adds to a failure the answer since which the value is as it is, and the line of the rules that last changed it, or
    /// else the line that asked for the answer.
    pub(super) fn since(&mut self, failure: &mut Failure) {
        let driver = &mut self.driver;
        let table = table(driver.round.as_ref(), &driver.state);
        let mut value = |state: &State| driver.referee.evaluate(state, &failure.what).ok();
        let now = value(&table);
        let other = self.moments.iter().rposition(|moment| value(&moment.state) != now);
        let next = self.moments.get(other.map_or(0, |at| at + 1));
        let last = next.map_or(driver.runs.len(), |next| next.runs);
        let (mut line, mut first) = (None, 0);
        if let Some(moment) = other.map(|at| &self.moments[at]) {
            let since = format!("since `{}`", moment.answer);
            failure.hint = Some(failure.hint.take().map_or(since.clone(), |hint| format!("{since}; {hint}")));
            (line, first) = (Some(moment.line.clone()), moment.runs);
        }
        let runs = driver.runs.get(first..last).unwrap_or_default();
        let trial = &mut driver.trial;
        let changed = runs.iter().rev().find_map(|run| trial.line_that_changed(run, &failure.what));
        if let Some(RuleLine { place, clauses }) = changed.or(line) {
            (failure.rule, failure.clauses) = (Some(place), clauses);
        }
    }

    /// Adds to a failure at the end of a call what the rules passed over last since the last answer: a condition that did not hold,
    /// or a decision table of which no row did anything. To one at the end of the whole game, the line that ended it. Not if questions were answered automatically since then: the failure names these answers.
    pub(super) fn with_condition(&mut self, failure: Failure) -> Failure {
        let first = self.moments.last().map_or(0, |moment| moment.runs);
        let driver = &mut self.driver;
        let runs = driver.runs.get(first..).filter(|_| !driver.forced.has_new()).unwrap_or_default();
        let trial = &mut driver.trial;
        if self.case.call.is_none() {
            let Some((text, line)) = runs.last().and_then(|run| trial.line_that_ended(run)) else { return failure };
            let at = without_column(&line.place);
            let mut hint = format!("the game ended at {at} (`{text}`) before this answer");
            if !self.case.given.is_empty() && self.moments.is_empty() {
                hint += "; without `call` the set-up is played, too";
            }
            return Failure { hint: Some(hint), ..failure }.at(line);
        }
        let Some(PassedOver { what, values, line }) = runs.iter().rev().find_map(|run| trial.passed_over_last(run))
        else {
            return failure;
        };
        let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
        Failure { hint: Some(format!("{what}{values}")), cause: Some(what), ..failure }.at(line)
    }

    /// Adds to a failure the settings that its line of the rules reads: a wrong value is often declared elsewhere.
    pub(super) fn with_settings(&self, failure: Failure) -> Failure {
        let read = failure.rule.as_ref().map(|rule| self.driver.referee.game().settings_read_at(rule));
        let read = read.unwrap_or_default();
        let named = read.iter().map(|(name, RuleLine { place, clauses })| {
            let at: Vec<&str> = [without_column(place)].into_iter().chain(clauses.iter().map(String::as_str)).collect();
            format!("`{name}` ({})", at.join(", "))
        });
        let named: Vec<String> = named.collect();
        let hint = match named.as_slice() {
            [] => return failure,
            [one] => format!("the line reads the setting {one}"),
            all => format!("the line reads the settings {}", all.join(", ")),
        };
        Failure { hint: Some(failure.hint.map_or(hint.clone(), |own| format!("{own}; {hint}"))), ..failure }
    }
}

/// `file:line` of a place.
fn without_column(place: &str) -> &str {
    place.rsplit_once(':').map_or(place, |(line, _)| line)
}
