//! A file that gets its name when it is complete.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use super::ending::Stop;
use super::interrupt;
use tavola_game::Error;

/// A file that is written as `NAME.part`. It is removed unless it is finished.
pub(crate) struct PartFile {
    path: PathBuf,
    part: PathBuf,
    /// Locked against another program that writes the same file.
    file: File,
    /// True if it takes the place of a file that has its name.
    replaces: bool,
    finished: bool,
}

impl PartFile {
    /// Creates an empty file that only its owner can read. One that a killed program left is replaced.
    ///
    /// # Errors
    /// If the file that it becomes exists, another program writes it, or the system fails.
    pub(crate) fn create(path: PathBuf) -> Result<Self, Stop> {
        free(&path)?;
        let mut options = File::options();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Self::open(path, &mut options)
    }

    /// Creates an empty file that takes the place of the one with its name, if there is one, with its permissions. A symbolic link is
    /// followed; a device is written to directly.
    ///
    /// # Errors
    /// If another program writes it, or the system fails.
    pub(crate) fn replacing(path: &Path) -> Result<Self, Stop> {
        let failed = |error: std::io::Error| Stop::from(Error::unwritten("write", path, &error));
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self { path: path.to_owned(), part: path.to_owned(), file, replaces: true, finished: true });
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut part = Self::open(target, &mut File::options())?;
        part.replaces = true;
        if let Some(old) = old {
            part.file.set_permissions(old.permissions()).map_err(failed)?;
        }
        Ok(part)
    }

    fn open(path: PathBuf, options: &mut OpenOptions) -> Result<Self, Stop> {
        let mut name = path.clone().into_os_string();
        name.push(".part");
        let part = PathBuf::from(name);
        // The error names the file that was asked for. If another one is in the way, its name is that file's with an ending.
        let failed = |error: std::io::Error| Stop::from(Error::unwritten("write", &path, &error));
        let file = options.write(true).create(true).truncate(false).open(&part).map_err(failed)?;
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(Stop::usage(format!("`{}` is being written by another program", part.display())));
        }
        file.set_len(0).map_err(failed)?;
        interrupt::remove_at_end(&part);
        Ok(Self { path, part, file, replaces: false, finished: false })
    }

    /// A handle for writing.
    ///
    /// # Errors
    /// If the system has none.
    pub(crate) fn handle(&self) -> Result<File, Stop> {
        self.file.try_clone().map_err(|error| Error::unwritten("write", &self.path, &error).into())
    }

    /// Name of the complete file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Flushes the contents to the disk.
    ///
    /// # Errors
    /// For instance if the disk is full.
    pub(crate) fn flush(&self) -> Result<(), Stop> {
        self.file.sync_all().map_err(|error| Error::unwritten("write", &self.path, &error).into())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If another file has it, and this one does not take its place.
    pub(crate) fn finish(mut self) -> Result<PathBuf, Stop> {
        if self.finished {
            return Ok(self.path.clone());
        }
        if !self.replaces {
            free(&self.path)?;
        }
        fs::rename(&self.part, &self.path).map_err(|error| Error::unwritten("write", &self.path, &error))?;
        self.finished = true;
        Ok(self.path.clone())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Checks that there is no such file.
fn free(path: &Path) -> Result<(), Stop> {
    match fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        Ok(_) => Err(Stop::usage(format!(
            "`{}` exists and is not overwritten; move it, or choose another folder with `-o DIR`",
            path.display()
        ))),
    }
}
