//! The arguments of the program, with the help that `--help` prints.

mod find;
mod seeing;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

#[cfg(feature = "serve")]
pub(crate) use self::seeing::ServeArgs;
pub(crate) use self::seeing::{DrawArgs, Drawing};
use super::console;
use super::ending::Exit;
use crate::game::is_warning;

pub(crate) use find::FindArgs;

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

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Says what is wrong with the rules of a game
    #[command(after_help = "\
Examples:
  tavola check rules/my_game            one game, with all its variants and numbers of players
  tavola check                          all games under rules/
  tavola check --threshold 100 rules    every clause that states a rule must be cited and proved
  tavola check rules/my_game --reviewed MG-4.2   this clause was read beside its rules: tell when they change
  tavola check --deny warnings rules    nothing may be found, as in CI
  tavola check --format github rules    findings as annotations of a pull request

Ends with 1 if there is an error, or a warning that is denied. A warning that is no slip is waived on its line, with a reason: \
`# fine: W0702 there is always a card`.")]
    Check(CheckArgs),
    /// Runs a game's scenarios and compares its transcripts
    #[command(after_help = "\
Examples:
  tavola test rules/my_game                     everything
  tavola test rules/my_game \"tie for second\"    the tests with this in their name
  tavola test rules/my_game --update            shows each changed transcript and accepts it; asks before it changes a scenario
  tavola test rules/my_game --variant night     which scenarios of the game still hold in the variant")]
    Test(TestArgs),
    /// Makes single slips in the rules, and tells which of them no scenario notices
    #[command(after_help = "\
Examples:
  tavola mutate rules/my_game                        every slip: another number, another word, a line left out
  tavola mutate rules/my_game --sample 100           a hundred of them
  tavola mutate rules/my_game --only MG-4.2          in the lines that cite a clause, or at `my_game.tavola:12`
  tavola mutate rules/my_game --threshold 95         fails if fewer of a hundred that change play are noticed")]
    Mutate(MutateArgs),
    /// Finds clauses by their words, and tells what becomes of them: rules, scenarios, rulings, errata
    #[command(after_help = "\
Examples:
  tavola clause rules/my_game MG-4.2        one clause
  tavola clause rules/my_game hand limit    every clause and ruling that holds both words")]
    Clause(ClauseArgs),
    /// Plays a game in the terminal: people at one keyboard, bots in the other seats
    #[command(after_help = "\
Examples:
  tavola play rules/my_game                         you against bots
  tavola play rules/my_game --human anna,ben        two people at one keyboard, and bots
  tavola play rules/my_game --human none --seed 7   bots among themselves
  tavola play rules/my_game --bots mcts:200         against bots that think
  tavola play rules/my_game --set rounds=5          with a setting turned
  tavola play --resume my_game-7.yaml               goes on where a game stopped

Answer with an option's number or the beginning of its name; `help` lists what else can be said. Every answer is written to \
the record at once, so a game that is interrupted can be resumed. The record holds everything in the clear, and the seed tells \
the cards: `tavola replay FILE --as anna -o OUT` writes what anna was told and no more.")]
    Play(PlayArgs),
    /// Tells a recorded game again
    #[command(after_help = "\
Examples:
  tavola replay my_game-7.yaml                      with the rules in rules/my_game
  tavola replay my_game-7.yaml --rules my/my_game   with other rules: does the game still work?
  tavola replay my_game-7.yaml --as anna            as anna was told it: nothing that she did not see
  tavola replay my_game-7.yaml --as anna -o told.yaml
                                                    the same as a file, to give away; `tavola replay told.yaml` tells it

A record holds everything in the clear, and its seed tells the cards that are still to come.")]
    Replay(ReplayArgs),
    /// Opens a table in the browser: a link for each seat, bots in the other seats
    #[cfg(feature = "serve")]
    #[command(after_help = "\
Examples:
  tavola serve rules/my_game                                  you against bots
  tavola serve rules/my_game --human all --record game.yaml   a link for each player; goes on with game.yaml if it is there
  tavola serve rules/my_game --human 1,2 --listen 192.168.0.7:8000   with friends in the same network

It takes the options of `tavola play`. Each link opens one seat and shows what its player may see, nothing else.")]
    Serve(ServeArgs),
    /// Draws a position as one player, or a bystander, sees it
    #[command(after_help = "\
Examples:
  tavola draw rules/my_game -o my_game.svg                        the first question, as a bystander sees it
  tavola draw rules/my_game --as anna --at 40 --seed 7            after 40 random answers, as anna sees it
  tavola draw rules/my_game --record my_game-7.yaml --at 12 --as anna -o anna.svg
  tavola draw rules/my_game --format json                         the scene as data, see docs/scene.md

The picture is one SVG file, light or dark as whoever looks at it likes; nothing in it tells what the player does not see.")]
    Draw(DrawArgs),
    /// Writes a page about a game: its box, its rules beside their clauses, every question, every ruling
    #[command(after_help = "\
Examples:
  tavola doc rules/my_game                                   to the terminal, as Markdown
  tavola doc rules/my_game -o docs/games/my_game.md          keeps the page beside the rules
  tavola doc rules/my_game --format html -o my_game.html     for a browser: one file, nothing from elsewhere")]
    Doc(DocArgs),
    /// Lets bots play many games and reports figures
    #[command(after_help = "\
Examples:
  tavola simulate rules/my_game --games 10000 --seed 1
  tavola simulate rules/my_game --players 3-4 --format json > figures.json
  tavola simulate rules/my_game --games 50 --bots anna=mcts:200    one that thinks against random players
  tavola simulate rules/my_game --check                            checks the laws of the engine, too

Unless --bots says otherwise the bots answer at random: the figures say what can happen and how often each rule runs, not how
the game goes between people who want to win. Each report names its players, the fingerprint of the rules and the version of tavola.

The same seed gives the same figures on any machine and for any --jobs.")]
    Simulate(SimulateArgs),
    /// Counts every way a game can go, so many steps deep
    #[command(after_help = "\
Examples:
  tavola count rules/my_game --depth 4
  tavola count rules/my_game --depth 4 --divide        below each first answer
  tavola count rules/my_game --depth 4 --per action    a whole action, however much is asked in it, is one step

The numbers are exact: two engines that agree on them offer the same. Chance goes every way that it can, however likely. A \
sequence that ends a game is counted at its own depth and not beyond. Ctrl-C tells what was counted so far.")]
    Count(CountArgs),
    /// Plays until a condition is true, and writes a short way there as a scenario
    #[command(after_help = find::HELP)]
    Find(FindArgs),
}

/// How findings are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// As annotations of GitHub's workflows
    Github,
}

/// How figures are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figures {
    /// For people
    Pretty,
    /// For programs
    Json,
}

/// What may be chosen about a game before it begins.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Choices {
    /// A variant of the game, by name (a file of its folder `variants`)
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Turns a setting or a ruling; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
}

/// `tavola check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Folders of games, or folders that hold several [default: rules, or else the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to write the findings: pretty, json, github
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Format,
    /// Only with this variant (otherwise: the game and all its variants)
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Warnings that fail the check as errors do: `warnings` for all, or a code; may be given several times
    #[arg(long, value_name = "WHAT", value_parser = denied)]
    pub(crate) deny: Vec<Denied>,
    /// Marks this clause (or `all`) as read beside its rules and scenarios: when one of them changes later, that is a finding
    #[arg(long, value_name = "CLAUSE", value_delimiter = ',', conflicts_with = "variant")]
    pub(crate) reviewed: Vec<String>,
    /// Of each hundred clauses that state a rule, so many must be cited by rules and proved by scenarios
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) threshold: Option<u8>,
}

/// Warnings that count as errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Denied {
    /// `warnings`
    All,
    /// `W0702`
    Code(String),
}

fn denied(text: &str) -> Result<Denied, String> {
    match text {
        "warnings" => Ok(Denied::All),
        code if is_warning(code) => Ok(Denied::Code(code.to_owned())),
        _ => Err("`warnings` is wanted, or the code of a warning: `W0702`".to_owned()),
    }
}

/// `tavola test`.
#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// The folder of a game, or one that holds several [default: rules, or else the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Only the tests whose name or file contains this
    #[arg(value_name = "FILTER")]
    pub(crate) filter: Option<String>,
    /// Shows how transcripts differ from what was accepted, and accepts them; of each `then` and `offered` of a scenario that
    /// does not hold, asks whether what is so is to be written there
    #[arg(long, conflicts_with = "variant")]
    pub(crate) update: bool,
    /// With `--update`: yes to all of them
    #[arg(long, requires = "update")]
    pub(crate) yes: bool,
    /// Under this variant: the game's scenarios, told apart into those that still hold and those that differ, and because of
    /// what; and the variant's own
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// How to write the results: pretty, json, github
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Format,
}

/// `tavola mutate`.
#[derive(Args, Debug)]
pub(crate) struct MutateArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Only slips in lines that cite this clause, or at this `file:line`
    #[arg(long, value_name = "WHERE")]
    pub(crate) only: Option<String>,
    /// Only so many, drawn by chance
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Where that chance begins
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,
    /// Only lists the slips
    #[arg(long)]
    pub(crate) list: bool,
    /// How many are tried at the same time [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Of each hundred slips that change play, so many must be noticed
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) threshold: Option<u8>,
    /// How to write the figures: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// `tavola clause`.
#[derive(Args, Debug)]
pub(crate) struct ClauseArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// An id, or words that stand in the clause (all of them, in small letters or capitals)
    #[arg(value_name = "WORD", required = true)]
    pub(crate) words: Vec<String>,
    /// How to write what is found: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
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
    /// The players' names by seat, in small letters: anna,ben,chris
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "resume")]
    pub(crate) names: Vec<String>,
    /// Who is played by people (names or seat numbers), `all` or `none` [default: the first seat; with --resume those of
    /// the record]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) human: Vec<String>,
    /// Who plays the seats without people: random, greedy, flat:N, mcts:N (N playouts for each answer); for some seats: anna=mcts:500,2=greedy
    /// [default: random; with --resume those of the record]
    #[arg(long, value_name = "BOTS", conflicts_with = "resume")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: Choices,
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

/// How a page is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// For a repository
    Markdown,
    /// For a browser
    Html,
}

/// `tavola doc`.
#[derive(Args, Debug)]
pub(crate) struct DocArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// The page of this variant, with what it changes marked
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// How to write the page: markdown, html
    #[arg(long, value_enum, default_value = "markdown", hide_possible_values = true)]
    pub(crate) format: Page,
    /// The file to write [default: the page goes to stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
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
    /// How many games run at the same time [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Who plays: random, greedy, flat:N, mcts:N (N playouts for each answer); for some seats: anna=mcts:500,2=greedy
    /// [default: random]
    #[arg(long, value_name = "BOTS")]
    pub(crate) bots: Option<String>,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Tries the engine's laws at every question of all games that --games asks for; else of the first 20 (slow)
    #[arg(long)]
    pub(crate) check: bool,
    /// How to write the figures: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// What is one step of a sequence.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Each answer
    Answer,
    /// A whole action with all that is asked in it
    Action,
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
    pub(crate) per: Step,
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
    pub(crate) choices: Choices,
    /// How to write the counts: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn a_setting_needs_a_value() {
        assert_eq!(super::setting("rounds = 12"), Ok(("rounds".into(), "12".into())));
        assert!(super::setting("rounds=").is_err());
        assert!(super::setting("rounds").is_err());
    }
}
