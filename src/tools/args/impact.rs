//! Arguments of `tavola impact`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;
use super::{Figures, SetupArgs};

/// End of `tavola impact --help`.
pub(super) const HELP: &str = "\
Examples:
  # two versions of the rules, and recorded games
  tavola impact rules/my_game edited/my_game games/*.yaml
  # the rules as they were committed, and as they are now
  tavola impact rules/my_game@HEAD rules/my_game games
  # a game and its variant; all records of a folder
  tavola impact rules/my_game rules/my_game games --variant night
  # .. and with a setting changed
  tavola impact rules/my_game rules/my_game games --set rounds=5

Each record is replayed under both versions, answer by answer. The report counts the games in which nothing changes, the options change, \
the result changes, or the recorded answers no longer fit, and lists the rules at which games first differ: \
a changed rule that ran just before, or else the question. Several lines may have changed; the place need not be the cause. \
The result is the ranking, the tracks, and for each player what `winner` and `payoff` count. \
--variant and --set change the rules after; the rules before are played as recorded. \
Ctrl-C reports the results so far and the command that resumes. Exits with 0 if nothing changes in any game, with 1 if something does.";

/// `tavola impact`.
#[derive(Args, Debug)]
pub(crate) struct ImpactArgs {
    /// Folder of the rules before; FOLDER@COMMIT is the folder at a git commit
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// Folder of the changed rules (the same one with --variant or --set)
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    /// Records, or folders of records
    #[arg(value_name = "RECORD", required = true)]
    pub(crate) records: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Number of games that run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Checkpoint file: results are kept in it, and a run with the same file resumes from it; without it, Ctrl-C writes one
    #[arg(long, value_name = "FILE", value_parser = super::named_file())]
    pub(crate) progress: Option<PathBuf>,
    /// Output format: pretty, json, html (a self-contained page), markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
