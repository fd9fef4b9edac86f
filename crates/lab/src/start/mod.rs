//! The beginning of a game: a small one to change, a copy of another, or a printed rulebook without rules.
//!
//! Nothing is written here.

mod copied;
mod rulebook;
mod starter;

pub use copied::{copied, renamed};
pub use rulebook::{PrintedClauses, printed_clauses, title_of};
pub use starter::{initials, starter};

/// Files of a folder: path in the folder and contents.
pub type Files = Vec<(String, Vec<u8>)>;
