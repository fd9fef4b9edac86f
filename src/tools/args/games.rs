//! The arguments of `tavola games`.

use std::path::PathBuf;

use clap::Args;

/// What `tavola games --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola games                          list the games: name, title, players
  tavola games my_game                  write the folder `my_game`, then: tavola play my_game
  tavola games my_game other -o rules   write the folders `rules/my_game` and `rules/other`

A folder holds all that belongs to a game: rules, clauses, scenarios, variants. Nothing is written over. A program that was built without the \
feature `games` brings no games along; they are in the folder `rules/` of the project.";

/// `tavola games`.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Games to write [default: list all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Folder in which the games' folders are written [default: here]
    #[arg(short, long, value_name = "FOLDER", requires = "names")]
    pub(crate) output: Option<PathBuf>,
}
