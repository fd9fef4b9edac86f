//! The arguments of the verbs that play and replay games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SetupArgs;
use tavola_lab::table::SyncWhen;

/// What `tavola play --help` ends with.
pub(super) const PLAY: &str = "\
Examples:
  tavola play rules/my_game                         you against bots
  tavola play rules/my_game --human anna,ben        two people at one keyboard, and bots
  tavola play rules/my_game --human none --seed 7   bots among themselves
  tavola play rules/my_game --bots mcts:200         against bots that think
  tavola play rules/my_game --bots mcts:2000ms      .. two seconds about each answer
  tavola play rules/my_game --set rounds=5          with a setting turned
  tavola play --resume my_game-7.yaml               goes on where a game stopped

Answer with an option's number or the beginning of its name; `help` lists what else can be said. Every answer is written to \
the record before it counts, so a game that is interrupted can be resumed; while the record cannot be written no answer is taken. \
The record holds everything in the clear, and the seed tells the cards: `tavola replay FILE --as anna -o OUT` writes what anna \
was told and no more. Only its owner can read it.";

/// What `tavola replay --help` ends with.
pub(super) const REPLAY: &str = "\
Examples:
  tavola replay my_game-7.yaml                      with the rules in rules/my_game
  tavola replay my_game-7.yaml --rules my/my_game   with other rules: does the game still work?
  tavola replay my_game-7.yaml --as anna            as anna was told it: nothing that she did not see
  tavola replay my_game-7.yaml --as anna -o told.yaml
                                                    the same as a file, to give away; `tavola replay told.yaml` tells it

A record holds everything in the clear, and its seed tells the cards that are still to come.";

/// When a record is flushed to the disk.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyncArg {
    /// After each answer of a person
    Answer,
    /// When the system likes
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
#[derive(Args, Debug, Clone)]
pub(crate) struct PlayArgs {
    /// The folder of the game
    #[arg(value_name = "PATH", required_unless_present = "resume")]
    pub(crate) path: Option<PathBuf>,
    /// How many play [default: as many as can]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub(crate) players: Option<usize>,
    /// The players' names by seat: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "resume")]
    pub(crate) names: Vec<String>,
    /// Who is played by people (names or seat numbers), `all` or `none` [default: the first seat; with --resume those of
    /// the record]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) human: Vec<String>,
    /// Who plays the seats without people: random, greedy, flat:N, mcts:N (N playouts for each answer), mcts:Nms (N milliseconds); for some seats: anna=mcts:500,2=greedy
    /// [default: random; a game that is resumed keeps its own]
    #[arg(long, value_name = "BOTS", conflicts_with = "resume")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Where chance and the bots begin: whoever knows it can tell the cards [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub(crate) seed: Option<u64>,
    /// Which game of a simulation with this seed to play
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, requires = "seed")]
    pub(crate) game: u64,
    /// The file that the game is written to as it goes, with everything that is hidden in the clear [default: GAME-SEED.yaml
    /// in the current folder]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "no_record"])]
    pub(crate) record: Option<PathBuf>,
    /// Writes no record: an interrupted game is lost
    #[arg(long)]
    pub(crate) no_record: bool,
    /// When the record is flushed to the disk (fsync): `answer` after each answer of a person, before it counts as taken, so that a loss
    /// of power loses none; `never` leaves it to the system, which may lose half a minute then. What a program that is killed has
    /// written is kept either way
    #[arg(long, value_enum, value_name = "WHEN", default_value = "answer", hide_possible_values = true)]
    pub(crate) sync: SyncArg,
    /// Goes on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "set", "game"])]
    pub(crate) resume: Option<PathBuf>,
}

/// `tavola replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The record, or a game as a player was told it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The folder of the game [default: found by the game's name]
    #[arg(long, value_name = "PATH")]
    pub(crate) rules: Option<PathBuf>,
    /// Tells the game as this player was told it
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) seen_by: Option<String>,
    /// Writes that to a new file, without the seed and what the player does not see
    #[arg(short, long, value_name = "FILE", requires = "seen_by")]
    pub(crate) output: Option<PathBuf>,
}
