//! Arguments of `tavola compare`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;
use super::{Figures, Jobs, SetupArgs, variants};

/// End of `tavola compare --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola compare rules/my_game --variant night               the game, and its variant
  tavola compare rules/my_game edited/my_game                two versions of the rules
  # the rules as they were committed, and as they are now
  tavola compare rules/my_game@HEAD rules/my_game
  tavola compare rules/my_game --set rounds=5                as it is, and with a setting changed
  # the same between searching bots
  tavola compare rules/my_game --bots mcts:50 --set rounds=5
  # what search is worth to anna
  tavola compare rules/my_game --base-bots random --bots anna=mcts:50
  # .. and to a bot that plays each seat equally often
  tavola compare rules/my_game --base-bots mcts:50 --bots 1=mcts:100,mcts:50 --rotate
  # by a property of the player
  tavola compare rules/my_game --set rounds=5 --by 'player.seat' --when end
  tavola compare rules/my_game --rulings                     which ruling changes the game most
  tavola compare rules/my_game --variant night --format html > night.html

Both sides play the same games: equal seeds, chance and players as long as the rules agree. Intervals are always-valid confidence sequences \
with a joint level of 95%: they may be read after every game. The run ends when every deciding figure is settled, \
or after --games. A figure is settled when its interval says whether the sides differ by --matters. Deciding figures: wins of each seat, \
shared victories, games without a winner, length, options, and the leader at half-time.

Win rates by --by use the pairs in which both sides have a player with that value. The values are collected in the first games, which are \
not counted there.

Ctrl-C reports the results so far and the command that resumes.

Without --bots, bots play at random: the figures show what can happen, not how people play who want to win.";

/// `tavola compare`.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// Folder of the game; FOLDER@COMMIT is the folder at a git commit
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// Folder of the other version [default: the same folder]
    #[arg(value_name = "AFTER")]
    pub(crate) after: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Bots of the second side, and of the first without --base-bots: random, greedy, flat:N, mcts:N; for some seats:
    /// anna=mcts:500,2=greedy [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Variant of the first side, or several in order [default: none]
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) base_variant: Option<String>,
    /// Change a setting or a ruling of the first side; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::setting)]
    pub(crate) base_set: Vec<(String, String)>,
    /// Bots of the first side [default: those of --bots]
    #[arg(long, value_name = "BOTS")]
    pub(crate) base_bots: Option<String>,
    /// Move the bots one seat on after each game, on both sides; also reports each bot's win rate across seats
    #[arg(long)]
    pub(crate) rotate: bool,
    /// Group win rates by this expression of the language, in which `player` is each player in turn
    #[arg(long, value_name = "EXPR")]
    pub(crate) by: Option<String>,
    /// When --by is evaluated: start, setup, end, or the name of a rule [default: setup]
    #[arg(long, value_name = "MOMENT", requires = "by")]
    pub(crate) when: Option<String>,
    /// Compare each alternative of each ruling with the default answer, largest effect first
    #[arg(long, conflicts_with_all = ["after", "base_variant", "base_set", "base_bots"])]
    pub(crate) rulings: bool,
    /// Number of players: 4, 3-4 or 2,4 [default: all possible numbers]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Maximum number of pairs of games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,
    /// Threshold of a relevant difference: percentage points of shares, percent of other figures
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    pub(crate) matters: f64,
    /// Seed of chance and bots [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Checkpoint file: results are kept in it, and a run with the same file resumes from it; without it, Ctrl-C writes one
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Compare again whenever a file of a game is saved, and print the new differences beside the old ones; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["rulings", "progress"])]
    pub(crate) watch: bool,
    /// Output format: pretty, json, html (a self-contained page with charts), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// A number of percentage points.
fn points(text: &str) -> Result<f64, String> {
    let points = text.trim_end_matches('%').parse::<f64>().ok().filter(|points| *points > 0.0 && *points <= 100.0);
    points.ok_or_else(|| "write a number above 0 and up to 100, for instance 2 or 0.5".to_string())
}
