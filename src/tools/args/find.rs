//! The arguments of `tavola find`.

use std::path::PathBuf;

use clap::Args;

use super::{Jobs, SetupArgs};

/// What `tavola find --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola find rules/my_game 'fame[anna] > 10'                       a short way there, as a scenario
  tavola find rules/my_game 'no card at deck' --asked ben            .. to a question that ben is asked
  tavola find rules/my_game 'winner[1] is {anna}' --asked nobody     .. to the end of a game that anna wins
  tavola find rules/my_game 'fame[anna] > 10' -o rules/my_game/scenarios/found.yaml --name 'anna is famous'
  tavola find rules/my_game 'fame[anna] > 10' --bots mcts:50 --games 20   by players that think
  tavola find rules/my_game 'fame[anna] > 20' --bots mcts:50 --progress night.progress   stop it, go on, ask for another condition

The condition is an expression of the language, as in `then` of scenarios, with the players' names in it. Games are played until it is true \
at a question, or at the end; then the way there is made as short as it can be within a fixed amount of work. What is written passes `tavola test`. \
The same seed finds the same, on any machine and for any --jobs.

Ends with 1 if no game comes there. Ctrl-C while the way is shortened gives the shortest that is known.";

/// `tavola find`.
#[derive(Args, Debug)]
pub(crate) struct FindArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// What must be true: an expression of the language
    #[arg(value_name = "CONDITION")]
    pub(crate) condition: String,
    /// How many play [default: as few as can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// The players' names by seat: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) names: Vec<String>,
    /// Only where this player is asked (a name, or a seat's number), or `chance`, or `nobody`: when the game is over
    #[arg(long, value_name = "NAME")]
    pub(crate) asked: Option<String>,
    /// So many games are played at most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Where chance and the bots begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Who plays: random, greedy, flat:N, mcts:N; for some seats: anna=mcts:500,2=greedy [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Keeps in this file what was played, and goes on from there if there is something in it already (also with another condition);
    /// without it Ctrl-C makes one where somebody thinks
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// What the scenario is called [default: the condition]
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// The file to write; a case is added to the end of one that is there [default: the scenario goes to stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}
