//! What whoever runs a server is told of its table.

use std::path::PathBuf;

use tavola_game::Error;

/// What becomes of a table while it is served, and is for whoever runs the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableNews {
    /// What is left of the game if the program ends from now on. The first that is told, and again where it changes.
    Kept(GameKept),
    /// Another program has changed the record's file: what was done about it.
    Rewritten(String),
    /// The record cannot be written: no answer is taken until it can be.
    Unwritten(Error),
    /// The record can be written again: the game continues.
    WrittenAgain,
}

/// What is left of a game when its program ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameKept {
    /// This file, from which it can be resumed.
    In(PathBuf),
    /// Nothing: the record could not be written.
    Lost,
    /// Nothing: no record was wanted.
    Nowhere,
}
