//! Findings: errors and warnings about the texts of an author. Plain data, without rendering.

mod finding;
mod fix;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::Span;
pub use finding::{Finding, LocatedEdit, LocatedFix, LocatedLabel, TextRange, citation};
pub use fix::{Fix, FixEdit, NewText, Remedy, ResolvedEdit, is_misspelt, nearest};

/// Declares the codes of a layer: a constant for each code, and all of them with their meaning as `ALL`.
/// Codes are stable, and texts may change.
#[macro_export]
macro_rules! codes {
    ($($name:ident = $code:literal: $text:literal;)*) => {
        $(#[doc = $text] #[allow(unreachable_pub)] pub const $name: &str = $code;)*
        /// All codes with their meaning.
        #[allow(dead_code, unreachable_pub, reason = "not every layer uses all of them")]
        pub const ALL: &[(&str, &str)] = &[$(($code, $text)),*];
    };
}
pub use codes;

/// Severity of a finding. Errors prevent a game from being played, and warnings do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Probably a mistake.
    Warning,
    /// The game cannot be played.
    Error,
}

/// A second place that explains the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Place.
    pub span: Span,
    /// Explanation of the place.
    pub text: String,
}

/// A finding. Its message begins in lower case, has no full stop, and quotes the author's words in backticks.
///
/// The remedy is in `help`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code, such as `E0201`. Its letter is `E` or `W` by severity; a warning that is denied keeps its `W`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// Main place. [`Span::NONE`] for a finding about the whole game.
    pub span: Span,
    /// Message: what is wrong.
    pub message: String,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// Help: what to do.
    pub help: Option<String>,
    /// Fixes that carry the help out, the best first.
    pub fixes: Vec<Fix>,
    /// Clauses that the line in question cites.
    pub clauses: Vec<String>,
}

/// A finding that a comment on its line accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waived {
    /// The accepted finding.
    pub finding: Diagnostic,
    /// Reason, in the author's words.
    pub reason: String,
    /// The comment.
    pub span: Span,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            span,
            message: message.into(),
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
            clauses: Vec::new(),
        }
    }

    /// Sets the help, with the fixes that carry it out.
    pub fn help(mut self, help: impl Into<Remedy>) -> Self {
        let Remedy { help, fixes } = help.into();
        self.help = Some(help);
        self.fixes = fixes;
        self
    }

    /// Sets the help if there is one, with the fixes that carry it out.
    pub fn set_help(&mut self, remedy: Option<Remedy>) {
        if let Some(Remedy { help, fixes }) = remedy {
            self.help = Some(help);
            self.fixes = fixes;
        }
    }

    /// Lets the first fix repair the same mistake at another place. Without a fix for both, there is none.
    pub fn fix_also(&mut self, elsewhere: Vec<Fix>) {
        let other = elsewhere.into_iter().next();
        match (self.fixes.first_mut(), other) {
            (Some(own), Some(other)) if own.title == other.title => {
                own.safe &= other.safe;
                let new = other.edits.into_iter().filter(|edit| !own.edits.contains(edit)).collect::<Vec<_>>();
                own.edits.extend(new);
            }
            _ => self.fixes.clear(),
        }
    }

    /// Adds a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the clauses of the line in question.
    pub fn clauses(mut self, clauses: &[String]) -> Self {
        self.clauses = clauses.to_vec();
        self
    }

    /// True for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// One line, without the place: `error[E0201]: there is no `fame``.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.as_str(), self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Findings in the order of their places, without duplicates.
pub fn in_order(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    findings.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    findings.dedup();
    findings
}

/// Maximum number of further places that are shown with a finding.
const MAX_LABELS: usize = 4;

/// Makes the errors of a row of a table one finding: the first, with the others as its labels. Most often its cells are in the wrong
/// columns. Errors with a fix stay apart, since each of them is known to be a mistake by itself. The findings are in order.
pub fn one_per_row(findings: &mut Vec<Diagnostic>, rows: &[Span]) {
    let joins = |finding: &Diagnostic| finding.is_error() && finding.fixes.is_empty();
    for row in rows {
        let in_row = |span: Span| span.source == row.source && row.start <= span.start && span.end <= row.end;
        let mut own = findings.iter().enumerate().filter(|(_, finding)| joins(finding) && in_row(finding.span));
        let (Some((first, _)), Some(_)) = (own.next(), own.next()) else { continue };
        let later: Vec<Diagnostic> = {
            let (_, rest) = findings.split_at_mut(first + 1);
            rest.iter().filter(|finding| joins(finding) && in_row(finding.span)).cloned().collect()
        };
        findings.retain(|finding| !later.contains(finding));
        if let Some(kept) = findings.get_mut(first) {
            let labels = later.into_iter().map(|finding| Label { span: finding.span, text: finding.message });
            kept.labels.extend(labels.take(MAX_LABELS));
        }
    }
}

/// Makes findings of these codes with the same message one finding: the first, with the places of the others as its labels.
pub fn one_per_message(findings: &mut Vec<Diagnostic>, codes: &[&str]) {
    let mut kept: Vec<Diagnostic> = Vec::new();
    for finding in std::mem::take(findings) {
        let same = |first: &&mut Diagnostic| first.code == finding.code && first.message == finding.message;
        let first = if codes.contains(&finding.code) { kept.iter_mut().find(same) } else { None };
        let Some(first) = first else {
            kept.push(finding);
            continue;
        };
        first.fix_also(finding.fixes);
        // The same mistake is seldom made twice: something else may be missing.
        first.fixes.iter_mut().for_each(|fix| fix.safe = false);
        if first.labels.len() < MAX_LABELS {
            first.labels.push(Label { span: finding.span, text: "and here".to_owned() });
        }
    }
    *findings = kept;
}

/// True if any finding is an error.
pub fn any_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
