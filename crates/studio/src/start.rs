//! The start page: makes a new game, with which the studio then opens.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_lab::start::{self, Beginning, Files, NewGame, new_game};
use tavola_lab::whole;
use tavola_syntax::text::{capital, clean};

use crate::manual::Manual;

/// Place of a new game, if a studio is opened without one.
pub struct NewGamePlace {
    /// Folder in which the folder of the game is written.
    pub into: PathBuf,
    /// Name that was asked for. Empty if none was.
    pub name: String,
    /// Reason why there is no game yet, as a sentence. Empty if nothing needs to be said.
    pub note: String,
    /// Games that can be copied.
    pub games: Vec<GameToCopy>,
}

/// A game that can be copied.
pub struct GameToCopy {
    /// Its name.
    pub name: String,
    /// Its files.
    pub source: CopySource,
}

/// Place of the files of a game.
pub enum CopySource {
    /// In a folder.
    Folder(PathBuf),
    /// In the program.
    Files(Files),
}

/// The page that makes a game.
pub(crate) struct StartPage {
    place: NewGamePlace,
}

/// A game that was made.
pub(crate) struct MadeGame {
    pub(crate) folder: PathBuf,
    /// Reply to the page: its folder, and notes for its author.
    pub(crate) shown: Value,
}

/// A game that the page asks for. Without `like`, `pattern` and `markdown`, it is the small complete game.
#[derive(Deserialize)]
pub(crate) struct GameAsked {
    name: String,
    #[serde(default)]
    title: String,
    /// Name of a game to copy.
    like: Option<String>,
    /// A pattern of the gallery.
    pattern: Option<String>,
    /// A printed rulebook, and the name of its file.
    markdown: Option<String>,
    #[serde(default)]
    file: String,
}

/// A note about the game that was made.
#[derive(Serialize)]
struct NoteShown {
    warns: bool,
    text: String,
}

impl StartPage {
    pub(crate) fn new(place: NewGamePlace) -> Self {
        Self { place }
    }

    /// Choices for the beginning of a game, and the place where it is written.
    pub(crate) fn offers(&self, manual: &Manual) -> Value {
        let NewGamePlace { into, name, note, games } = &self.place;
        let into = if into.as_os_str().is_empty() { Path::new(".") } else { into };
        let games: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
        let (into, note) = (into.display().to_string(), clean(note));
        let tutorial = manual.tutorial().map(|game| game.name);
        json!({
            "into": into, "name": name, "note": note, "games": games, "patterns": manual.patterns(), "tutorial": tutorial
        })
    }

    /// Makes a game.
    ///
    /// # Errors
    /// If the name or title cannot be one, its folder exists, or there is nothing of what it should begin with.
    pub(crate) fn make(&self, asked: GameAsked, manual: &Manual) -> Result<MadeGame, String> {
        let message = |error: tavola_game::Error| capital(&clean(&error.message));
        start::checked_name(&asked.name).map_err(message)?;
        let folder = self.place.into.join(&asked.name);
        if !(asked.name == self.place.name && is_empty(&folder)) {
            start::refuse_existing(&folder).map_err(|error| format!("{}; choose another name", message(error)))?;
        }
        let called = if asked.file.is_empty() { "the text".to_owned() } else { format!("`{}`", clean(&asked.file)) };
        let title = Some(asked.title.trim()).filter(|title| !title.is_empty());
        let beginning = match (asked.like, asked.pattern, asked.markdown) {
            (Some(like), _, _) => self.copy(&like)?,
            (None, Some(pattern), _) => {
                let game = manual.pattern(&pattern)?;
                let files = game.files.into_iter().map(|(path, text)| (path, text.into_bytes()));
                Beginning::Copy { name: pattern, files: files.collect() }
            }
            (None, None, Some(markdown)) => Beginning::Rulebook { called: called.clone(), markdown },
            (None, None, None) => Beginning::Template,
        };
        let NewGame { files, printed } = new_game(&asked.name, title, beginning).map_err(message)?;
        let files = files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice()));
        whole::create_folder(&folder, files).map_err(message)?;
        let notes = printed.map(|printed| printed.notes(&called)).unwrap_or_default();
        let notes: Vec<NoteShown> =
            notes.into_iter().map(|note| NoteShown { warns: note.warns, text: clean(&note.text) }).collect();
        let shown = json!({ "folder": folder.display().to_string(), "notes": notes });
        Ok(MadeGame { folder, shown })
    }

    fn copy(&self, name: &str) -> Result<Beginning, String> {
        let game = self.place.games.iter().find(|game| game.name == name);
        let game = game.ok_or_else(|| format!("there is no game `{name}` to copy"))?;
        let message = |error: tavola_game::Error| clean(&error.message);
        Ok(match &game.source {
            CopySource::Folder(folder) => {
                let name = Rules::read(folder, None).map_err(message)?.name().to_owned();
                Beginning::Copy { name, files: start::read(folder).map_err(message)? }
            }
            CopySource::Files(files) => Beginning::Copy { name: name.to_owned(), files: files.clone() },
        })
    }
}

/// True for a folder without anything in it.
fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut inside| inside.next().is_none())
}
