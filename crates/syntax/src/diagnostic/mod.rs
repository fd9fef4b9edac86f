//! One type for everything that is wrong with a text of an author. Plain data: drawing it is somebody else's job.

mod finding;

use std::fmt;

use serde::Serialize;

use crate::text::Span;
pub use finding::{Finding, LocatedLabel, TextRange};

/// The findings of a layer by code, each with what it means: a constant for each code, and all of them as `ALL`. A code is stable,
/// its text may improve.
#[macro_export]
macro_rules! codes {
    ($($name:ident = $code:literal: $text:literal;)*) => {
        $(#[doc = $text] #[allow(unreachable_pub)] pub const $name: &str = $code;)*
        /// Every code with what it means.
        #[allow(dead_code, unreachable_pub, reason = "not of every layer somebody asks for all")]
        pub const ALL: &[(&str, &str)] = &[$(($code, $text)),*];
    };
}
pub use codes;

/// How bad it is. Errors stop a game from being played; warnings do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Probably not what was meant.
    Warning,
    /// Cannot be played.
    Error,
}

/// A second place that explains the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// One finding. The message is lower case, without a full stop, with the author's words in back-ticks; what to do
/// instead stands in `help`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable, e.g. `E0201`; letters `E` and `W` by severity.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// Where it is; [`Span::NONE`] where the whole game is meant.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// The clause of the rule in question, if one is known.
    pub clause: Option<String>,
}

/// A finding that its line waives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waived {
    /// What would be said.
    pub finding: Diagnostic,
    /// Why it is not a mistake, in the author's words.
    pub reason: String,
    /// The comment that says so.
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
        Self { code, severity, span, message: message.into(), labels: Vec::new(), help: None, clause: None }
    }

    /// Adds what to do instead.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds the clause of the rule in question.
    pub fn clause(mut self, clause: Option<String>) -> Self {
        self.clause = clause;
        self
    }

    /// Whether this is an error.
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

/// Findings in the order of the text, each once.
pub fn in_order(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    findings.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    findings.dedup();
    findings
}

/// Whether there is an error among the findings.
pub fn any_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
