//! Arguments of `tavola diff`.

use std::path::PathBuf;

use clap::Args;

use super::{Figures, variants};

/// End of `tavola diff --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola diff rules/my_game --variant night               what a variant changes
  tavola diff rules/my_game edited/my_game                two versions of the rules
  tavola diff rules/my_game@HEAD~3 rules/my_game          changes since a commit
  tavola diff rules/my_game --set rounds=4                what a setting or ruling changes
  # an errata sheet for players: changed clauses and rulings
  tavola diff rules/my_game edited/my_game --date 2026-05-01 -o errata.md
  # an edited copy as a variant of the game
  tavola diff rules/my_game edited/my_game --as-variant short -o rules/my_game/variants/short.tavola
  # the variant becomes the game, in a new folder
  tavola diff rules/my_game --variant night --as-game -o merged/my_game

Compares rules, rows of tables, settings and clauses, not lines of text. Comments, blank lines and the order of items make no difference; the \
order of rows does. Exits with 0 if nothing differs, with 1 if something does. With --as-variant it exits with 1 if a variant cannot express all of it, with --as-game if the variant cannot become the game. Then no folder is written.";

/// `tavola diff`.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// Folder of the game; FOLDER@COMMIT is the folder at a git commit
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// Folder of the other version [default: the same folder, with --variant or --set]
    #[arg(value_name = "AFTER", required_unless_present_any = ["variant", "set"])]
    pub(crate) after: Option<PathBuf>,
    /// Variant of the second side, or several in order: `night,short`
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// Change a setting or a ruling of the second side; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::setting)]
    pub(crate) set: Vec<(String, String)>,
    /// Variant of the first side, or several in order [default: none]
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) base_variant: Option<String>,
    /// Write a variant file with this name that turns BEFORE into AFTER
    #[arg(long, value_name = "NAME", requires = "after", conflicts_with_all = ["variant", "set", "base_variant", "format"])]
    pub(crate) as_variant: Option<String>,
    /// Write a new folder in which the variant is the game: rules, scenarios and clauses
    #[arg(long, requires_all = ["variant", "output"], conflicts_with_all = ["after", "set", "base_variant", "as_variant", "format", "date", "title"])]
    pub(crate) as_game: bool,
    /// Title of the sheet [default: `Errata: GAME`, or `Variant: GAME, VARIANT`], or of the variant [default: its name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Output file of the sheet (html by its ending, markdown otherwise), or of the variant; folder of --as-game [default: stdout]
    #[arg(short, long, value_name = "FILE", value_parser = super::variant_file())]
    pub(crate) output: Option<PathBuf>,
    /// Date line of the sheet [default: the date of the newest erratum that BEFORE lacks]
    #[arg(long, value_name = "TEXT", conflicts_with = "as_variant")]
    pub(crate) date: Option<String>,
    /// Output format: pretty, json, html or markdown (a sheet for players)
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: Figures,
}
