//! Keeps the record of the game in a file, answer by answer, so that an interrupted program loses nothing.

use std::path::{Path, PathBuf};

use crate::game::Error;
use crate::play::record::GameResult;
use crate::play::{Record, RecordWriter};
use crate::tools::interrupt;

/// The record, and the file it is written to.
pub(crate) struct RecordKeeper {
    record: Record,
    writer: Option<RecordWriter>,
    /// Whether writing failed in the middle of the game.
    broken: bool,
}

impl RecordKeeper {
    /// A record that is only kept in memory.
    pub(crate) fn nowhere(record: Record) -> Self {
        Self { record, writer: None, broken: false }
    }

    /// A record in a new file.
    ///
    /// # Errors
    /// When the file is there already or cannot be written.
    pub(crate) fn open(path: &Path, record: Record) -> Result<Self, Error> {
        let _writing = interrupt::writing();
        let writer = RecordWriter::create(path, &record)?;
        Ok(Self { record, writer: Some(writer), broken: false })
    }

    /// A record that goes on in its old file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn go_on(claimed: RecordWriter, record: Record) -> Result<Self, Error> {
        let _writing = interrupt::writing();
        let writer = claimed.go_on(&record)?;
        Ok(Self { record, writer: Some(writer), broken: false })
    }

    /// The record so far.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// How many answers there are.
    pub(crate) fn answers(&self) -> usize {
        self.record.answers.len()
    }

    /// The file, while it is complete.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.writer.as_ref().map(RecordWriter::path)
    }

    /// Whether answers are missing in the file because it could not be written.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Adds an answer.
    ///
    /// # Errors
    /// When the file cannot be written (any more). The record in memory goes on, and the file is given up: this error comes
    /// once.
    pub(crate) fn append(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        if self.record.result.is_some() {
            // Under other rules a game may go on where it was over.
            self.cut(self.answers())?;
        }
        self.record.answers.push((who.to_string(), answer.to_string()));
        let _writing = interrupt::writing();
        let done = self.writer.as_mut().map_or(Ok(()), |writer| writer.append(who, answer));
        self.give_up_on(done)
    }

    /// Adds how the game ended.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub(crate) fn finish(&mut self, result: GameResult) -> Result<(), Error> {
        if self.record.result.as_ref() == Some(&result) {
            return Ok(());
        }
        if self.record.result.is_some() {
            self.cut(self.answers())?;
        }
        let _writing = interrupt::writing();
        let done = self.writer.as_mut().map_or(Ok(()), |writer| writer.finish(&result));
        self.record.result = Some(result);
        self.give_up_on(done)
    }

    /// Takes answers back until so many are left.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub(crate) fn cut(&mut self, answers: usize) -> Result<(), Error> {
        self.record.answers.truncate(answers);
        self.record.result = None;
        let _writing = interrupt::writing();
        let done = self.writer.as_mut().map_or(Ok(()), |writer| writer.cut(&self.record));
        self.give_up_on(done)
    }

    /// Goes on with other rules, with so many of the answers: the file says so from its beginning.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    #[cfg(feature = "serve")]
    pub(crate) fn under(&mut self, rules: String, answers: usize) -> Result<(), Error> {
        self.record.rules = rules;
        self.record.answers.truncate(answers);
        self.record.result = None;
        let _writing = interrupt::writing();
        let writer = self.writer.take().map(|writer| writer.go_on(&self.record)).transpose();
        let done = writer.map(|writer| self.writer = writer);
        self.give_up_on(done)
    }

    /// Writes a copy. If there is no complete file so far, the game goes on in this one.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), Error> {
        if path.exists() {
            return Err(Error::new(format!("`{}` exists already; nothing was saved", path.display())));
        }
        let _writing = interrupt::writing();
        let writer = RecordWriter::create(path, &self.record)?;
        if self.writer.is_none() {
            self.writer = Some(writer);
            self.broken = false;
        }
        Ok(())
    }

    fn give_up_on(&mut self, done: Result<(), Error>) -> Result<(), Error> {
        done.inspect_err(|_| {
            self.writer = None;
            self.broken = true;
        })
    }
}

/// Where a game is written that nobody named a file for: `my_game-7.yaml`, or the next free `my_game-7-2.yaml`.
pub(crate) fn free_name(game: &str, seed: u64) -> PathBuf {
    let first = PathBuf::from(format!("{game}-{seed}.yaml"));
    let others = (2..).map(|n: u32| PathBuf::from(format!("{game}-{seed}-{n}.yaml")));
    std::iter::once(first).chain(others).find(|path| !path.exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_replace_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.yaml");
        let mut keeper =
            RecordKeeper::nowhere(Record { game: "g".into(), players: vec!["anna".into()], ..Record::default() });
        keeper.append("anna", "yes").expect("in memory");
        keeper.save(&path).expect("writable");
        assert!(keeper.save(&path).is_err());
        assert_eq!(keeper.file(), Some(path.as_path()), "the game goes on there");
        keeper.append("anna", "no").expect("writable");
        keeper.cut(1).expect("writable");
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(text.ends_with("answers:\n- anna: \"yes\"\n") || text.ends_with("answers:\n- anna: yes\n"), "{text}");
    }
}
