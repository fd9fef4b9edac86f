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
    passed: usize,
    failed: usize,
    games: Vec<GameReport<'a>>,
}

/// The tests of one game.
#[derive(Serialize, JsonSchema)]
struct GameReport<'a> {
    game: &'a str,
    path: String,
    findings: Vec<Finding>,
    /// The clauses that failures are about.
    affected_clauses: Vec<AffectedClause<'a>>,
    tests: Vec<TestReport<'a>>,
}

/// A clause.
#[derive(Serialize, JsonSchema)]
struct AffectedClause<'a> {
    id: &'a str,
    text: &'a str,
}

/// One test.
#[derive(Serialize, JsonSchema)]
struct TestReport<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// Clauses that it proves.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    clauses: &'a [String],
    passed: bool,
    /// The changes of the variant without which it would hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    caused_by: Vec<&'a str>,
    #[serde(skip_serializing_if = "<[Failure]>::is_empty")]
    failures: &'a [Failure],
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<TranscriptReport>,
}

/// A transcript that differs.
#[derive(Serialize, JsonSchema)]
struct TranscriptReport {
    file: String,
    missing: bool,
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
