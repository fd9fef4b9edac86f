//! Arguments of `tavola explain`.

use clap::Args;

/// End of `tavola explain --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola explain W0905          one code
  tavola explain E0201 W0906    several

The texts are those of docs/findings.md, which lists all codes.";

/// `tavola explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Codes of findings: `E0201`, `W0906`
    #[arg(value_name = "CODE", required = true)]
    pub(crate) codes: Vec<String>,
}
