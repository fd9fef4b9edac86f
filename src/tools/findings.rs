//! Findings in the three formats: drawn, as JSON, as annotations of GitHub's workflows.

use serde::Serialize;

use super::console::Console;
use super::ending::Stop;
use super::paint::{Paint, clean, count};
use tavola_game::draw_finding;
use tavola_syntax::diagnostic::{Diagnostic, Severity};
use tavola_syntax::text::{Sources, Span};

/// So many findings of one game are drawn; the rest is counted.
const DRAWN: usize = 60;

/// A finding for programs. Lines and columns count from 1.
#[derive(Serialize, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Option<PlaceReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<LabelReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
}

/// Where it is, for programs.
#[derive(Serialize, Clone, PartialEq, Eq)]
pub(crate) struct PlaceReport {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// A second place, for programs.
#[derive(Serialize, Clone, PartialEq, Eq)]
struct LabelReport {
    message: String,
    #[serde(flatten)]
    place: Option<PlaceReport>,
}

impl Finding {
    /// A finding as programs read it.
    pub(crate) fn new(finding: &Diagnostic, sources: &Sources) -> Self {
        let label = |l: &tavola_syntax::diagnostic::Label| LabelReport {
            message: l.text.clone(),
            place: PlaceReport::new(l.span, sources),
        };
        Self {
            code: finding.code,
            severity: severity(finding),
            message: finding.message.clone(),
            place: PlaceReport::new(finding.span, sources),
            labels: finding.labels.iter().map(label).collect(),
            help: finding.help.clone(),
            clause: finding.clause.clone(),
            variant: None,
        }
    }

    /// This finding as one that was found with a variant.
    pub(crate) fn of_variant(self, variant: Option<String>) -> Self {
        Self { variant, ..self }
    }

    /// A command of GitHub's workflows: `::error file=..,line=..::message`.
    fn annotation(&self) -> String {
        let mut head = format!("::{} title={}", self.severity, property(self.code));
        if let Some(p) = &self.place {
            head.push_str(&format!(
                ",file={},line={},endLine={},col={},endColumn={}",
                property(&p.file),
                p.line,
                p.end_line,
                p.column,
                p.end_column
            ));
        }
        let help = self.help.as_ref().map(|h| format!("\n{h}")).unwrap_or_default();
        let clause = self.clause.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default();
        format!("{head}::{}", data(&format!("{}{clause}{help}", self.message)))
    }
}

impl PlaceReport {
    /// Lines and columns of a span; none for nowhere.
    pub(crate) fn new(span: Span, sources: &Sources) -> Option<Self> {
        let source = sources.get(span.source)?;
        let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
        Some(Self { file: source.name.clone(), line, column, end_line, end_column })
    }
}

fn severity(finding: &Diagnostic) -> &'static str {
    match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// How many errors and warnings there are.
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

/// Drawings of findings on stdout.
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

/// Annotations of findings on stdout.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn github(findings: &[Diagnostic], sources: &Sources, console: &mut Console) -> Result<(), Stop> {
    findings.iter().try_for_each(|finding| console.say(Finding::new(finding, sources).annotation()))
}

/// All three formats, one below the other; nothing is written.
pub(crate) fn shown(findings: &[Diagnostic], sources: &Sources) -> String {
    let mut shown = String::new();
    for finding in findings.iter().take(DRAWN) {
        let data = Finding::new(finding, sources);
        shown.push_str(&draw_finding(finding, sources, false, 80));
        shown.push_str(&draw_finding(finding, sources, true, 40));
        shown.push_str(&data.annotation());
        shown.push_str(&serde_json::to_string(&data).unwrap_or_default());
    }
    shown
}

/// An annotation of something that is no finding: `::error title=..,file=..,line=..,col=..::text` with a place `file:line:column`.
pub(crate) fn error(title: &str, place: Option<&str>, text: &str) -> String {
    let at = |place: &str| {
        let mut parts = place.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some(format!(",file={},line={line},col={column}", property(file)))
    };
    format!("::error title={}{}::{}", property(title), place.and_then(at).unwrap_or_default(), data(text))
}

/// Text in the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text in a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
