//! Results of the tests as JUnit XML, for build servers: one suite per game, one case per scenario, transcript or figure.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::figures::PlayedBalance;
use super::lines::{cited, difference, how_to_accept, transcript};
use super::tested::{Case, Tested};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::{Paint, count};
use tavola_game::draw_finding;
use tavola_syntax::text::place_parts;

/// Maximum number of letters in a line of a drawn finding.
const WIDTH: usize = 120;

/// Writes a report to stdout.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn write(report: &Report, console: &mut Console) -> Result<(), Stop> {
    let text = report.to_string().map_err(|error| Stop::ours(format!("the report cannot be written: {error}")))?;
    console.say(text.trim_end())
}

/// Scenarios and transcripts. Errors in the rules or the scenario files are one case, named `rules`; without it, such a run
/// would count as passed.
pub(super) fn tests(all: &[&Tested]) -> Report {
    let suite = |tested: &Tested| {
        let findings = tested.findings.iter().flat_map(|(sources, all)| all.iter().map(move |one| (one, sources)));
        let findings: Vec<_> = findings.filter(|(finding, _)| finding.is_error()).collect();
        let mut suite = TestSuite::new(tested.name.clone());
        if let Some((first, _)) = findings.first() {
            let drawn = findings.iter().map(|(finding, sources)| draw_finding(finding, sources, false, WIDTH));
            let drawn = drawn.collect::<Vec<_>>().join("\n\n");
            let mut case = TestCase::new("rules", wrong(NonSuccessKind::Error, &first.message, &drawn));
            case.set_classname(tested.name.clone());
            suite.add_test_case(case);
        }
        suite.add_test_cases(tested.cases.iter().map(|case| scenario(tested, case)));
        suite
    };
    report(all.iter().copied().map(suite))
}

/// The figures of games. An undecided figure is skipped, not passed.
pub(super) fn balances(all: &[PlayedBalance]) -> Report {
    let suite = |kept: &PlayedBalance| {
        let name = format!("{}, {}", kept.game, count(kept.players as u64, "player"));
        let mut suite = TestSuite::new(name.clone());
        for expected in &kept.expected {
            let text = expected.text();
            let status = match expected.met {
                "yes" => TestCaseStatus::success(),
                "no" => wrong(NonSuccessKind::Failure, &text, &format!("{text}\n{}", expected.place)),
                _ => {
                    let mut status = TestCaseStatus::skipped();
                    status.set_message(format!("undecided: {text}"));
                    status
                }
            };
            let mut case = TestCase::new(expected.goal.clone(), status);
            case.set_classname(name.clone());
            at(&mut case, Some(&expected.place));
            suite.add_test_case(case);
        }
        if kept.faults > 0 {
            let text = format!("faults in {}", count(kept.faults as u64, "game"));
            let mut case = TestCase::new("no game faults", wrong(NonSuccessKind::Error, &text, &text));
            case.set_classname(name);
            suite.add_test_case(case);
        }
        suite
    };
    report(all.iter().map(suite))
}

fn report(suites: impl Iterator<Item = TestSuite>) -> Report {
    let mut report = Report::new("tavola");
    report.add_test_suites(suites);
    report
}

fn scenario(tested: &Tested, case: &Case) -> TestCase {
    let mut lines = Vec::new();
    for failure in &case.failures {
        lines.push(failure.what.clone());
        lines.push(format!("  expected: {}", failure.expected));
        lines.push(format!("  actual:   {}", failure.actual));
        lines.extend(failure.hint.iter().map(|hint| format!("  note:     {hint}")));
        let rule = failure.rule.as_ref().map(|rule| cited(rule, &failure.clauses));
        lines.push(format!("  scenario: {}", cited(&failure.place, &case.clauses)));
        lines.extend(rule.map(|rule| format!("  rule:     {rule}")));
    }
    lines.extend(case.because.iter().flatten().map(|(place, what)| format!("because of {what}  {place}")));
    if let Some(changed) = &case.changed {
        lines.push(transcript(changed));
        if !changed.missing {
            lines.extend(difference(changed, Paint::new(false)));
        }
        lines.push(how_to_accept(tested, case, changed));
    }
    let status = match lines.first() {
        Some(first) if !case.passed() => wrong(NonSuccessKind::Failure, first, &lines.join("\n")),
        _ => TestCaseStatus::success(),
    };
    let mut text = TestCase::new(case.name.clone(), status);
    text.set_classname(tested.name.clone());
    at(&mut text, case.place.as_deref());
    text
}

fn wrong(kind: NonSuccessKind, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message).set_description(text);
    status
}

/// The file and line of a case, which most readers make a link of.
fn at(case: &mut TestCase, place: Option<&str>) {
    if let Some((file, line, _)) = place.and_then(place_parts) {
        case.extra.insert("file".into(), file.into());
        case.extra.insert("line".into(), line.into());
    }
}
