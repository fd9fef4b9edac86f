//! Findings in four formats: drawn, plain, JSON, annotations of GitHub workflows.

use super::console::Console;
use super::ending::Stop;
use super::paint::{Paint, clean, count};
use tavola_game::draw_finding;
use tavola_syntax::diagnostic::{Diagnostic, Finding, Severity, TextRange};
use tavola_syntax::text::{Sources, place_parts};

/// Maximum number of findings drawn for one game. The others are counted.
const DRAWN: usize = 60;

/// A finding as a command of GitHub workflows: `::error file=..,line=..::message`.
fn annotation(finding: &Finding) -> String {
    let mut head = format!("::{} title={}", finding.severity.as_str(), property(&finding.code));
    if let Some(p) = &finding.place {
        head.push_str(&format!(
            ",file={},line={},endLine={},col={},endColumn={}",
            property(&p.file),
            p.line,
            p.end_line,
            p.column,
            p.end_column
        ));
    }
    let help = finding.help.as_ref().map(|h| format!("\n{h}")).unwrap_or_default();
    let clause = finding.citation();
    format!("{head}::{}", data(&format!("{}{clause}{help}", finding.message)))
}

/// Numbers of errors and of warnings.
pub(crate) fn tally(findings: &[Diagnostic]) -> (usize, usize) {
    let errors = findings.iter().filter(|f| f.is_error()).count();
    (errors, findings.len() - errors)
}

/// `2 errors, 1 warning in pearls`; empty without findings.
pub(crate) fn summary((errors, warnings): (usize, usize), game: &str, paint: Paint) -> String {
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(paint.red(&count(errors as u64, "error")));
    }
    if warnings > 0 {
        parts.push(paint.yellow(&count(warnings as u64, "warning")));
    }
    if parts.is_empty() { String::new() } else { format!("{} in {}", parts.join(", "), clean(game)) }
}

/// Draws findings on stdout.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn pretty(findings: &[Diagnostic], sources: &Sources, console: &mut Console) -> Result<(), Stop> {
    for finding in findings.iter().take(DRAWN) {
        let drawing = draw_finding(finding, sources, console.paint.is_on(), console.width());
        console.say(format!("{drawing}\n"))?;
    }
    if findings.len() > DRAWN {
        console.say(format!("... and {} more (all of them with --format json)\n", findings.len() - DRAWN))?;
    }
    Ok(())
}

/// Writes findings to stdout without drawings: a line each, and a line for help and for each further place. For screen readers.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn plain(findings: &[Diagnostic], sources: &Sources, console: &mut Console) -> Result<(), Stop> {
    for finding in findings.iter().map(|finding| Finding::new(finding, sources)) {
        let severity = if finding.severity == Severity::Error { "Error" } else { "Warning" };
        let place = finding.place.as_ref().map(|at| format!(" in {}, column {}", line_of(at), at.column));
        let clause = finding.citation();
        let (code, place) = (&finding.code, place.unwrap_or_default());
        console.say(clean(&format!("{severity} {code}{place}: {}{clause}", finding.message)))?;
        for label in &finding.labels {
            let place = label.place.as_ref().map(line_of).unwrap_or_default();
            console.say(clean(&format!("  {place}: {}", label.message)))?;
        }
        if let Some(help) = &finding.help {
            console.say(clean(&format!("  Help: {help}")))?;
        }
    }
    Ok(())
}

/// `rules/a/a.tavola, line 3`
fn line_of(place: &TextRange) -> String {
    format!("{}, line {}", place.file, place.line)
}

/// Writes findings to stdout as annotations.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn github(findings: &[Diagnostic], sources: &Sources, console: &mut Console) -> Result<(), Stop> {
    findings.iter().try_for_each(|finding| console.say(annotation(&Finding::new(finding, sources))))
}

/// Returns findings in all three formats, one below the other. Prints nothing.
pub(crate) fn shown(findings: &[Diagnostic], sources: &Sources) -> String {
    let mut shown = String::new();
    for finding in findings.iter().take(DRAWN) {
        let data = Finding::new(finding, sources);
        shown.push_str(&draw_finding(finding, sources, false, 80));
        shown.push_str(&draw_finding(finding, sources, true, 40));
        shown.push_str(&annotation(&data));
        shown.push_str(&serde_json::to_string(&data).unwrap_or_default());
    }
    shown
}

/// An annotation that is not a finding: `::error title=..,file=..,line=..,col=..::text` with a place `file:line:column`.
pub(crate) fn error(title: &str, place: Option<&str>, text: &str) -> String {
    let at = |place: &str| {
        let (file, line, column) = place_parts(place)?;
        Some(format!(",file={},line={line},col={column}", property(file)))
    };
    format!("::error title={}{}::{}", property(title), place.and_then(at).unwrap_or_default(), data(text))
}

/// Escapes text for the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes text for a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
