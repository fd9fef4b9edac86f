//! The beginning of a game: a small one to change, a copy of another, or a printed rulebook without rules.

mod begin;
mod copied;
mod notes;
mod rulebook;
mod starter;

pub use begin::{Beginning, NewGame, checked_name, new_game, refuse_existing};
pub use copied::{read, renamed};
pub use notes::{PrintedClauses, PrintedNote};
pub use rulebook::first_clause;

/// Files of a folder: path in the folder and contents.
pub type Files = Vec<(String, Vec<u8>)>;
