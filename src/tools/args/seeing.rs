//! Arguments of the verbs that show a position outside a terminal.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::whole;
use super::{SetupArgs, TableArgs};

/// End of `tavola serve --help`.
pub(super) const SERVE: &str = "\
Examples:
  tavola serve rules/my_game                                  you against bots
  # a link for each player; resumes game.yaml if it exists
  tavola serve rules/my_game --human all --record game.yaml
  # with friends in the same network
  tavola serve rules/my_game --human 1,2 --listen 192.168.0.7:8000

Each link opens one seat and shows only what its player may see. Every answer is written to the \
record before it counts, secret ones too. While the record cannot be written (full disk), answers are refused and all pages say so; \
the game continues as soon as writing works again.";

/// End of `tavola draw --help`.
pub(super) const DRAW: &str = "\
Examples:
  # the first question, as a spectator sees it
  tavola draw rules/my_game -o my_game.svg
  # after 40 random answers, as anna sees it
  tavola draw rules/my_game --as anna --at 40 --seed 7
  tavola draw rules/my_game --record my_game-7.yaml --at 12 --as anna -o anna.svg
  # the scene as data (docs/scene.md)
  tavola draw rules/my_game --format json

The picture is one SVG file that follows the light or dark theme of the viewer. It contains nothing that the player may not see.";

/// `tavola draw`.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// A recorded game [default: a game of random players]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "variant", "set", "seed"])]
    pub(crate) record: Option<PathBuf>,
    /// Number of answers before the position [default: up to the first question to a player; with --record all of them]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) at: Option<usize>,
    /// Draw it as this player sees it [default: as a spectator]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) seen_by: Option<String>,
    /// Number of players [default: the largest]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Seed of chance and the random players
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,
    /// Output format: svg (a picture), json (the scene) [default: by the ending of the output file, or else svg]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: Option<DrawFormat>,
    /// Output file [default: stdout]
    #[arg(short, long, value_name = "FILE", value_parser = super::result_file())]
    pub(crate) output: Option<PathBuf>,
}

/// Format of a position.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawFormat {
    Svg,
    Json,
}

/// `tavola serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) play: TableArgs,
    /// Address to listen on: HOST:PORT; port 0 is any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Port to listen on, on this computer alone; short for --listen 127.0.0.1:PORT
    #[arg(long, value_name = "PORT", conflicts_with = "listen", value_parser = whole::<u16>(..=65_535))]
    pub(crate) port: Option<u16>,
    /// All people share one screen, which is blanked between turns: one link for all
    #[arg(long)]
    pub(crate) hotseat: bool,
}

/// An address or the name of a machine, with a port: `192.168.0.7:8000`, `localhost:0`. Of several addresses the first of IPv4 counts.
fn address(text: &str) -> Result<SocketAddr, String> {
    let wanted = || "write HOST:PORT, for example localhost:8000 or 192.168.0.7:8000";
    let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|error| format!("{error}; {}", wanted()))?.collect();
    found.iter().find(|one| one.is_ipv4()).or(found.first()).copied().ok_or_else(|| wanted().to_owned())
}
