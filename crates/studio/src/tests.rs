//! The scenarios of the game on the disk, run again after each save.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use tavola_game::Rules;
use tavola_lab::scenario::{CaseResult, Failure, KnownResults, KnownSuite};
use tavola_syntax::diagnostic::any_error;
use tavola_syntax::text::{clean, count};

use crate::bodies::LineShown;
use crate::files::GameFiles;

/// Files and results of the last run.
#[derive(Default)]
pub(crate) struct KnownTests {
    rules: Option<Rules>,
    suite: KnownSuite,
    results: KnownResults,
}

/// Results of a run.
#[derive(Serialize, Default)]
pub(crate) struct TestsShown {
    cases: Vec<CaseShown>,
    /// Reason why cases could not be run.
    problem: Option<String>,
}

#[derive(Serialize)]
struct CaseShown {
    name: String,
    topic: String,
    passed: bool,
    at: Option<LineShown>,
    failures: Vec<FailureShown>,
}

#[derive(Serialize)]
struct FailureShown {
    what: String,
    expected: String,
    actual: String,
    hint: Option<String>,
    at: Option<LineShown>,
    rule: Option<LineShown>,
}

impl KnownTests {
    /// True if the rules that were read last have no errors.
    pub(crate) fn are_playable(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| !any_error(rules.diagnostics()) && !rules.is_unwritten())
    }

    /// Runs the scenarios that a change since the last run can affect. The results of the others are known.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn run(&mut self, files: &GameFiles) -> Result<TestsShown, String> {
        let folder = files.folder();
        let rules = match &self.rules {
            Some(before) => before.read_again(folder, None),
            None => Rules::read(folder, None),
        };
        let rules = rules.map_err(|error| clean(&error.message))?;
        self.rules = Some(rules.clone());
        let problem = |text: &str| Ok(TestsShown { problem: Some(text.to_owned()), ..TestsShown::default() });
        if any_error(rules.diagnostics()) {
            return problem("The saved rules have errors. The tests run again when the errors are fixed.");
        }
        if rules.is_unwritten() {
            return problem("There are no rules yet.");
        }
        let suite = self.suite.read(&folder.join("scenarios"), None, rules.clause_ids());
        let suite = suite.map_err(|error| clean(&error.message))?;
        let unread = suite.diagnostics.iter().filter(|finding| finding.is_error()).count();
        let problem = (unread > 0).then(|| {
            format!("The scenarios have {}. Cases that cannot be read are left out.", count(unread as u64, "error"))
        });
        let played = self.results.run(folder, &rules, &suite.scenarios, &AtomicBool::new(false));
        let results = played.map(|(results, _)| results).unwrap_or_default();
        Ok(TestsShown { cases: results.into_iter().map(|result| case(files, result)).collect(), problem })
    }
}

fn case(files: &GameFiles, result: CaseResult) -> CaseShown {
    let at = line(files, &result.place);
    let failures = result.failures.into_iter().map(|failure| shown(files, failure)).collect();
    CaseShown { name: result.name, topic: result.topic, passed: result.passed, at, failures }
}

fn shown(files: &GameFiles, failure: Failure) -> FailureShown {
    let rule = failure.rule.as_deref().and_then(|place| line(files, place));
    let at = line(files, &failure.place);
    let Failure { what, expected, actual, hint, .. } = failure;
    FailureShown { what, expected, actual, hint, at, rule }
}

/// The line of a place.
pub(crate) fn line(files: &GameFiles, place: &str) -> Option<LineShown> {
    let (file, line) = files.place(place)?;
    Some(LineShown { file, line, text: String::new() })
}
