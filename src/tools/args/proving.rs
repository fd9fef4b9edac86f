//! The arguments of the verbs that check and prove rules, and tell about their clauses.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Figures, variants};
use tavola_game::is_warning;

/// What `tavola check --help` ends with.
pub(super) const CHECK: &str = "\
Examples:
  tavola check rules/my_game            one game, with all its variants and numbers of players
  tavola check                          all games under rules/
  tavola check --threshold 100 rules    every clause that states a rule must be cited and proved
  tavola check rules/my_game --reviewed MG-4.2   this clause was read beside its rules: tell when they change
  tavola check --deny warnings rules    nothing may be found, as in CI
  tavola check --format github rules    findings as annotations of a pull request

Ends with 1 if there is an error, or a warning that is denied. A warning that is no slip is waived on its line, with a reason: \
`# fine: W0201 variants use it`.";

/// What `tavola test --help` ends with.
pub(super) const TEST: &str = "\
Examples:
  tavola test rules/my_game                     everything
  tavola test rules/my_game \"tie for second\"    the tests with this in their name
  tavola test rules/my_game --update            shows each changed transcript and accepts it; asks before it changes a scenario
  tavola test rules/my_game --variant night     which scenarios of the game still hold in the variant
  tavola test rules --format junit > tests.xml  for a build server";

/// What `tavola mutate --help` ends with.
pub(super) const MUTATE: &str = "\
Examples:
  tavola mutate rules/my_game                        every slip: another number, another word, a line left out
  tavola mutate rules/my_game --sample 100           a hundred of them
  tavola mutate rules/my_game --only MG-4.2          in the lines that cite a clause, or at `my_game.tavola:12`
  tavola mutate rules/my_game --progress fates.txt   stop it, and go on later
  tavola mutate rules/my_game --threshold 95         fails if fewer of a hundred that change play are noticed

Only scenarios count; of what none of them notices it is told whether a kept transcript or a law does. A slip that need not be noticed is explained \
on its line, with the reason: `# fine: M0001 nobody can tell who was asked first`.";

/// What `tavola clause --help` ends with.
pub(super) const CLAUSE: &str = "\
Examples:
  tavola clause rules/my_game MG-4.2        one clause
  tavola clause rules/my_game hand limit    every clause and ruling that holds both words";

/// What `tavola doc --help` ends with.
pub(super) const DOC: &str = "\
Examples:
  tavola doc rules/my_game                                   to the terminal, as Markdown
  tavola doc rules/my_game -o docs/games/my_game.md          keeps the page beside the rules
  tavola doc rules/my_game --format html -o my_game.html     for a browser: one file, nothing from elsewhere
  tavola doc rules/my_game --prose --format html -o book.html   the rulebook to be proof-read; a browser prints it, as a PDF, too";

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

/// How the results of tests are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TestFormat {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// As annotations of GitHub's workflows
    Github,
    /// As the XML that most other build servers read
    Junit,
}

/// Warnings that count as errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Denied {
    /// `warnings`
    All,
    /// `W0704`
    Code(String),
}

/// How a page is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// For a repository
    Markdown,
    /// For a browser
    Html,
}

fn denied(text: &str) -> Result<Denied, String> {
    match text {
        "warnings" => Ok(Denied::All),
        code if is_warning(code) => Ok(Denied::Code(code.to_owned())),
        _ => Err("`warnings` is wanted, or the code of a warning: `W0704`".to_owned()),
    }
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
    /// Only with this variant, or these in their order: `night,short` (otherwise: the game and all its variants, one by one)
    #[arg(long, value_name = "NAMES", value_parser = variants)]
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
    /// Under this variant (or these, in their order: `night,short`): the game's scenarios, told apart into those that still hold and those that differ, and because of
    /// what; and the variant's own
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Plays games, and tells whether they keep to the figures of each game's `balance.yaml`
    #[arg(long, conflicts_with_all = ["variant", "update", "filter"])]
    pub(crate) balance: bool,
    /// How to write the results: pretty, json, github, junit
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: TestFormat,
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
    /// Keeps in this file what became of each slip, and goes on from there if there is something in it already; without it Ctrl-C
    /// makes one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
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

/// `tavola doc`.
#[derive(Args, Debug)]
pub(crate) struct DocArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// The page of this variant (or of these, in their order), with what it changes marked
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// The rulebook itself, for a proof-reader: clauses, tables, numbers, rulings, examples, the set-up; no line of the rules
    #[arg(long)]
    pub(crate) prose: bool,
    /// How to write the page: markdown, html
    #[arg(long, value_enum, default_value = "markdown", hide_possible_values = true)]
    pub(crate) format: Page,
    /// The file to write [default: the page goes to stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
