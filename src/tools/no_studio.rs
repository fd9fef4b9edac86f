//! `tavola studio` of a build without the studio.

use super::args::StudioArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};
use super::features::install;

/// Runs the verb.
///
/// # Errors
/// Always, because this build has no studio.
pub(crate) fn run(_args: &StudioArgs, _console: &mut Console) -> VerbResult {
    let how = format!("build it with `{}`", install("studio"));
    Err(Stop::usage(format!("this build of tavola has no studio; {how}")))
}
