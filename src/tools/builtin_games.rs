//! Built-in games: with the feature `games`, their folders are packed into the program (`build.rs`).

use std::collections::BTreeMap;
use std::io;

use tavola_lab::start::Files;

/// The folder of a game: its files, sorted by path.
#[derive(Default)]
pub(crate) struct PackedGame {
    /// Path in the folder (`scenarios/setup.yaml`) and contents of each file.
    pub(crate) files: Files,
}

/// Returns all built-in games by name. None in a build without the feature `games`.
///
/// # Errors
/// If the packed data cannot be read.
pub(crate) fn games() -> io::Result<BTreeMap<String, PackedGame>> {
    let mut found: BTreeMap<String, PackedGame> = BTreeMap::new();
    for (path, contents) in files()? {
        let (game, path) = path.split_once('/').ok_or(io::ErrorKind::InvalidData)?;
        found.entry(game.to_owned()).or_default().files.push((path.to_owned(), contents));
    }
    Ok(found)
}

/// True if a game of this name is built in.
pub(crate) fn has(name: &str) -> bool {
    games().is_ok_and(|games| games.contains_key(name))
}

/// The files of all built-in games (`GAME/scenarios/setup.yaml`).
#[cfg(feature = "games")]
fn files() -> io::Result<Files> {
    super::packed::files(include_bytes!(concat!(env!("OUT_DIR"), "/games.zlib")))
}

#[cfg(not(feature = "games"))]
fn files() -> io::Result<Files> {
    Ok(Vec::new())
}
