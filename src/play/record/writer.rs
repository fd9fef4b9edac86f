//! Writing a record while the game goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Record, line};
use crate::game::Error;

/// A record file that grows with the game. After every call the file is complete, so that an interrupted program loses
/// nothing.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: File,
}

impl RecordWriter {
    /// Writes the record as it is now (with the answers it has) and stays open for more. What was in the file is
    /// replaced in one step: there is never half a file.
    ///
    /// # Errors
    /// A sentence that names the file: a folder that is missing or read-only, a full disk.
    pub fn create(path: &Path, record: &Record) -> Result<Self, Error> {
        let file = replace(path, record).map_err(|error| failed(path, &error))?;
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Adds an answer: the whole line or, if that fails, nothing of it.
    ///
    /// # Errors
    /// A sentence that names the file, e.g. a full disk.
    pub fn append(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        let length = self.file.metadata().map_or(0, |data| data.len());
        let write = self.file.write_all(line(who, answer).as_bytes()).and_then(|()| self.file.flush());
        write.map_err(|error| {
            drop(self.file.set_len(length));
            failed(&self.path, &error)
        })
    }

    /// Writes the record anew, after answers were taken back.
    ///
    /// # Errors
    /// As [`RecordWriter::create`].
    pub fn rewrite(&mut self, record: &Record) -> Result<(), Error> {
        self.file = replace(&self.path, record).map_err(|error| failed(&self.path, &error))?;
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes a new file beside the old one, then lets it take the old one's place.
fn replace(path: &Path, record: &Record) -> io::Result<File> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(record.to_yaml().as_bytes())?;
        file.sync_all()?;
        drop(file);
        fs::rename(&new, path)?;
        OpenOptions::new().append(true).open(path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&new)))
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::unwritten("save the game in", path, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_goes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let mut record =
            Record { game: "g".into(), rules: "0".into(), players: vec!["anna".into()], ..Record::default() };
        let mut writer = RecordWriter::create(&path, &record).expect("writable");
        writer.append("anna", "yes").expect("writable");
        writer.append("chance", "5").expect("writable");
        let read = || Record::from_yaml("r", &fs::read_to_string(&path).expect("readable")).expect("a record");
        assert_eq!(read().answers.len(), 2);
        record.answers = vec![("anna".into(), "no".into())];
        writer.rewrite(&record).expect("writable");
        assert_eq!(read(), record);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let error = RecordWriter::create(Path::new("no/such/folder/game.yaml"), &Record::default());
        let message = error.expect_err("there is no such folder").message;
        assert_eq!(message, "cannot save the game in `no/such/folder/game.yaml`: there is no such folder");
    }
}
