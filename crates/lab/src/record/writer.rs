//! Writing a record while the game goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::name::HeldName;
use super::{GameResult, Record, SealedAnswers, line, sealed};
use crate::whole;
use tavola_game::Error;

/// A record file that grows with the game, and that no other program goes on with meanwhile. After every call the file is
/// complete, so that an interrupted program loses nothing. Its owner alone can read it.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: Handle,
    /// How long the file was left; if it is of another length now, somebody else wrote.
    length: u64,
    /// Whether the disk may hold something else than the file: flushing has failed.
    doubtful: bool,
    name: Option<HeldName>,
}

/// So much room is looked for before a file counts as writable again: several answers (bytes).
const ROOM: usize = 4096;

impl RecordWriter {
    /// Writes the record as it is now (with the answers it has) into a new file and stays open for more.
    ///
    /// # Errors
    /// A sentence that names the file: it exists already, its game is played elsewhere, its folder is missing or read-only, the disk is full.
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

    /// Takes the file of a game that is to go on; [`RecordWriter::go_on`] makes it ready for more answers.
    ///
    /// # Errors
    /// A sentence that names the file: it cannot be written, or another program goes on with its game.
    pub fn claim(path: &Path) -> Result<Self, Error> {
        let take = || {
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            if !file.metadata()?.is_file() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let name = HeldName::take(path)?;
            lock(&file)?;
            let claimed = Self::at(path, file, name)?;
            // Between opening and locking its owner may have put another file there.
            if claimed.is_there() { Ok(claimed) } else { Err(io::ErrorKind::WouldBlock.into()) }
        };
        take().map_err(|error: io::Error| failed(path, &error))
    }

    /// Makes the claimed file say this record and nothing else: what was torn off or written by hand is put straight.
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

    /// Adds an answer: the whole line or, if that fails, nothing of it.
    ///
    /// # Errors
    /// A sentence that names the file, e.g. a full disk, or that somebody else changed it.
    pub fn append(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        self.add(&line(who, answer))
    }

    /// Adds how the game ended, as its last line. Who goes on after it cuts the file first.
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

    /// Adds the line of answers that are not revealed yet, as its last line; what comes after it [renews](RecordWriter::renew) the file.
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

    /// Puts this record into the file's place as a whole, also where the file was changed, moved or removed meanwhile. What somebody
    /// else wrote is kept in a file beside it, which is given back; what is a part of this record is not worth that.
    ///
    /// # Errors
    /// As [`RecordWriter::create`]; what was there is still there then.
    pub fn renew(&mut self, record: &Record) -> Result<Option<PathBuf>, Error> {
        let text = record.to_yaml();
        let renew = |this: &mut Self| {
            if this.name.as_ref().is_none_or(|name| !name.is_there()) {
                this.name = None;
                this.name = HeldName::take(&this.path)?;
            }
            let kept = if this.is_own() { None } else { keep(&this.path, &text)? };
            this.put(&text).map(|()| kept)
        };
        renew(self).map_err(|error| failed(&self.path, &error))
    }

    /// Looks whether answers can be written: whether the file is as it was left, and there is room.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn probe(&mut self) -> Result<(), Error> {
        let length = self.length;
        // Empty lines: a program that is killed here leaves a record that is read as it was.
        let probed = self.add(&"\n".repeat(ROOM));
        if probed.is_ok() {
            self.shorten(length).map_err(|error| failed(&self.path, &error))?;
        }
        probed
    }

    /// Has the system put the file on the disk, so that a loss of power loses nothing.
    ///
    /// # Errors
    /// As [`RecordWriter::append`]. The file is to be [renewed](RecordWriter::renew) then: what the disk holds is not known.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.as_file().sync_data().map_err(|error| {
            self.doubtful = true;
            failed(&self.path, &error)
        })
    }

    /// Whether the file is as it was left, at its place.
    pub fn is_whole(&self) -> bool {
        self.check().is_ok()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The small file by which its name is held meanwhile; it goes away with this writer.
    pub fn lock_file(&self) -> Option<&Path> {
        self.name.as_ref().map(HeldName::path)
    }

    fn at(path: &Path, file: File, name: Option<HeldName>) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { path: path.to_path_buf(), file: Handle::from_file(file)?, length, doubtful: false, name })
    }

    /// Puts a text into the file's place in one step; who may read it stays as it was.
    fn put(&mut self, text: &str) -> io::Result<()> {
        let target = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let draft = whole::private_draft(&target, text)?;
        draft.as_file().set_permissions(self.file.as_file().metadata()?.permissions())?;
        // What replaces something must be on the disk before that is gone.
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

    /// Whether the file is as it was left here, whatever the disk may hold.
    fn is_own(&self) -> bool {
        let length = self.file.as_file().metadata().map(|data| data.len());
        self.is_there() && length.is_ok_and(|length| length == self.length)
    }

    /// Whether the path still leads to the file that is open here.
    fn is_there(&self) -> bool {
        Handle::from_path(&self.path).is_ok_and(|there| there == self.file)
    }

    /// Refuses to write where somebody else did.
    fn check(&self) -> Result<(), Error> {
        if self.is_own() && !self.doubtful {
            return Ok(());
        }
        let message = format!("`{}` was changed, moved or removed while the game was played", self.path.display());
        Err(Error::new(message))
    }
}

/// Has the system put a name in a folder on the disk. Where folders cannot be flushed the name is as safe as the system makes it.
fn flush_folder(file: &Path) {
    let _ = File::open(whole::folder(file)).and_then(|folder| folder.sync_all());
}

/// Keeps what stands in the place of a record under another name, `game.yaml.found`, unless this text begins with it.
fn keep(path: &Path, text: &str) -> io::Result<Option<PathBuf>> {
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
        // A second name for the same file: it stays when the first one leads to the record again.
        match std::fs::hard_link(&target, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map(|()| Some(name.into())),
        }
    }
    Ok(None)
}

/// Locks a file against other programs. Where files cannot be locked, only what [`RecordWriter::append`] looks at protects
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
