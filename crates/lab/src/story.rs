//! A game as one player was told it: without the seed, and without what others answered, drew or hold unseen. Two games
//! that he cannot tell apart make the same bytes. Nobody can go on with such a file; it is only to be read.

use std::fmt::Write;
use std::io;
use std::path::Path;

use super::record::failed;
use super::whole;
use tavola_game::{Error, LoadError};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{self, Sources};
use tavola_syntax::yaml::{self, Fields, Yaml, YamlValue, quoted};

/// The key by which such a file is known.
const SEEN_BY: &str = "seen_by";

/// What one player was told of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The player.
    pub seen_by: String,
    /// The game's name: `valley`.
    pub game: String,
    /// The players by seat.
    pub players: Vec<String>,
    /// The lines, in order.
    pub lines: Vec<String>,
}

impl Story {
    /// As a file.
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

    /// From a file's text, if it is one (it has the key `seen_by`); `name` is what messages call it.
    ///
    /// # Errors
    /// Located findings: unknown or missing keys, wrong types. What is no YAML at all is no story.
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
    /// If it cannot be read, and as [`Story::from_yaml`].
    pub fn from_file(path: &Path) -> Result<Option<Self>, LoadError> {
        let text = text::read(path).map_err(Error::new)?;
        Self::from_yaml(&path.display().to_string(), &text)
    }

    /// Writes it into a new file.
    ///
    /// # Errors
    /// A sentence that names the file: it exists already, its folder is missing or read-only, the disk is full.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        whole::create(path, &self.to_yaml()).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::new(format!("`{}` exists already", path.display())),
            _ => failed(path, &error),
        })
    }
}

fn is_story(yaml: &Yaml) -> bool {
    matches!(&yaml.value, YamlValue::Map(pairs) if pairs.iter().any(|(key, _)| key.text() == Some(SEEN_BY)))
}

fn read(yaml: &Yaml) -> Result<Story, Vec<Diagnostic>> {
    let mut fields = Fields::new(yaml, "a game as it was told").map_err(|finding| vec![*finding])?;
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
