//! Arguments of the verbs that check and prove rules, and of those about clauses and pages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::whole;
use super::{Figures, variants};
use tavola_game::is_warning;

/// End of `tavola check --help`.
pub(super) const CHECK: &str = "\
Examples:
  tavola check rules/my_game            one game, with all its variants and numbers of players
  tavola check                          all games under rules/
  # require that rules cite and scenarios name every clause that states a rule
  tavola check --threshold 100 rules
  # mark a clause as reviewed beside its rules; later changes are reported
  tavola check rules/my_game --reviewed MG-4.2
  tavola check rules/my_game --watch    check again after each save
  tavola check --deny warnings rules    fail on warnings, as in CI
  tavola check --format github rules    findings as annotations of a pull request
  tavola check --format sarif > a.sarif findings for code scanning

Exits with 1 if there is an error or a denied warning. `tavola explain W0201` says what a code means. A warning that is not a mistake is waived on its line, with a reason: \
`# fine: W0201 for a variant`.";

/// End of `tavola test --help`.
pub(super) const TEST: &str = "\
Examples:
  tavola test rules/my_game                     all scenarios and transcripts
  tavola test rules/my_game \"tie for second\"    those with this text in their name
  tavola test rules/my_game --watch             run again after each save
  # show and accept changed transcripts; ask before a scenario is changed
  tavola test rules/my_game --update
  # scenarios of the game that still hold in the variant
  tavola test rules/my_game --variant night
  # .. and a draft for each that does not, with the values of the variant
  tavola test rules/my_game --variant night --update
  tavola test rules --format junit > tests.xml  for a CI server";

/// End of `tavola mutate --help`.
pub(super) const MUTATE: &str = "\
Examples:
  # all mutants: another number, another word, a line removed
  tavola mutate rules/my_game
  tavola mutate rules/my_game --sample 100           100 of them
  # those in lines that cite a clause, or at `my_game.tavola:12`
  tavola mutate rules/my_game --only MG-4.2
  # stop with Ctrl-C and resume later
  tavola mutate rules/my_game --progress mutants.progress
  tavola mutate rules/my_game --threshold 95         fail below a mutation score of 95%
  tavola mutate rules/my_game --format github        annotations for surviving mutants

The mutation score is the share of mutants that scenarios kill, out of those that change play. For each survivor the report says whether \
a transcript or a law catches it. A mutant that nobody needs to find is waived on its line, with a reason: \
`# fine: M0001 nobody can see who was asked first`.";

/// End of `tavola clause --help`.
pub(super) const CLAUSE: &str = "\
Examples:
  tavola clause rules/my_game MG-4.2        one clause
  tavola clause rules/my_game hand limit    all clauses and rulings that contain both words
  tavola clause rules/my_game hand_limit    a setting, ruling or variant, with its clauses
  tavola clause rules/my_game               all of them";

/// End of `tavola doc --help`.
pub(super) const DOC: &str = "\
Examples:
  tavola doc rules/my_game                                   Markdown on stdout
  tavola doc rules/my_game -o docs/games/my_game.md          a page beside the rules
  tavola doc rules/my_game --format html -o my_game.html     one self-contained file for a browser
  # the rulebook to proofread; a browser prints it or saves a PDF
  tavola doc rules/my_game --prose --format html -o book.html";

/// Format of findings.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// As annotations of GitHub Actions
    Github,
}

/// Format of the findings of `check`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckFormat {
    /// For people
    Pretty,
    /// For screen readers: no drawings
    Plain,
    /// For programs
    Json,
    /// As annotations of GitHub Actions
    Github,
    /// As SARIF 2.1.0, for code scanning
    Sarif,
}

impl CheckFormat {
    /// True if a summary follows the findings.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, Self::Pretty | Self::Plain)
    }
}

/// Format of the results of tests.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TestFormat {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// As annotations of GitHub Actions
    Github,
    /// As JUnit XML, which most CI servers read
    Junit,
}

/// Warnings that count as errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Denied {
    /// `warnings`
    All,
    /// `W0201`
    Code(String),
}

/// Format of a page.
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
        _ => Err("write `warnings`, or the code of a warning: `W0201`".to_owned()),
    }
}

/// `tavola check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Folders of games, or folders that contain several [default: rules, or else the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Output format: pretty, plain (for screen readers), json, github, sarif
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: CheckFormat,
    /// Check again whenever a file of the game is saved, and report what is new and what is gone; Ctrl-C ends it
    #[arg(long, conflicts_with = "reviewed")]
    pub(crate) watch: bool,
    /// Apply the safe fixes of findings to the files of the game, and report each
    #[arg(long, conflicts_with_all = ["watch", "reviewed"])]
    pub(crate) fix: bool,
    /// With `--fix`: print the changes as a diff and write nothing; exit code 1 if there are any
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// Check only with this variant, or several: `night,short` [default: the game and each of its variants]
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Treat warnings as errors: `warnings` for all, or a code; may be given several times
    #[arg(long, value_name = "WHAT", value_parser = denied)]
    pub(crate) deny: Vec<Denied>,
    /// Mark this clause (or `all`) as reviewed: a later change of its text, rules or scenarios is a finding
    #[arg(long, value_name = "CLAUSE", value_delimiter = ',', conflicts_with = "variant")]
    pub(crate) reviewed: Vec<String>,
    /// Minimum percentage of clauses of the kind `rule` that rules cite and scenarios name (`check` does not run the scenarios)
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100))]
    pub(crate) threshold: Option<u8>,
}

/// `tavola test`.
#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// Folder of a game, or one that contains several [default: rules, or else the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Run only tests whose name contains this text, whose file has this name, or that prove this clause; `FILE/PART` is a part of a
    /// name in this file
    #[arg(value_name = "FILTER")]
    pub(crate) filter: Option<String>,
    /// Show changed transcripts and accept them; for each failing `then` and `offered`, ask whether to write the actual value.
    /// With `--variant`: for each scenario that differs, also ask whether to write a draft that replaces it (`instead`)
    #[arg(long)]
    pub(crate) update: bool,
    /// With `--update`: answer yes to all questions
    #[arg(long, requires = "update")]
    pub(crate) yes: bool,
    /// Run the scenarios of the game under this variant (or several: `night,short`) and its own; report which differ and why
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Play games and check the figures against the `balance.yaml` of each game
    #[arg(long, conflicts_with_all = ["variant", "update", "filter"])]
    pub(crate) balance: bool,
    /// Run again whenever a file of the game is saved, only the tests that the change can affect, and report which turned red or
    /// green; Ctrl-C ends it
    #[arg(long, conflicts_with_all = ["update", "balance"])]
    pub(crate) watch: bool,
    /// Output format: pretty, json, github, junit
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: TestFormat,
}

/// `tavola mutate`.
#[derive(Args, Debug)]
pub(crate) struct MutateArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Mutants of what this variant (or several) changes, instead of the game's own; only scenarios that play it kill them
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Only mutants in lines that cite this clause, or at this `file:line`
    #[arg(long, value_name = "WHERE")]
    pub(crate) only: Option<String>,
    /// Size of a random sample of mutants [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample", value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,
    /// Checkpoint file: results are kept in it, and a run with the same file resumes from it; without it, Ctrl-C writes one
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// List the mutants without running them
    #[arg(long)]
    pub(crate) list: bool,
    /// Number of mutants that run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Minimum mutation score (percent)
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100))]
    pub(crate) threshold: Option<u8>,
    /// Output format: pretty, json, github (annotations for surviving mutants)
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Format,
}

/// `tavola clause`.
#[derive(Args, Debug)]
pub(crate) struct ClauseArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// An id, a name of a setting or variant, or words that all occur in the text (case-insensitive) [default: list all]
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}

/// `tavola doc`.
#[derive(Args, Debug)]
pub(crate) struct DocArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Variant of the game (or several), with its changes marked
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Write the rulebook itself: clauses, tables, numbers, rulings, examples and the set-up, without the rule files
    #[arg(long)]
    pub(crate) prose: bool,
    /// Output format: markdown, html [default: by the ending of the output file, or else markdown]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub(crate) format: Option<Page>,
    /// Output file [default: stdout]
    #[arg(short, long, value_name = "FILE", value_parser = super::result_file())]
    pub(crate) output: Option<PathBuf>,
}

impl DocArgs {
    /// Format of the page.
    pub(crate) fn page(&self) -> Page {
        self.format.or(super::page_format(self.output.as_deref())).unwrap_or(Page::Markdown)
    }
}
