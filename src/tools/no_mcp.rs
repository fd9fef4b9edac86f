//! `tavola mcp` of a build without the Model Context Protocol.

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such server.
pub(crate) fn run(_args: &AssistantArgs, _console: &mut Console) -> VerbResult {
    let how = "build it with `cargo install --path . --features mcp`, or use `tavola rpc`";
    Err(Stop::usage(format!("this build of tavola has no Model Context Protocol; {how}")))
}
