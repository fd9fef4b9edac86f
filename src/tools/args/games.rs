//! Arguments of `tavola games`.

use std::path::PathBuf;

use clap::Args;

/// End of `tavola games --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola games                          list the games: name, title, players
  tavola games my_game                  write the folder `my_game`, then: tavola play my_game
  tavola games my_game other -o rules   write the folders `rules/my_game` and `rules/other`

A folder contains rules, clauses, scenarios and variants. Existing files are never overwritten. A build without the feature `games` has no games \
built in; they are in the folder `rules/` of the project.";

/// `tavola games`.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Games to write [default: list all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Folder in which the folders are written [default: the current folder]
    #[arg(short, long, value_name = "FOLDER", requires = "names", value_parser = super::named_file())]
    pub(crate) output: Option<PathBuf>,
}
