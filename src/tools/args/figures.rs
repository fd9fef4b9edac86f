//! The arguments of the verbs that play many games and report figures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Jobs, SetupArgs};

/// What `tavola simulate --help` ends with.
pub(super) const SIMULATE: &str = "\
Examples:
  tavola simulate rules/my_game --games 10000 --seed 1
  tavola simulate rules/my_game --players 3-4 --format json > figures.json
  tavola simulate rules/my_game --games 50 --bots anna=mcts:200 --rotate   one that thinks against random players,
                                                                in each seat as often
  tavola simulate rules/my_game --by 'fame[player] > 10' --when end    who wins by what holds of him
  tavola simulate rules/my_game --html figures.html             a page with charts
  tavola simulate rules/my_game --players 3 --csv games.csv     a row a game, for other programs
  tavola simulate rules/my_game --players 3 --parquet games.parquet  the same with types
  tavola simulate rules/my_game --games 500 --bots mcts:500 --progress night.progress    stop it, go on, ask for more games later
  tavola simulate rules/my_game --check                            checks the laws of the engine, too

Unless --bots says otherwise the bots answer at random: the figures say what can happen and how often each rule runs, not how
the game goes between people who want to win. Each report names its players, the fingerprint of the rules and the version of tavola.

What is chosen how often is told of those who think, if anybody does, and then with what was offered and never taken; else of all.

To look who leads after each answer, and what is chosen, takes longer than to play a random game: that is told of the first 200, and says so. Wins, \
scores and lengths are those of all games. --closely all looks into all.

In the expression of --by `player` is each player in turn. It is worked out once a game: at the start (before anything), at the set-up (the first \
question that a player is asked), at the end, or at the first question after a rule that is named has begun to run.

Ctrl-C tells what is known so far and, where somebody thinks, how to go on from there. Kept are the answers of each game: the same file serves for \
another --games, --by, --when, --closely, --check, and for rows and pages, without thinking again.

The same seed gives the same figures, and the same rows, on any machine and for any --jobs; but for bots that think by the clock (mcts:500ms), who \
play other games each time. What they have answered is kept as any other answer.";

/// What `tavola count --help` ends with.
pub(super) const COUNT: &str = "\
Examples:
  tavola count rules/my_game --depth 4
  tavola count rules/my_game --depth 4 --divide        below each first answer
  tavola count rules/my_game --depth 4 --per action    a whole action, however much is asked in it, is one step

The numbers are exact: two engines that agree on them offer the same. Chance goes every way that it can, however likely. A \
sequence that ends a game is counted at its own depth and not beyond. Ctrl-C tells what was counted so far.";

/// What `tavola bench --help` ends with.
pub(super) const BENCH: &str = "\
Examples:
  tavola bench rules/my_game
  tavola bench rules --seconds 1 --format json         every game of a folder

Random games, always the same ones (seed 1), in batches that grow until one takes as long as --seconds says; the last one counts. Times \
of a machine are compared within one run only: other work on it slows all of them down. Where the time goes: tavola simulate --profile.";

/// How figures are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figures {
    /// For people
    Pretty,
    /// For programs
    Json,
}

/// What is one step of a sequence.
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
    /// The folder of the game, or one that holds several
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// How many play: 4, 3-4 or 2,4 [default: all numbers that can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// How many games for each number of players [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    /// Where chance and the bots begin [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Who plays: random, greedy, flat:N, mcts:N (N playouts for each answer), mcts:Nms (N milliseconds); for some seats: anna=mcts:500,2=greedy
    /// [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    /// The bots move one seat on after each game, so that no seat is always the same one's
    #[arg(long, requires = "bots")]
    pub(crate) rotate: bool,
    /// Wins by what this says of a player: an expression of the language, in which `player` is each of them in turn
    #[arg(long, value_name = "EXPR")]
    pub(crate) by: Option<String>,
    /// When --by is worked out: start, setup, end, or the name of a rule [default: setup]
    #[arg(long, value_name = "MOMENT", requires = "by")]
    pub(crate) when: Option<String>,
    /// Into how many games it is looked closely, the first ones: who leads on the way, what is chosen; a number or all [default: all
    /// where somebody thinks or rows are written, else 200]
    #[arg(long, value_name = "N", value_parser = closely)]
    pub(crate) closely: Option<u64>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Also writes a page with charts, which needs nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Also looks where the time of the first games goes (200, or what --games says, if that is less): which rules, which questions
    #[arg(long)]
    pub(crate) profile: bool,
    /// Writes what --profile found as a flame graph: a picture (SVG) for browsers
    #[arg(long, value_name = "FILE", requires = "profile")]
    pub(crate) flame: Option<PathBuf>,
    /// Also writes a row for each game as CSV, while they are played
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Also writes a row for each answer as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv_answers: Option<PathBuf>,
    /// Also writes the row for each game as Parquet, with typed columns (of a tavola that is built with --features parquet)
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<PathBuf>,
    /// Also writes the row for each answer as Parquet
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet_answers: Option<PathBuf>,
    /// Keeps in this file what was played, and goes on from there if there is something in it already; without it Ctrl-C makes one
    /// where somebody thinks
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// Try the engine's laws, too: at every question of the first 20 games, and in all others that --games asks for at a sample of
    /// their questions (13 of 100, 20 of 1000)
    #[arg(long)]
    pub(crate) check: bool,
    /// Try the engine's laws at every question of all games that --games asks for (slow)
    #[arg(long, conflicts_with = "check")]
    pub(crate) check_all: bool,
    /// How to write the figures: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

impl SimulateArgs {
    /// Whether the engine's laws are tried.
    pub(crate) fn tries_laws(&self) -> bool {
        self.check || self.check_all
    }
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
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// How many steps deep
    #[arg(long, value_name = "N")]
    pub(crate) depth: u16,
    /// What is one step: answer (each of them, of chance, too), action (with all that is asked in it)
    #[arg(long, value_enum, default_value = "answer", value_name = "WHAT", hide_possible_values = true)]
    pub(crate) per: CountStep,
    /// Also the counts below each first step
    #[arg(long)]
    pub(crate) divide: bool,
    /// How many play: 4, 3-4 or 2,4 [default: all numbers that can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// How many threads count [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// How to write the counts: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// `tavola bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The folder of the game, or one that holds several
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// How many play: 4, 3-4 or 2,4 [default: all numbers that can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// So long each measured batch of games takes at least
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) seconds: u16,
    /// On how many threads games are played besides one [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// How to write the figures: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
