//! The beginning of a game: a small one to change, a copy of another, or a printed rulebook without rules.
//!
//! Nothing is written here.

mod copied;
mod rulebook;
mod starter;

use std::path::Path;

use tavola_game::Error;

pub use rulebook::{PrintedClauses, printed_clauses, title_of};
pub use starter::{initials, starter};

/// Files of a folder: path in the folder and contents.
pub type Files = Vec<(String, Vec<u8>)>;

/// The files of the game in a folder under another name and title. `old` is its name.
///
/// # Errors
/// If a file or folder cannot be read, or folders nest too deeply.
pub fn copied(folder: &Path, old: &str, name: &str, title: &str) -> Result<Files, Error> {
    Ok(renamed(copied::read(folder)?, old, name, title))
}

/// The files of a game under another name and title. `old` is its name.
pub fn renamed(files: Files, old: &str, name: &str, title: &str) -> Files {
    copied::renamed(files, old, name, title)
}
