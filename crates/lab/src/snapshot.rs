//! Transcripts that are kept: `snapshots/GAME/CASE.txt`, compared as text.

use std::path::{Path, PathBuf};

use super::transcript::{self, transcript};
use super::whole;
use tavola_game::{Error, Game, LoadError, Rules, Setup};
use tavola_syntax::text;

/// The seed of the whole games that are kept, if that game can be read; otherwise one of the next.
pub const SEED: u64 = 1;
/// A transcript of more answers is read by nobody.
const READABLE: u64 = 1_200;
/// A game that was kept and has grown longer than this gives way to another one.
const TOO_LONG: u64 = 2 * READABLE;
/// So many games are tried; if none is short enough, the shortest of them is kept.
const TRIED: u64 = 24;

/// How a text compares with what was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotState {
    /// It is as it was kept.
    Same,
    /// Nothing was kept yet.
    Missing,
    /// Something else was kept: this.
    Other(String),
}

/// `a round of four` is kept as `a-round-of-four`.
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The `snapshots` folder that belongs to a game's folder: beside `rules/` if the game lies in there, or in a folder in there, else
/// in the game's folder itself.
pub fn root(folder: &Path) -> PathBuf {
    let beside = |path: &Path| {
        let rules =
            path.ancestors().skip(1).take(2).find(|above| above.file_name().is_some_and(|name| name == "rules"))?;
        Some(rules.parent()?.join("snapshots"))
    };
    let whole = || beside(&folder.canonicalize().ok()?);
    beside(folder).or_else(whole).unwrap_or_else(|| folder.join("snapshots"))
}

/// The file of one case, named by its slug.
pub fn path(root: &Path, game: &str, slug: &str) -> PathBuf {
    root.join(game).join(format!("{slug}.txt"))
}

/// Compares a text with the file.
///
/// # Errors
/// If the file is there but cannot be read.
pub fn compare(file: &Path, now: &str) -> Result<SnapshotState, Error> {
    if !file.try_exists().unwrap_or(true) {
        return Ok(SnapshotState::Missing);
    }
    let kept = text::read(file).map_err(Error::new)?;
    Ok(if kept.replace("\r\n", "\n") == now { SnapshotState::Same } else { SnapshotState::Other(kept) })
}

/// Keeps a text from now on.
///
/// # Errors
/// If the file cannot be written.
pub fn accept(file: &Path, text: &str) -> Result<(), Error> {
    let write = || {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        whole::write(file, text)
    };
    write().map_err(|error| Error::unwritten("write", file, &error))
}

/// `game-3-players`
pub fn whole_game_slug(players: usize) -> String {
    format!("game-{players}-players")
}

/// The transcript of the game that is kept for so many players in this file. Its seed stays, so that a change of the rules
/// shows as a change of one game, as long as its game ends and can be read.
///
/// # Errors
/// If the game cannot be set up.
pub fn whole_game(rules: &Rules, players: usize, file: &Path) -> Result<String, LoadError> {
    let game = rules.game(&Setup::of(players))?;
    let kept = text::read(file).ok().and_then(|kept| transcript::seed(&kept));
    let stays = |seed: &u64| transcript::length(&game, *seed).is_some_and(|answers| answers <= TOO_LONG);
    Ok(transcript(&game, kept.filter(stays).unwrap_or_else(|| readable(&game))))
}

/// The seed of a game that people can read.
fn readable(game: &Game) -> u64 {
    let mut best = (u64::MAX, SEED);
    for seed in SEED..SEED + TRIED {
        let Some(answers) = transcript::length(game, seed) else { return SEED };
        best = best.min((answers, seed));
        if answers <= READABLE {
            break;
        }
    }
    best.1
}
