//! Why a table cannot be served.

use std::fmt;

use tavola_game::Error;

/// Why a table cannot be served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServeError {
    /// The address cannot be listened at.
    Address(Error),
    /// The file that keeps the keys of the table is not what was written, may be read by others, or cannot be written.
    Keys(Error),
    /// The system starts no server, or has no random numbers.
    System(Error),
}

impl ServeError {
    /// Something that the system does not do, and why.
    pub(super) fn system(what: &str, error: &dyn fmt::Display) -> Self {
        Self::System(Error::new(format!("{what}: {error}")))
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(error) | Self::Keys(error) | Self::System(error) => f.write_str(&error.message),
        }
    }
}

impl std::error::Error for ServeError {}
