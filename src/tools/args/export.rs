//! Arguments of `tavola export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Jobs;

/// End of `tavola export --help`.
pub(super) const HELP: &str = "\
Examples:
  # all records of a folder
  tavola export games -o data
  # typed columns, also a row for each option of each question
  tavola export games -o data --format parquet --options
  # paths from another program
  find games -name '*.yaml' -newer last | tavola export - -o data
  # records of two versions of the rules
  tavola export games -o data --rules rules/my_game --rules rules/my_game@v1

Writes the tables games, players, tracks, questions and answers; docs/reference/tables.md has their columns. With --format json, \
games.jsonl has one JSON document for each game (`tavola schema export-trace`).

Each record is replayed with the rules that it was recorded with. One that is damaged, or was recorded with other rules, stops the \
export; --skip-broken leaves it out. Files get their names when all are complete: after an error or Ctrl-C there are none. \
They contain what the records contain: hidden cards, secret answers and seeds. Only you can read them.";

/// `tavola export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Records, or folders of records; - reads their paths from stdin, one a line
    #[arg(value_name = "RECORD", required = true)]
    pub(crate) records: Vec<PathBuf>,
    /// Folder for the files; it is created
    #[arg(short, long, value_name = "DIR", value_parser = super::named_folder())]
    pub(crate) output: PathBuf,
    /// Folder of the rules, FOLDER@COMMIT for those of a git commit; may be given several times [default: found by the name of
    /// the game]
    #[arg(long, value_name = "PATH")]
    pub(crate) rules: Vec<PathBuf>,
    /// Output format: csv, parquet (needs a build with --features parquet), json (JSON lines)
    #[arg(long, value_enum, default_value = "csv", value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: ExportFormat,
    /// Also write a row for each option of each question; JSON always has them
    #[arg(long)]
    pub(crate) options: bool,
    /// Leave out records that cannot be exported, with a warning
    #[arg(long)]
    pub(crate) skip_broken: bool,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
}

/// Format of recorded games.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExportFormat {
    /// Tables as text
    Csv,
    /// Tables with typed columns
    Parquet,
    /// A document for each game
    Json,
}
