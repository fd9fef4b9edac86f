//! Findings by file, with byte ranges.

use std::collections::BTreeMap;
use std::ops::Range;

use tavola_lab::{CheckedGame, CheckedLayer};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Severity};
use tavola_syntax::text::{Sources, Span};

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileRange {
    /// Path in the folder of the game: `variants/short.tavola`.
    pub file: String,
    /// Bytes of its text.
    pub bytes: Range<usize>,
}

/// A second place that explains a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The place.
    pub at: FileRange,
    /// Explanation of the place.
    pub text: String,
}

/// A finding, with the file that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFinding {
    /// Stable code, such as `E0201`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// Main place. `None` for a finding about the whole game.
    pub at: Option<FileRange>,
    /// Message: what is wrong.
    pub message: String,
    /// Help: what to do.
    pub help: Option<String>,
    /// Clauses that the line in question cites.
    pub clauses: Vec<String>,
    /// Variant in which it was found. `None` for the game itself.
    pub variant: Option<String>,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// Fixes, the best first.
    pub fixes: Vec<FileFix>,
}

/// Edits that repair a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFix {
    /// Description of the fix.
    pub title: String,
    /// True if it needs no decision of the author.
    pub safe: bool,
    /// Ranges with their new texts.
    pub edits: Vec<(FileRange, String)>,
}

/// Paths in the folder by the names of sources.
pub(crate) type SourceNames = BTreeMap<String, String>;

/// All findings of a checked game, in the order of the check.
pub(crate) fn of_game(checked: &CheckedGame, names: &SourceNames) -> Vec<FileFinding> {
    let of_layer = |layer: &CheckedLayer| {
        let located = |finding| FileFinding::new(finding, layer.variant.as_deref(), &layer.sources, names);
        layer.findings.iter().map(located).collect::<Vec<_>>()
    };
    checked.layers.iter().flat_map(of_layer).collect()
}

impl FileFinding {
    fn new(finding: &Diagnostic, variant: Option<&str>, sources: &Sources, names: &SourceNames) -> Self {
        let label = |label: &tavola_syntax::diagnostic::Label| {
            Some(Related { at: range(label.span, sources, names)?, text: label.text.clone() })
        };
        Self {
            code: finding.code,
            severity: finding.severity,
            at: range(finding.span, sources, names),
            message: finding.message.clone(),
            help: finding.help.clone(),
            clauses: finding.clauses.clone(),
            variant: variant.map(str::to_owned),
            related: finding.labels.iter().filter_map(label).collect(),
            fixes: finding.fixes.iter().filter_map(|fix| FileFix::new(fix, sources, names)).collect(),
        }
    }

    /// True for an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl FileFix {
    /// The fix by files of the folder. `None` if an edit is in no file of it.
    fn new(fix: &Fix, sources: &Sources, names: &SourceNames) -> Option<Self> {
        let edits = fix.resolve(sources)?.into_iter();
        let edits = edits.map(|edit| Some((range(edit.span, sources, names)?, edit.text))).collect::<Option<_>>()?;
        Some(Self { title: fix.title.clone(), safe: fix.safe, edits })
    }
}

/// The range of a span. `None` for a text that is no file of the folder.
pub(crate) fn range(span: Span, sources: &Sources, names: &SourceNames) -> Option<FileRange> {
    let source = sources.get(span.source)?;
    let file = names.get(&source.name)?.clone();
    Some(FileRange { file, bytes: span.range() })
}
