//! Writing a record while the game goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::{GameResult, Record, line};
use crate::game::Error;
use crate::play::whole;

/// A record file that grows with the game, and that no other program goes on with meanwhile. After every call the file is
/// complete, so that an interrupted program loses nothing.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: Handle,
    /// How long the file was left; if it is of another length now, somebody else wrote.
    length: u64,
}

impl RecordWriter {
    /// Writes the record as it is now (with the answers it has) into a new file and stays open for more.
    ///
    /// # Errors
    /// A sentence that names the file: it exists already, its folder is missing or read-only, the disk is full.
    pub fn create(path: &Path, record: &Record) -> Result<Self, Error> {
        let text = record.to_yaml();
        let place = || {
            let draft = whole::draft(path, &text)?;
            lock(draft.as_file())?;
            Self::at(path, draft.persist_noclobber(path)?)
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
            lock(&file)?;
            let claimed = Self::at(path, file)?;
            // Between opening and locking its owner may have put another file there.
            if claimed.is_there() { Ok(claimed) } else { Err(io::ErrorKind::WouldBlock.into()) }
        };
        take().map_err(|error: io::Error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                Error::new(format!("`{}` is in use: its game is being played elsewhere", path.display()))
            }
            _ => failed(path, &error),
        })
    }

    /// Makes the claimed file say this record and nothing else: what was torn off or written by hand is put straight.
    ///
    /// # Errors
    /// As [`RecordWriter::create`].
    pub fn go_on(mut self, record: &Record) -> Result<Self, Error> {
        let straighten = |this: &mut Self| {
            let (text, mut found) = (record.to_yaml(), Vec::new());
            this.file.as_file_mut().read_to_end(&mut found)?;
            if found.starts_with(text.as_bytes()) {
                this.shorten(text.len() as u64)
            } else {
                let target = std::fs::canonicalize(&this.path)?;
                let draft = whole::draft(&target, &text)?;
                lock(draft.as_file())?;
                *this = Self::at(&this.path, draft.persist(&target)?)?;
                Ok(())
            }
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

    /// Cuts the file to this record, after answers were taken back.
    ///
    /// # Errors
    /// As [`RecordWriter::append`].
    pub fn cut(&mut self, record: &Record) -> Result<(), Error> {
        self.check()?;
        self.shorten(record.to_yaml().len() as u64).map_err(|error| failed(&self.path, &error))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn at(path: &Path, file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { path: path.to_path_buf(), file: Handle::from_file(file)?, length })
    }

    fn shorten(&mut self, length: u64) -> io::Result<()> {
        self.file.as_file_mut().set_len(length)?;
        self.length = length;
        Ok(())
    }

    /// Whether the path still leads to the file that is open here.
    fn is_there(&self) -> bool {
        Handle::from_path(&self.path).is_ok_and(|there| there == self.file)
    }

    /// Refuses to write where somebody else did.
    fn check(&self) -> Result<(), Error> {
        let length = self.file.as_file().metadata().map(|data| data.len());
        if self.is_there() && length.is_ok_and(|length| length == self.length) {
            return Ok(());
        }
        let message = format!("`{}` was changed, moved or removed while the game was played", self.path.display());
        Err(Error::new(message))
    }
}

/// Locks a file against other programs. Where files cannot be locked, only what [`RecordWriter::append`] looks at protects
/// it.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

pub(in crate::play) fn failed(path: &Path, error: &io::Error) -> Error {
    Error::unwritten("save the game in", path, error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn example() -> Record {
        Record { game: "g".into(), rules: "0".into(), players: vec!["anna".into()], ..Record::default() }
    }

    fn answer(who: &str, what: &str) -> (String, String) {
        (who.to_string(), what.to_string())
    }

    #[test]
    fn grows_and_goes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let mut record = example();
        let mut writer = RecordWriter::create(&path, &record).expect("writable");
        writer.append("anna", "yes").expect("writable");
        writer.append("chance", "5").expect("writable");
        let read = || Record::from_yaml("r", &fs::read_to_string(&path).expect("readable")).expect("a record");
        assert_eq!(read().answers.len(), 2);
        record.answers = vec![answer("anna", "yes")];
        writer.cut(&record).expect("writable");
        assert_eq!(read(), record);
        writer.append("anna", "no").expect("writable");
        assert_eq!(read().answers, [answer("anna", "yes"), answer("anna", "no")]);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_that_exists_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        fs::write(&path, "mine").expect("a file");
        let error = RecordWriter::create(&path, &example()).expect_err("it is there");
        assert!(error.message.ends_with("exists already"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("readable"), "mine");
    }

    #[test]
    fn one_program_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let first = RecordWriter::create(&path, &example()).expect("writable");
        let refused = || RecordWriter::claim(&path).expect_err("in use").message;
        assert!(refused().contains("is in use"), "{}", refused());
        drop(first);
        let second = RecordWriter::claim(&path).expect("free");
        assert!(refused().contains("is in use"));
        let second = second.go_on(&Record { seed: 8, ..example() }).expect("writable");
        assert!(refused().contains("is in use"), "the file that was put there is locked, too");
        drop(second);
        RecordWriter::claim(&path).expect("free");
    }

    #[test]
    fn what_is_torn_or_written_by_hand_is_put_straight() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let record = Record { answers: vec![answer("anna", "yes")], ..example() };
        let text = record.to_yaml();
        let by_hand = text.replace("seed: 0\n", "# A comment\nseed:   0\n");
        for found in [text.clone(), format!("{text}- anna: n"), by_hand, format!("{text}more: {{}}\n")] {
            fs::write(&path, &found).expect("a file");
            let mut writer = RecordWriter::claim(&path).expect("free").go_on(&record).expect("writable");
            writer.append("chance", "5").expect("writable");
            assert_eq!(fs::read_to_string(&path).expect("readable"), format!("{text}- chance: 5\n"), "{found}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_somebody_else_changed_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let changes: [&dyn Fn(); 3] =
            [&|| fs::write(&path, "mine").expect("writable"), &|| fs::remove_file(&path).expect("there"), &|| {
                whole::write(&path, &example().to_yaml()).expect("writable")
            }];
        for change in changes {
            let _ = fs::remove_file(&path);
            let mut writer = RecordWriter::create(&path, &example()).expect("writable");
            change();
            let before = fs::read(&path).ok();
            assert!(writer.append("anna", "yes").expect_err("changed").message.contains("was changed"));
            assert!(writer.cut(&example()).is_err());
            assert_eq!(fs::read(&path).ok(), before);
        }
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = RecordWriter::create(Path::new("no/such/folder/game.yaml"), &Record::default());
        let message = error.expect_err("there is no such folder").message;
        assert_eq!(message, "cannot save the game in `no/such/folder/game.yaml`: there is no such folder");
    }
}
