//! Errors of the outside world and of wrong calls.

use std::io;
use std::path::Path;

use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, in_words};

/// An error outside the author's text, such as a missing folder or an answer that is not offered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// A sentence for the user: what is wrong, and what to do.
    pub message: String,
    /// Name of the setting that the error is about, if it is about one.
    pub setting: Option<String>,
}

impl Error {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), setting: None }
    }

    /// Adds the name of the setting that the error is about.
    pub(super) fn about(self, setting: &str) -> Self {
        Self { setting: Some(setting.to_owned()), ..self }
    }

    /// An error for a file that could not be written. `what` is the verb phrase after "cannot", such as "write".
    pub fn unwritten(what: &str, path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::PermissionDenied => "permission denied".to_string(),
            io::ErrorKind::NotFound => "there is no such folder".to_string(),
            io::ErrorKind::StorageFull => "the disk is full".to_string(),
            io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_string(),
            io::ErrorKind::QuotaExceeded => "your disk quota is used up".to_string(),
            io::ErrorKind::FileTooLarge => "the file is too large for this file system".to_string(),
            io::ErrorKind::IsADirectory => "it is a folder".to_string(),
            _ => in_words(error),
        };
        Self::new(format!("cannot {what} `{}`: {why}", path.display()))
    }
}

/// `the rules have 3 errors; the first, at valley/valley.tavola:4:9: error[E0201]: ..`
fn first_error(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut errors = diagnostics.iter().filter(|finding| finding.is_error());
    let Some(first) = errors.next() else { return "the rules have errors".to_owned() };
    let place = sources.place(first.span).map_or_else(String::new, |place| format!("at {place}: "));
    match errors.count() {
        0 => format!("the rules have an error {place}{first}"),
        more => format!("the rules have {} errors; the first {place}{first}", more + 1),
    }
}

/// Reason why a game cannot be set up.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoadError {
    /// The rules, or the sentences of a scenario, have errors.
    #[error("{}", first_error(sources, diagnostics))]
    Findings {
        /// The texts, for drawing the findings.
        sources: Box<Sources>,
        /// All findings, warnings included.
        diagnostics: Vec<Diagnostic>,
    },
    /// Any other error.
    #[error(transparent)]
    Error(#[from] Error),
}
