//! Writes results to the disk, with a note about them.

use std::path::Path;

use super::console::Console;
use super::ending::Stop;
use tavola_game::Error;
use tavola_lab::{start, whole};

/// Refuses a folder that exists.
///
/// # Errors
/// If it does.
pub(crate) fn refuse_existing(folder: &Path) -> Result<(), Stop> {
    start::refuse_existing(folder)
        .map_err(|error| Stop::usage(format!("{}; move it, or choose another folder with `-o FOLDER`", error.message)))
}

/// Writes a file, and says so.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn file(file: &Path, text: &str, console: &mut Console) -> Result<(), Stop> {
    quiet(file, text)?;
    console.note(format!("wrote `{}`", file.display()));
    Ok(())
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn quiet(file: &Path, text: &str) -> Result<(), Stop> {
    let _writing = whole::writing();
    whole::write(file, text).map_err(|error| Error::unwritten("write", file, &error).into())
}
