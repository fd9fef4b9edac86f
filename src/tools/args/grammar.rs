//! Arguments of `tavola grammar`.

use clap::{Args, ValueEnum};

/// Last lines of `tavola grammar --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola grammar > tavola.ebnf                     for a reader or a railroad diagram
  tavola grammar --format gbnf > tavola.gbnf
  llama-cli --grammar-file tavola.gbnf -p ...      a model that writes rules which parse

docs/how-to/let-a-model-write-rules.md says what the grammar leaves to `tavola check`.";

/// Format of the grammar.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GrammarForm {
    Ebnf,
    Gbnf,
}

/// `tavola grammar`.
#[derive(Args, Debug)]
pub(crate) struct GrammarArgs {
    /// Format of the grammar: ebnf (for readers), gbnf (for llama.cpp)
    #[arg(long, value_enum, default_value = "ebnf")]
    pub(crate) format: GrammarForm,
}
