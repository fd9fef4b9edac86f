//! Atomic file writes: a text is written to a temporary file, which is then renamed.
//!
//! A program that is killed leaves the old file or the new one, and files of other programs are not touched.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

use tavola_game::Error;

static WRITING: Mutex<()> = Mutex::new(());

/// Lock that is held while a file is written. A thread that ends the program must take it first.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces or creates a file. A symbolic link is followed; a device is written to directly.
///
/// # Errors
/// Errors of the system: a folder that is missing or read-only, a write-protected file, a full disk. The old contents are still there
/// then.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, text);
    }
    refuse_protected(path)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    draft(&target, text)?.persist(&target)?;
    Ok(())
}

/// Refuses a write-protected file. It would be replaced as a whole, which its own protection does not prevent.
fn refuse_protected(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.permissions().readonly() => Err(io::Error::other(PROTECTED)),
        _ => Ok(()),
    }
}

/// Why a write-protected file is not written.
const PROTECTED: &str = "it is write-protected";

/// Line end of a text.
pub(super) fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// A text that was read with plain line ends, with the line ends of its file as it is on the disk. In a file with both, each line that
/// stays before or after all changes keeps its own.
pub fn with_line_ends(text: &str, file: &str) -> String {
    let pairs = file.matches("\r\n").count();
    if pairs == 0 || pairs == file.matches('\n').count() {
        return text.replace('\n', line_end(file));
    }
    let old: Vec<&str> = file.split_inclusive('\n').collect();
    let new: Vec<&str> = text.split_inclusive('\n').collect();
    let is_same = |(old, new): &(&&str, &&str)| match old.strip_suffix("\r\n") {
        Some(line) => new.strip_suffix('\n') == Some(line),
        None => old == new,
    };
    let before = old.iter().zip(&new).take_while(is_same).count();
    let behind = old[before..].iter().rev().zip(new[before..].iter().rev()).take_while(is_same).count();
    let middle = new[before..new.len() - behind].concat().replace('\n', line_end(file));
    [old[..before].concat(), middle, old[old.len() - behind..].concat()].concat()
}

/// Checks in advance that a file can be written, since computing its contents may take hours.
///
/// # Errors
/// As [`write()`], and if the path is a folder.
pub fn ready(path: &Path) -> Result<(), Error> {
    let ready = match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => Ok(()),
        Ok(data) if data.permissions().readonly() => Err(io::Error::other(PROTECTED)),
        _ => draft(&fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()), "").map(drop),
    };
    ready.map_err(|error| Error::unwritten("write", path, &error))
}

/// Creates a file.
///
/// # Errors
/// As [`write()`], and if the file exists already.
pub fn create(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    draft(path, contents)?.persist_noclobber(path)?;
    Ok(())
}

/// Creates a folder with files: path in the folder and contents. It is written beside its place first, and then renamed. Creates the
/// parent folder.
///
/// # Errors
/// If the folder exists and is not empty, or something cannot be written. Nothing is left of it then.
pub fn create_folder<'f>(path: &Path, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<(), Error> {
    write_folder(path, files).map_err(|error| Error::unwritten("write", path, &error))
}

fn write_folder<'f>(path: &Path, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> io::Result<()> {
    let _writing = writing();
    let into = folder(path);
    fs::create_dir_all(into)?;
    let beside = tempfile::Builder::new().prefix(BEFORE).tempdir_in(into)?;
    // A subfolder, because only the owner can read the temporary folder itself.
    let draft = beside.path().join("game");
    fs::create_dir(&draft)?;
    for (name, contents) in files {
        let file = draft.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&draft))?;
        fs::write(file, contents)?;
    }
    fs::rename(&draft, path)
}

/// Creates a file that only its owner can read, from its first byte on.
///
/// # Errors
/// As [`write()`], and if the file exists already.
pub fn create_private(path: &Path, text: &str) -> io::Result<()> {
    private_draft(path, text)?.persist_noclobber(path)?;
    Ok(())
}

/// Writes contents to a temporary file in the folder of `path`. The file is removed unless it is persisted.
pub(super) fn draft(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<NamedTempFile> {
    let draft = drafted(path, contents.as_ref(), PUBLIC)?;
    if let Ok(old) = fs::metadata(path) {
        draft.as_file().set_permissions(old.permissions())?;
        // The new contents must be on the disk before the old ones are gone.
        draft.as_file().sync_all()?;
    }
    Ok(draft)
}

/// As [`draft`], readable by the owner alone, whatever the mode of an existing file.
pub(super) fn private_draft(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    drafted(path, text.as_bytes(), PRIVATE)
}

fn drafted(path: &Path, contents: &[u8], mode: u32) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    sweep(folder);
    let mut draft = settings(mode).tempfile_in(folder)?;
    draft.write_all(contents)?;
    Ok(draft)
}

/// Folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Prefix and suffix of the names of temporary files.
const BEFORE: &str = ".tavola-";
const BEHIND: &str = ".new";

/// Age from which a temporary file counts as left by a killed program.
const STALE: Duration = Duration::from_secs(60);

/// Removes temporary files that were left. Files that cannot be removed stay.
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

/// Mode of ordinary files. The process restricts it further, as usual.
const PUBLIC: u32 = 0o666;
/// Mode of private files.
const PRIVATE: u32 = 0o600;

#[cfg_attr(not(unix), expect(unused_variables))]
fn settings(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEFORE).suffix(BEHIND);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}
