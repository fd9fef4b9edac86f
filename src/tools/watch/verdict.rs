//! Results of a run, in a form that can be compared with the run before.

use std::path::PathBuf;

use crate::tools::console::Console;
use crate::tools::paint::clean;
use tavola_game::draw_finding;
use tavola_syntax::diagnostic::{Diagnostic, Finding};
use tavola_syntax::text::Sources;

/// Results of a run.
#[derive(Default)]
pub(in crate::tools) struct RunVerdict {
    /// Tests in their order.
    pub(in crate::tools) tests: Vec<NamedTest>,
    /// Findings in their order.
    pub(in crate::tools) findings: Vec<NamedFinding>,
    /// Figures, by subject.
    pub(in crate::tools) figures: Vec<ComparedFigures>,
    /// Count of the tests that ran: `12 of 251 tests ran`. Empty if all always run.
    pub(in crate::tools) ran: String,
    /// Folders outside of those of the verb from which the run read files. They may be missing.
    pub(in crate::tools) beside: Vec<PathBuf>,
}

/// A test.
#[derive(Clone)]
pub(in crate::tools) struct NamedTest {
    /// Identity from run to run, without the line.
    pub(in crate::tools) key: String,
    /// Name in headlines.
    pub(in crate::tools) name: String,
    /// True for a scenario; false for a transcript.
    pub(in crate::tools) is_scenario: bool,
    /// The failure as it is printed. None if the test passed.
    pub(in crate::tools) failure: Option<String>,
}

/// A finding, or another sort of mistake.
pub(in crate::tools) struct NamedFinding {
    /// Identity from run to run, without the line.
    pub(in crate::tools) key: String,
    /// Name in headlines: `E0207`.
    pub(in crate::tools) name: String,
    /// `file:line:column`
    pub(in crate::tools) place: Option<String>,
    /// True for an error, false for a warning.
    pub(in crate::tools) is_error: bool,
    /// The finding as it is printed.
    pub(in crate::tools) drawn: String,
}

/// Figures of one subject.
pub(in crate::tools) struct ComparedFigures {
    /// The subject: `The Valley, 3 players`.
    pub(in crate::tools) title: String,
    /// Figures with their values, in order.
    pub(in crate::tools) rows: Vec<(String, String)>,
}

impl NamedFinding {
    /// A finding of the checker.
    pub(in crate::tools) fn new(
        finding: &Diagnostic,
        sources: &Sources,
        variant: Option<&str>,
        console: &Console,
    ) -> Self {
        let located = Finding::new(finding, sources);
        let file = located.place.as_ref().map_or("", |place| place.file.as_str());
        Self {
            key: [finding.code, file, variant.unwrap_or_default(), &finding.message].join("\n"),
            name: finding.code.to_owned(),
            place: sources.place(finding.span),
            is_error: finding.is_error(),
            drawn: format!("{}\n\n", draw_finding(finding, sources, console.paint.is_on(), console.width())),
        }
    }

    /// A trouble in played games, at a place of the rules.
    pub(in crate::tools) fn of_play(what: &str, place: &str) -> Self {
        let (what, place) = (clean(what), Some(clean(place)).filter(|place| !place.is_empty()));
        Self { key: what.clone(), name: format!("`{what}`"), place, is_error: true, drawn: String::new() }
    }
}
