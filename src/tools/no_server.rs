//! `tavola serve` of a build without a server.

use super::args::ServeArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};
use super::features::install;

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no server.
pub(crate) fn run(_args: &ServeArgs, _console: &mut Console) -> VerbResult {
    let how = format!("build it with `{}`, or use `tavola play` in the terminal", install("serve"));
    Err(Stop::usage(format!("this build of tavola has no server; {how}")))
}
