//! `tavola simulate`.
use super::args::SimulateArgs;
use super::console::Console;
use super::ending::{Ending, Exit};

/// Runs the verb.
pub(crate) fn run(_args: &SimulateArgs, _console: &mut Console) -> Ending {
    Ok(Exit::Fine)
}
