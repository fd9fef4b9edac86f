//! The arguments of the program, with the help that `--help` prints.

mod compare;
mod diff;
mod figures;
mod find;
mod games;
mod impact;
mod playing;
mod proving;
mod seeing;
mod trace;
mod tune;

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

pub(crate) use self::compare::{CompareArgs, CompareFormat};
pub(crate) use self::diff::{DiffArgs, DiffFormat};
pub(crate) use self::figures::{BenchArgs, CountArgs, CountStep, Figures, SimulateArgs};
pub(crate) use self::find::FindArgs;
pub(crate) use self::games::GamesArgs;
pub(crate) use self::impact::ImpactArgs;
pub(crate) use self::playing::{PlayArgs, ReplayArgs};
pub(crate) use self::proving::{
    CheckArgs, ClauseArgs, Denied, DocArgs, Format, MutateArgs, Page, TestArgs, TestFormat,
};
pub(crate) use self::seeing::{DrawArgs, DrawFormat, ServeArgs};
pub(crate) use self::trace::TraceArgs;
pub(crate) use self::tune::TuneArgs;
use super::console;
use super::ending::Exit;
use super::paint::Color;
use tavola_game::variants_in_order;

const EXITS: &str = "\
Exit codes: 0 fine; 1 errors, denied warnings, failing tests, a game without any, an answer that is no longer possible; 2 wrong usage or unreadable input; \
3 our own failure or a spent budget; 130 interrupted (Ctrl-C); 141 nobody reads the output any more (`| head -1`).

Results go to stdout, progress and hints to stderr. NO_COLOR is respected.";

/// The rules of board games as data: check them, test them, play them, measure them.
#[derive(Parser, Debug)]
#[command(name = "tavola", version, about, after_help = EXITS, max_term_width = 100, infer_long_args = true)]
pub(crate) struct Cli {
    /// When to use colours: auto, always, never
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Color,
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Says what is wrong with the rules of a game
    #[command(after_help = proving::CHECK)]
    Check(CheckArgs),
    /// Runs a game's scenarios and compares its transcripts
    #[command(after_help = proving::TEST)]
    Test(TestArgs),
    /// Makes single slips in the rules, and tells which of them no scenario notices
    #[command(after_help = proving::MUTATE)]
    Mutate(MutateArgs),
    /// Finds clauses by their words, and tells what becomes of them: rules, scenarios, rulings, errata
    #[command(after_help = proving::CLAUSE)]
    Clause(ClauseArgs),
    /// Tells of each clause which rules carry it out, which scenarios prove it, and how often that ran
    #[command(after_help = trace::HELP)]
    Trace(TraceArgs),
    /// Plays a game in the terminal: people at one keyboard, bots in the other seats
    #[command(after_help = playing::PLAY)]
    Play(PlayArgs),
    /// Tells a recorded game again
    #[command(after_help = playing::REPLAY)]
    Replay(ReplayArgs),
    /// Opens a table in the browser: a link for each seat, bots in the other seats
    #[command(after_help = seeing::SERVE)]
    Serve(ServeArgs),
    /// Draws a position as one player, or a bystander, sees it
    #[command(after_help = seeing::DRAW)]
    Draw(DrawArgs),
    /// Writes a page about a game: its box, its rules beside their clauses, every question, every ruling
    #[command(after_help = proving::DOC)]
    Doc(DocArgs),
    /// Lets bots play many games and reports figures
    #[command(after_help = figures::SIMULATE)]
    Simulate(SimulateArgs),
    /// Plays two games side by side, and tells what differs and how sure that is
    #[command(after_help = compare::HELP)]
    Compare(CompareArgs),
    /// Searches settings that bring a game near to its goals
    #[command(after_help = tune::HELP)]
    Tune(TuneArgs),
    /// Counts every way a game can go, so many steps deep
    #[command(after_help = figures::COUNT)]
    Count(CountArgs),
    /// Measures how fast a game is played, read, and copied
    #[command(after_help = figures::BENCH)]
    Bench(BenchArgs),
    /// Plays until a condition is true, and writes a short way there as a scenario
    #[command(after_help = find::HELP)]
    Find(FindArgs),
    /// Tells what differs between a game and its variant, or two versions: rules, settings, clauses
    #[command(after_help = diff::HELP)]
    Diff(DiffArgs),
    /// Tells what a change of rules does to games that were played
    #[command(after_help = impact::HELP)]
    Impact(ImpactArgs),
    /// Lists the games that the program brings along, or writes their folders
    #[command(after_help = games::HELP)]
    Games(GamesArgs),
}

/// What may be chosen about a game before it begins.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SetupArgs {
    /// A variant of the game, by name (a file of its folder `variants`); several with commas, in the order in which they are laid over it
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Turns a setting or a ruling; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
}

impl SetupArgs {
    /// As they are written behind a command: ` --variant night --set rounds=3`.
    pub(crate) fn flags(&self) -> String {
        let variant = self.variant.iter().map(|name| format!(" --variant {name}"));
        variant.chain(self.set.iter().map(|(name, value)| format!(" --set {name}={value}"))).collect()
    }
}

/// How many threads play.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Jobs {
    /// How many games run at the same time [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    /// So many threads; 0: as many as there are cores.
    pub(crate) fn threads(self) -> usize {
        self.jobs.unwrap_or(0).into()
    }
}

/// `night`, `night,short`
pub(crate) fn variants(text: &str) -> Result<String, String> {
    match text.split(',').any(|name| name.trim().is_empty()) {
        true => Err("a name of a variant is missing: `night`, `night,short`".to_owned()),
        false => Ok(variants_in_order([text])),
    }
}

/// `name=value`.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("write it as name=value, for instance rounds=12".to_string()),
    }
}

/// The arguments of the process.
///
/// # Errors
/// The exit code, after help, the version, or what is wrong was printed.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        let printed = error.print();
        if error.use_stderr() {
            return Exit::Usage.into();
        }
        let flushed = printed.and_then(|()| std::io::stdout().flush());
        console::ending_of(flushed).into()
    })
}
