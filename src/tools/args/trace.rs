//! The arguments of `tavola trace`.

use std::path::PathBuf;

use clap::Args;

use super::{Figures, Jobs, SetupArgs};

/// What `tavola trace --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola trace rules/my_game                       each clause: its rules, its scenarios, how often it ran
  tavola trace rules/my_game -o trace.html         as a page: clauses and rules side by side
  tavola trace rules/my_game --games 2000          with more random games (0: none)
  tavola trace rules/my_game --slips fates.txt     with what `tavola mutate rules/my_game --progress fates.txt` found
  tavola trace rules/my_game --threshold 95        fails if of a hundred clauses fewer are cited, proved and have run

A clause has run as often as the rules, actions, cards and hooks that cite it; settings and tables of the box do not run.";

/// `tavola trace`.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// So many games are played for each number of players
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// Who plays: random, greedy, flat:N, mcts:N
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Where chance and the bots begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Keeps in this file what was played, and goes on from there if there is something in it already; without it Ctrl-C makes one
    /// where somebody thinks
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// Also tells how many slips in the lines of each clause are noticed, out of this file of `tavola mutate --progress FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) slips: Option<PathBuf>,
    /// Of each hundred clauses that state a rule, so many must be cited and proved, and have run
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) threshold: Option<u8>,
    /// Writes a page for a browser: one file, nothing from elsewhere
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// How to write it to the terminal: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
