//! The name of a record, held while its game is played.
//!
//! A lock on the file alone is lost when another file is put in its place (`mv`, an editor, rsync): then a second program could
//! go on with the same game. So the name is held, too, by a small file beside the record: `.game.yaml.lock` for `game.yaml`. A
//! program that is killed leaves that file, but not the lock on it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::whole;

/// So often another one may come between opening and locking.
const TRIES: usize = 8;

/// A name that no other program takes meanwhile.
#[derive(Debug)]
pub(super) struct HeldName {
    path: PathBuf,
    file: Handle,
}

impl HeldName {
    /// Holds the name of a record; none where nothing can be locked beside it: then the lock on the record itself must do.
    ///
    /// # Errors
    /// `WouldBlock`, where another program holds it.
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
            // Whoever held it before may have removed it since it was opened: then it is tried again.
            if held.is_there() {
                return Ok(Some(held));
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Whether the name still leads to what is locked.
    pub(super) fn is_there(&self) -> bool {
        Handle::from_path(&self.path).is_ok_and(|there| there == self.file)
    }

    /// The small file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for HeldName {
    fn drop(&mut self) {
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// `.game.yaml.lock` for `game.yaml`; through a link beside its target.
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
