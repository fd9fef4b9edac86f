//! What a long run has found so far, so that it goes on from there when it was stopped.
//!
//! A text of lines: the head says which run it is (rules, seeds, bots, version), then comes a line for each game or record as it is
//! found. Nothing is added up in it: a run that goes on does everything again but the playing, so what comes out is the same to
//! the byte as of a run that was never stopped.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::whole;
use crate::game::Error;

/// The first line: what it is, and the version of how it is written.
const FIRST: &str = "tavola progress 1";
/// A journal without a file holds so many bytes at most.
const MOST: usize = 32 << 20;

/// What decides about everything that is found, by name: `seed`, `7`.
pub type Facts = Vec<(String, String)>;

/// What was found, by the name of a part of the run, and a number in it.
#[derive(Debug)]
pub struct Journal {
    head: String,
    known: BTreeMap<String, BTreeMap<u64, String>>,
    out: Mutex<Out>,
}

/// Where it is written.
#[derive(Debug)]
enum Out {
    /// Nowhere so far.
    Memory(String),
    File(File),
    /// It became too long for memory, or the file cannot be written: nothing more is kept.
    Lost(Option<io::Error>),
}

/// A part of a run: the journal, and the part's name.
#[derive(Clone, Debug)]
pub struct Kept<'j> {
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
    /// When it cannot be read or written, is something else, or of another run.
    pub fn open(path: &Path, facts: &Facts) -> Result<Self, Error> {
        let head = head(facts);
        let Some(text) = read(path)? else {
            whole::write(path, &head).map_err(|error| Error::unwritten("write", path, &error))?;
            return Self::add_to(path, head, BTreeMap::new());
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
        let mut found: BTreeMap<String, BTreeMap<u64, String>> = BTreeMap::new();
        for line in lines[..whole].lines() {
            let mut fields = line.splitn(3, '\t');
            if let (Some(part), Some(Ok(number)), Some(what)) =
                (fields.next(), fields.next().map(str::parse), fields.next())
            {
                found.entry(part.to_owned()).or_default().insert(number, what.to_owned());
            }
        }
        let long = (text.len() - lines.len() + whole) as u64;
        let cut = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(long));
        cut.map_err(|error| Error::unwritten("write", path, &error))?;
        Self::add_to(path, head, found)
    }

    fn add_to(path: &Path, head: String, known: BTreeMap<String, BTreeMap<u64, String>>) -> Result<Self, Error> {
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| Error::unwritten("write", path, &error))?;
        Ok(Self { head, known, out: Mutex::new(Out::File(file)) })
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
        serde_json::from_str(self.known.get(part)?.get(&number)?).ok()
    }

    /// Something is found. (Numbers with a fraction go into it as texts: read back as numbers they would not be the same.)
    pub fn keep(&self, part: &str, number: u64, what: &impl Serialize) {
        let Ok(what) = serde_json::to_string(what) else { return };
        let line = format!("{part}\t{number}\t{what}\n");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = match &mut *out {
            Out::Memory(lines) if lines.len() + line.len() > MOST => Some(None),
            Out::Memory(lines) => {
                lines.push_str(&line);
                None
            }
            // One write for a line: the next one comes behind it, or nothing does.
            Out::File(file) => file.write_all(line.as_bytes()).err().map(Some),
            Out::Lost(_) => None,
        };
        if let Some(why) = lost {
            *out = Out::Lost(why);
        }
    }

    /// Puts down what was found: into the file in which it is, or else into this one.
    ///
    /// # Errors
    /// When it cannot be written, or has become too long without a file.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let unwritten = |error: &io::Error| Error::unwritten("write", path, error);
        match &*self.out.lock().unwrap_or_else(PoisonError::into_inner) {
            Out::Memory(lines) => {
                whole::write(path, &format!("{}{lines}", self.head)).map_err(|error| unwritten(&error))
            }
            Out::File(file) => file.sync_all().map_err(|error| unwritten(&error)),
            Out::Lost(Some(error)) => Err(unwritten(error)),
            Out::Lost(None) => {
                Err(Error::new("too much was found to be kept without a file; say one from the beginning"))
            }
        }
    }
}

impl Kept<'_> {
    /// What was found before this run began.
    pub(super) fn known<T: DeserializeOwned>(&self, number: u64) -> Option<T> {
        self.journal.known(&self.part, number)
    }

    /// Something is found.
    pub(super) fn keep(&self, number: u64, what: &impl Serialize) {
        self.journal.keep(&self.part, number, what);
    }
}

fn head(facts: &Facts) -> String {
    let facts = serde_json::to_string(facts).unwrap_or_default();
    format!("{FIRST}\n{facts}\n")
}

fn read(path: &Path) -> Result<Option<String>, Error> {
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
