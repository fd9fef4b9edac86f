//! The outside world and wrong calls.

use std::io;
use std::path::Path;

use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, in_words};

/// Something that is not the author's text and not a rule: a missing folder, an answer that is not offered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// A sentence for the user: what is wrong, and what would be right.
    pub message: String,
    /// The setting of the set-up that it is about, as it was named there, if it is about one.
    pub setting: Option<String>,
}

impl Error {
    /// With this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), setting: None }
    }

    /// This error, about a setting of the set-up.
    pub(super) fn about(self, setting: &str) -> Self {
        Self { setting: Some(setting.to_owned()), ..self }
    }

    /// What could not be done with a file that was to be written, and why.
    pub fn unwritten(what: &str, path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::PermissionDenied => "it may not be written there".to_string(),
            io::ErrorKind::NotFound => "there is no such folder".to_string(),
            io::ErrorKind::StorageFull => "the disk is full".to_string(),
            io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_string(),
            io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_string(),
            io::ErrorKind::FileTooLarge => "files may not be that long here".to_string(),
            io::ErrorKind::IsADirectory => "a folder stands there".to_string(),
            _ => in_words(error),
        };
        Self::new(format!("cannot {what} `{}`: {why}", path.display()))
    }
}

/// Why a game cannot be set up.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoadError {
    /// The rules (or a scenario's sentences) have errors.
    #[error("the rules have errors")]
    Findings {
        /// The texts to draw them with.
        sources: Box<Sources>,
        /// All findings.
        diagnostics: Vec<Diagnostic>,
    },
    /// Everything else.
    #[error(transparent)]
    Error(#[from] Error),
}
