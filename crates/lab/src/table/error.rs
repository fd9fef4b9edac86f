//! Reasons why a table does not take an answer.

use tavola_game::{Error, Fault};

/// Reason why a table did not take an answer, or did not take one back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum TableError {
    /// The record's file cannot be written at present. The table stays as it is: the same call can be made again.
    Unwritten(Error),
    /// The answer is not possible, with the reason for the player. Nothing of it was accepted.
    Refused(Error),
    /// A fault of the rules. The game cannot continue.
    Fault(Fault),
}

impl From<Fault> for TableError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
