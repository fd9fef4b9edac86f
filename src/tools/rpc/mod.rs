//! `tavola rpc`: the referee for programs, as JSON-RPC 2.0 over standard input and output.

mod desk;
mod error;
mod figures;
mod message;
mod methods;
mod open_table;
mod params;
#[cfg(feature = "mcp")]
mod prompts;
mod results;
mod tables;

use std::io::{self, BufRead, Read};

use super::args::AssistantArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
pub(super) use desk::Desk;
pub(super) use methods::schema;
#[cfg(feature = "mcp")]
pub(super) use {
    error::RpcError,
    methods::{METHODS, Method},
    prompts::{PROMPTS, Prompt},
};

/// Runs the verb: answers each line of the input with a line, until the input ends.
///
/// # Errors
/// If a path contains no game, or the input or output fails.
pub(crate) fn run(args: &AssistantArgs, console: &mut Console) -> VerbResult {
    let mut desk = Desk::new(args)?;
    let mut input = io::stdin().lock();
    loop {
        let answer = match read(&mut input, desk::LONGEST) {
            Ok(InputLine::End) => return Ok(Exit::Fine),
            Ok(InputLine::TooLong) => Some(message::too_long(desk::LONGEST)),
            Ok(InputLine::Whole(line)) if line.trim_ascii().is_empty() => None,
            Ok(InputLine::Whole(line)) => message::answer(&mut desk, &line),
            Err(error) => return Err(Stop::usage(format!("the input cannot be read: {error}"))),
        };
        answer.map_or(Ok(()), |answer| console.json_line(&answer))?;
    }
}

/// A line of the input.
enum InputLine {
    /// The line with its end.
    Whole(Vec<u8>),
    /// A line over the limit. It was skipped.
    TooLong,
    /// There is no other line.
    End,
}

/// Reads a line of at most `most` bytes. The last one may have no end.
fn read(input: &mut impl BufRead, most: usize) -> io::Result<InputLine> {
    let mut line = Vec::new();
    input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(InputLine::End);
    }
    if line.len() <= most || line.ends_with(b"\n") {
        return Ok(InputLine::Whole(line));
    }
    input.skip_until(b'\n')?;
    Ok(InputLine::TooLong)
}
