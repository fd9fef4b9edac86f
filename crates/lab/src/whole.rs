//! Files that are there as a whole or not at all: a text is written beside its place and then put there in one step, so a
//! program that is killed leaves the old file or the new one, and nobody else's file beside it is touched.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

use tavola_game::Error;

static WRITING: Mutex<()> = Mutex::new(());

/// Held while a file is being written: who ends the program from another thread waits for it.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces a file, or makes it. Through a link its target is replaced; what is no file (a device) is written into.
///
/// # Errors
/// As the system says: a folder that is missing or read-only, a full disk. What was there is still there then.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, text);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    draft(&target, text)?.persist(&target)?;
    Ok(())
}

/// Whether a file can be written there, as far as that is known before: what it is to hold may take hours.
///
/// # Errors
/// As [`write()`]; where a folder stands there.
pub fn ready(path: &Path) -> Result<(), Error> {
    let ready = match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => Ok(()),
        _ => draft(&fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()), "").map(drop),
    };
    ready.map_err(|error| Error::unwritten("write", path, &error))
}

/// Makes a file.
///
/// # Errors
/// As [`write`], and where there is a file already.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    draft(path, text)?.persist_noclobber(path)?;
    Ok(())
}

/// Makes a file that its owner alone can read, from its first byte on.
///
/// # Errors
/// As [`write()`], and where there is a file already.
pub fn create_private(path: &Path, text: &str) -> io::Result<()> {
    private_draft(path, text)?.persist_noclobber(path)?;
    Ok(())
}

/// The text in a file without a place so far, in the folder of `path`: it goes away unless it is put somewhere.
pub(super) fn draft(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let draft = drafted(path, text, PUBLIC)?;
    if let Ok(old) = fs::metadata(path) {
        draft.as_file().set_permissions(old.permissions())?;
        // What replaces something must be on the disk before that is gone.
        draft.as_file().sync_all()?;
    }
    Ok(draft)
}

/// As [`draft`], for its owner alone, whatever stands there.
pub(super) fn private_draft(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    drafted(path, text, PRIVATE)
}

fn drafted(path: &Path, text: &str, mode: u32) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    sweep(folder);
    let mut draft = settings(mode).tempfile_in(folder)?;
    draft.write_all(text.as_bytes())?;
    Ok(draft)
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What the names of drafts begin and end with.
const BEFORE: &str = ".tavola-";
const BEHIND: &str = ".new";

/// A draft is put somewhere at once; one of this age was left by a program that was killed.
const STALE: Duration = Duration::from_secs(60);

/// Removes drafts that were left. What cannot be removed stays.
fn sweep(folder: &Path) {
    let is_draft = |name: &str| {
        let middle = name.strip_prefix(BEFORE).and_then(|rest| rest.strip_suffix(BEHIND));
        middle.is_some_and(|random| random.len() == 6 && random.chars().all(|c| c.is_ascii_alphanumeric()))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|data| data.modified()).map(|time| time.elapsed());
        let is_stale = age.is_ok_and(|age| age.is_ok_and(|age| age > STALE));
        if is_stale && is_draft(&entry.file_name().to_string_lossy()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Who may read a file is left to the process, as with any file.
const PUBLIC: u32 = 0o666;
/// Nobody but its owner may.
const PRIVATE: u32 = 0o600;

#[cfg_attr(not(unix), expect(unused_variables))]
fn settings(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEFORE).suffix(BEHIND);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}
