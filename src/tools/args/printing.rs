//! Arguments of `tavola print`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::SetupArgs;
use super::numbers::whole;

/// End of `tavola print --help`.
pub(super) const HELP: &str = "\
Examples:
  tavola print rules/my_game                              writes my_game-print.html
  tavola print rules/my_game --players 3 --paper letter --low-ink -o sheets.html
  tavola print rules/my_game --only cards --no-backs
  tavola print rules/my_game --variant night --set rounds=3 -o - > night.html
  tavola print rules/my_game --format tts                 writes my_game-tts/ for Tabletop Simulator

Open the file in a browser and print it, or save it as a PDF: 100 % scale, no margins, double-sided, flip on the long edge. The first \
page lists the contents. It prints the components of the box, not a position: hidden things are printed, too.

Tabletop Simulator (--format tts):
  1. Open `images.html` of the folder in a browser, save all pictures as PNG, and move them into
     the folder. Without a browser: `resvg cards-1.svg cards-1.png`, for each file.
  2. Copy GAME.json into `Documents/My Games/Tabletop Simulator/Saves/Saved Objects`.
     In the game: Objects > Saved Objects.
  3. For others, upload the pictures (Modding > Cloud Manager), or write the saved object
     with --images URL.
The folder has decks, tiles, tokens and boards, but no mats.";

/// `tavola print`.
#[derive(Args, Debug)]
pub(crate) struct PrintArgs {
    /// Folder of the game
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Number of players [default: the largest]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    pub(crate) players: Option<usize>,
    #[command(flatten)]
    pub(crate) choices: SetupArgs,
    /// Output: html (sheets to print), tts (a folder for Tabletop Simulator)
    #[arg(long, value_enum, default_value = "html", hide_possible_values = true)]
    pub(crate) format: PrintFormat,
    /// With `--format tts`: address of the folder with the pictures [default: the output folder on this machine]
    #[arg(long, value_name = "URL")]
    pub(crate) images: Option<String>,
    /// Size of the paper: a4, letter
    #[arg(long, value_enum, default_value = "a4", hide_possible_values = true)]
    pub(crate) paper: PrintPaper,
    /// Leave out the pages with backs of cards
    #[arg(long)]
    pub(crate) no_backs: bool,
    /// Draw outlines only, without filled areas
    #[arg(long)]
    pub(crate) low_ink: bool,
    /// Print only this part: cards, tokens (with tiles), boards, mats
    #[arg(long, value_enum, value_name = "PART", hide_possible_values = true)]
    pub(crate) only: Option<PrintPart>,
    /// Output file, `-` for stdout [default: GAME-print.html]; with `--format tts` a folder [default: GAME-tts]
    #[arg(short, long, value_name = "FILE", value_parser = super::result_file())]
    pub(crate) output: Option<PathBuf>,
}

/// Output of `print`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintFormat {
    Html,
    Tts,
}

/// The size of the paper.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintPaper {
    A4,
    Letter,
}

/// A part of the box.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintPart {
    Cards,
    Tokens,
    Boards,
    Mats,
}
