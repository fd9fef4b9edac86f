//! Writes results to the disk: a folder of a game as a whole or not at all, a file with a note about it.

use std::fs;
use std::io;
use std::path::Path;

use super::console::Console;
use super::ending::Stop;
use tavola_game::Error;
use tavola_lab::whole;

/// Refuses a folder that exists.
///
/// # Errors
/// If it does.
pub(crate) fn refuse_existing(folder: &Path) -> Result<(), Stop> {
    if fs::symlink_metadata(folder).is_err() {
        return Ok(());
    }
    let folder = folder.display();
    Err(Stop::usage(format!(
        "`{folder}` exists and is not overwritten; move it, or choose another folder with `-o FOLDER`"
    )))
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

/// Writes the folder of a game: path in the folder and contents of each file. Creates the parent folder.
///
/// # Errors
/// If it cannot be written. Nothing is left of it then.
pub(crate) fn folder<'f>(folder: &Path, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<(), Stop> {
    write(folder, files).map_err(|error| Error::unwritten("write", folder, &error).into())
}

/// Writes into a temporary folder beside it first, and then renames that.
fn write<'f>(folder: &Path, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> io::Result<()> {
    let _writing = whole::writing();
    let into = whole::folder(folder);
    fs::create_dir_all(into)?;
    let beside = tempfile::Builder::new().prefix(".tavola-").tempdir_in(into)?;
    // A subfolder, because only the owner can read the temporary folder itself.
    let draft = beside.path().join("game");
    fs::create_dir(&draft)?;
    for (path, text) in files {
        let file = draft.join(path);
        fs::create_dir_all(file.parent().unwrap_or(&draft))?;
        fs::write(file, text)?;
    }
    fs::rename(&draft, folder)
}
