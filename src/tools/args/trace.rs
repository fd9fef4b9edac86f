//! Arguments of `tavola trace`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::whole;
use super::{Figures, Jobs, SetupArgs};

/// End of `tavola trace --help`.
pub(super) const HELP: &str = "\
Examples:
  # each clause: its rules, its scenarios, how often it ran
  tavola trace rules/my_game
  tavola trace rules/my_game -o trace.html         a page with clauses and rules side by side
  tavola trace rules/my_game --games 2000          with more random games (0: none)
  # with the results of `tavola mutate rules/my_game --progress mutants.progress`
  tavola trace rules/my_game --mutants mutants.progress
  tavola trace rules/my_game --only unproved       the clauses that no scenario proves
  # fail if less than 95% of the clauses are cited, proved, and cited by rules that have run
  tavola trace rules/my_game --threshold 95

Runs are those of the rules, actions, cards and hooks that cite a clause, not of the line that cites it. A definition, setting or ruling runs as often as the rules \
that use it, the line `winner` once a game. Kinds, places, components and invariants do not run.";

/// `tavola trace`.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Number of games for each number of players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(..))]
    pub(crate) games: u64,
    /// Bots: random, greedy, flat:N, mcts:N [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Seed of chance and bots
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Checkpoint file: the games are kept in it, and a run with the same file resumes from it; without it, Ctrl-C writes one if bots search
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Also report how many mutants of each clause were killed, from this file of `tavola mutate --progress FILE`
    #[arg(long, value_name = "FILE", alias = "slips")]
    pub(crate) mutants: Option<PathBuf>,
    /// List only clauses that are uncited, unproved, unrun (their rules never ran in a game; not clauses that only places, tracks and
    /// other tables cite), once (proved by one scenario only) or survivors (a mutant survives); hints are never listed
    /// [default: all clauses]
    #[arg(long, value_enum, value_name = "SORTS", value_delimiter = ',', hide_possible_values = true)]
    pub(crate) only: Vec<TraceOnly>,
    /// Minimum percentage of clauses of the kind `rule` that are cited, proved, and cited by rules that have run
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100))]
    pub(crate) threshold: Option<u8>,
    /// Also write a page: Markdown to a file that ends in .md, otherwise a self-contained page for a browser
    #[arg(short, long, value_name = "FILE", value_parser = super::page_file())]
    pub(crate) output: Option<PathBuf>,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// Flag of the listed clauses.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraceOnly {
    /// No rule cites them
    Uncited,
    /// No scenario proves them
    Unproved,
    /// Their rules never ran in a game
    Unrun,
    /// One scenario alone proves them
    Once,
    /// A mutant in their lines survives
    Survivors,
}
