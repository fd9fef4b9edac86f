//! Arguments of `tavola completions`.

use clap::Args;
use clap_complete::Shell;

/// End of `tavola completions --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola completions bash > ~/.local/share/bash-completion/completions/tavola
  tavola completions zsh > ~/.zfunc/_tavola      with `fpath+=~/.zfunc` in ~/.zshrc
  tavola completions fish > ~/.config/fish/completions/tavola.fish";

/// `tavola completions`.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell: bash, elvish, fish, powershell, zsh
    #[arg(value_enum, value_name = "SHELL", hide_possible_values = true)]
    pub(crate) shell: Shell,
}
