//! The arguments of the verbs that play and replay games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SetupArgs;
use super::numbers::whole;
use tavola_lab::table::SyncWhen;

/// End of `tavola play --help`.
pub(super) const PLAY: &str = "\
Examples:
  tavola play rules/my_game                         you against bots
  tavola play rules/my_game --human anna,ben        two people at one keyboard, and bots
  tavola play rules/my_game --human none --seed 7   bots among themselves
  tavola play rules/my_game --bots mcts:200         against bots that search
  tavola play rules/my_game --bots mcts:2000ms      .. for two seconds per answer
  tavola play rules/my_game --set rounds=5          with a setting changed
  tavola play --resume my_game-7.yaml               resume a recorded game
  # continue from the end of a scenario, or from before its answers
  tavola play rules/my_game --scenario 'a late feast'
  tavola play rules/my_game --scenario 'mine/a late feast' --no-answers

On a terminal the game takes the whole screen: choose an option with the cursor keys and Enter, or type its number or the beginning \
of its name; `?` lists all keys, `:` begins a command. With --plain, in a pipe, with TERM=dumb, on a screen below 60 x 16 and in a game \
of bots alone everything is printed line by line; `help` lists the commands. Every answer is written to the record before it counts, so \
an interrupted game can be resumed. While the record cannot be written, no answer is accepted.

The record holds hidden information in the clear, and the seed determines the cards. Only its owner can read the file. \
`tavola replay FILE --as anna -o OUT` writes only what anna saw.";

/// End of `tavola replay --help`.
pub(super) const REPLAY: &str = "\
Examples:
  tavola replay my_game-7.yaml                      with the rules in rules/my_game
  tavola replay my_game-7.yaml --rules my/my_game   with other rules: does the game still work?
  tavola replay my_game-7.yaml --as anna            as anna saw it, without hidden information
  # the same as a file to share; `tavola replay seen.yaml` prints it
  tavola replay my_game-7.yaml --as anna -o seen.yaml

A record holds hidden information in the clear, and its seed determines the cards still to come.";

/// Time at which a record is flushed to the disk.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyncArg {
    /// After each answer of a person
    Answer,
    /// When the operating system does
    Never,
}

impl From<SyncArg> for SyncWhen {
    fn from(when: SyncArg) -> Self {
        match when {
            SyncArg::Answer => Self::Answer,
            SyncArg::Never => Self::Never,
        }
    }
}

/// `tavola play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Begin at the position of a scenario, after its answers: its name, FILE/NAME, or a part that fits only one
    #[arg(long, value_name = "NAME", conflicts_with_all = ["resume", "players", "names", "variant", "set", "game"])]
    pub(crate) scenario: Option<String>,
    /// Begin at the position that the scenario gives, before its answers
    #[arg(long, requires = "scenario")]
    pub(crate) no_answers: bool,
    /// Print everything line by line, also on a terminal [default: the whole screen, if stdin and stdout are terminals]
    #[arg(long)]
    pub(crate) plain: bool,
}

/// A game with people and bots.
#[derive(Args, Debug, Clone)]
pub(crate) struct TableArgs {
    /// Folder of the game [default: the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Number of players [default: the largest]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    /// Names of the players by seat: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "resume")]
    pub(crate) names: Vec<String>,
    /// Seats of people: names or seat numbers, `all` or `none` [default: the first seat; with --resume those of the record]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) human: Vec<String>,
    /// Bots in the other seats: random, greedy, flat:N, mcts:N (N playouts per answer), mcts:Nms (N milliseconds); for some seats: anna=mcts:500,2=greedy
    /// [default: random; a resumed game keeps its bots]
    #[arg(long, value_name = "BOTS", conflicts_with = "resume")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Seed of chance and bots; it determines all hidden cards [default: a new one each time]
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,
    /// Index of the game in a simulation with this seed
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, requires = "seed", value_parser = whole::<u64>(..))]
    pub(crate) game: u64,
    /// File for the record of the game, which holds hidden information in the clear [default: GAME-SEED.yaml in the current
    /// folder]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "no_record"], value_parser = super::named_file())]
    pub(crate) record: Option<PathBuf>,
    /// Write no record: an interrupted game is lost
    #[arg(long)]
    pub(crate) no_record: bool,
    /// When the record is flushed to the disk (fsync): `answer` after each answer of a person, before it counts, so that a power
    /// failure loses none; `never` leaves it to the operating system, and a power failure may lose about half a minute. A killed
    /// program loses nothing either way
    #[arg(long, value_enum, value_name = "WHEN", default_value = "answer", hide_possible_values = true)]
    pub(crate) sync: SyncArg,
    /// Resume the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "set", "game"])]
    pub(crate) resume: Option<PathBuf>,
}

/// `tavola replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// A record, or a game as one player saw it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Folder of the game [default: found by the name of the game]
    #[arg(long, value_name = "PATH")]
    pub(crate) rules: Option<PathBuf>,
    /// Print the game as this player saw it
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) seen_by: Option<String>,
    /// Write it to a new file, without the seed and without what the player did not see
    #[arg(short, long, value_name = "FILE", requires = "seen_by", value_parser = super::named_file())]
    pub(crate) output: Option<PathBuf>,
}
