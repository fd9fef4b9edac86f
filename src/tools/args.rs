//! The arguments of the program, with the help that `--help` prints.

mod assistants;
mod capture;
mod cards;
mod compare;
mod completions;
mod diff;
mod editors;
mod explain;
mod export;
mod figures;
mod find;
mod fmt;
mod games;
mod grammar;
mod impact;
mod meant;
mod new;
mod numbers;
mod playing;
mod printing;
mod proving;
mod schema;
mod seeing;
mod studio;
mod trace;
mod tune;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde::{Deserialize, Serialize};

pub(crate) use self::assistants::AssistantArgs;
pub(crate) use self::capture::CaptureArgs;
pub(crate) use self::cards::CardsArgs;
pub(crate) use self::compare::CompareArgs;
pub(crate) use self::completions::CompletionsArgs;
pub(crate) use self::diff::DiffArgs;
pub(crate) use self::editors::LspArgs;
pub(crate) use self::explain::ExplainArgs;
pub(crate) use self::export::{ExportArgs, ExportFormat};
pub(crate) use self::figures::{BenchArgs, CountArgs, CountStep, Figures, MergeArgs, SimulateArgs};
pub(crate) use self::find::FindArgs;
pub(crate) use self::fmt::FmtArgs;
pub(crate) use self::games::GamesArgs;
pub(crate) use self::grammar::{GrammarArgs, GrammarForm};
pub(crate) use self::impact::ImpactArgs;
pub(crate) use self::new::NewArgs;
pub(crate) use self::playing::{PlayArgs, ReplayArgs, TableArgs};
pub(crate) use self::printing::{PrintArgs, PrintFormat, PrintPaper, PrintPart};
pub(crate) use self::proving::{
    CheckArgs, CheckFormat, ClauseArgs, Denied, DocArgs, Format, MutateArgs, Page, TestArgs, TestFormat,
};
pub(crate) use self::schema::SchemaArgs;
pub(crate) use self::seeing::{DrawArgs, DrawFormat, ServeArgs};
pub(crate) use self::studio::StudioArgs;
pub(crate) use self::trace::{TraceArgs, TraceOnly};
pub(crate) use self::tune::TuneArgs;
use super::paint::Color;
use tavola_game::{YAML_FILES, variants_in_order};

const AFTER: &str = "\
Useful variations:
  tavola doc PATH --prose                    the rulebook itself, to proofread or print
  tavola diff A B --format markdown          an errata sheet for the box
  tavola diff A B --as-variant NAME          an edited copy as a variant file
  tavola test PATH --balance                 check simulated figures against balance.yaml
  tavola compare PATH --rulings              which ruling changes the game most
  tavola simulate PATH --check               property checks (laws) under random play

Exit codes:
    0  success
    1  errors, denied warnings, failed tests, no tests found, a difference, a missed threshold,
       an illegal answer
    2  wrong usage, unreadable input, output that cannot be written, no test with the name
       that was given
    3  internal error or exhausted budget
  130  interrupted (Ctrl-C)
  141  the reader of the output has gone (`| head -1`)

Results go to stdout, progress and hints to stderr. NO_COLOR is respected.
Help of a command: `tavola help COMMAND`. Documentation: docs/README.md in the project.";

/// Parses the name of a file that is written beside what stdout gets.
fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    no_stdout("`-` is stdout, which has other output; name a file")
}

/// Parses the name of a folder.
fn named_folder() -> impl TypedValueParser<Value = PathBuf> {
    no_stdout("`-` is stdout, which is no folder; name a folder")
}

/// Parses the name of a page that is written beside the report.
fn page_file() -> impl TypedValueParser<Value = PathBuf> {
    no_stdout("`-` is stdout, which has the report; name a file, or use `--format html` alone")
}

fn no_stdout(why: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    result_file().try_map(move |file| if file.as_os_str() == "-" { Err(why) } else { Ok(file) })
}

/// Parses the name of a file for results, or `-`. A file of a game is refused: nothing that a command computes may replace it.
fn result_file() -> impl TypedValueParser<Value = PathBuf> {
    let why = "this file belongs to a game and is not overwritten; name another one";
    PathBufValueParser::new().try_map(move |file| if is_of_game(&file) { Err(why) } else { Ok(file) })
}

/// Parses the name of a file for a variant, which may replace an older one.
fn variant_file() -> impl TypedValueParser<Value = PathBuf> {
    let why = "this file belongs to a game and is not overwritten; name a file in its folder `variants`";
    let is_variant = |file: &Path| is_rules(file) && file.parent().is_some_and(|folder| folder.ends_with("variants"));
    PathBufValueParser::new()
        .try_map(move |file| if is_of_game(&file) && !is_variant(&file) { Err(why) } else { Ok(file) })
}

fn is_rules(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "tavola")
}

/// True for an existing file that a game consists of: rules, a variant, scenarios, or a YAML file beside the rules.
fn is_of_game(file: &Path) -> bool {
    let Some(file) = file.canonicalize().ok().filter(|file| file.is_file()) else { return false };
    let Some(folder) = file.parent() else { return false };
    let holds_rules = |folder: &Path| {
        let files = folder.read_dir().into_iter().flatten().flatten();
        files.map(|file| file.path()).any(|file| is_rules(&file)) || folder.join("rulebook.yaml").is_file()
    };
    let is_yaml = || file.extension().is_some_and(|ending| ending == "yaml");
    let is_beside = || YAML_FILES.iter().any(|name| file.ends_with(name)) && holds_rules(folder);
    let is_case = || is_yaml() && folder.ends_with("scenarios") && folder.parent().is_some_and(holds_rules);
    is_rules(&file) || is_beside() || is_case()
}

/// The file that `-o` names. `None` for stdout, which `-` is, too.
pub(crate) fn to_file(output: Option<&Path>) -> Option<&Path> {
    output.filter(|file| file.as_os_str() != "-")
}

/// The format of a page in the file that `-o` names, by the ending of its name.
pub(crate) fn page_format(output: Option<&Path>) -> Option<Page> {
    by_ending(
        output,
        &[("html", Page::Html), ("htm", Page::Html), ("md", Page::Markdown), ("markdown", Page::Markdown)],
    )
}

/// The format that the ending of an output file means. `None` for stdout and other endings.
pub(crate) fn by_ending<T: Copy>(output: Option<&Path>, known: &[(&str, T)]) -> Option<T> {
    let ending = to_file(output)?.extension()?;
    known.iter().find(|(one, _)| ending.eq_ignore_ascii_case(one)).map(|(_, format)| *format)
}

/// Verbs by their purpose, as `tavola --help` lists them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Write rules", &["new", "studio", "games", "check", "fmt", "explain", "find", "capture", "schema", "grammar"]),
    ("Prove rules", &["test", "trace", "clause", "mutate"]),
    ("Play", &["play", "serve", "draw", "replay"]),
    ("Measure", &["simulate", "merge", "export", "compare", "tune", "count", "bench"]),
    ("Publish", &["doc", "print", "cards", "diff", "impact"]),
    ("Connect programs", &["lsp", "rpc", "mcp", "completions"]),
];

/// Heading of the verbs that stand in no group.
const OTHERS: &str = "Others";

/// The rules of board games as data: write, prove, play, measure and publish them
#[derive(Parser, Debug)]
#[command(name = "tavola", version, about, after_help = AFTER, max_term_width = 100, infer_long_args = true)]
pub(crate) struct Cli {
    /// Use of colours: auto, always, never
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", hide_possible_values = true)]
    pub(crate) color: Color,
    /// The command.
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The command.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Write the folder of a new game: a small one to change, or a copy
    #[command(after_help = new::HELP)]
    New(NewArgs),
    /// Write rules on one page: editor, tests, clauses and a table
    #[command(after_help = studio::HELP)]
    Studio(StudioArgs),
    /// Check the rules of a game: names, types, boards, secrecy, clauses
    #[command(after_help = proving::CHECK)]
    Check(CheckArgs),
    /// Format rules: indentation, columns of tables, citations, comments
    #[command(after_help = fmt::HELP)]
    Fmt(FmtArgs),
    /// Print what the code of a finding means, and what to do
    #[command(after_help = explain::HELP)]
    Explain(ExplainArgs),
    /// Print the JSON schema of a file or of a report
    #[command(after_help = schema::HELP)]
    Schema(SchemaArgs),
    /// Print the grammar of the language, for tools and language models
    #[command(after_help = grammar::HELP)]
    Grammar(GrammarArgs),
    /// Run the scenarios of a game and compare its transcripts
    #[command(after_help = proving::TEST)]
    Test(TestArgs),
    /// Report which single changes of the rules (mutants) no scenario finds
    #[command(after_help = proving::MUTATE)]
    Mutate(MutateArgs),
    /// Find clauses, settings and variants by id, name or words
    #[command(after_help = proving::CLAUSE)]
    Clause(ClauseArgs),
    /// Show the rules and scenarios of each clause, and how often it ran
    #[command(after_help = trace::HELP)]
    Trace(TraceArgs),
    /// Play a game in the terminal, with people at one keyboard and bots
    #[command(after_help = playing::PLAY)]
    Play(PlayArgs),
    /// Print a recorded game again
    #[command(after_help = playing::REPLAY)]
    Replay(ReplayArgs),
    /// Open a table in the browser, with a link for each person, and bots
    #[command(after_help = seeing::SERVE)]
    Serve(ServeArgs),
    /// Draw a position as a player or a spectator sees it
    #[command(after_help = seeing::DRAW)]
    Draw(DrawArgs),
    /// Write a page about a game: rules beside clauses, or the rulebook
    #[command(after_help = proving::DOC)]
    Doc(DocArgs),
    /// Write the components of a game as print-and-play sheets
    #[command(after_help = printing::HELP)]
    Print(PrintArgs),
    /// Edit tables of cards in a spreadsheet, and put them back
    #[command(after_help = cards::HELP)]
    Cards(CardsArgs),
    /// Play many games with bots and report figures
    #[command(after_help = figures::SIMULATE)]
    Simulate(SimulateArgs),
    /// Merge the parts of a simulation into one report
    #[command(after_help = figures::MERGE)]
    Merge(MergeArgs),
    /// Write recorded games as tables for other programs
    #[command(after_help = export::HELP)]
    Export(ExportArgs),
    /// Compare two versions by playing them, with confidence intervals
    #[command(after_help = compare::HELP)]
    Compare(CompareArgs),
    /// Search for settings that bring a game near its goals
    #[command(after_help = tune::HELP)]
    Tune(TuneArgs),
    /// Count all sequences of answers up to a depth (perft)
    #[command(after_help = figures::COUNT)]
    Count(CountArgs),
    /// Measure how fast a game is played, read and copied
    #[command(after_help = figures::BENCH)]
    Bench(BenchArgs),
    /// Find a short way to a condition and write it as a scenario
    #[command(after_help = find::HELP)]
    Find(FindArgs),
    /// Write answers of a recorded game as a scenario
    #[command(after_help = capture::HELP)]
    Capture(CaptureArgs),
    /// Compare the rules of two versions, or of a game and its variant
    #[command(after_help = diff::HELP)]
    Diff(DiffArgs),
    /// Report what a change of rules does to recorded games
    #[command(after_help = impact::HELP)]
    Impact(ImpactArgs),
    /// List the games that are built in, or write their folders
    #[command(after_help = games::HELP)]
    Games(GamesArgs),
    /// Serve an editor: findings while typing, completion, outline, by the Language Server Protocol
    #[command(after_help = editors::LSP)]
    Lsp(LspArgs),
    /// Answer programs by JSON-RPC: rules, clauses, tables, figures
    #[command(after_help = assistants::RPC)]
    Rpc(AssistantArgs),
    /// Offer the methods of `rpc` to language models, by the Model Context Protocol
    #[command(after_help = assistants::MCP)]
    Mcp(AssistantArgs),
    /// Print a script that completes commands in a shell
    #[command(after_help = completions::HELP)]
    Completions(CompletionsArgs),
}

/// Variant and settings of a game.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SetupArgs {
    /// Variant of the game: the name of a file in its folder `variants`; several are separated by commas and applied in this order
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Change a setting or a ruling; may be given several times
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

/// Number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Jobs {
    /// Number of games that run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    /// Number of threads; 0 means one per core.
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

/// The arguments of the program, for messages that repeat the command.
static WORDS: OnceLock<Vec<String>> = OnceLock::new();

/// The arguments of the program, without its name.
pub(crate) fn words() -> &'static [String] {
    WORDS.get().map_or(&[], Vec::as_slice)
}

/// Keeps the arguments of the program.
pub(crate) fn keep_words(words: &[OsString]) {
    let _ = WORDS.set(words.iter().map(|word| word.to_string_lossy().into_owned()).collect());
}

/// Parses arguments, from the verb on.
///
/// # Errors
/// Help, the version, or what is wrong.
pub(crate) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let program = OsString::from("tavola");
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::iter::once(&program).chain(words));
    let matches = matches.map_err(|refused| meant::with_meant_verbs(refused, &command))?;
    Cli::from_arg_matches(&matches)
}

/// The command line, whose help lists the verbs in groups; those of no group come last.
pub(crate) fn command() -> Command {
    let second = |command: Command| {
        let variant = command
            .mut_arg("variant", |arg| arg.help("Variant of the second side, or several in order: `night,short`"));
        variant.mut_arg("set", |arg| {
            arg.help("Change a setting or a ruling of the second side; may be given several times")
        })
    };
    let command = numbers::with_negative_numbers(Cli::command().mut_subcommand("compare", second));
    let listed = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others: Vec<&str> = command.get_subcommands().map(Command::get_name).filter(|name| !listed(name)).collect();
    let mut verbs = String::new();
    for (purpose, names) in GROUPS.into_iter().chain([(OTHERS, &others[..])]).filter(|(_, names)| !names.is_empty()) {
        verbs += &format!("\n{purpose}:\n");
        for verb in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            verbs += &format!("  {:<11} {about}\n", verb.get_name());
        }
    }
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{verbs}\nOptions:\n{{options}}{{after-help}}"
    ))
}
