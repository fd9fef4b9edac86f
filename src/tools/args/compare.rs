//! The arguments of `tavola compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Jobs, SetupArgs, variants};

/// What `tavola compare --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola compare rules/my_game --variant night               the game, and its variant
  tavola compare rules/my_game edited/my_game                two versions of the rules
  tavola compare rules/my_game@HEAD rules/my_game            the rules as they were committed, and as they are now
  tavola compare rules/my_game --set rounds=5                as it is, and with a setting turned
  tavola compare rules/my_game --bots mcts:50 --set rounds=5         the same between players that think
  tavola compare rules/my_game --base-bots random --bots anna=mcts:50    what it brings anna to think
  tavola compare rules/my_game --base-bots mcts:50 --bots 1=mcts:100,mcts:50 --rotate    .. and whoever it is, in each seat as often
  tavola compare rules/my_game --set rounds=5 --by 'player.seat' --when end    by anything that can be said of a player
  tavola compare rules/my_game --rulings                     which ruling changes the game most
  tavola compare rules/my_game --variant night --format html > night.html

Both sides play the same games: the same seeds, chance and players where the rules leave them alike. Each interval may be looked at after every
game, and all of them hold together with a probability of 95%. It ends as soon as it is known of every figure that decides (wins of each seat, \
shared victories, games that nobody wins, how long a game is, options, the leader at half-time) whether the sides differ by what matters, or after --games.

Wins by --by are those of the pairs in which that was said of somebody on both sides; which values there are is seen in the first games, which are not \
counted there.

Ctrl-C tells what is known so far and how to go on from there.

Random players say what can happen, not how the game goes between people who want to win: say --bots.";

/// `tavola compare`.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// The folder of the game; FOLDER@COMMIT: as it was at a commit of git
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// The folder of the other one, likewise [default: the same]
    #[arg(value_name = "AFTER")]
    pub(crate) after: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Who plays: random, greedy, flat:N, mcts:N; for some seats: anna=mcts:500,2=greedy [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// A variant of the first side, or several in their order [default: none]
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) base_variant: Option<String>,
    /// Turns a setting or a ruling of the first side; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::setting)]
    pub(crate) base_set: Vec<(String, String)>,
    /// Who plays on the first side [default: those of --bots]
    #[arg(long, value_name = "BOTS")]
    pub(crate) base_bots: Option<String>,
    /// The bots move one seat on after each game, on both sides: told is, too, how often each of them wins, wherever it sits
    #[arg(long)]
    pub(crate) rotate: bool,
    /// Wins by what this says of a player: an expression of the language, in which `player` is each of them in turn
    #[arg(long, value_name = "EXPR")]
    pub(crate) by: Option<String>,
    /// When --by is worked out: start, setup, end, or the name of a rule [default: setup]
    #[arg(long, value_name = "MOMENT", requires = "by")]
    pub(crate) when: Option<String>,
    /// Each alternative of each ruling against the printed answer, the one that changes most first
    #[arg(long, conflicts_with_all = ["after", "base_variant", "base_set", "base_bots"])]
    pub(crate) rulings: bool,
    /// How many play: 4, 3-4 or 2,4 [default: all numbers that can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// No more pairs of games than this
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// The least difference that matters: in points of a hundred for shares, else in hundredths of what it is before
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    pub(crate) matters: f64,
    /// Where chance and the bots begin [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Keeps in this file what was found, and goes on from there if there is something in it already; without it Ctrl-C makes one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// How to write what comes out: pretty, json, markdown, html (a page by itself, with charts)
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: CompareFormat,
}

/// How a comparison is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompareFormat {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// For a page that is kept
    Markdown,
    /// For a browser
    Html,
}

/// Points of a hundred.
fn points(text: &str) -> Result<f64, String> {
    let points = text.trim_end_matches('%').parse::<f64>().ok().filter(|points| *points > 0.0 && *points <= 100.0);
    points.ok_or_else(|| "write a number above 0 and up to 100, for instance 2 or 0.5".to_string())
}
