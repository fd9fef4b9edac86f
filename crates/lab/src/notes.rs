//! Notes of people on a game, and the names that they chose, in a file beside its record: `friday.yaml.notes.yaml`.
//!
//! They are no part of the record: a game is the same with and without them.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::whole;
use tavola_game::{Error, draw_finding};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{self, Sources};
use tavola_syntax::yaml::{self, Fields, Yaml, quoted};

/// Notes on a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableNotes {
    /// Chosen names by player.
    pub names: Vec<(String, String)>,
    /// Notes in the order in which they were written.
    pub notes: Vec<TableNote>,
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableNote {
    /// The player who wrote it. None for the host.
    pub by: Option<String>,
    /// Line of the log to which it belongs, from 1, as spectators number them. None for a line of the chat.
    pub line: Option<usize>,
    /// Its text.
    pub text: String,
}

impl TableNotes {
    /// The path of the file for a record.
    pub fn beside(record: &Path) -> PathBuf {
        let mut name = record.as_os_str().to_owned();
        name.push(".notes.yaml");
        name.into()
    }

    /// Reads the notes on a record. There are none if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, or has a mistake, with its place.
    pub fn read(record: &Path) -> Result<Self, Error> {
        let file = Self::beside(record);
        match fs::read_to_string(&file) {
            Ok(text) => Self::parse(&file.display().to_string(), &text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Error::new(text::unread(&file, &error))),
        }
    }

    fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let read = yaml::parse(source, text).and_then(|yaml| from_yaml(&yaml));
        read.map_err(|findings| {
            let drawn = findings.iter().map(|finding| draw_finding(finding, &sources, false, 100));
            let advice = "repair the file, or move it away to go on without its notes and names";
            Error::new(format!("{}\n{advice}", drawn.collect::<Vec<_>>().join("\n")))
        })
    }

    /// Writes the notes beside a record.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, record: &Path) -> Result<(), Error> {
        let file = Self::beside(record);
        let text = self.to_yaml();
        let result = if file.exists() { whole::write(&file, &text) } else { whole::create_private(&file, &text) };
        result.map_err(|error| Error::unwritten("write", &file, &error))
    }

    /// The text of the file.
    pub fn to_yaml(&self) -> String {
        let mut text = String::from("# Notes on a game. Lines of the log are numbered as spectators see them.\n");
        if !self.names.is_empty() {
            text.push_str("names:\n");
            for (player, name) in &self.names {
                let _ = writeln!(text, "  {}: {}", quoted(player), quoted(name));
            }
        }
        text.push_str(if self.notes.is_empty() { "notes: []\n" } else { "notes:\n" });
        for note in &self.notes {
            let _ = writeln!(text, "- text: {}", quoted(&note.text));
            note.by.iter().for_each(|by| writeln!(text, "  by: {}", quoted(by)).unwrap_or_default());
            note.line.iter().for_each(|line| writeln!(text, "  line: {line}").unwrap_or_default());
        }
        text
    }
}

fn from_yaml(yaml: &Yaml) -> Result<TableNotes, Vec<Diagnostic>> {
    let mut fields = Fields::new(yaml, "a file of notes").map_err(|finding| vec![*finding])?;
    let names = fields.pairs("names").into_iter().map(|(player, name, _)| (player, name.shown())).collect();
    let mut notes = Vec::new();
    let mut findings = Vec::new();
    for item in fields.list("notes") {
        match Fields::new(item, "a note") {
            Ok(mut note) => {
                let line = note.number("line").and_then(|line| usize::try_from(line).ok());
                let (by, text) = (note.text("by"), note.text("text").unwrap_or_default());
                findings.extend(note.finish());
                notes.push(TableNote { by, line, text });
            }
            Err(finding) => findings.push(*finding),
        }
    }
    findings.extend(fields.finish());
    if findings.is_empty() { Ok(TableNotes { names, notes }) } else { Err(findings) }
}
