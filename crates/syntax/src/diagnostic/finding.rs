//! A diagnostic as programs read it: with names, lines and columns instead of spans.

use serde::Serialize;

use super::{Diagnostic, Label, Severity};
use crate::text::{Sources, Span};

/// A diagnostic with its places looked up, so that it can be compared and written without the texts it was found in.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Stable, e.g. `E0201`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where it is; none where the whole game is meant.
    #[serde(flatten)]
    pub place: Option<TextRange>,
    /// Other places that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LocatedLabel>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The clause of the rule in question, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The variant with which it was found; none for the game itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// A range of a text. Lines and columns count from 1; a column is a character.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct TextRange {
    /// The name of the text: its path, where it was read from a file.
    pub file: String,
    /// The line of its first character.
    pub line: usize,
    /// The column of its first character.
    pub column: usize,
    /// The line of its end.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
}

/// A second place that explains the first.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct LocatedLabel {
    /// What is to be seen there.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: Option<TextRange>,
}

impl Finding {
    /// A diagnostic of these texts.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let label =
            |label: &Label| LocatedLabel { message: label.text.clone(), place: TextRange::new(label.span, sources) };
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: TextRange::new(diagnostic.span, sources),
            labels: diagnostic.labels.iter().map(label).collect(),
            help: diagnostic.help.clone(),
            clause: diagnostic.clause.clone(),
            variant: None,
        }
    }

    /// This finding as one that was found with a variant.
    #[must_use]
    pub fn with_variant(self, variant: Option<String>) -> Self {
        Self { variant, ..self }
    }
}

impl TextRange {
    /// Lines and columns of a span; none for nowhere.
    pub fn new(span: Span, sources: &Sources) -> Option<Self> {
        let source = sources.get(span.source)?;
        let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
        Some(Self { file: source.name.clone(), line, column, end_line, end_column })
    }
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}
