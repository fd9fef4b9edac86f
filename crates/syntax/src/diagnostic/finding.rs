//! Serializable findings, with names, lines and columns instead of spans.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Diagnostic, Fix, Label, ResolvedEdit, Severity};
use crate::text::{Sources, Span};

/// A finding with resolved places, which can be compared and written without its sources.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Stable code, such as `E0201`.
    pub code: Cow<'static, str>,
    /// Error or warning.
    pub severity: Severity,
    /// Message: what is wrong.
    pub message: String,
    /// Main place. `None` for a finding about the whole game.
    #[serde(flatten)]
    pub place: Option<TextRange>,
    /// Other places that matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LocatedLabel>,
    /// Help: what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Fixes that carry the help out, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<LocatedFix>,
    /// First clause that the line in question cites, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// All clauses that the line in question cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Variant in which it was found. `None` for the game itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// A range of a text. Lines and columns count from 1, and columns count characters.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct TextRange {
    /// Name of the source, usually its path.
    pub file: String,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
}

/// A second place that explains the first.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct LocatedLabel {
    /// Explanation of the place.
    pub message: String,
    /// The place.
    #[serde(flatten)]
    pub place: Option<TextRange>,
}

/// Edits that repair a finding.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct LocatedFix {
    /// Description of the fix.
    pub title: String,
    /// True if `check --fix` applies it. Other fixes need a decision of the author.
    pub safe: bool,
    /// Edits, which do not overlap. They are applied together.
    pub edits: Vec<LocatedEdit>,
}

/// A new text for a range.
#[derive(Serialize, Deserialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct LocatedEdit {
    /// The new text.
    pub text: String,
    /// Range that it replaces.
    #[serde(flatten)]
    pub place: TextRange,
}

impl Finding {
    /// Resolves the places of a diagnostic.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let label =
            |label: &Label| LocatedLabel { message: label.text.clone(), place: TextRange::new(label.span, sources) };
        Self {
            code: Cow::Borrowed(diagnostic.code),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: TextRange::new(diagnostic.span, sources),
            labels: diagnostic.labels.iter().map(label).collect(),
            help: diagnostic.help.clone(),
            fixes: diagnostic.fixes.iter().filter_map(|fix| LocatedFix::new(fix, sources)).collect(),
            clause: diagnostic.clauses.first().cloned(),
            clauses: diagnostic.clauses.clone(),
            variant: None,
        }
    }

    /// The cited clauses behind a message: ` [3.2, 3.3]`. Empty without any.
    pub fn citation(&self) -> String {
        citation(&self.clauses)
    }

    /// Adds the variant in which the finding was found.
    #[must_use]
    pub fn with_variant(self, variant: Option<String>) -> Self {
        Self { variant, ..self }
    }
}

/// Clauses behind a message: ` [3.2, 3.3]`. Empty without any.
pub fn citation(clauses: &[String]) -> String {
    if clauses.is_empty() { String::new() } else { format!(" [{}]", clauses.join(", ")) }
}

impl LocatedFix {
    /// Resolves the places of a fix. `None` if an edit has none.
    fn new(fix: &Fix, sources: &Sources) -> Option<Self> {
        let edit =
            |edit: ResolvedEdit| Some(LocatedEdit { text: edit.text, place: TextRange::new(edit.span, sources)? });
        let edits = fix.resolve(sources)?.into_iter().map(edit).collect::<Option<Vec<_>>>()?;
        Some(Self { title: fix.title.clone(), safe: fix.safe, edits })
    }
}

impl TextRange {
    /// Resolves a span. `None` for [`Span::NONE`].
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
