//! Writes a record during its game.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::name::{HeldName, leads_to};
use super::{GameResult, Record, SealedAnswers, line, sealed};
use crate::whole;
use tavola_game::Error;

/// A record file that grows with its game and is locked against other programs.
///
/// After every call the file is complete, so that an interrupted program loses nothing. Only its owner can read it.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: Handle,
    /// Length at the last write. Another length means that somebody else wrote.
    length: u64,
    /// True if the disk may differ from the file, since flushing has failed.
    doubtful: bool,
    name: Option<HeldName>,
}

/// Free space in bytes, enough for several answers, that a file needs to count as writable again.
const ROOM: usize = 4096;

impl RecordWriter {
    /// Writes the record so far into a new file and keeps it open for more answers.
    ///
    /// # Errors
    /// A sentence that names the file: it exists already, its game is played elsewhere, its folder is missing or
    /// read-only, or the disk is full.
    pub fn create(path: &Path, record: &Record) -> Result<Self, Error> {
        let text = record.to_yaml();
        let place = || {
            let name = HeldName::take(path)?;
            let draft = whole::private_draft(path, &text)?;
            lock(draft.as_file())?;
            let file = draft.persist_noclobber(path)?;
            flush_folder(path);
            Self::at(path, file, name)
        };
        place().map_err(|error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(format!("`{}` exists already", path.display())),
            _ => failed(path, &error),
        })
    }

    /// Opens the file of a game that is to be resumed. [`RecordWriter::go_on`] prepares it for more answers.
    ///
    /// # Errors
    /// A sentence that names the file: it cannot be written, or another program plays its game.
    pub fn claim(path: &Path) -> Result<Self, Error> {
        let take = || {
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            if !file.metadata()?.is_file() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let name = HeldName::take(path)?;
            lock(&file)?;
            let claimed = Self::at(path, file, name)?;
            // Its owner may have replaced the file between opening and locking.
            if leads_to(&claimed.path, &claimed.file) { Ok(claimed) } else { Err(io::ErrorKind::WouldBlock.into()) }
        };
        take().map_err(|error: io::Error| failed(path, &error))
    }

    /// Makes the file equal to this record: incomplete lines are removed, and edits by hand are normalised.
    ///
    /// # Errors
    /// As [`RecordWriter::create`].
    pub fn go_on(mut self, record: &Record) -> Result<Self, Error> {
        let straighten = |this: &mut Self| {
            let (text, mut found) = (record.to_yaml(), Vec::new());
            this.file.as_file_mut().read_to_end(&mut found)?;
            if found.starts_with(text.as_bytes()) { this.shorten(text.len() as u64) } else { this.put(&text) }
        };
        straighten(&mut self).map_err(|error| failed(&self.path, &error))?;
        Ok(self)
    }

    /// Appends an answer: the whole line or, if that fails, nothing of it.
    ///
    /// # Errors
    /// A sentence that names the file, for example if the disk is full or somebody else changed the file.
    pub fn append(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        self.add(&line(who, answer))
    }

    /// Appends the result as the last line. To continue the game after it, the file must be cut first.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn finish(&mut self, result: &GameResult) -> Result<(), Error> {
        self.add(&result.line())
    }

    fn add(&mut self, line: &str) -> Result<(), Error> {
        self.check()?;
        let length = self.length;
        let file = self.file.as_file_mut();
        let write = file.seek(SeekFrom::Start(length)).and_then(|_| file.write_all(line.as_bytes()));
        write.map_err(|error| {
            drop(file.set_len(length));
            failed(&self.path, &error)
        })?;
        self.length += line.len() as u64;
        Ok(())
    }

    /// Appends sealed answers as the last line. Later changes must [renew](RecordWriter::renew) the file.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn seal(&mut self, sealed: &SealedAnswers) -> Result<(), Error> {
        self.add(&sealed::line(sealed))
    }

    /// Cuts the file to this record, after answers were taken back.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn cut(&mut self, record: &Record) -> Result<(), Error> {
        self.check()?;
        self.shorten(record.to_yaml().len() as u64).map_err(|error| failed(&self.path, &error))
    }

    /// Replaces the whole file by this record, also if the file was changed, moved or removed meanwhile.
    ///
    /// Contents that somebody else wrote are kept in a file beside it, whose path is returned. The beginning of this
    /// record is not kept.
    ///
    /// # Errors
    /// As [`RecordWriter::create`]. The old contents are still there then.
    pub fn renew(&mut self, record: &Record) -> Result<Option<PathBuf>, Error> {
        let text = record.to_yaml();
        let renew = |this: &mut Self| {
            if this.name.as_ref().is_none_or(|name| !name.is_there()) {
                this.name = None;
                this.name = HeldName::take(&this.path)?;
            }
            let kept = if this.is_own() { None } else { move_away(&this.path, &text)? };
            this.put(&text).map(|()| kept)
        };
        renew(self).map_err(|error| failed(&self.path, &error))
    }

    /// Checks that answers can be written: the file is as it was left, and there is free space.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn probe(&mut self) -> Result<(), Error> {
        let length = self.length;
        // These are empty lines: if the program is killed here, the record still has the same meaning.
        let probed = self.add(&"\n".repeat(ROOM));
        if probed.is_ok() {
            self.shorten(length).map_err(|error| failed(&self.path, &error))?;
        }
        probed
    }

    /// Flushes the file to the disk, so that a loss of power loses nothing.
    ///
    /// # Errors
    /// As [`RecordWriter::append`]. The file must then be [renewed](RecordWriter::renew), since the contents of the
    /// disk are not known.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.as_file().sync_data().map_err(|error| {
            self.doubtful = true;
            failed(&self.path, &error)
        })
    }

    /// True if the file is as it was left, and at its place.
    pub fn is_whole(&self) -> bool {
        self.check().is_ok()
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Path of the file that locks its name. It is removed with this writer.
    pub fn lock_file(&self) -> Option<&Path> {
        self.name.as_ref().map(HeldName::path)
    }

    fn at(path: &Path, file: File, name: Option<HeldName>) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { path: path.to_path_buf(), file: Handle::from_file(file)?, length, doubtful: false, name })
    }

    /// Replaces the file by a text in one step. Its permissions stay.
    fn put(&mut self, text: &str) -> io::Result<()> {
        let target = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let draft = whole::private_draft(&target, text)?;
        draft.as_file().set_permissions(self.file.as_file().metadata()?.permissions())?;
        // The new contents must be on the disk before the old ones are gone.
        draft.as_file().sync_all()?;
        lock(draft.as_file())?;
        let file = draft.persist(&target)?;
        flush_folder(&target);
        *self = Self::at(&self.path, file, self.name.take())?;
        Ok(())
    }

    fn shorten(&mut self, length: u64) -> io::Result<()> {
        self.file.as_file_mut().set_len(length)?;
        self.length = length;
        Ok(())
    }

    /// True if the file is as this writer left it, whatever the disk holds.
    fn is_own(&self) -> bool {
        let length = self.file.as_file().metadata().map(|data| data.len());
        leads_to(&self.path, &self.file) && length.is_ok_and(|length| length == self.length)
    }

    /// Refuses to write if somebody else did.
    fn check(&self) -> Result<(), Error> {
        if self.is_own() && !self.doubtful {
            return Ok(());
        }
        let message = format!("`{}` was changed, moved or removed while the game was played", self.path.display());
        Err(Error::new(message))
    }
}

/// Flushes the entry of a file in its folder. Where folders cannot be flushed, the system decides when that happens.
fn flush_folder(file: &Path) {
    let _ = File::open(whole::folder(file)).and_then(|folder| folder.sync_all());
}

/// Keeps the contents at a record's path under another name, `game.yaml.found`, unless this text begins with them.
fn move_away(path: &Path, text: &str) -> io::Result<Option<PathBuf>> {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink());
    let target = if is_link { std::fs::canonicalize(path)? } else { path.to_path_buf() };
    let mut file = match File::open(&target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if data.len() <= text.len() as u64 {
        let mut found = Vec::new();
        file.read_to_end(&mut found)?;
        if text.as_bytes().starts_with(&found) {
            return Ok(None);
        }
    }
    for number in 1.. {
        let mut name = target.clone().into_os_string();
        name.push(if number == 1 { ".found".to_owned() } else { format!(".found-{number}") });
        // A hard link stays when the first name leads to the record again.
        match std::fs::hard_link(&target, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map(|()| Some(name.into())),
        }
    }
    Ok(None)
}

/// Locks a file against other programs. If files cannot be locked, only the checks of [`RecordWriter::append`] protect
/// it.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

pub(crate) fn failed(path: &Path, error: &io::Error) -> Error {
    if error.kind() == io::ErrorKind::WouldBlock {
        return Error::new(format!("`{}` is in use: its game is being played elsewhere", path.display()));
    }
    Error::unwritten("save the game in", path, error)
}
