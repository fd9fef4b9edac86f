//! Arguments of `tavola new`.

use std::path::PathBuf;

use clap::Args;

/// End of `tavola new --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola new my_game                        a small complete game to change: rules/my_game
  tavola new my_game --like other_game      a copy of another game, under a new name
  tavola new my_game --rulebook printed.md  only a rulebook, from numbered Markdown
  tavola new my_game -o games               the folder `games/my_game`

The folder is written as a whole or not at all. Existing files are never overwritten.

Markdown for `--rulebook`: headings are sections, and each paragraph or list item that begins with a number is a clause: `1.2 Each player ..`, \
`**AB-3** ..`, `4. ..` in a section. Unnumbered paragraphs belong to the clause above.";

/// `tavola new`.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// Name of the game in the rules: a word such as `my_game`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Title of the game [default: the name in words]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Copy this game: its folder, or the name of a game in `rules` or in the program
    #[arg(long, value_name = "GAME", conflicts_with = "rulebook")]
    pub(crate) like: Option<PathBuf>,
    /// Make `rulebook.yaml` from this Markdown file, and no rules
    #[arg(long, value_name = "FILE")]
    pub(crate) rulebook: Option<PathBuf>,
    /// Folder in which the folder of the game is written [default: `rules` if it exists, or else the current folder]
    #[arg(short, long, value_name = "FOLDER", value_parser = super::named_file())]
    pub(crate) output: Option<PathBuf>,
}
