//! The arguments of `tavola impact`.

use std::path::PathBuf;

use clap::Args;

use super::{Figures, SetupArgs};

/// What `tavola impact --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola impact rules/my_game edited/my_game games/*.yaml      two versions of the rules, and games that were played
  tavola impact rules/my_game@HEAD rules/my_game games         the rules as they were committed, and as they are now
  tavola impact rules/my_game rules/my_game games --variant night     a game and its variant; all records of a folder
  tavola impact rules/my_game rules/my_game games --set rounds=5      .. and with a setting turned

Each record is played under both rules side by side, answer by answer. Told is for how many games nothing changes, in how many somebody could have
answered otherwise, in how many the same answers bring something else, and in how many an answer is no longer possible; and the rules at which they
part first. Ctrl-C tells what is known so far and how to go on from there. Ends with 0 if nothing changes in any game, with 1 if something does.";

/// `tavola impact`.
#[derive(Args, Debug)]
pub(crate) struct ImpactArgs {
    /// The folder with the rules of before; FOLDER@COMMIT: as they were at a commit of git
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// The folder with the changed rules (the same one, with --variant or --set)
    #[arg(value_name = "AFTER")]
    pub(crate) after: PathBuf,
    /// Records, or folders of records
    #[arg(value_name = "RECORD", required = true)]
    pub(crate) records: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// How many games are played at the same time [default: the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Keeps in this file what was found, and goes on from there if there is something in it already; without it Ctrl-C makes one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// How to write what is found: pretty, json
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
