//! Requests for figures, and reports of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tavola_game::Rules;
use tavola_lab::table::GameTable;

/// Figures of the saved rules that are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiguresWish {
    /// The measurement.
    pub task: FiguresTask,
    /// Number of players. `None`: the largest.
    pub players: Option<usize>,
    /// Bots, as the command line has them. `None`: random players.
    pub bots: Option<String>,
    /// Maximum number of games. `None`: as many as can be played in a short time.
    pub games: Option<u64>,
}

/// Measurement of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FiguresTask {
    /// Figures of many games.
    Simulate,
    /// Differences between other rules and the saved ones.
    Compare(OtherRules),
    /// A position in which this condition is true.
    Find(String),
    /// Effects of the difference between other rules and the saved ones on these records.
    Impact(OtherRules, Vec<PathBuf>),
}

/// Rules beside the saved ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherRules {
    /// Rules that were saved earlier: the texts of their files.
    Earlier(BTreeMap<String, String>),
    /// The folder at a commit of git.
    Commit(String),
    /// A variant, which is the changed side: the saved rules without it are the other.
    Variant(String),
}

/// Gets what a run reports, and tells it to stop.
pub struct FiguresWatch<'a> {
    /// Once it is set, the run ends with the figures that it has.
    pub stop: &'a AtomicBool,
    /// Takes the number of finished games, and the maximum.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Takes the figures so far.
    pub grown: &'a dyn Fn(GrownFigures),
}

/// Figures so far.
#[derive(Clone)]
pub struct GrownFigures {
    /// The report as HTML, for a shadow tree. Buttons that open a game have its name as `data-game`, and the number of answers at which it
    /// is seen as `data-answers`.
    pub report: String,
    /// The main figures with their values, which are shown beside those of an earlier run.
    pub rows: Vec<(String, String)>,
    /// Begins a game that the report names, for the table.
    pub open: Arc<OpenGame>,
}

/// Begins a game that a report names, or says why it cannot be opened.
pub type OpenGame = dyn Fn(&str) -> Result<(Rules, GameTable), String> + Send + Sync;

/// Measures figures of the rules of a folder, or returns a sentence that says why there are none.
pub type MeasureFigures = dyn Fn(&Path, &FiguresWish, &FiguresWatch<'_>) -> Result<(), String> + Send + Sync;
