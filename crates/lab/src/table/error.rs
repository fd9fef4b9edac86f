//! Reasons why a table does not take an answer.

use std::fmt;

use tavola_game::{Error, Fault};

/// Reason why a table did not take an answer, or did not take one back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The record's file cannot be written at present. The table stays as it is: the same call can be made again.
    Unwritten(Error),
    /// The answer is not possible, with the reason for the player. Nothing of it was accepted.
    Refused(Error),
    /// A fault of the rules. The game cannot continue.
    Fault(Fault),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unwritten(error) | Self::Refused(error) => error.fmt(f),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TableError {}

impl From<Fault> for TableError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
