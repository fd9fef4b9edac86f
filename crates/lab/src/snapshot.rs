//! Snapshots of transcripts: `snapshots/GAME/CASE.txt`, compared as text.

use std::path::{Path, PathBuf};

use super::transcript::{self, transcript};
use super::whole;
use tavola_game::{Error, Game, LoadError, Rules, Setup};
use tavola_syntax::text;

/// Seed of the whole games in snapshots, if that game is readable; otherwise one of the following seeds is used.
pub const SEED: u64 = 1;
/// Maximum number of answers in a readable transcript.
const READABLE: u64 = 1_200;
/// Number of answers above which the game of an existing snapshot is replaced by another one.
const TOO_LONG: u64 = 2 * READABLE;
/// Number of games tried. If none is short enough, the shortest of them is used.
const TRIED: u64 = 24;

/// Result of comparing a text with its snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotState {
    /// Both are equal.
    Same,
    /// There is no snapshot yet.
    Missing,
    /// The snapshot holds this text instead.
    Other(String),
}

/// Name of a snapshot: `a round of four` becomes `a-round-of-four`.
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The `snapshots` folder for a game's folder: beside `rules/` if the game lies in `rules/` or in a folder in there,
/// otherwise inside the game's folder.
pub fn root(folder: &Path) -> PathBuf {
    let beside = |path: &Path| {
        let rules =
            path.ancestors().skip(1).take(2).find(|above| above.file_name().is_some_and(|name| name == "rules"))?;
        Some(rules.parent()?.join("snapshots"))
    };
    let whole = || beside(&folder.canonicalize().ok()?);
    beside(folder).or_else(whole).unwrap_or_else(|| folder.join("snapshots"))
}

/// File of one case, named by its slug.
pub fn path(root: &Path, game: &str, slug: &str) -> PathBuf {
    root.join(game).join(format!("{slug}.txt"))
}

/// Compares a text with the snapshot in a file.
///
/// # Errors
/// If the file exists but cannot be read.
pub fn compare(file: &Path, now: &str) -> Result<SnapshotState, Error> {
    if !file.try_exists().unwrap_or(true) {
        return Ok(SnapshotState::Missing);
    }
    let kept = text::read(file).map_err(Error::new)?;
    Ok(if kept.replace("\r\n", "\n") == now { SnapshotState::Same } else { SnapshotState::Other(kept) })
}

/// Writes a text as the new snapshot.
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

/// Slug of the whole game with this number of players: `game-3-players`.
pub fn whole_game_slug(players: usize) -> String {
    format!("game-{players}-players")
}

/// Transcript of the whole game with this number of players, for the snapshot in `file`.
///
/// The seed of the snapshot is kept as long as its game ends and is readable, so that a change of the rules shows as a
/// change of one game.
///
/// # Errors
/// If the game cannot be set up.
pub fn whole_game(rules: &Rules, players: usize, file: &Path) -> Result<String, LoadError> {
    Ok(played(&rules.game(&Setup::of(players))?, file))
}

fn played(game: &Game, file: &Path) -> String {
    let kept = kept_seed(file).and_then(|seed| transcript::short_transcript(game, seed, TOO_LONG));
    kept.unwrap_or_else(|| transcript(game, readable(game)))
}

/// Transcript of a whole game, whose questions and log lines can be worded again.
#[derive(Clone, Debug)]
pub struct GameTranscript {
    /// The transcript.
    pub text: String,
    /// The transcript with marks instead of words. None if the game must be played again.
    marked: Option<String>,
}

/// Plays the game of [`whole_game`] so that its transcript can be worded again.
///
/// # Errors
/// If the game cannot be set up.
pub fn game_transcript(rules: &Rules, players: usize, file: &Path) -> Result<GameTranscript, LoadError> {
    let game = rules.game(&Setup::of(players))?;
    let marked = kept_seed(file).and_then(|seed| transcript::marked_transcript(&game, seed, TOO_LONG));
    let worded = marked.as_ref().and_then(|marked| transcript::in_words_of(&game, marked));
    Ok(match worded {
        Some(text) => GameTranscript { text, marked },
        None => GameTranscript { text: played(&game, file), marked: None },
    })
}

impl GameTranscript {
    /// Words the transcript for rules that are played alike. None if the game must be played again.
    ///
    /// # Errors
    /// If the game cannot be set up.
    pub fn reworded(&self, rules: &Rules, players: usize) -> Result<Option<Self>, LoadError> {
        let Some(marked) = &self.marked else { return Ok(None) };
        let text = transcript::in_words_of(&rules.game(&Setup::of(players))?, marked);
        Ok(text.map(|text| Self { text, ..self.clone() }))
    }
}

/// True if a transcript may name a place of the rules: its game ended with a fault, or is endless.
pub fn may_name_places(transcript: &str) -> bool {
    transcript.lines().any(|line| [transcript::FAULT, transcript::AND_SO_ON].iter().any(|head| line.starts_with(head)))
}

/// Seed of the game in a snapshot. None if there is no snapshot.
pub fn kept_seed(file: &Path) -> Option<u64> {
    text::read(file).ok().and_then(|kept| transcript::seed(&kept))
}

/// Seed of a game of readable length.
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
