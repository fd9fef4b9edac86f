//! Lock on the name of a record while its game is played.
//!
//! A lock on the file alone is lost if another file takes its place (`mv`, an editor, rsync): a second program could
//! then continue the same game. A small file beside the record therefore locks its name: `.game.yaml.lock` for
//! `game.yaml`. A program that is killed leaves that file, but not the lock on it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::whole;

/// Maximum number of attempts. Another program may interfere between opening and locking.
const TRIES: usize = 8;

/// A locked name.
#[derive(Debug)]
pub(super) struct HeldName {
    path: PathBuf,
    file: Handle,
}

impl HeldName {
    /// Locks the name of a record. None if nothing can be locked beside it; the lock on the record itself must then be
    /// enough.
    ///
    /// # Errors
    /// `WouldBlock` if another program holds the lock.
    pub(super) fn take(record: &Path) -> io::Result<Option<Self>> {
        let path = beside(record);
        for _ in 0..TRIES {
            let Ok(file) = options().open(&path) else { return Ok(None) };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(TryLockError::Error(_)) => {
                    let _ = fs::remove_file(&path);
                    return Ok(None);
                }
            }
            let held = Self { path: path.clone(), file: Handle::from_file(file)? };
            // The last owner may have removed the file after it was opened here. Then it is tried again.
            if held.is_there() {
                return Ok(Some(held));
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// True if the path still leads to the locked file.
    pub(super) fn is_there(&self) -> bool {
        leads_to(&self.path, &self.file)
    }

    /// Path of the lock file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// True if the path still leads to the open file.
pub(super) fn leads_to(path: &Path, file: &Handle) -> bool {
    Handle::from_path(path).is_ok_and(|there| there == *file)
}

impl Drop for HeldName {
    fn drop(&mut self) {
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Path of the lock file: `.game.yaml.lock` for `game.yaml`. For a symbolic link it lies beside its target.
fn beside(record: &Path) -> PathBuf {
    let target = fs::canonicalize(record).unwrap_or_else(|_| record.to_path_buf());
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".lock");
    whole::folder(&target).join(name)
}

fn options() -> OpenOptions {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
