//! Results of the tests of one game.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::tools::paint::clean;
use tavola_game::{RulebookFile, Rules, means};
use tavola_lab::scenario::{CaseDraft, Failure, Scenario};
use tavola_syntax::diagnostic::{self, Diagnostic};
use tavola_syntax::text::Sources;

/// The tests of one game.
pub(super) struct Tested {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// The fingerprint of the rules.
    pub(super) hash: String,
    /// Findings in the rules or the scenario files.
    pub(super) findings: Vec<(Sources, Vec<Diagnostic>)>,
    pub(super) cases: Vec<Case>,
    /// The texts of the scenarios.
    pub(super) sources: Sources,
    /// The cases with values that were rewritten: file and name.
    pub(super) rewritten: BTreeSet<(String, String)>,
    /// The rulebook: ids and texts of its clauses and rulings.
    book: Vec<(String, String)>,
    /// Under a variant: how the game's scenarios fare.
    pub(super) fares: Option<Fares>,
}

/// One test.
#[derive(Default)]
pub(super) struct Case {
    /// The scenario's name, or `game-3-players`.
    pub(super) name: String,
    /// `file:line:column` of a scenario.
    pub(super) place: Option<String>,
    /// The clauses that it proves.
    pub(super) clauses: Vec<String>,
    pub(super) failures: Vec<Failure>,
    /// Of a scenario of the game under a variant: the changes without which it would hold, each by itself (`file:line:column`,
    /// and what they say).
    pub(super) because: Option<Vec<(String, String)>>,
    /// Of such a scenario that differs, with `--update`: a case that stands for it, or why there is none.
    pub(super) draft: Option<Result<CaseDraft, String>>,
    /// A kept transcript that differs, or is not kept yet.
    pub(super) changed: Option<ChangedTranscript>,
    /// `new` or `changed`, if its transcript was accepted just now.
    pub(super) accepted: Option<&'static str>,
}

/// A transcript that is not the one that was accepted.
pub(super) struct ChangedTranscript {
    pub(super) file: PathBuf,
    /// The accepted text; empty if there is none.
    pub(super) old: String,
    pub(super) new: String,
    /// True if nothing was accepted before.
    pub(super) missing: bool,
    /// True if no transcript of the game is kept, as beside a copy of its folder. Then a missing one is no failure.
    pub(super) none_kept: bool,
}

impl Tested {
    /// A game of which nothing has been tested yet.
    pub(super) fn new(folder: &Path, rules: &Rules) -> Self {
        Self {
            name: rules.name().to_owned(),
            folder: folder.to_path_buf(),
            hash: rules.hash(),
            findings: Vec::new(),
            cases: Vec::new(),
            sources: Sources::new(),
            rewritten: BTreeSet::new(),
            book: rules.rulebook().map(RulebookFile::texts).unwrap_or_default(),
            fares: None,
        }
    }

    /// True if nothing failed.
    pub(super) fn is_fine(&self) -> bool {
        self.failed() == 0 && !self.findings.iter().any(|(_, findings)| diagnostic::any_error(findings))
    }

    /// The clauses that failures touch, because a scenario proves them or a line cites them, with what they say. First those
    /// that a change of the variant cites, then those at the line of a failure; else in the order of the rulebook.
    pub(super) fn affected_clauses(&self) -> Vec<(&str, &str)> {
        let failed = || self.cases.iter().filter(|case| !case.failures.is_empty());
        let is_in = |cited: &BTreeSet<&String>, id: &str| cited.iter().any(|cited| means(cited, id));
        let changed: BTreeSet<&String> = self.fares.iter().flat_map(|fares| &fares.changed_clauses).collect();
        let at_lines: BTreeSet<&String> = failed().flat_map(|case| &case.failures).flat_map(|f| &f.clauses).collect();
        let proved: BTreeSet<&String> = failed().flat_map(|case| &case.clauses).collect();
        let affected = self.book.iter().filter(|(id, _)| is_in(&at_lines, id) || is_in(&proved, id));
        let mut affected: Vec<(&str, &str)> = affected.map(|(id, text)| (id.as_str(), text.as_str())).collect();
        affected.sort_by_key(|(id, _)| (!is_in(&changed, id), !is_in(&at_lines, id)));
        affected
    }

    /// True if the rules and the scenario files have no findings.
    pub(super) fn has_no_findings(&self) -> bool {
        self.findings.is_empty()
    }

    /// Number of kept transcripts of whole games.
    pub(super) fn transcripts(&self) -> usize {
        self.cases.iter().filter(|case| case.is_transcript()).count()
    }

    /// Number of tests that failed.
    pub(super) fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }
}

impl Case {
    /// The file of a scenario, and its name. Its place may move when its file is rewritten.
    pub(super) fn file_and_name(&self) -> (String, String) {
        let file = self.place.as_deref().and_then(|place| place.rsplitn(3, ':').nth(2));
        (file.unwrap_or_default().to_owned(), self.name.clone())
    }

    /// A scenario, and what is not as it must be.
    pub(super) fn new(case: &Scenario, failures: Vec<Failure>) -> Self {
        let clauses = case.clauses.iter().map(|(id, _)| id.clone()).collect();
        let (name, place) = (case.name.clone(), Some(case.place.clone()));
        Self { name, place, clauses, failures, ..Self::default() }
    }

    /// True if `--update` can draft a case that stands for it under the variant: each failure is a value that differs. A
    /// position that cannot be set up, or an answer that is not possible, needs an author.
    pub(super) fn can_be_drafted(&self) -> bool {
        !matches!(self.draft, Some(Err(_))) && self.failures.iter().all(|failure| failure.mend.is_some())
    }

    /// True if it fails only because its transcript was never accepted.
    pub(super) fn is_only_unaccepted(&self) -> bool {
        self.failures.is_empty() && self.changed.as_ref().is_some_and(|changed| changed.missing)
    }

    /// True for the transcript of a whole game, which is compared but is no scenario.
    pub(super) fn is_transcript(&self) -> bool {
        self.place.is_none()
    }

    /// Its name, and the clauses that it proves.
    pub(super) fn proving(&self) -> String {
        let clauses = if self.clauses.is_empty() { String::new() } else { format!(" [{}]", self.clauses.join(", ")) };
        format!("{}{clauses}", clean(&self.name))
    }

    /// True if its transcript has nothing to be compared with, since none of the game is kept.
    pub(super) fn is_uncompared(&self) -> bool {
        self.changed.as_ref().is_some_and(|changed| changed.none_kept)
    }

    /// True if it passed.
    pub(super) fn passed(&self) -> bool {
        self.failures.is_empty() && (self.changed.is_none() || self.is_uncompared())
    }
}

/// Results of the game's scenarios under its variant.
#[derive(Default)]
pub(super) struct Fares {
    /// The variant.
    pub(super) variant: String,
    pub(super) hold: usize,
    /// They fail, and a scenario of the variant replaces them.
    pub(super) adapted: usize,
    /// They fail, and the author has not decided what is right.
    pub(super) differ: usize,
    /// Clauses that the variant's changes cite, before or after.
    pub(super) changed_clauses: Vec<String>,
}
