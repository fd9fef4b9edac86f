//! `tavola mcp` of a build without the Model Context Protocol.

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};
use super::features::install;

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such server.
pub(crate) fn run(_args: &AssistantArgs, _console: &mut Console) -> VerbResult {
    let how = format!("build it with `{}`, or use `tavola rpc`", install("mcp"));
    Err(Stop::usage(format!("this build of tavola has no Model Context Protocol; {how}")))
}
