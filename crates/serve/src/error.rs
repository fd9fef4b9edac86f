//! Errors that prevent a table from being served.

use std::fmt;

use tavola_game::Error;

/// Reason why a table cannot be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum ServeError {
    /// The server cannot listen on the address.
    Address(Error),
    /// The file with the keys of the table is malformed, readable by others, or not writable.
    Keys(Error),
    /// The file with names and notes cannot be read.
    Notes(Error),
    /// The system cannot start a server, or has no random numbers.
    System(Error),
}

impl ServeError {
    /// A failure of the system: what failed, and the error.
    pub(super) fn system(what: &str, error: &dyn fmt::Display) -> Self {
        Self::System(Error::new(format!("{what}: {error}")))
    }
}
