//! Arguments of `tavola capture`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;

/// End of `tavola capture --help`.
pub(super) const HELP: &str = "\
Examples:
  # answer 12 of a game, with what it changed
  tavola capture my_game-7.yaml --at 12
  # answers 12 to 14, added to a file of scenarios
  tavola capture my_game-7.yaml --at 12 --for 3 -o rules/my_game/scenarios/mine.yaml --name feast
  # with other rules than those in rules/my_game
  tavola capture my_game-7.yaml --at 12 --rules my/my_game

Answers count from 1, as they stand in the record, those of chance among them. A bag, an order or a division is captured whole. \
The position before the answers is given if the game can begin in exactly this position; otherwise the answers before it lead there. \
The expectations are what the answers changed, who is asked next, and who wins. Delete what the case need not prove, \
and name the clauses that it proves.

The scenario is run before it is written. Exits with 1 if it does not pass, which is a bug of this program.";

/// `tavola capture`.
#[derive(Args, Debug)]
pub(crate) struct CaptureArgs {
    /// Record of a game
    #[arg(value_name = "RECORD")]
    pub(crate) file: PathBuf,
    /// Number of the first answer, from 1, as `tavola replay` prints it
    #[arg(long, value_name = "N", value_parser = answer)]
    pub(crate) at: u64,
    /// Number of answers
    #[arg(long = "for", value_name = "M", default_value_t = 1, value_parser = whole::<u64>(1..))]
    pub(crate) count: u64,
    /// Name of the scenario [default: the numbers of the answers and the record]
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Folder of the game [default: found by the name of the game]
    #[arg(long, value_name = "PATH")]
    pub(crate) rules: Option<PathBuf>,
    /// Output file; a case is appended to an existing file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The number of an answer.
fn answer(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "answers are numbered from 1; `tavola replay RECORD` prints the numbers".to_owned())
}
