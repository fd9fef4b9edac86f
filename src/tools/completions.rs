//! `tavola completions`: scripts that complete commands, options and values in a shell.

use clap_complete::generate;

use super::args::{CompletionsArgs, command};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};

/// Runs the verb.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> VerbResult {
    let mut script = Vec::new();
    generate(args.shell, &mut command(), "tavola", &mut script);
    let script = String::from_utf8(script).map_err(|_| Stop::ours("the script is not text"))?;
    console.write(&script)?;
    Ok(Exit::Fine)
}
