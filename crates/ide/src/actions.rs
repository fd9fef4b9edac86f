//! Code actions: edits that an editor offers at a place.

use std::ops::Range;

use tavola_syntax::text::{capital, without_comment};

use crate::findings::{FileFinding, FileRange};
use crate::lines::line_at;
use crate::workspace::{Workspace, is_rules};

/// An edit that an editor offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedEdit {
    /// Description of the action.
    pub title: String,
    /// Number of the finding that it answers, among [`Workspace::findings`].
    pub finding: Option<usize>,
    /// True for a safe fix, which repairs the finding without a decision of the author.
    pub preferred: bool,
    /// Ranges with their new texts.
    pub edits: Vec<(FileRange, String)>,
}

/// Maximum number of clauses that are offered at once.
const CLAUSES: usize = 8;

impl Workspace {
    /// Edits for a selection: fixes of findings, accepting a warning with a reason, citing a clause that no rule cites yet.
    pub fn actions(&self, path: &str, selected: Range<usize>) -> Vec<OfferedEdit> {
        let Some(text) = self.text(path) else { return Vec::new() };
        let touches =
            |at: &FileRange| at.file == path && at.bytes.start <= selected.end && selected.start <= at.bytes.end;
        let here = self.findings().iter().enumerate().filter(|(_, one)| one.at.as_ref().is_some_and(touches));
        let fixes = here.clone().flat_map(|(number, one)| fixes(number, one)).collect::<Vec<_>>();
        if !is_rules(path) {
            return fixes;
        }
        let waivers = here.filter_map(|(number, one)| waiver(text, path, number, one));
        let cites =
            self.uncited().iter().take(CLAUSES).filter_map(|id| self.offered_citation(text, path, selected.start, id));
        fixes.into_iter().chain(waivers).chain(cites).collect()
    }

    /// All safe fixes of the game that a check accepts, as one edit for each changed file. `None` if there is none.
    pub fn fix_all(&self) -> Option<OfferedEdit> {
        let before = self.job().folder;
        let after = tavola_lab::fix(before.clone(), None, None).ok()?.folder;
        let edit = |(file, [old, new]): (&str, [&str; 2])| {
            (FileRange { file: file.to_owned(), bytes: 0..old.len() }, new.to_owned())
        };
        let edits: Vec<_> = tavola_lab::changed_texts(&before, &after).map(edit).collect();
        let title = "Fix all findings with a safe fix".to_owned();
        (!edits.is_empty()).then_some(OfferedEdit { title, finding: None, preferred: true, edits })
    }
}

/// The fixes of a finding.
fn fixes(number: usize, finding: &FileFinding) -> impl Iterator<Item = OfferedEdit> {
    finding.fixes.iter().map(move |fix| {
        let title = capital(&fix.title);
        OfferedEdit { title, finding: Some(number), preferred: fix.safe, edits: fix.edits.clone() }
    })
}

/// Accepts a warning on its line. `None` for an error, and for a line with a comment.
fn waiver(text: &str, path: &str, number: usize, finding: &FileFinding) -> Option<OfferedEdit> {
    let at = finding.at.as_ref().filter(|_| !finding.is_error())?;
    let line = line_at(text, at.bytes.start);
    let own = &text[line.clone()];
    if without_comment(own).len() < own.len() || own.trim().is_empty() {
        return None;
    }
    let end = line.start + own.trim_end().len();
    let new = format!("   # fine: {} the reason", finding.code);
    let edits = vec![(FileRange { file: path.to_owned(), bytes: end..line.end }, new)];
    Some(OfferedEdit {
        title: format!("Accept {} on this line, with a reason", finding.code),
        finding: Some(number),
        preferred: false,
        edits,
    })
}
