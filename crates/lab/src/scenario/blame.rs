//! Lines of the rules that explain a failure.

use super::Failure;
use super::round::table;
use super::run::Play;
use tavola_game::{RuleLine, State};

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

    /// Adds to a failure at the end of the game, or of a call, the last condition that did not hold since the last answer.
    /// Not if questions were answered automatically since then: the failure names these answers.
    pub(super) fn with_condition(&mut self, failure: Failure) -> Failure {
        let first = self.moments.last().map_or(0, |moment| moment.runs);
        let driver = &mut self.driver;
        let runs = driver.runs.get(first..).filter(|_| !driver.forced.has_new()).unwrap_or_default();
        let trial = &mut driver.trial;
        let Some((text, line)) = runs.iter().rev().find_map(|run| trial.last_condition_that_failed(run)) else {
            return failure;
        };
        let hint = format!("the last condition that did not hold: `{text}`");
        Failure { hint: Some(hint), ..failure }.at(line)
    }
}
