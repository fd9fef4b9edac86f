//! Arguments of `tavola fmt`.

use std::path::{Path, PathBuf};

use clap::Args;

/// End of `tavola fmt --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola fmt rules/my_game             all rules of a game, with its variants
  tavola fmt --diff rules              what would change in all games
  tavola fmt --check rules             fail if a file is not formatted, as in CI
  tavola fmt - < my_game.tavola        from stdin to stdout, as an editor does

Only spaces and line breaks change. A line that cannot be read keeps its words and is only indented; an item with unclear \
blocks is left unchanged. Exits with 1 if --check or --diff finds a file that would change.";

/// `tavola fmt`.
#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    /// Folders of games, or rules files; `-` for stdin to stdout [default: rules, else the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing and list the files that would change
    #[arg(long, conflicts_with = "diff")]
    pub(crate) check: bool,
    /// Write nothing and print the changes as a unified diff
    #[arg(long)]
    pub(crate) diff: bool,
}

impl FmtArgs {
    /// True if the text comes from stdin.
    pub(crate) fn is_of_stdin(&self) -> bool {
        self.paths.iter().any(|path| path == Path::new("-"))
    }
}
