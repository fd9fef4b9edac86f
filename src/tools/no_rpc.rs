//! `tavola rpc` of a build without tables that are opened by keys.

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such tables.
pub(crate) fn run(_args: &AssistantArgs, _console: &mut Console) -> VerbResult {
    let how = "build it with `cargo install --path . --features serve`";
    Err(Stop::usage(format!("this build of tavola has no tables for programs; {how}")))
}
