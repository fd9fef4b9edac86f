//! A game as one player saw it: without the seed, and without everything that is hidden from the player.
//!
//! Two games that the player cannot tell apart give the same bytes. A story can only be read; the game cannot be
//! resumed from it.

use std::fmt::Write;
use std::io;
use std::path::Path;

use super::record::failed;
use super::whole;
use tavola_game::{Error, LoadError};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{self, Sources};
use tavola_syntax::yaml::{self, Fields, Yaml, YamlValue, quoted};

/// Key that identifies such a file.
const SEEN_BY: &str = "seen_by";

/// The log of a game as one player saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// Name of the player.
    pub seen_by: String,
    /// Name of the game: `valley`.
    pub game: String,
    /// Players, by seat.
    pub players: Vec<String>,
    /// Lines of the log, in order.
    pub lines: Vec<String>,
}

impl Story {
    /// The story as YAML.
    pub fn to_yaml(&self) -> String {
        let players: Vec<String> = self.players.iter().map(|name| quoted(name)).collect();
        let mut text = format!("{SEEN_BY}: {}\ngame: {}\n", quoted(&self.seen_by), quoted(&self.game));
        let _ = writeln!(text, "players: [{}]", players.join(", "));
        text.push_str(if self.lines.is_empty() { "story: []\n" } else { "story:\n" });
        for line in &self.lines {
            let _ = writeln!(text, "- {}", quoted(line));
        }
        text
    }

    /// Parses a file's text if it is a story, that is, has the key `seen_by`. `name` stands for the file in messages.
    ///
    /// # Errors
    /// Located findings: unknown or missing keys, wrong types. A text that is not YAML is not a story.
    pub fn from_yaml(name: &str, text: &str) -> Result<Option<Self>, LoadError> {
        let mut sources = Sources::new();
        let id = sources.add(name, text);
        let Ok(yaml) = yaml::parse(id, sources.whole(id)) else {
            return Ok(None);
        };
        if !is_story(&yaml) {
            return Ok(None);
        }
        let story = read(&yaml);
        story.map(Some).map_err(|diagnostics| LoadError::Findings { sources: Box::new(sources), diagnostics })
    }

    /// Reads a story from a file.
    ///
    /// # Errors
    /// If the file cannot be read, and as [`Story::from_yaml`].
    pub fn from_file(path: &Path) -> Result<Option<Self>, LoadError> {
        let text = text::read(path).map_err(Error::new)?;
        Self::from_yaml(&path.display().to_string(), &text)
    }

    /// Writes the story into a new file.
    ///
    /// # Errors
    /// A message that names the file: it exists already, its folder is missing or read-only, or the disk is full.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        whole::create(path, self.to_yaml()).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(format!("`{}` exists already", path.display())),
            _ => failed(path, &error),
        })
    }
}

fn is_story(yaml: &Yaml) -> bool {
    matches!(&yaml.value, YamlValue::Map(pairs) if pairs.iter().any(|(key, _)| key.text() == Some(SEEN_BY)))
}

fn read(yaml: &Yaml) -> Result<Story, Vec<Diagnostic>> {
    let mut fields = Fields::new(yaml, "a story").map_err(|finding| vec![*finding])?;
    let all = |found: Vec<(String, _)>| found.into_iter().map(|(text, _)| text).collect();
    let story = Story {
        seen_by: fields.text(SEEN_BY).unwrap_or_default(),
        game: fields.text("game").unwrap_or_default(),
        players: all(fields.texts("players")),
        lines: all(fields.texts("story")),
    };
    let findings = fields.finish();
    if findings.is_empty() { Ok(story) } else { Err(findings) }
}
