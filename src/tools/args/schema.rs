//! Arguments of `tavola schema`.

use clap::Args;

/// Last lines of `tavola schema --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola schema                       list the schemas
  tavola schema scenarios             of scenarios/*.yaml, for an editor
  tavola schema simulate-report > simulate.schema.json

The schemas are JSON Schema, draft 7. docs/reference/file-formats.md shows how to use them.";

/// `tavola schema`.
#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// Name of the schema; without it, all names are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}
