//! The contents of the box as sheets to print and cut: cards, tiles, tokens, boards and mats, as one HTML page in millimetres.
//!
//! The sheets show components, not a position, so they depend on the rules and the set-up alone.

mod board;
mod card;
mod contents;
mod faces;
mod mat;
mod page;
mod parts;
mod sort;
pub mod tabletop;
mod text;
mod token;

pub use faces::card_faces;
pub use sort::{PrintBox, PrintedSort};

/// Number of copies that are printed of each sort in an unlimited supply.
pub const UNLIMITED: u32 = 20;

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 x 297 mm
    A4,
    /// 216 x 279 mm
    Letter,
}

/// A part of the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxPart {
    /// Cards and their backs.
    Cards,
    /// Tiles and tokens.
    Tokens,
    /// Boards.
    Boards,
    /// Mats of the players and of the table.
    Mats,
}

/// Format of printed sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintOptions {
    /// The size of the paper.
    pub paper: Paper,
    /// True if a page of backs follows each page of cards.
    pub backs: bool,
    /// True if no area is filled.
    pub low_ink: bool,
    /// The only part to print. `None` for all.
    pub only: Option<BoxPart>,
}

/// Writes the sheets as a page without scripts and external resources.
pub fn sheets(printed: &PrintBox, options: PrintOptions) -> String {
    page::page(printed, options).into_string()
}

impl Paper {
    /// Width and height in tenths of a millimetre.
    fn size(self) -> (i64, i64) {
        match self {
            Self::A4 => (2100, 2970),
            Self::Letter => (2159, 2794),
        }
    }

    /// Its name in a style sheet.
    fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }
}

impl PrintOptions {
    /// True if a part is printed.
    fn has(self, part: BoxPart) -> bool {
        self.only.is_none_or(|only| only == part)
    }
}
