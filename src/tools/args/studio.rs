//! The arguments of `tavola studio`.

use std::path::PathBuf;

use clap::Args;

use super::SetupArgs;
use super::numbers::whole;

/// End of `tavola studio --help`.
pub(super) const HELP: &str = "\
Examples:
  # in a folder without a game: a page that makes a new one
  tavola studio
  tavola studio rules/my_game                        you against bots, at the table beside the rules
  tavola studio rules/my_game --players 3 --seed 7   the same cards in each new game
  tavola studio rules/my_game --human all            you play all seats
  tavola studio rules/my_game --port 8000            the same port each time

Open the link that it prints in a browser. The page has the files of the game with an editor, findings while you type, \
the scenarios, which run after each save, the clauses, and a table. The game at the table continues under the saved rules. \
The tutorial, the gallery of patterns and the printed rulebook can be read beside the editor.

If PATH does not exist or is an empty folder, or if there is no game in the current folder, the page makes a new game first, as \
`tavola new` does. Nothing is overwritten.

The link works on this computer alone. Anyone who has it can change the files of the game. Nothing outside of the game's folder is \
written. Games at this table are not recorded.";

/// `tavola studio`.
#[derive(Args, Clone, Debug)]
pub(crate) struct StudioArgs {
    /// Folder of the game, or of a new one [default: the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Number of players at the table [default: the largest]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    /// Names of the players by seat: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) names: Vec<String>,
    /// Seats that you play: names or seat numbers, `all` or `none` [default: the first seat]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) human: Vec<String>,
    /// Bots in the other seats: random, greedy, flat:N, mcts:N; for some seats: anna=mcts:500,2=greedy [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Seed of chance and bots of each game at the table [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,
    /// Port to listen on [default: any free port]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true, value_parser = whole::<u16>(..=65_535))]
    pub(crate) port: u16,
}
