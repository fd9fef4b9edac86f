//! `tavola grammar`: the grammar of the language for other programs.

use tavola_syntax::{EBNF, GBNF};

use super::args::{GrammarArgs, GrammarForm};
use super::console::Console;
use super::ending::{Exit, VerbResult};

/// Runs the verb.
///
/// # Errors
/// When stdout cannot be written.
pub(crate) fn run(args: &GrammarArgs, console: &mut Console) -> VerbResult {
    console.write(match args.format {
        GrammarForm::Ebnf => EBNF,
        GrammarForm::Gbnf => GBNF,
    })?;
    Ok(Exit::Fine)
}
