//! Arguments of `tavola cards`.

use std::path::PathBuf;

use clap::Args;

/// End of `tavola cards --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola cards rules/my_game                               lists the tables
  tavola cards rules/my_game --kind Card --csv cards.csv   writes one table
  tavola cards rules/my_game --csv sheets/                 writes all tables to a folder
  tavola cards rules/my_game --from sheets/ --diff         what would change?
  tavola cards rules/my_game --from cards.csv --kind Card  puts the edited rows into the rules

The first column names a row: with a new name a row is added, without it a row is removed. Columns that the file leaves out stay as \
they are. A file may use commas, semicolons or tabs. Comments in the rules stay with their rows. Rules that would have new errors are \
not written; then the errors are reported and the exit code is 1. With --diff the exit code is 1 if something would change.";

/// `tavola cards`.
#[derive(Args, Debug)]
pub(crate) struct CardsArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Kind whose table is meant [default: the only one; of a file, that of its name]
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Write the table to this file, `-` for stdout; to an existing folder, or if it ends in `/`: all tables
    #[arg(short = 'o', long, value_name = "FILE", conflicts_with = "from", value_parser = super::result_file())]
    pub(crate) csv: Option<PathBuf>,
    /// Read edited rows from this file, or from all files `KIND.csv` of a folder
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Print the changes and write nothing
    #[arg(long, requires = "from")]
    pub(crate) diff: bool,
}
