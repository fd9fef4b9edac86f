//! A file that gets its name when it is complete.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::super::ending::Stop;
use super::super::interrupt;
use tavola_game::Error;

/// A file that is written as `NAME.part`. It is removed unless it is finished.
pub(super) struct PartFile {
    path: PathBuf,
    part: PathBuf,
    /// Locked against another export into the same folder.
    file: File,
    finished: bool,
}

impl PartFile {
    /// Creates an empty file that only its owner can read. One that a killed program left is replaced.
    ///
    /// # Errors
    /// If the file that it becomes exists, another program writes it, or the system fails.
    pub(super) fn create(path: PathBuf) -> Result<Self, Stop> {
        free(&path)?;
        let mut name = path.clone().into_os_string();
        name.push(".part");
        let part = PathBuf::from(name);
        let failed = |error: std::io::Error| Stop::from(Error::unwritten("write", &part, &error));
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&part).map_err(failed)?;
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(Stop::usage(format!("`{}` is being written by another program", part.display())));
        }
        file.set_len(0).map_err(failed)?;
        interrupt::remove_at_end(&part);
        Ok(Self { path, part, file, finished: false })
    }

    /// A handle for writing.
    ///
    /// # Errors
    /// If the system has none.
    pub(super) fn handle(&self) -> Result<File, Stop> {
        self.file.try_clone().map_err(|error| Error::unwritten("write", &self.part, &error).into())
    }

    /// Name of the complete file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Flushes the contents to the disk.
    ///
    /// # Errors
    /// For instance if the disk is full.
    pub(super) fn flush(&self) -> Result<(), Stop> {
        self.file.sync_all().map_err(|error| Error::unwritten("write", &self.path, &error).into())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If another file has it.
    pub(super) fn finish(mut self) -> Result<PathBuf, Stop> {
        free(&self.path)?;
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
