//! Results of the tests for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::lines::difference;
use super::tested::{Case, Tested};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::Paint;
use tavola_lab::scenario::Failure;
use tavola_syntax::diagnostic::Finding;

/// All tests of all games.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct Tests<'a> {
    version: u32,
    /// Number of tests that passed.
    passed: usize,
    /// Number of tests that failed.
    failed: usize,
    /// The games, in the order of their folders.
    games: Vec<GameReport<'a>>,
}

/// The tests of one game.
#[derive(Serialize, JsonSchema)]
struct GameReport<'a> {
    /// Name of the game.
    game: &'a str,
    /// Folder of the game.
    path: String,
    /// The fingerprint of the rules.
    rules: &'a str,
    /// Findings in its rules and scenarios.
    findings: Vec<Finding>,
    /// Clauses that failed tests prove, or that are cited where they fail.
    affected_clauses: Vec<AffectedClause<'a>>,
    /// Scenarios and transcripts.
    tests: Vec<TestReport<'a>>,
}

/// A clause.
#[derive(Serialize, JsonSchema)]
struct AffectedClause<'a> {
    /// Its id in `rulebook.yaml`.
    id: &'a str,
    /// Its text.
    text: &'a str,
}

/// One test.
#[derive(Serialize, JsonSchema)]
struct TestReport<'a> {
    /// Name of the scenario or of the transcript.
    name: &'a str,
    /// `file:line:column` of the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// Clauses that it proves.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    clauses: &'a [String],
    /// True if it passed.
    passed: bool,
    /// Places of the variant's changes without which it would pass: `file:line:column`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    caused_by: Vec<&'a str>,
    /// Expectations that failed.
    #[serde(skip_serializing_if = "<[Failure]>::is_empty")]
    failures: &'a [Failure],
    /// The transcript, if it differs or was never accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<TranscriptReport>,
}

/// A transcript that differs.
#[derive(Serialize, JsonSchema)]
struct TranscriptReport {
    /// Path of the transcript.
    file: String,
    /// True if no transcript was accepted yet.
    missing: bool,
    /// Lines of the difference, as they are printed: `-` accepted, `+` new.
    difference: Vec<String>,
}

/// Prints the report.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn write(all: &[&Tested], (passed, failed): (usize, usize), console: &mut Console) -> Result<(), Stop> {
    console.json(&Tests { version: 2, passed, failed, games: all.iter().copied().map(report).collect() })
}

fn report(tested: &Tested) -> GameReport<'_> {
    GameReport {
        game: &tested.name,
        path: tested.folder.display().to_string(),
        rules: &tested.hash,
        findings: tested.findings.iter().flat_map(|(s, all)| all.iter().map(move |f| Finding::new(f, s))).collect(),
        affected_clauses: tested.affected_clauses().into_iter().map(|(id, text)| AffectedClause { id, text }).collect(),
        tests: tested.cases.iter().map(test_report).collect(),
    }
}

fn test_report(case: &Case) -> TestReport<'_> {
    let transcript = case.changed.as_ref().map(|changed| TranscriptReport {
        file: changed.file.display().to_string(),
        missing: changed.missing,
        difference: difference(changed, Paint::new(false)).iter().map(|line| line.trim_start().to_string()).collect(),
    });
    TestReport {
        name: &case.name,
        place: case.place.as_deref(),
        clauses: &case.clauses,
        passed: case.passed(),
        caused_by: case.because.iter().flatten().map(|(place, _)| place.as_str()).collect(),
        failures: &case.failures,
        transcript,
    }
}
