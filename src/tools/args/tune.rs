//! Arguments of `tavola tune`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;
use super::{Figures, Jobs, SetupArgs};

/// End of `tavola tune --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola tune rules/my_game --players 4 --over rounds --goal 'questions of a game near 120'
  tavola tune rules/my_game --over rounds=4..8 --over start --goal 'each seat wins near 25%'

A goal is a figure (named as in `tavola compare`), then `near`, `above` or `below`, then a number; shares are in percent. The distance to a \
goal is in percentage points for shares and in percent of the number for other figures; distances are added. All combinations of values, or a \
random sample of --candidates, play the same games, and the worse half is dropped until one is left (sequential halving). The winner then plays \
fresh games against the unchanged game, a quarter of --games.

Ctrl-C reports the results so far and the command that resumes.";

/// `tavola tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Goal for a figure of the game; may be given several times
    #[arg(long, value_name = "GOAL", required = true)]
    pub(crate) goal: Vec<String>,
    /// Setting to vary, within its range or over some values: rounds, rounds=4..8, start=2,4; may be given several times
    #[arg(long, value_name = "NAME[=VALUES]", required = true)]
    pub(crate) over: Vec<String>,
    /// Number of players [default: the largest]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    /// Budget of games for the search; each remaining candidate plays at least one game per round
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,
    /// Maximum number of combinations
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole::<u16>(1..=10_000))]
    pub(crate) candidates: u16,
    /// Bots: random, greedy, flat:N, mcts:N [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Seed of chance and bots [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Checkpoint file: results are kept in it, and a run with the same file resumes from it; without it, Ctrl-C writes one
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
