//! Keeps the record of a game in a file, answer by answer, so that an interrupted program loses nothing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::notes::TableNotes;
use crate::record::{GameResult, SealedAnswers};
use crate::whole;
use crate::{Record, RecordWriter};
use tavola_game::Error;

/// Moment at which a record is flushed to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncWhen {
    /// After each answer of a person.
    Answer,
    /// At a time that the operating system decides.
    Never,
}

/// The record and its file. An answer that cannot be written is not accepted, so the record never holds more than the
/// file did.
pub struct RecordKeeper {
    record: Record,
    writer: Option<RecordWriter>,
    sync: SyncWhen,
    /// Error that prevents writing at present.
    failed: Option<Error>,
    /// True if the file is not intact either: another program changed it, and it could not be rewritten so far.
    lost: bool,
    /// Message about a file that another program changed.
    news: Option<String>,
    /// True if something was written that the disk may not hold yet.
    unflushed: bool,
    /// Reason why no record can hold the game.
    unrecorded: Option<&'static str>,
}

impl RecordKeeper {
    fn with(record: Record, writer: Option<RecordWriter>, sync: SyncWhen) -> Self {
        Self { record, writer, sync, failed: None, lost: false, news: None, unflushed: false, unrecorded: None }
    }

    /// Creates a record that is only kept in memory.
    pub fn nowhere(record: Record) -> Self {
        Self::with(record, None, SyncWhen::Never)
    }

    /// Keeps the answers of a game that no record can hold, for this reason: it did not begin at its start.
    pub fn never(record: Record, why: &'static str) -> Self {
        Self { unrecorded: Some(why), ..Self::nowhere(record) }
    }

    /// Reason why no record can hold the game. `None` if one can.
    pub fn unrecorded(&self) -> Option<&'static str> {
        self.unrecorded
    }

    /// Creates a record in a new file.
    ///
    /// # Errors
    /// If the file exists already, or cannot be written.
    pub fn open(path: &Path, record: Record, sync: SyncWhen) -> Result<Self, Error> {
        let _writing = whole::writing();
        let writer = RecordWriter::create(path, &record)?;
        Ok(Self::with(record, Some(writer), sync))
    }

    /// Continues a record in its file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(claimed: RecordWriter, record: Record, sync: SyncWhen) -> Result<Self, Error> {
        let _writing = whole::writing();
        let writer = claimed.go_on(&record)?;
        Ok(Self::with(record, Some(writer), sync))
    }

    /// Creates the record of another game, in a new file beside this one if there is one: `friday-2.yaml` after `friday.yaml`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn beside(&self, record: Record) -> Result<Self, Error> {
        let Some(writer) = &self.writer else { return Ok(Self::nowhere(record)) };
        Self::open(&first_free(later_names(writer.path())), record, self.sync)
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Number of answers.
    pub fn answers(&self) -> usize {
        self.record.answers.len()
    }

    /// Path of the file, while it holds everything that was accepted.
    pub fn file(&self) -> Option<&Path> {
        self.writer.as_ref().filter(|_| !self.lost).map(RecordWriter::path)
    }

    /// Path of the file that locks the record's name, see [`RecordWriter::lock_file`].
    pub fn lock_file(&self) -> Option<&Path> {
        self.writer.as_ref().and_then(RecordWriter::lock_file)
    }

    /// Error that prevents writing at present. Nothing is accepted then.
    pub fn failed(&self) -> Option<&Error> {
        self.failed.as_ref()
    }

    /// Message of [`RecordKeeper::failed`] without the name of the file, which may contain the seed.
    pub fn failed_without_name(&self) -> Option<String> {
        let path = self.writer.as_ref()?.path().display().to_string();
        Some(self.failed.as_ref()?.message.replace(&format!("`{path}`"), "the record"))
    }

    /// Message about a file that another program changed. It is returned once.
    pub fn news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// Appends an answer. If it was `chosen`, it may be a sealed one, which is revealed by that.
    ///
    /// # Errors
    /// If the file cannot be written at present. The answer is then not accepted.
    pub fn append(&mut self, who: &str, answer: &str, chosen: bool) -> Result<(), Error> {
        let (result, sealed) = (self.record.result.take(), self.record.sealed.clone());
        if chosen {
            self.reveal(who, answer);
        }
        self.record.answers.push((who.to_string(), answer.to_string()));
        // Under other rules a game may continue after its old end.
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

    /// Removes the answer from the sealed ones. If it is another one, all sealed answers of that player are void.
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

    /// Sealed answers of a player in the open `together` block.
    pub fn sealed(&self, who: &str) -> &[String] {
        self.record.sealed.iter().find(|(own, _)| own == who).map_or(&[], |(_, answers)| answers)
    }

    /// Adds an answer of an open `together` block, which is not revealed before all have answered.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub fn seal(&mut self, who: &str, answer: &str) -> Result<(), Error> {
        let answers = self.sealed(who).iter().cloned().chain([answer.to_owned()]).collect();
        self.set_sealed(who, answers)
    }

    /// Takes back a player's last sealed answers, until `left` of them are left.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub(crate) fn unseal(&mut self, who: &str, left: usize) -> Result<(), Error> {
        if self.sealed(who).len() <= left {
            return Ok(());
        }
        let answers = self.sealed(who)[..left].to_vec();
        self.set_sealed(who, answers)
    }

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

    /// Adds the result of the game.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub fn finish(&mut self, result: GameResult) -> Result<(), Error> {
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

    /// Takes back answers, until `answers` of them are left.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub fn cut(&mut self, answers: usize) -> Result<(), Error> {
        let (result, sealed) = (self.record.result.take(), std::mem::take(&mut self.record.sealed));
        let gone = self.record.answers.split_off(answers.min(self.answers()));
        let done = self.write(true, |writer, record| writer.cut(record));
        if done.is_err() {
            self.record.answers.extend(gone);
            (self.record.result, self.record.sealed) = (result, sealed);
        }
        done
    }

    /// Continues under other rules with this number of answers. The whole file is rewritten.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`].
    pub fn under(&mut self, rules: String, answers: usize, sealed: &SealedAnswers) -> Result<(), Error> {
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

    /// Writes a copy. If there is no writable file so far, the game continues in this one.
    ///
    /// # Errors
    /// If the file exists already or cannot be written, or no record can hold the game.
    pub fn save(&mut self, path: &Path) -> Result<(), Error> {
        if let Some(why) = self.unrecorded {
            return Err(Error::new(format!("nothing was saved: {why}")));
        }
        if path.exists() {
            return Err(Error::new(format!("`{}` exists already; nothing was saved", path.display())));
        }
        let _writing = whole::writing();
        let writer = RecordWriter::create(path, &self.record)?;
        if self.writer.is_none() || self.failed.is_some() {
            self.writer = Some(writer);
            (self.failed, self.lost) = (None, false);
        }
        Ok(())
    }

    /// Flushes to the disk what was written since the last time, if `--sync` asks for it.
    ///
    /// # Errors
    /// As [`RecordKeeper::append`]. Accepted answers stay accepted.
    pub fn flush(&mut self) -> Result<(), Error> {
        if !self.unflushed || self.sync == SyncWhen::Never || self.failed.is_some() {
            return Ok(());
        }
        self.write(true, |_, _| Ok(()))
    }

    /// Repairs the file: it is rewritten if another program changed, moved or removed it, and failed writes are tried
    /// again.
    pub fn maintain(&mut self) {
        let is_fine = self.failed.is_none() && self.writer.as_ref().is_none_or(RecordWriter::is_whole);
        if !is_fine {
            // The result is stored in `failed`.
            let _ = self.write(true, |writer, _| writer.probe());
        }
    }

    /// Writes to the file, so that it equals the record. A file that another program changed is rewritten instead.
    fn write(
        &mut self,
        flush: bool,
        work: impl FnOnce(&mut RecordWriter, &Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let _writing = whole::writing();
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

/// Message about a file that another program changed, after it was rewritten.
fn said_of(path: &Path, kept: Option<&Path>) -> String {
    let kept = kept.map(|kept| format!("; its old contents are in `{}`", kept.display())).unwrap_or_default();
    format!("`{}` was changed, moved or removed by another program and has been rewritten{kept}", path.display())
}

/// Names of the records of later games at the same table: `friday-2.yaml`, `friday-3.yaml` and so on.
fn later_names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.rsplit_once('-').filter(|(_, end)| is_number(end)).map_or(&*stem, |(stem, _)| stem).to_owned();
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    (2..).map(move |n: u32| path.with_file_name(format!("{stem}-{n}{ending}")))
}

/// The record of the last game at the table of a record. Games of one table have the same keys.
pub fn last_of_table(record: &Path) -> PathBuf {
    let keys = |record: &Path| fs::read_to_string(key_file(record)).ok();
    let Some(own) = keys(record) else { return record.to_owned() };
    let later = later_names(record).take_while(|file| file.exists());
    later.filter(|file| keys(file).as_ref() == Some(&own)).last().unwrap_or_else(|| record.to_owned())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() < 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Free name of a file for a game without one: `my_game-7.yaml`, or the next free `my_game-7-2.yaml`.
pub fn free_name(game: &str, seed: u64) -> PathBuf {
    let first = format!("{game}-{seed}.yaml");
    let others = (2..).map(|n: u32| format!("{game}-{seed}-{n}.yaml"));
    first_free(std::iter::once(first).chain(others).map(PathBuf::from))
}

/// The first of these names without a record, and without the keys or notes of one.
fn first_free(mut candidates: impl Iterator<Item = PathBuf>) -> PathBuf {
    let files = |record: &PathBuf| [record.clone(), key_file(record), TableNotes::beside(record)];
    candidates.find(|record| !files(record).iter().any(|file| file.symlink_metadata().is_ok())).unwrap_or_default()
}

/// Path of the file that keeps the keys of the seats: `game.yaml.keys` for `game.yaml`.
pub fn key_file(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".keys");
    name.into()
}
