//! Arguments of `tavola explain`.

use clap::Args;

/// End of `tavola explain --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola explain W0905          one code
  tavola explain E0201 W0906    several
  tavola explain                a list of all codes

The texts are the pages of docs/findings, with an example of each finding.";

/// `tavola explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Codes of findings: `E0201`, `W0906` [default: list all codes]
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
}
