//! Built-in games: with the feature `games`, their folders are packed into the program (`build.rs`).

use std::collections::BTreeMap;
use std::io;

/// The folder of a game: its files, sorted by path.
#[derive(Default)]
pub(crate) struct PackedGame {
    /// Path in the folder (`scenarios/setup.yaml`) and text of each file.
    pub(crate) files: Vec<(String, String)>,
}

/// Returns all built-in games by name. None in a build without the feature `games`.
///
/// # Errors
/// If the packed data cannot be read.
pub(crate) fn games() -> io::Result<BTreeMap<String, PackedGame>> {
    let packed = unpacked()?;
    let mut found: BTreeMap<String, PackedGame> = BTreeMap::new();
    let mut parts = packed.split_terminator('\0');
    while let (Some(path), Some(text)) = (parts.next(), parts.next()) {
        let (game, path) = path.split_once('/').ok_or(io::ErrorKind::InvalidData)?;
        found.entry(game.to_owned()).or_default().files.push((path.to_owned(), text.to_owned()));
    }
    Ok(found)
}

/// True if a game of this name is built in.
pub(crate) fn has(name: &str) -> bool {
    games().is_ok_and(|games| games.contains_key(name))
}

/// Unpacks the built-in games: for each file its path (`GAME/scenarios/setup.yaml`), NUL, its text, NUL.
#[cfg(feature = "games")]
fn unpacked() -> io::Result<String> {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/games.zlib"));
    let texts = miniz_oxide::inflate::decompress_to_vec_zlib(packed).map_err(|_| io::ErrorKind::InvalidData)?;
    String::from_utf8(texts).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(not(feature = "games"))]
fn unpacked() -> io::Result<String> {
    Ok(String::new())
}
