//! Exceptions, and their making from errors of the engine.

use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use tavola_game::{AnswerError, Error, Fault, Game, LoadError, Refusal, StateError};
use tavola_lab::Unmerged;

use crate::finding::{Finding, findings};

create_exception!(tavola, TavolaError, PyException, "An error of Tavola: the base of its exceptions.");
create_exception!(
    tavola,
    RulesError,
    TavolaError,
    "The rules have errors. `findings` lists them, warnings included; the message shows each in its text."
);
create_exception!(
    tavola,
    Refused,
    TavolaError,
    "An answer is not offered. `plain` is the reason for players, `place` the line of the rules, `clauses` what it cites."
);
create_exception!(
    tavola,
    FaultError,
    TavolaError,
    "A mistake in the rules that showed in play. `finding` has its place."
);
create_exception!(
    tavola,
    MergeError,
    TavolaError,
    "Tallies cannot be merged. `games` are the first and the end of the games that are missing or counted twice, if any."
);
create_exception!(
    tavola,
    RecordError,
    TavolaError,
    "A file is not a record, or a damaged one. `findings` say where; the message shows each in its text."
);
create_exception!(tavola, SavedStateError, TavolaError, "A saved position is damaged, or belongs to other rules.");

/// An exception with a message.
pub(crate) fn error(message: impl Into<String>) -> PyErr {
    TavolaError::new_err(message.into())
}

/// An exception for an error of the outside world or a wrong call.
pub(crate) fn wrong(error: Error) -> PyErr {
    TavolaError::new_err(error.message)
}

/// An exception for a file that cannot be written.
pub(crate) fn unwritten(path: &Path, why: &io::Error) -> PyErr {
    wrong(Error::unwritten("write", path, why))
}

/// An exception for a game that cannot be set up.
pub(crate) fn unloaded(py: Python<'_>, error: LoadError) -> PyErr {
    match error {
        LoadError::Error(error) => wrong(error),
        LoadError::Findings { sources, diagnostics } => broken_rules(py, findings(&diagnostics, &sources)),
    }
}

/// An exception for rules with these findings.
pub(crate) fn broken_rules(py: Python<'_>, findings: Vec<Finding>) -> PyErr {
    with(py, RulesError::new_err(texts(&findings)), "findings", findings)
}

/// An exception for a record that cannot be read.
pub(crate) fn unread_record(py: Python<'_>, error: LoadError) -> PyErr {
    match error {
        LoadError::Error(error) => wrong(error),
        LoadError::Findings { sources, diagnostics } => {
            let findings = findings(&diagnostics, &sources);
            with(py, RecordError::new_err(texts(&findings)), "findings", findings)
        }
    }
}

/// All errors among findings, drawn.
fn texts(findings: &[Finding]) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error()).map(Finding::text);
    errors.collect::<Vec<_>>().join("\n")
}

/// An exception for an answer that is not offered.
pub(crate) fn refused(py: Python<'_>, refusal: Refusal) -> PyErr {
    let error = Refused::new_err(refusal.message);
    let error = with(py, error, "plain", refusal.plain);
    let error = with(py, error, "place", refusal.place);
    with(py, error, "clauses", refusal.clauses)
}

/// An exception for a fault of the rules.
pub(crate) fn fault(py: Python<'_>, game: &Game, fault: &Fault) -> PyErr {
    if fault.is_interrupt() {
        return PyKeyboardInterrupt::new_err(());
    }
    let finding = Finding::new(&game.diagnose(fault), game.sources(), None);
    let error = FaultError::new_err(finding.text().to_owned());
    with(py, error, "finding", finding)
}

/// Reason why a play does not go on.
pub(crate) enum Stop {
    /// A wrong call.
    Wrong(Error),
    /// An answer that is not taken.
    Unanswered(AnswerError),
    /// A fault of the rules.
    Fault(Fault),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Wrong(error)
    }
}

impl From<AnswerError> for Stop {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Fault(found) => Self::Fault(found),
            other => Self::Unanswered(other),
        }
    }
}

impl From<Fault> for Stop {
    fn from(found: Fault) -> Self {
        Self::Fault(found)
    }
}

impl Stop {
    /// The exception for it.
    pub(crate) fn raise(self, py: Python<'_>, game: &Game) -> PyErr {
        match self {
            Self::Wrong(error) => wrong(error),
            Self::Unanswered(error) => TavolaError::new_err(error.to_string()),
            Self::Fault(found) => fault(py, game, &found),
        }
    }
}

/// An exception for a saved position that cannot be restored.
pub(crate) fn unrestored(error: StateError) -> PyErr {
    SavedStateError::new_err(error.to_string())
}

/// An exception for tallies that cannot be merged.
pub(crate) fn unmerged(py: Python<'_>, why: Unmerged) -> PyErr {
    let (what_to_do, games) = match &why {
        Unmerged::Differs { .. } => ("merge tallies of one set-up, seed and list of bots".to_owned(), None),
        Unmerged::Overlap(games) => ("leave one of them out".to_owned(), Some(games)),
        Unmerged::Hole(games) => {
            let (first, number) = (games.start, games.end - games.start);
            (format!("play them with `tally(first={first}, games={number}, ..)`"), Some(games))
        }
    };
    with(py, MergeError::new_err(format!("{why}; {what_to_do}")), "games", games.map(|games| (games.start, games.end)))
}

/// An exception with an attribute.
pub(crate) fn with<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    error.value(py).setattr(name, value).err().unwrap_or(error)
}
