//! The open games: one for each folder with an open file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tavola_game::{is_picture, picture_text};
use tavola_ide::Workspace;
use tavola_syntax::text;

use super::documents::Documents;
use super::files;

/// A game with an open file.
pub(super) struct OpenedGame {
    /// Its folder.
    pub(super) folder: PathBuf,
    /// Its texts.
    pub(super) workspace: Workspace,
    /// True if a text has changed since the last check began.
    pub(super) changed: bool,
    /// Flag that stops the check that is running.
    pub(super) running: Option<Arc<AtomicBool>>,
    /// Files that have findings in the editor.
    pub(super) reported: BTreeSet<String>,
}

/// All open games by their folders.
#[derive(Default)]
pub(super) struct OpenGames(BTreeMap<PathBuf, OpenedGame>);

impl OpenGames {
    /// The game of a file, if it is open.
    pub(super) fn of(&self, file: &Path) -> Option<(&OpenedGame, String)> {
        files::homes(file).into_iter().find_map(|(folder, inside)| {
            let game = self.0.get(&folder)?;
            game.workspace.text(&inside).is_some().then_some((game, inside))
        })
    }

    pub(super) fn get(&mut self, folder: &Path) -> Option<&mut OpenedGame> {
        self.0.get_mut(folder)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenedGame> {
        self.0.values()
    }

    /// Folders of the games that wait for a check.
    pub(super) fn waiting(&self) -> Vec<PathBuf> {
        let waits = |game: &&OpenedGame| game.changed && game.running.is_none();
        self.0.values().filter(waits).map(|game| game.folder.clone()).collect()
    }

    /// Reads the text of a file again, from its buffer or else from the disk. Opens its game if it has a buffer. Returns the
    /// folder of a game that was closed, with the files that had findings.
    pub(super) fn refresh(&mut self, file: &Path, documents: &Documents) -> Option<OpenedGame> {
        let homes = files::homes(file);
        let known = homes.iter().find(|(folder, _)| self.0.contains_key(folder)).cloned();
        let found = known.or_else(|| {
            let open = documents.text(file).is_some();
            homes.into_iter().find(|(folder, _)| open && is_game(folder, documents))
        });
        let (folder, inside) = found?;
        if !documents.any_in(&folder) {
            return self.0.remove(&folder);
        }
        match self.0.get_mut(&folder) {
            Some(game) => game.set(&inside, read(file, documents)),
            None => {
                let game = OpenedGame::read(folder.clone(), documents);
                self.0.insert(folder, game);
            }
        }
        None
    }
}

impl OpenedGame {
    fn read(folder: PathBuf, documents: &Documents) -> Self {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut workspace = Workspace::new(name);
        let buffers = documents.paths().filter_map(|file| files::inside(&folder, file));
        for part in files::parts(&folder).into_iter().chain(buffers) {
            workspace.set(&part, read(&folder.join(&part), documents));
        }
        Self { folder, workspace, changed: true, running: None, reported: BTreeSet::new() }
    }

    fn set(&mut self, part: &str, text: Option<String>) {
        self.workspace.set(part, text);
        self.changed = true;
        if let Some(running) = &self.running {
            running.store(true, Ordering::Relaxed);
        }
    }
}

/// Text of a file: of its buffer, or else on the disk. `None` if it cannot be read.
fn read(file: &Path, documents: &Documents) -> Option<String> {
    let is_picture = file.file_name().and_then(|name| name.to_str()).is_some_and(is_picture);
    let on_disk = || if is_picture { picture_text(file) } else { text::read(file).ok() };
    documents.text(file).map(str::to_owned).or_else(on_disk)
}

/// True if a folder has rules or a rulebook, on the disk or in a buffer.
fn is_game(folder: &Path, documents: &Documents) -> bool {
    let is_rules = |part: &String| part == "rulebook.yaml" || part.ends_with(".tavola") && !part.contains('/');
    let buffers = documents.paths().filter_map(|file| files::inside(folder, file));
    files::parts(folder).into_iter().chain(buffers).any(|part| is_rules(&part))
}
