//! `tavola serve` of a program that was built without a server.

use super::args::ServeArgs;
use super::console::Console;
use super::ending::{Stop, VerbResult};

/// Runs the verb.
///
/// # Errors
/// Always: this program was built without.
pub(crate) fn run(_args: &ServeArgs, _console: &mut Console) -> VerbResult {
    let how =
        "one that is built with `cargo install --path . --features serve` does; `tavola play` plays in the terminal";
    Err(Stop::usage(format!("this tavola serves no tables: {how}")))
}
