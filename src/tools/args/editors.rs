//! Arguments of the verb that editors start.

use clap::Args;

/// End of `tavola lsp --help`.
pub(super) const LSP: &str = "\
Examples:
  tavola lsp

An editor starts this command itself: docs/how-to/use-an-editor.md shows its configuration. It speaks the Language Server \
Protocol on standard input and output. It reads the folders of the games whose files are open, and writes none.";

/// `tavola lsp`.
#[derive(Args, Debug)]
pub(crate) struct LspArgs {
    /// Accepted because editors pass it; standard input and output are always used
    #[arg(long)]
    pub(crate) stdio: bool,
}
