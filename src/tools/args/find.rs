//! Arguments of `tavola find`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;
use super::{Jobs, SetupArgs};

/// End of `tavola find --help`.
pub(super) const HELP: &str = "\
Examples:
  # a short way there, as a scenario
  tavola find rules/my_game 'fame[anna] > 10'
  # .. to a question that ben is asked
  tavola find rules/my_game 'deck is none' --asked ben
  # .. to the end of a game that anna wins
  tavola find rules/my_game 'winner[1] is {anna}' --asked nobody
  # .. written to a file
  tavola find rules/my_game 'fame[anna] > 10' -o found.yaml --name 'anna is famous'
  # .. with search bots
  tavola find rules/my_game 'fame[anna] > 10' --bots mcts:50 --games 20
  # stop, resume, or try another condition
  tavola find rules/my_game 'fame[anna] > 20' --bots mcts:50 --progress night.progress

The condition is an expression of the language, as in `then` of scenarios, with the names of the players. Games are played until it is true \
at a question or at the end. The answers that lead there are then shortened within a fixed amount of work. The scenario passes `tavola test`. \
The same seed gives the same scenario on any machine and for any --jobs.

Exits with 1 if no game reaches the condition. Ctrl-C while answers are shortened keeps the shortest way so far.";

/// `tavola find`.
#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Condition to reach: an expression of the language
    #[arg(value_name = "CONDITION")]
    pub(crate) condition: String,
    /// Number of players [default: the smallest]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    /// Names of the players by seat: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) names: Vec<String>,
    /// Only where this player is asked (a name or a seat number), or `chance`, or `nobody` for the end of the game
    #[arg(long, value_name = "NAME")]
    pub(crate) asked: Option<String>,
    /// Maximum number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,
    /// Seed of chance and bots
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,
    /// Bots: random, greedy, flat:N, mcts:N; for some seats: anna=mcts:500,2=greedy [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Checkpoint file: the games are kept in it, and a run with the same file resumes from it, also with another condition;
    /// without it, Ctrl-C writes one if bots search
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Name of the scenario [default: the condition]
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Output file; a case is appended to an existing file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}
