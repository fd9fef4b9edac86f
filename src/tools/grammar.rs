//! `tavola grammar`: the grammar of the language for other programs.

use tavola_syntax::syntax::{EBNF, GBNF};

use super::args::{GrammarArgs, Notation};
use super::console::Console;
use super::ending::{Exit, VerbResult};

/// Runs the verb.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn run(args: &GrammarArgs, console: &mut Console) -> VerbResult {
    console.write(match args.format {
        Notation::Ebnf => EBNF,
        Notation::Gbnf => GBNF,
    })?;
    Ok(Exit::Fine)
}
