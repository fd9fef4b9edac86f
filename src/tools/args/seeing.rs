//! The arguments of the verbs that show a position outside a terminal.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{PlayArgs, SetupArgs};

/// What `tavola serve --help` ends with.
pub(super) const SERVE: &str = "\
Examples:
  tavola serve rules/my_game                                  you against bots
  tavola serve rules/my_game --human all --record game.yaml   a link for each player; goes on with game.yaml if it is there
  tavola serve rules/my_game --human 1,2 --listen 192.168.0.7:8000   with friends in the same network

It takes the options of `tavola play`. Each link opens one seat and shows what its player may see, nothing else. Every answer is \
written to the record before it counts as taken, secret ones too. While the record cannot be written (the disk is full) answers \
are refused, all pages say so, and the game goes on as soon as it can be.";

/// What `tavola draw --help` ends with.
pub(super) const DRAW: &str = "\
Examples:
  tavola draw rules/my_game -o my_game.svg                        the first question, as a bystander sees it
  tavola draw rules/my_game --as anna --at 40 --seed 7            after 40 random answers, as anna sees it
  tavola draw rules/my_game --record my_game-7.yaml --at 12 --as anna -o anna.svg
  tavola draw rules/my_game --format json                         the scene as data, see docs/scene.md

The picture is one SVG file, light or dark as whoever looks at it likes; nothing in it tells what the player does not see.";

/// `tavola draw`.
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    /// The folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// A game as it was played; without it random players play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "variant", "set", "seed"])]
    pub(crate) record: Option<PathBuf>,
    /// After so many answers [default: before the first that a player gives; with --record at its end]
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Draws it as this player sees it [default: as a bystander]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) seen_by: Option<String>,
    /// How many play [default: as many as can]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Where chance and the random players begin
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// svg: a picture; json: the scene
    #[arg(long, value_enum, default_value = "svg", value_name = "FORMAT")]
    pub(crate) format: DrawFormat,
    /// The file to write [default: the terminal]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a position is drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawFormat {
    /// A picture
    Svg,
    /// The scene as data
    Json,
}

/// `tavola serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    /// Where browsers find the table; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    pub(crate) listen: std::net::SocketAddr,
    /// All people play at one screen, which is blank between two of them: one link for all
    #[arg(long)]
    pub(crate) hotseat: bool,
}
