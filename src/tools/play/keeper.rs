//! Keeps the record of the game in a file, answer by answer, so that an interrupted program loses nothing.

use std::path::{Path, PathBuf};

use crate::tools::args::SyncWhen;
use crate::tools::interrupt;
use tavola_game::Error;
use tavola_lab::record::{GameResult, SealedAnswers};
use tavola_lab::{Record, RecordWriter};

/// The record, and the file it is written to. What cannot be written is not taken: the record never holds more than the file did.
pub(crate) struct RecordKeeper {
    record: Record,
    writer: Option<RecordWriter>,
    sync: SyncWhen,
    /// Why the file cannot be written at present.
    failed: Option<Error>,
    /// Whether the file is not whole either: somebody else has changed it, and it could not be written anew so far.
    lost: bool,
    /// What became of a file that somebody else changed.
    news: Option<String>,
    /// Whether something was written that the disk may not hold yet.
    unflushed: bool,
}

impl RecordKeeper {
    fn with(record: Record, writer: Option<RecordWriter>, sync: SyncWhen) -> Self {
        if let Some(file) = writer.as_ref().and_then(RecordWriter::lock_file) {
            interrupt::remove_at_end(file);
        }
        Self { record, writer, sync, failed: None, lost: false, news: None, unflushed: false }
    }

    /// A record that is only kept in memory.
    pub(crate) fn nowhere(record: Record) -> Self {
        Self::with(record, None, SyncWhen::Never)
    }

    /// A record in a new file.
    ///
    /// # Errors
    /// When the file is there already or cannot be written.
    pub(crate) fn open(path: &Path, record: Record, sync: SyncWhen) -> Result<Self, Error> {
        let _writing = interrupt::writing();
        let writer = RecordWriter::create(path, &record)?;
        Ok(Self::with(record, Some(writer), sync))
    }

    /// A record that goes on in its old file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn go_on(claimed: RecordWriter, record: Record, sync: SyncWhen) -> Result<Self, Error> {
        let _writing = interrupt::writing();
        let writer = claimed.go_on(&record)?;
        Ok(Self::with(record, Some(writer), sync))
    }

    /// The record so far.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// How many answers there are.
    pub(crate) fn answers(&self) -> usize {
        self.record.answers.len()
    }

    /// The file, while it holds all that was taken.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.writer.as_ref().filter(|_| !self.lost).map(RecordWriter::path)
    }

    /// Why the file cannot be written at present; nothing is taken then.
    pub(crate) fn failed(&self) -> Option<&Error> {
        self.failed.as_ref()
    }

    /// That, for those who may not know what the file is called: its name may hold the seed.
    #[cfg(feature = "serve")]
    pub(crate) fn failed_without_name(&self) -> Option<String> {
        let path = self.writer.as_ref()?.path().display().to_string();
        Some(self.failed.as_ref()?.message.replace(&format!("`{path}`"), "the record"))
    }

    /// What became of a file that somebody else changed, once.
    pub(crate) fn news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// Adds an answer. One that was `chosen` may have been sealed: it is revealed by that.
    ///
    /// # Errors
    /// When the file cannot be written at present. Then the answer is not taken, here neither.
    pub(crate) fn append(&mut self, who: &str, answer: &str, chosen: bool) -> Result<(), Error> {
        let (result, sealed) = (self.record.result.take(), self.record.sealed.clone());
        if chosen {
            self.reveal(who, answer);
        }
        self.record.answers.push((who.to_string(), answer.to_string()));
        // Under other rules a game may go on where it was over.
        let is_longer = result.is_none() && sealed.is_empty();
        let flush = self.record.people.as_ref().is_some_and(|people| people.iter().any(|person| person == who));
        let done = self.write(flush, |writer, record| match is_longer {
            true => writer.append(who, answer),
            false => writer.renew(record).map(drop),
        });
        if done.is_err() {
            self.record.answers.pop();
            (self.record.result, self.record.sealed) = (result, sealed);
        }
        done
    }

    /// Takes the answer out of those that are not revealed; where another one is given, all of that player's are void.
    fn reveal(&mut self, who: &str, answer: &str) {
        let Some(at) = self.record.sealed.iter().position(|(own, _)| own == who) else { return };
        let answers = &mut self.record.sealed[at].1;
        if answers.first().is_some_and(|first| first == answer) {
            answers.remove(0);
        } else {
            answers.clear();
        }
        self.record.sealed.retain(|(_, answers)| !answers.is_empty());
    }

    /// What a player has answered in the open `together` block.
    pub(crate) fn sealed(&self, who: &str) -> &[String] {
        self.record.sealed.iter().find(|(own, _)| own == who).map_or(&[], |(_, answers)| answers)
    }

    /// Adds an answer of an open `together` block: it is kept, and not revealed before all have answered.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    #[cfg(feature = "serve")]
    pub(crate) fn seal(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        let answers = self.sealed(who).iter().cloned().chain([answer.to_owned()]).collect();
        self.set_sealed(who, answers)
    }

    /// Takes a player's last sealed answers back until so many are left.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    #[cfg(feature = "serve")]
    pub(crate) fn unseal(&mut self, who: &str, left: usize) -> Result<(), Error> {
        if self.sealed(who).len() <= left {
            return Ok(());
        }
        let answers = self.sealed(who)[..left].to_vec();
        self.set_sealed(who, answers)
    }

    #[cfg(feature = "serve")]
    fn set_sealed(&mut self, who: &str, answers: Vec<String>) -> Result<(), Error> {
        let (before, result) = (self.record.sealed.clone(), self.record.result.take());
        match self.record.sealed.iter_mut().find(|(own, _)| own == who) {
            Some((_, own)) => *own = answers,
            None => self.record.sealed.push((who.to_owned(), answers)),
        }
        self.record.sealed.retain(|(_, answers)| !answers.is_empty());
        let is_longer = before.is_empty() && result.is_none();
        let done = self.write(true, |writer, record| match is_longer {
            true => writer.seal(&record.sealed),
            false => writer.renew(record).map(drop),
        });
        if done.is_err() {
            (self.record.sealed, self.record.result) = (before, result);
        }
        done
    }

    /// Adds how the game ended.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub(crate) fn finish(&mut self, result: GameResult) -> Result<(), Error> {
        if self.record.result.as_ref() == Some(&result) {
            return Ok(());
        }
        let (before, sealed) = (self.record.result.replace(result.clone()), std::mem::take(&mut self.record.sealed));
        let is_longer = before.is_none() && sealed.is_empty();
        let done = self.write(true, |writer, record| match is_longer {
            true => writer.finish(&result),
            false => writer.renew(record).map(drop),
        });
        if done.is_err() {
            (self.record.result, self.record.sealed) = (before, sealed);
        }
        done
    }

    /// Takes answers back until so many are left.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub(crate) fn cut(&mut self, answers: usize) -> Result<(), Error> {
        let (result, sealed) = (self.record.result.take(), std::mem::take(&mut self.record.sealed));
        let gone = self.record.answers.split_off(answers.min(self.answers()));
        let done = self.write(true, |writer, record| writer.cut(record));
        if done.is_err() {
            self.record.answers.extend(gone);
            (self.record.result, self.record.sealed) = (result, sealed);
        }
        done
    }

    /// Goes on with other rules, with so many of the answers: the file says so from its beginning.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    #[cfg(feature = "serve")]
    pub(crate) fn under(&mut self, rules: String, answers: usize, sealed: &SealedAnswers) -> Result<(), Error> {
        let before = self.record.clone();
        self.record.sealed = sealed.clone();
        self.record.rules = rules;
        self.record.answers.truncate(answers);
        self.record.result = None;
        let done = self.write(true, |writer, record| writer.renew(record).map(drop));
        if done.is_err() {
            self.record = before;
        }
        done
    }

    /// Writes a copy. If there is no file so far that can be written, the game goes on in this one.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), Error> {
        if path.exists() {
            return Err(Error::new(format!("`{}` exists already; nothing was saved", path.display())));
        }
        let _writing = interrupt::writing();
        let writer = RecordWriter::create(path, &self.record)?;
        if self.writer.is_none() || self.failed.is_some() {
            writer.lock_file().into_iter().for_each(interrupt::remove_at_end);
            self.writer = Some(writer);
            (self.failed, self.lost) = (None, false);
        }
        Ok(())
    }

    /// Has the system put on the disk what was written since, where `--sync` says so.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`]; what was taken stays taken.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        if !self.unflushed || self.sync == SyncWhen::Never || self.failed.is_some() {
            return Ok(());
        }
        self.write(true, |_, _| Ok(()))
    }

    /// Looks after the file: what somebody else changed, moved or removed is written anew, and what could not be written is tried again.
    pub(crate) fn tend(&mut self) {
        let is_fine = self.failed.is_none() && self.writer.as_ref().is_none_or(RecordWriter::is_whole);
        if !is_fine {
            // What comes of it is noted.
            let _ = self.write(true, |writer, _| writer.probe());
        }
    }

    /// Does something with the file that makes it say what the record says; a file that somebody else changed is written anew instead.
    fn write(
        &mut self,
        flush: bool,
        work: impl FnOnce(&mut RecordWriter, &Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let _writing = interrupt::writing();
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let was_whole = writer.is_whole();
        let done =
            if was_whole { work(writer, &self.record).map(|()| None) } else { writer.renew(&self.record).map(Some) };
        let flushed = done.and_then(|renewed| {
            self.unflushed = true;
            if flush && self.sync == SyncWhen::Answer {
                writer.flush()?;
                self.unflushed = false;
            }
            Ok(renewed)
        });
        match flushed {
            Ok(renewed) => {
                (self.failed, self.lost) = (None, false);
                if let Some(kept) = renewed {
                    self.news = Some(said_of(writer.path(), kept.as_deref()));
                }
                Ok(())
            }
            Err(error) => {
                self.lost = !writer.is_whole();
                self.failed = Some(error.clone());
                Err(error)
            }
        }
    }
}

/// What is said of a file that somebody else changed, when it is written anew.
fn said_of(path: &Path, kept: Option<&Path>) -> String {
    let kept = kept.map(|kept| format!("; what it held then lies in `{}`", kept.display())).unwrap_or_default();
    format!("`{}` was changed, moved or removed by another program: it is written anew{kept}", path.display())
}

/// Where a game is written that nobody named a file for: `my_game-7.yaml`, or the next free `my_game-7-2.yaml`.
pub(crate) fn free_name(game: &str, seed: u64) -> PathBuf {
    let first = PathBuf::from(format!("{game}-{seed}.yaml"));
    let others = (2..).map(|n: u32| PathBuf::from(format!("{game}-{seed}-{n}.yaml")));
    std::iter::once(first).chain(others).find(|path| !path.exists()).unwrap_or_default()
}
