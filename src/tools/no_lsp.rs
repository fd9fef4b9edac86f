//! `tavola lsp` of a build without the language server.

use super::args::LspArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such server.
pub(crate) fn run(_args: &LspArgs, _console: &mut Console) -> VerbResult {
    let how = "build it with `cargo install --path . --features lsp`";
    Err(Stop::usage(format!("this build of tavola has no language server; {how}")))
}
