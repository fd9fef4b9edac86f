//! What a long run has found so far, so that it goes on from there when it was stopped.
//!
//! A text of lines: the head says which run it is (rules, seeds, bots, version), then comes a line for each game or record as it is
//! found. Nothing is added up in it: a run that goes on does everything again but the playing, so what comes out is the same to
//! the byte as of a run that was never stopped.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use same_file::Handle;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::whole;
use tavola_game::Error;

/// The first line: what it is, and the version of how it is written.
const FIRST: &str = "tavola progress 1";
const HEAD_LINES: usize = 2;
const NO_LINE: &str = "it is no line of progress";
/// A journal without a file holds so many bytes at most.
const MOST: usize = 32 << 20;

/// What decides about everything that is found, by name: `seed`, `7`.
pub type Facts = Vec<(String, String)>;

/// What was found, by the name of a part of the run, and a number in it.
#[derive(Debug)]
pub struct Journal {
    head: String,
    known: KeptLines,
    out: Mutex<Out>,
}

/// What a file held when the run began: of each part and number the line on which it stands, and what was found.
type KeptLines = BTreeMap<String, BTreeMap<u64, (usize, String)>>;

/// Where it is written.
#[derive(Debug)]
enum Out {
    /// Nowhere so far.
    Memory(String),
    File(JournalFile),
    /// It became too long for memory: nothing more is kept.
    Lost,
}

/// The file of a journal. What cannot be written waits until it can: a disk may be full for a while.
#[derive(Debug)]
struct JournalFile {
    path: PathBuf,
    file: File,
    waiting: String,
    /// Why something waits.
    failed: Option<io::Error>,
    /// What waits became too long.
    lost: bool,
}

/// A part of a run: the journal, and the part's name.
#[derive(Clone, Debug)]
pub struct JournalPart<'j> {
    /// Where it is kept.
    pub journal: &'j Journal,
    /// A name without tabs and ends of lines.
    pub part: String,
}

impl Journal {
    /// One without a file, for a run of which this is known.
    pub fn new(facts: &Facts) -> Self {
        Self { head: head(facts), known: BTreeMap::new(), out: Mutex::new(Out::Memory(String::new())) }
    }

    /// One in a file: with what is in there already, or a new file.
    ///
    /// # Errors
    /// When it cannot be read or written, is something else or damaged, or of another run.
    pub fn open(path: &Path, facts: &Facts) -> Result<Self, Error> {
        let head = head(facts);
        let Some(text) = read(path)? else {
            whole::write(path, &head).map_err(|error| Error::unwritten("write", path, &error))?;
            return Self::add_to(path, head, KeptLines::new());
        };
        let (known, lines) = facts_of(path, &text)?;
        for (name, value) in facts {
            let was = known.iter().find(|(other, _)| other == name).map_or("nothing", |(_, value)| value.as_str());
            if was != value {
                return Err(Error::new(format!(
                    "`{}` is of another run: there {name} is {was}, here it is {value}; say another file, or remove it",
                    path.display()
                )));
            }
        }
        // A program that was killed may have left a part of a line.
        let whole = lines.rfind('\n').map_or(0, |end| end + 1);
        let mut found = KeptLines::new();
        for (line, text) in (HEAD_LINES + 1..).zip(lines[..whole].lines()) {
            let (part, number, what) = fields(text).ok_or_else(|| damaged(path, line, NO_LINE))?;
            found.entry(part.to_owned()).or_default().insert(number, (line, what.to_owned()));
        }
        let long = (text.len() - lines.len() + whole) as u64;
        let cut = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(long));
        cut.map_err(|error| Error::unwritten("write", path, &error))?;
        Self::add_to(path, head, found)
    }

    fn add_to(path: &Path, head: String, known: KeptLines) -> Result<Self, Error> {
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| Error::unwritten("write", path, &error))?;
        let sheet = JournalFile { path: path.to_owned(), file, waiting: String::new(), failed: None, lost: false };
        Ok(Self { head, known, out: Mutex::new(Out::File(sheet)) })
    }

    /// What a journal in a file says of one fact; none where there is no file.
    ///
    /// # Errors
    /// When it cannot be read, or is no journal.
    pub fn fact(path: &Path, name: &str) -> Result<Option<String>, Error> {
        let Some(text) = read(path)? else { return Ok(None) };
        let facts = facts_of(path, &text)?.0;
        Ok(facts.into_iter().find(|(other, _)| other == name).map(|(_, value)| value))
    }

    /// What was found before this run began.
    pub fn known<T: DeserializeOwned>(&self, part: &str, number: u64) -> Option<T> {
        serde_json::from_str(&self.known.get(part)?.get(&number)?.1).ok()
    }

    /// Something is found. (Numbers with a fraction go into it as texts: read back as numbers they would not be the same.)
    pub fn keep(&self, part: &str, number: u64, what: &impl Serialize) {
        let Ok(what) = serde_json::to_string(what) else { return };
        let line = format!("{part}\t{number}\t{what}\n");
        let mut out = self.out();
        match &mut *out {
            Out::Memory(lines) if lines.len() + line.len() > MOST => *out = Out::Lost,
            Out::Memory(lines) => lines.push_str(&line),
            Out::File(sheet) => sheet.add(&line),
            Out::Lost => {}
        }
    }

    /// Why what is found is not in the file at present.
    pub fn failed(&self) -> Option<Error> {
        match &*self.out() {
            Out::File(JournalFile { path, failed: Some(error), .. }) => Some(Error::unwritten("write", path, error)),
            _ => None,
        }
    }

    /// At the end of a run: what waits for its file is written.
    ///
    /// # Errors
    /// When that is still not possible.
    pub fn finish(&self) -> Result<(), Error> {
        match &mut *self.out() {
            Out::File(sheet) => sheet.finish().map_err(|error| Error::unwritten("write", &sheet.path, &error)),
            Out::Memory(_) | Out::Lost => Ok(()),
        }
    }

    fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts down what was found: into the file in which it is, or else into this one.
    ///
    /// # Errors
    /// When it cannot be written, or has become too long without a file.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let unwritten = |error: &io::Error| Error::unwritten("write", path, error);
        match &mut *self.out() {
            Out::Memory(lines) => {
                whole::write(path, &format!("{}{lines}", self.head)).map_err(|error| unwritten(&error))
            }
            Out::File(sheet) => sheet.finish().and_then(|()| sheet.file.sync_all()).map_err(|error| unwritten(&error)),
            Out::Lost => Err(Error::new("too much was found to be kept without a file; say one from the beginning")),
        }
    }
}

impl JournalFile {
    /// Writes a line behind the others.
    fn add(&mut self, line: &str) {
        if self.waiting.len() + line.len() > MOST {
            self.lost = true;
            return;
        }
        self.waiting.push_str(line);
        let _ = self.write();
    }

    /// Writes what waits: all of it, or nothing.
    fn write(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let before = self.file.metadata().map(|known| known.len());
        // One write: what others write comes behind it.
        let written = self.is_there().and_then(|()| self.file.write_all(self.waiting.as_bytes()));
        match (&written, before) {
            (Ok(()), _) => self.waiting.clear(),
            (Err(_), Ok(before)) if self.is_there().is_ok() => {
                let _ = OpenOptions::new().write(true).open(&self.path).and_then(|file| file.set_len(before));
            }
            (Err(_), _) => {}
        }
        self.failed = written.as_ref().err().map(|error| io::Error::new(error.kind(), error.to_string()));
        written
    }

    /// Refuses to write into a file that nobody finds any more.
    fn is_there(&self) -> io::Result<()> {
        let own = Handle::from_file(self.file.try_clone()?)?;
        match Handle::from_path(&self.path) {
            Ok(there) if there == own => Ok(()),
            Ok(_) | Err(_) => Err(io::Error::other("it was replaced, moved or removed during the run")),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.is_there()?;
        self.write()?;
        if self.lost { Err(io::Error::other("it could not be written for too long")) } else { Ok(()) }
    }
}

impl JournalPart<'_> {
    /// How many of the first so many were found before this run began.
    pub fn known_of(&self, numbers: u64) -> u64 {
        let known = self.journal.known.get(&self.part);
        known.map_or(0, |known| known.range(..numbers).count() as u64)
    }

    /// What was found before this run began.
    pub(super) fn known<T: DeserializeOwned>(&self, number: u64) -> Option<T> {
        self.journal.known(&self.part, number)
    }

    /// What was found before this run began, where going on from something else would be another run.
    ///
    /// # Errors
    /// When it is something else.
    pub(super) fn read<T: DeserializeOwned>(&self, number: u64) -> Result<Option<T>, Error> {
        let Some((_, what)) = self.journal.known.get(&self.part).and_then(|known| known.get(&number)) else {
            return Ok(None);
        };
        serde_json::from_str(what).map(Some).map_err(|_| self.damaged(number, NO_LINE))
    }

    /// The error where what was found before cannot be.
    pub(super) fn damaged(&self, number: u64, why: &str) -> Error {
        let known = self.journal.known.get(&self.part).and_then(|known| known.get(&number));
        match &*self.journal.out() {
            Out::File(sheet) => damaged(&sheet.path, known.map_or(0, |(line, _)| *line), why),
            Out::Memory(_) | Out::Lost => Error::new(why),
        }
    }

    /// Something is found.
    pub(super) fn keep(&self, number: u64, what: &impl Serialize) {
        self.journal.keep(&self.part, number, what);
    }
}

/// The part, the number and what was found, which is JSON.
fn fields(line: &str) -> Option<(&str, u64, &str)> {
    let (part, rest) = line.split_once('\t')?;
    let (number, what) = rest.split_once('\t')?;
    serde_json::from_str::<IgnoredAny>(what).ok()?;
    Some((part, number.parse().ok()?, what))
}

fn damaged(path: &Path, line: usize, why: &str) -> Error {
    let file = path.display();
    Error::new(format!("{file}:{line}: {why}; remove this line: what it held is found anew"))
}

fn head(facts: &Facts) -> String {
    let facts = serde_json::to_string(facts).unwrap_or_default();
    format!("{FIRST}\n{facts}\n")
}

fn read(path: &Path) -> Result<Option<String>, Error> {
    // A device or a pipe may have no end.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(Error::new(format!("`{}` is no ordinary file; progress is kept in one", path.display())));
    }
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::new(format!("`{}` cannot be read: {error}", path.display()))),
    }
}

/// The facts of its head, and the lines behind it.
fn facts_of<'t>(path: &Path, text: &'t str) -> Result<(Facts, &'t str), Error> {
    let parts =
        text.strip_prefix(FIRST).and_then(|rest| rest.strip_prefix('\n')).and_then(|rest| rest.split_once('\n'));
    let read = parts.and_then(|(facts, lines)| Some((serde_json::from_str(facts).ok()?, lines)));
    read.ok_or_else(|| Error::new(format!("`{}` is no file of progress; say another one", path.display())))
}

/// Where a run that has no file is kept when it is stopped: `compare-7.progress`.
pub fn default_path(verb: &str, seed: Option<u64>) -> PathBuf {
    PathBuf::from(seed.map_or_else(|| format!("{verb}.progress"), |seed| format!("{verb}-{seed}.progress")))
}
