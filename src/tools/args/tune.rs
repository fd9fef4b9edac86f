//! The arguments of `tavola tune`.

use std::path::PathBuf;

use clap::Args;

use super::{Figures, Jobs, SetupArgs};

/// What `tavola tune --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola tune rules/my_game --players 4 --over rounds --goal 'questions of a game near 120'
  tavola tune rules/my_game --over rounds=4..8 --over start --goal 'each seat wins near 25%' --goal 'questions of a game below 200'

A goal is a figure (as `tavola compare` names them), `near`, `above` or `below`, and a number; shares in percent. How far a game misses it is counted in points of
a hundred of shares and in hundredths of the number of everything else, and added up. All combinations of values, or as many as --candidates drawn
by chance, play the same games; the worse half is dropped, again and again. At last the best one plays fresh games against the game as it is.

Ctrl-C tells what is known so far and how to go on from there.";

/// `tavola tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// What the game shall be; may be given several times
    #[arg(long, value_name = "GOAL", required = true)]
    pub(crate) goal: Vec<String>,
    /// A setting that may be turned, within its range or through some of its values: rounds, rounds=4..8, start=2,4; may be given several times
    #[arg(long, value_name = "NAME[=VALUES]", required = true)]
    pub(crate) over: Vec<String>,
    /// How many play [default: as many as can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// How many games are played to find the best, as far as they can be shared out: each that is still in plays one a round at least
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// How many combinations are tried at most
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) candidates: u16,
    /// Who plays: random, greedy, flat:N, mcts:N [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Where chance and the bots begin [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Keeps in this file what was found, and goes on from there if there is something in it already; without it Ctrl-C makes one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// How to write what is found: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
