//! `tavola lsp` of a build without the language server.

use super::args::LspArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};
use super::features::install;

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such server.
pub(crate) fn run(_args: &LspArgs, _console: &mut Console) -> VerbResult {
    let how = format!("build it with `{}`", install("lsp"));
    Err(Stop::usage(format!("this build of tavola has no language server; {how}")))
}
