//! Journal of a long run: its results so far, from which it resumes. Users know the file as a checkpoint.
//!
//! It is a text file. Its head identifies the run (rules, seeds, bots, version). Then it has one line for each game or
//! record, as soon as that is finished. It holds no sums: a resumed run repeats everything but playing, so its result
//! is byte-identical to that of an uninterrupted run.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use same_file::Handle;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::whole;
use tavola_game::Error;
use tavola_syntax::text;

/// The first line: type of the file, and version of its format.
const FIRST: &str = "tavola progress 1";
const HEAD_LINES: usize = 2;
const NO_LINE: &str = "not a line of a progress file";
/// Maximum size of a journal without a file, in bytes.
const MOST: usize = 32 << 20;

/// Parameters that determine the results, by name: `seed`, `7`.
pub type Facts = Vec<(String, String)>;

/// Results of a run, by part and number.
#[derive(Debug)]
pub struct Journal {
    head: String,
    known: KeptLines,
    out: Mutex<Out>,
}

/// Contents of the file when the run began: line number and result, by part and number.
type KeptLines = BTreeMap<String, BTreeMap<u64, (usize, String)>>;

/// Destination of results.
#[derive(Debug)]
enum Out {
    /// Memory, until a file is named.
    Memory(String),
    File(JournalFile),
    /// None: the results became too large for memory.
    Lost,
}

/// File of a journal. Lines that cannot be written wait in memory and are retried, since a disk may be full for a
/// while.
#[derive(Debug)]
struct JournalFile {
    path: PathBuf,
    file: File,
    waiting: String,
    /// Error of the last attempt, while lines wait.
    failed: Option<io::Error>,
    /// True if the waiting lines became too long.
    lost: bool,
}

/// One part of a run.
#[derive(Clone, Debug)]
pub struct JournalPart<'j> {
    /// Journal of the run.
    pub journal: &'j Journal,
    /// Name of the part, without tabs and line ends.
    pub part: String,
}

/// A result in a journal file.
#[derive(Clone, Debug)]
pub struct StoredResult {
    /// Part of the run.
    pub part: String,
    path: PathBuf,
    line: usize,
    what: String,
}

impl StoredResult {
    /// Reads the result.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_str(&self.what).map_err(|_| self.damaged(NO_LINE))
    }

    /// Error for an impossible result.
    pub fn damaged(&self, why: &str) -> Error {
        damaged(&self.path, self.line, why)
    }
}

impl Journal {
    /// Creates a journal in memory for a run with these parameters.
    pub fn new(facts: &Facts) -> Self {
        Self { head: head(facts), known: BTreeMap::new(), out: Mutex::new(Out::Memory(String::new())) }
    }

    /// Opens the journal in a file, with the results that it holds, or creates the file.
    ///
    /// # Errors
    /// If it cannot be read or written, is not a journal, is damaged, or belongs to another run.
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
                let differs = match is_fingerprint(was) && is_fingerprint(value) {
                    true => format!("since then, this has changed: {name}"),
                    false => format!("there {name} is {was}, here it is {value}"),
                };
                return Err(Error::new(format!(
                    "`{}` belongs to another run: {differs}; name another file, or remove it",
                    path.display()
                )));
            }
        }
        // A program that was killed may have left an incomplete line.
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
        let journal_file =
            JournalFile { path: path.to_owned(), file, waiting: String::new(), failed: None, lost: false };
        Ok(Self { head, known, out: Mutex::new(Out::File(journal_file)) })
    }

    /// Value of one parameter of a journal in a file. None if there is no file.
    ///
    /// # Errors
    /// If it cannot be read, or is not a journal.
    pub fn fact(path: &Path, name: &str) -> Result<Option<String>, Error> {
        let Some(text) = read(path)? else { return Ok(None) };
        let facts = facts_of(path, &text)?.0;
        Ok(facts.into_iter().find(|(other, _)| other == name).map(|(_, value)| value))
    }

    /// Parameters of the journal in a file, and the last result of each part whose name begins with `of`. The file is read line by
    /// line and is not changed.
    ///
    /// # Errors
    /// If it cannot be read, is not a journal, or is damaged.
    pub fn last(path: &Path, of: &str) -> Result<(Facts, Vec<StoredResult>), Error> {
        let mut file = BufReader::new(opened(path)?);
        let mut next = || {
            let mut line = String::new();
            file.read_line(&mut line).map(|_| line).map_err(|error| unreadable(path, &error))
        };
        let facts = facts_of(path, &format!("{}{}", next()?, next()?))?.0;
        let mut last: Vec<StoredResult> = Vec::new();
        for line in HEAD_LINES + 1.. {
            let text = next()?;
            // A program that was killed may have left an incomplete line.
            let Some(text) = text.strip_suffix('\n') else { break };
            let (part, _, what) = fields(text).ok_or_else(|| damaged(path, line, NO_LINE))?;
            if !part.starts_with(of) {
                continue;
            }
            let result = StoredResult { part: part.to_owned(), path: path.to_owned(), line, what: what.to_owned() };
            match last.iter_mut().find(|known| known.part == part) {
                Some(known) => *known = result,
                None => last.push(result),
            }
        }
        Ok((facts, last))
    }

    /// Result that was stored before this run began.
    pub fn known<T: DeserializeOwned>(&self, part: &str, number: u64) -> Option<T> {
        serde_json::from_str(&self.known.get(part)?.get(&number)?.1).ok()
    }

    /// Stores a result, unless the file already had the same one. Numbers with a fraction must be stored as text, since JSON would not restore them exactly.
    pub fn store(&self, part: &str, number: u64, what: &impl Serialize) {
        let Ok(what) = serde_json::to_string(what) else { return };
        let known = self.known.get(part).and_then(|known| known.get(&number));
        if known.is_some_and(|(_, known)| *known == what) {
            return;
        }
        let line = format!("{part}\t{number}\t{what}\n");
        let mut out = self.out();
        match &mut *out {
            Out::Memory(lines) if lines.len() + line.len() > MOST => *out = Out::Lost,
            Out::Memory(lines) => lines.push_str(&line),
            Out::File(journal_file) => journal_file.add(&line),
            Out::Lost => {}
        }
    }

    /// Error that keeps results from being written to the file at present.
    pub fn failed(&self) -> Option<Error> {
        match &*self.out() {
            Out::File(JournalFile { path, failed: Some(error), .. }) => Some(Error::unwritten("write", path, error)),
            _ => None,
        }
    }

    /// Writes waiting lines at the end of a run.
    ///
    /// # Errors
    /// If they still cannot be written.
    pub fn finish(&self) -> Result<(), Error> {
        match &mut *self.out() {
            Out::File(journal_file) => {
                journal_file.finish().map_err(|error| Error::unwritten("write", &journal_file.path, &error))
            }
            Out::Memory(_) | Out::Lost => Ok(()),
        }
    }

    fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves the results: to the file that the journal already has, or else to this one.
    ///
    /// # Errors
    /// If they cannot be written, or became too large for memory.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let unwritten = |error: &io::Error| Error::unwritten("write", path, error);
        match &mut *self.out() {
            Out::Memory(lines) => {
                whole::write(path, &format!("{}{lines}", self.head)).map_err(|error| unwritten(&error))
            }
            Out::File(journal_file) => {
                journal_file.finish().and_then(|()| journal_file.file.sync_all()).map_err(|error| unwritten(&error))
            }
            Out::Lost => {
                Err(Error::new("there are too many results to keep without a file; name one when you start the run"))
            }
        }
    }
}

impl JournalFile {
    /// Appends a line.
    fn add(&mut self, line: &str) {
        if self.waiting.len() + line.len() > MOST {
            self.lost = true;
            return;
        }
        self.waiting.push_str(line);
        let _ = self.write();
    }

    /// Writes the waiting lines: all of them, or none.
    fn write(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let before = self.file.metadata().map(|known| known.len());
        // A single write, so that lines of several writers are not mixed.
        let result = self.is_there().and_then(|()| self.file.write_all(self.waiting.as_bytes()));
        match (&result, before) {
            (Ok(()), _) => self.waiting.clear(),
            (Err(_), Ok(before)) if self.is_there().is_ok() => {
                let _ = OpenOptions::new().write(true).open(&self.path).and_then(|file| file.set_len(before));
            }
            (Err(_), _) => {}
        }
        self.failed = result.as_ref().err().map(|error| io::Error::new(error.kind(), error.to_string()));
        result
    }

    /// Fails if the path no longer leads to this file.
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
    /// Number of results with these numbers that were stored before this run began.
    pub fn known_of(&self, numbers: Range<u64>) -> u64 {
        let known = self.journal.known.get(&self.part);
        known.map_or(0, |known| known.range(numbers).count() as u64)
    }

    /// Result that was stored before this run began.
    pub(super) fn known<T: DeserializeOwned>(&self, number: u64) -> Option<T> {
        self.journal.known(&self.part, number)
    }

    /// Result that was stored before this run began, where an unreadable result must not be ignored.
    ///
    /// # Errors
    /// If the result is unreadable.
    pub(super) fn read<T: DeserializeOwned>(&self, number: u64) -> Result<Option<T>, Error> {
        let Some((_, what)) = self.journal.known.get(&self.part).and_then(|known| known.get(&number)) else {
            return Ok(None);
        };
        serde_json::from_str(what).map(Some).map_err(|_| self.damaged(number, NO_LINE))
    }

    /// Error for a stored result that is impossible.
    pub(super) fn damaged(&self, number: u64, why: &str) -> Error {
        let known = self.journal.known.get(&self.part).and_then(|known| known.get(&number));
        match &*self.journal.out() {
            Out::File(journal_file) => damaged(&journal_file.path, known.map_or(0, |(line, _)| *line), why),
            Out::Memory(_) | Out::Lost => Error::new(why),
        }
    }

    /// Stores a result.
    pub(super) fn store(&self, number: u64, what: &impl Serialize) {
        self.journal.store(&self.part, number, what);
    }
}

/// Part, number and result (JSON) of a line.
fn fields(line: &str) -> Option<(&str, u64, &str)> {
    let (part, rest) = line.split_once('\t')?;
    let (number, what) = rest.split_once('\t')?;
    serde_json::from_str::<IgnoredAny>(what).ok()?;
    Some((part, number.parse().ok()?, what))
}

fn damaged(path: &Path, line: usize, why: &str) -> Error {
    let file = path.display();
    Error::new(format!("{file}:{line}: {why}; remove this line, and its result is computed again"))
}

/// True for a fingerprint, which tells people nothing.
fn is_fingerprint(value: &str) -> bool {
    value.len() == 16 && value.chars().all(|c| c.is_ascii_hexdigit())
}

fn head(facts: &Facts) -> String {
    let facts = serde_json::to_string(facts).unwrap_or_default();
    format!("{FIRST}\n{facts}\n")
}

fn read(path: &Path) -> Result<Option<String>, Error> {
    regular(path)?;
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn opened(path: &Path) -> Result<File, Error> {
    regular(path)?;
    File::open(path).map_err(|error| unreadable(path, &error))
}

/// Refuses a device or a pipe, which may have no end.
fn regular(path: &Path) -> Result<(), Error> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(Error::new(format!("`{}` is not a regular file; name one for the progress", path.display())));
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(text::unread(path, error))
}

/// Parameters in the head of a journal, and the lines after the head.
fn facts_of<'t>(path: &Path, text: &'t str) -> Result<(Facts, &'t str), Error> {
    let parts =
        text.strip_prefix(FIRST).and_then(|rest| rest.strip_prefix('\n')).and_then(|rest| rest.split_once('\n'));
    let read = parts.and_then(|(facts, lines)| Some((serde_json::from_str(facts).ok()?, lines)));
    read.ok_or_else(|| Error::new(format!("`{}` is not a progress file; name another one", path.display())))
}

/// Default file for a run that is stopped and has no file: `compare-7.progress`.
pub fn default_path(verb: &str, seed: Option<u64>) -> PathBuf {
    PathBuf::from(seed.map_or_else(|| format!("{verb}.progress"), |seed| format!("{verb}-{seed}.progress")))
}
