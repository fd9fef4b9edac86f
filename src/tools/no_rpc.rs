//! `tavola rpc` of a build without tables that are opened by keys.

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};
use super::features::install;

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no such tables.
pub(crate) fn run(_args: &AssistantArgs, _console: &mut Console) -> VerbResult {
    let how = format!("build it with `{}`", install("serve"));
    Err(Stop::usage(format!("this build of tavola has no tables for programs; {how}")))
}
