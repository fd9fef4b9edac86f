//! The paths of the records, one after another.

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use super::super::ending::Stop;
use super::super::folders;
use tavola_syntax::text::Fingerprint;

/// Named files, the `.yaml` files of named folders by name, and paths from stdin. Each file comes once.
pub(super) struct Paths {
    named: IntoIter<PathBuf>,
    /// Files of the open folder.
    inside: IntoIter<PathBuf>,
    /// True if the lines of stdin come next.
    stdin: bool,
    /// Hashes of the files that came. They take less memory than the names.
    seen: BTreeSet<u64>,
}

impl Paths {
    /// The paths of the command line.
    pub(super) fn new(named: Vec<PathBuf>) -> Self {
        let inside = Vec::new().into_iter();
        Self { named: named.into_iter(), inside, stdin: false, seen: BTreeSet::new() }
    }

    /// The next path, which may have come before.
    fn any(&mut self) -> Option<Result<PathBuf, Stop>> {
        loop {
            if let Some(file) = self.inside.next() {
                return Some(Ok(file));
            }
            if self.stdin {
                let mut line = String::new();
                match io::stdin().lock().read_line(&mut line) {
                    Err(error) => return Some(Err(Stop::usage(format!("stdin cannot be read: {error}")))),
                    Ok(0) => self.stdin = false,
                    Ok(_) if line.trim().is_empty() => {}
                    Ok(_) => return Some(Ok(PathBuf::from(line.trim_end_matches(['\n', '\r'])))),
                }
                continue;
            }
            let path = self.named.next()?;
            if path == Path::new("-") {
                self.stdin = true;
            } else if path.is_dir() {
                match folders::records_in(&path) {
                    Ok(files) => self.inside = files.into_iter(),
                    Err(stop) => return Some(Err(stop)),
                }
            } else if path.exists() {
                return Some(Ok(path));
            } else {
                return Some(Err(Stop::usage(format!("there is no `{}`", path.display()))));
            }
        }
    }
}

impl Iterator for Paths {
    type Item = Result<PathBuf, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = match self.any()? {
                Ok(path) => path,
                Err(stop) => return Some(Err(stop)),
            };
            let mut hash = Fingerprint::default();
            hash.add(path.canonicalize().unwrap_or_else(|_| path.clone()).as_os_str().as_encoded_bytes());
            if self.seen.insert(hash.number()) {
                return Some(Ok(path));
            }
        }
    }
}
