//! Arguments of the verbs that play many games and report figures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::whole;
use super::{Jobs, SetupArgs};

/// End of `tavola simulate --help`.
pub(super) const SIMULATE: &str = "\
Examples:
  tavola simulate rules/my_game --games 10000 --seed 1
  tavola simulate rules/my_game --players 3-4 --format json > figures.json
  # one searching bot against random players, in each seat equally often
  tavola simulate rules/my_game --games 50 --bots anna=mcts:200 --rotate
  # three bots, each pair of them
  tavola simulate rules/my_game --games 200 --bots random,greedy,mcts:50 --matrix
  # win rates by a property of the player
  tavola simulate rules/my_game --by 'fame[player] > 10' --when end
  tavola simulate rules/my_game --html figures.html             a page with charts
  tavola simulate rules/my_game --players 3 --csv games.csv     a row per game, for other programs
  tavola simulate rules/my_game --players 3 --parquet games.parquet  the same with typed columns
  # stop, resume, or add games later
  tavola simulate rules/my_game --games 500 --bots mcts:500 --progress night.progress
  tavola simulate rules/my_game --check                            with property checks (laws)

Without --bots, bots play at random: the figures show what can happen and how often each rule runs, not how people play who want to win. \
Each report names its players, the fingerprint of the rules and the version of tavola.

Choices are counted for bots other than `random` only, if there are any, with the options that were offered and never taken; otherwise for all players.

The leader (at most 64 times a game) and the choices are sampled in the first 200 games \
(in all games if bots search or rows are written). Win rates, scores and lengths cover all games. \
--closely all samples all games. A shared win counts in full for each winner; `first seat` counts 1/n of it.

With --matrix, --games is the number of games of each seating. The bots move one seat on after each game. With more than two players all ways to \
seat the bots are played, and the report has the share of a bot's seats that won.

In the expression of --by, `player` is each player in turn. It is evaluated once per game: at the start, at the set-up (the first question to \
a player), at the end, or at the first question after the named rule has begun.

Ctrl-C reports the results so far and, if bots search, the command that resumes. The checkpoint file holds the answers of each game. It can be \
reused with another --games, --by, --when, --closely or --check, and for rows and pages, without a new search.

The same seed gives the same figures and rows on any machine and for any --jobs. Time-limited bots (mcts:500ms) are the exception: they play \
other games each time.";

/// End of `tavola merge --help`.
pub(super) const MERGE: &str = "\
Examples:
  # games 0 to 499 on one machine, games 500 to 999 on another
  tavola simulate rules/my_game --seed 1 --games 500 --progress a.progress
  tavola simulate rules/my_game --seed 1 --first-game 500 --games 500 --progress b.progress
  tavola merge a.progress b.progress

The report is that of one run, to the byte. The rules are not needed. Files may be named in any order; of each, the last finished run counts. \
They must hold each game from 0 on once, played with the same path, rules, seed, bots and settings, by this version of tavola.";

/// End of `tavola count --help`.
pub(super) const COUNT: &str = "\
Examples:
  tavola count rules/my_game --depth 4
  tavola count rules/my_game --depth 4 --divide        separate counts below each first answer
  # a whole action, with all its questions, is one step
  tavola count rules/my_game --depth 4 --per action

Counts are exact: two correct engines agree on them. Such counts are known as perft. Every chance outcome is followed, whatever its probability. A \
sequence that ends the game is counted at its own depth only. Ctrl-C reports the counts so far.";

/// End of `tavola bench --help`.
pub(super) const BENCH: &str = "\
Examples:
  tavola bench rules/my_game
  tavola bench rules --seconds 1 --format json         every game of a folder

Plays the same random games each time (seed 1), in growing batches until one takes --seconds; the last batch counts. Compare times \
within one run only, since other work slows the machine. `tavola simulate --profile` shows where the time goes.";

/// Format of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figures {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// For a browser
    Html,
    /// For a repository
    Markdown,
}

/// A step of a sequence.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountStep {
    /// Each answer
    Answer,
    /// A whole action with all that is asked in it
    Action,
}

/// `tavola simulate`.
#[derive(Args, Debug)]
pub(crate) struct SimulateArgs {
    /// Folder of the game, or one that contains several
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Number of players: 4, 3-4 or 2,4 [default: all possible numbers]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Number of games for each number of players [default: 1000]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub(crate) games: Option<u64>,
    /// Index of the first game, for a part of a run that `tavola merge` puts together
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole::<u64>(..1 << 53))]
    pub(crate) first_game: u64,
    /// Seed of chance and bots [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Bots: random, greedy, flat:N, mcts:N (N playouts per answer), mcts:Nms (N milliseconds); for some seats: anna=mcts:500,2=greedy
    /// [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// Move the bots one seat on after each game, so that each plays every seat equally often
    #[arg(long, requires = "bots")]
    pub(crate) rotate: bool,
    /// Play several bots, listed in --bots, against each other: every pair, or with more than two players every seating
    #[arg(long, requires = "bots", conflicts_with_all = ["rotate", "by", "closely", "first_game", "profile", "csv", "csv_answers", "parquet", "parquet_answers", "records", "progress", "check", "check_all", "watch"])]
    pub(crate) matrix: bool,
    /// Group win rates by this expression of the language, in which `player` is each player in turn
    #[arg(long, value_name = "EXPR")]
    pub(crate) by: Option<String>,
    /// When --by is evaluated: start, setup, end, or the name of a rule [default: setup]
    #[arg(long, value_name = "MOMENT", requires = "by")]
    pub(crate) when: Option<String>,
    /// Number of games analysed in detail (leader over time, choices made), or all [default: all if bots search or rows are
    /// written, else 200]
    #[arg(long, value_name = "N", value_parser = closely)]
    pub(crate) closely: Option<u64>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Also write a self-contained page with charts
    #[arg(long, value_name = "FILE", value_parser = super::page_file())]
    pub(crate) html: Option<PathBuf>,
    /// Also profile the first games (at most 200): time by rule and question
    #[arg(long)]
    pub(crate) profile: bool,
    /// Write the profile as a flame graph (SVG)
    #[arg(long, value_name = "FILE", requires = "profile", value_parser = super::named_file())]
    pub(crate) flame: Option<PathBuf>,
    /// Also write a row per game as CSV while games are played
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) csv: Option<PathBuf>,
    /// Also write a row per answer as CSV
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) csv_answers: Option<PathBuf>,
    /// Also write a row per game as Parquet with typed columns (needs a build with --features parquet)
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) parquet: Option<PathBuf>,
    /// Also write a row per answer as Parquet
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) parquet_answers: Option<PathBuf>,
    /// Also write a record of each game into this folder, which is created; `tavola export` makes tables of them
    #[arg(long, value_name = "DIR", value_parser = super::named_file())]
    pub(crate) records: Option<PathBuf>,
    /// Checkpoint file: the figures of the finished run are kept in it and, if bots search, their games; a run with the same file resumes from them; without it, Ctrl-C writes one if bots search
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Also check the laws: at every question of the first 20 games, and at a sample of the questions of all others (13 of 100,
    /// 20 of 1000)
    #[arg(long)]
    pub(crate) check: bool,
    /// Check the laws at every question of all games (slow)
    #[arg(long, conflicts_with = "check")]
    pub(crate) check_all: bool,
    /// Play again whenever a file of the game is saved, and print the new figures beside the old ones; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["html", "flame", "csv", "csv_answers", "parquet", "parquet_answers", "records", "progress"])]
    pub(crate) watch: bool,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

impl SimulateArgs {
    /// True if laws are checked.
    pub(crate) fn tries_laws(&self) -> bool {
        self.check || self.check_all
    }
}

/// `tavola merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Checkpoint files of `tavola simulate --progress`
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Also write a self-contained page with charts
    #[arg(long, value_name = "FILE", value_parser = super::page_file())]
    pub(crate) html: Option<PathBuf>,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// A number of games, or all.
fn closely(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "write a number of games, or all".to_owned()),
    }
}

/// `tavola count`.
#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Depth in steps
    #[arg(long, value_name = "N", value_parser = whole::<u16>(..=65_535))]
    pub(crate) depth: u16,
    /// One step: answer (each answer, including chance) or action (with all its questions)
    #[arg(long, value_enum, default_value = "answer", value_name = "WHAT", hide_possible_values = true)]
    pub(crate) per: CountStep,
    /// Also report the counts below each first step
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of players: 4, 3-4 or 2,4 [default: all possible numbers]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// `tavola bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Folder of the game, or one that contains several
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Number of players: 4, 3-4 or 2,4 [default: all possible numbers]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Minimum duration of the measured batch, in seconds
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole::<u16>(1..=600))]
    pub(crate) seconds: u16,
    /// Number of threads of the parallel run [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
