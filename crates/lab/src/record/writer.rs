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
        drop(writer);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left there");
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
            drop(writer);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_somebody_else_changed_is_kept_beside_the_record_that_is_written_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let beside = |name: &str| fs::read_to_string(folder.path().join(name)).ok();
        let other = example().to_yaml();
        let changes: [(&dyn Fn(), Option<&str>); 5] = [
            (&|| fs::write(&path, "mine").expect("writable"), Some("mine")),
            (&|| whole::write(&path, &format!("{other}- ben: no\n")).expect("writable"), Some("ben: no")),
            // These lose nothing.
            (&|| whole::write(&path, &other).expect("writable"), None),
            (&|| fs::write(&path, "").expect("writable"), None),
            (&|| fs::remove_file(&path).expect("there"), None),
        ];
        for (change, kept) in changes {
            let mut record = example();
            let mut writer = RecordWriter::create(&path, &record).expect("writable");
            writer.append("anna", "yes").expect("writable");
            record.answers = vec![answer("anna", "yes")];
            change();
            let found = fs::read(&path).ok();
            assert!(writer.append("anna", "no").expect_err("changed").message.contains("was changed"));
            assert!(writer.cut(&example()).is_err() && !writer.is_whole());
            assert_eq!(fs::read(&path).ok(), found, "nothing is written over by the way");
            let aside = writer.renew(&record).expect("writable");
            assert_eq!(aside.is_some(), kept.is_some());
            assert!(kept.is_none_or(|words| beside("game.yaml.found").is_some_and(|text| text.contains(words))));
            assert!(writer.is_whole());
            writer.append("anna", "no").expect("writable");
            assert_eq!(fs::read_to_string(&path).expect("there"), record.to_yaml() + &line("anna", "no"));
            drop(writer);
            for file in [Some(path.clone()), aside].into_iter().flatten() {
                fs::remove_file(file).expect("there");
            }
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        }
    }

    #[test]
    fn what_is_kept_has_names_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let mut writer = RecordWriter::create(&path, &example()).expect("writable");
        for number in ["", "-2", "-3"] {
            fs::write(&path, format!("mine{number}")).expect("writable");
            let aside = writer.renew(&example()).expect("writable").expect("it was kept");
            assert_eq!(aside.file_name().and_then(|name| name.to_str()), Some(&*format!("game.yaml.found{number}")));
            assert_eq!(fs::read_to_string(aside).expect("readable"), format!("mine{number}"));
        }
    }

    #[test]
    fn a_record_that_was_replaced_is_still_in_use() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("game.yaml"), folder.path().join("other.yaml"));
        let writer = RecordWriter::create(&path, &example()).expect("writable");
        fs::write(&other, example().to_yaml()).expect("writable");
        fs::rename(&other, &path).expect("ours");
        let refused = |done: Result<RecordWriter, Error>| done.expect_err("in use").message.contains("is in use");
        assert!(refused(RecordWriter::claim(&path)));
        fs::remove_file(&path).expect("there");
        assert!(refused(RecordWriter::create(&path, &example())));
        drop(writer);
        drop(RecordWriter::create(&path, &example()).expect("free"));
        // A program that was killed leaves the small file, and holds nothing.
        fs::write(folder.path().join(".game.yaml.lock"), "").expect("writable");
        RecordWriter::claim(&path).expect("free");
    }

    #[cfg(unix)]
    #[test]
    fn its_owner_alone_reads_it_unless_he_has_said_otherwise() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let mode = || fs::metadata(&path).expect("there").permissions().mode() & 0o777;
        let mut writer = RecordWriter::create(&path, &example()).expect("writable");
        assert_eq!(mode(), 0o600);
        whole::write(&path, "mine").expect("writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).expect("ours");
        writer.renew(&example()).expect("writable");
        assert_eq!(mode(), 0o600, "what others put there opens nothing");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("ours");
        writer.renew(&example()).expect("writable");
        assert_eq!(mode(), 0o640);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = RecordWriter::create(Path::new("no/such/folder/game.yaml"), &Record::default());
        let message = error.expect_err("there is no such folder").message;
        assert_eq!(message, "cannot save the game in `no/such/folder/game.yaml`: there is no such folder");
    }
}
