//! The arguments of `tavola diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::variants;

/// What `tavola diff --help` ends with.
pub(super) const HELP: &str = "\
Examples:
  tavola diff rules/my_game --variant night               what a variant changes
  tavola diff rules/my_game edited/my_game                two versions of the rules
  tavola diff rules/my_game@HEAD~3 rules/my_game          what has changed since a commit
  tavola diff rules/my_game edited/my_game --format markdown > errata.md    an errata sheet, by clause
  tavola diff rules/my_game edited/my_game --as-variant short -o rules/my_game/variants/short.tavola
                                                          an edited copy, as a variant of the game

What is told are rules, rows of tables, settings and clauses, not lines: comments, blanks and the order of items are no difference, the order
of a table's rows is. Ends with 0 if nothing differs, with 1 if something does; with --as-variant with 1 if a variant cannot say all of it.";

/// How differences are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiffFormat {
    /// For people
    Pretty,
    /// For programs
    Json,
    /// An errata sheet, for people who have the rulebook
    Markdown,
}

/// `tavola diff`.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// The folder of the game; FOLDER@COMMIT: as it was at a commit of git
    #[arg(value_name = "BEFORE")]
    pub(crate) before: PathBuf,
    /// The folder of the other version, likewise [default: the same, with --variant]
    #[arg(value_name = "AFTER", required_unless_present = "variant")]
    pub(crate) after: Option<PathBuf>,
    /// A variant of the second side, or several in their order: `night,short`
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) variant: Option<String>,
    /// A variant of the first side, or several in their order [default: none]
    #[arg(long, value_name = "NAMES", value_parser = variants)]
    pub(crate) base_variant: Option<String>,
    /// Writes the file of a variant with this name, which makes of BEFORE what AFTER says
    #[arg(long, value_name = "NAME", requires = "after", conflicts_with_all = ["variant", "base_variant", "format"])]
    pub(crate) as_variant: Option<String>,
    /// Its title [default: its name]
    #[arg(long, value_name = "TEXT", requires = "as_variant")]
    pub(crate) title: Option<String>,
    /// The file for it [default: it goes to stdout]
    #[arg(short, long, value_name = "FILE", requires = "as_variant")]
    pub(crate) output: Option<PathBuf>,
    /// How to write it: pretty, json, markdown
    #[arg(long, value_enum, default_value = "pretty", hide_possible_values = true)]
    pub(crate) format: DiffFormat,
}
