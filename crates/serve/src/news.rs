//! Events of a table for the person who runs its server.

use std::path::PathBuf;

use tavola_game::Error;

/// An event of a served table for the person who runs the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableNews {
    /// Place of the game if the program ends now. Sent first, and again after each change.
    Kept(GameKept),
    /// The game is recorded in this file from now on, not in the one before.
    NextRecord(PathBuf),
    /// Another program has changed the record's file. Says how that was handled.
    Rewritten(String),
    /// The record cannot be written. No answer is taken until it can be.
    Unwritten(Error),
    /// The record can be written again, and the game continues.
    WrittenAgain,
}

/// Place where a game is kept when its program ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameKept {
    /// In this file, from which it can be resumed.
    In(PathBuf),
    /// Nowhere: the record could not be written.
    Lost,
    /// Nowhere: no record was wanted.
    Nowhere,
}
