//! Arguments of the verbs by which programs and language models use Tavola.

use std::path::PathBuf;

use clap::Args;

use super::numbers::whole;

/// End of `tavola rpc --help`.
pub(super) const RPC: &str = "\
Examples:
  tavola rpc rules/my_game
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}' | tavola rpc rules

JSON-RPC 2.0, one message a line. The method `version` lists all methods; `tavola schema rpc` prints the schemas of their parameters \
and results; docs/reference/rpc.md explains each. A seat's key gives that seat's view and no more. Only files below the paths are read, \
and none is written. The end of the input ends the program with exit code 0.";

/// End of `tavola mcp --help`.
pub(super) const MCP: &str = "\
Examples:
  tavola mcp rules/my_game

An assistant starts this command itself: docs/how-to/connect-an-assistant.md shows its configuration. The tools are the methods of \
`tavola rpc`. It needs a build with `--features mcp`.";

/// `tavola rpc` and `tavola mcp`.
#[derive(Args, Debug)]
pub(crate) struct AssistantArgs {
    /// Folders of games; nothing outside them is read [default: rules, or the current folder]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Maximum number of open tables
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole::<u16>(1..=1024))]
    pub(crate) tables: u16,
    /// Maximum number of games of a simulation, and of pairs of games of a comparison
    #[arg(long, value_name = "N", default_value = "10000", value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,
    /// Maximum duration of a simulation or a comparison, in seconds; it then reports the games that are finished
    #[arg(long, value_name = "N", default_value = "60", value_parser = whole::<u16>(1..=3600))]
    pub(crate) seconds: u16,
    /// Maximum number of playouts of a bot for one answer
    #[arg(long, value_name = "N", default_value = "2000", value_parser = whole::<u32>(1..))]
    pub(crate) playouts: u32,
}
