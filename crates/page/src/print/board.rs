//! Boards on sheets: each space has room for a token, if need be on several sheets.

use maud::{Markup, html};

use super::Paper;
use super::parts::{TOKEN, mm};
use crate::draw::{Picture, pictures};
use crate::scene::Scene;

/// Margin of boards, in tenths of a millimetre.
const MARGIN: i64 = 100;
/// Least sides of the spaces of graphs that are tried, in units of a picture.
const SIDES: [i64; 8] = [0, 30, 40, 50, 60, 70, 80, 100];

/// The sheets of a board.
struct Sheets {
    /// True for sheets that are wider than high.
    is_wide: bool,
    columns: i64,
    rows: i64,
    /// Tenths of a millimetre for a unit of the picture.
    scale: f64,
}

/// Draws the boards of a scene with spaces in which a token has room on one sheet, or as much of it as one sheet allows.
pub(super) fn roomy(scene: &Scene, has_tokens: bool) -> Vec<Picture> {
    let mut best = pictures(scene, SIDES[0]);
    for least in SIDES.into_iter().skip(1).filter(|_| has_tokens) {
        if best.iter().all(|picture| side(picture) >= TOKEN) {
            break;
        }
        for (best, other) in best.iter_mut().zip(pictures(scene, least)) {
            if side(best) < TOKEN && side(&other) > side(best) {
                *best = other;
            }
        }
    }
    best
}

/// The smallest side of a space on one sheet of A4, in tenths of a millimetre.
fn side(picture: &Picture) -> i64 {
    let (_, scale) = on_one(picture, Paper::A4);
    (picture.space as f64 * scale) as i64
}

/// Area of a sheet that a board may cover.
fn area(paper: Paper, is_wide: bool) -> (i64, i64) {
    let (width, height) = paper.size();
    let (width, height) = if is_wide { (height, width) } else { (width, height) };
    (width - 2 * MARGIN, height - 2 * MARGIN)
}

/// The scale with which a board fills one sheet, after a flag: true if the sheet is turned.
fn on_one(picture: &Picture, paper: Paper) -> (bool, f64) {
    let (width, height) = (picture.drawn.width, picture.drawn.height);
    let is_wide = width > height;
    let (across, down) = area(paper, is_wide);
    (is_wide, (across as f64 / width as f64).min(down as f64 / height as f64))
}

/// One sheet, or the fewest on which a token has room in each space.
fn sheets(picture: &Picture, paper: Paper, has_tokens: bool) -> Sheets {
    let (is_wide, scale) = on_one(picture, paper);
    let wanted = TOKEN as f64 / picture.space.max(1) as f64;
    if !has_tokens || scale >= wanted {
        return Sheets { is_wide, columns: 1, rows: 1, scale };
    }
    let needed = |is_wide: bool| {
        let (across, down) = area(paper, is_wide);
        let count = |units: i64, room: i64| (units as f64 * wanted / room as f64).ceil() as i64;
        let (columns, rows) = (count(picture.drawn.width, across), count(picture.drawn.height, down));
        Sheets { is_wide, columns, rows, scale: wanted }
    };
    let (upright, turned) = (needed(false), needed(true));
    if turned.columns * turned.rows < upright.columns * upright.rows { turned } else { upright }
}

/// The number of sheets of a board.
pub(super) fn count(picture: &Picture, paper: Paper, has_tokens: bool) -> i64 {
    let sheets = sheets(picture, paper, has_tokens);
    sheets.columns * sheets.rows
}

/// A board on its sheets, row by row, in equal parts that meet at the edges of their drawings.
pub(super) fn draw(picture: &Picture, paper: Paper, has_tokens: bool) -> Markup {
    let Sheets { is_wide, columns, rows, scale } = sheets(picture, paper, has_tokens);
    let is_parted = columns * rows > 1;
    let part = |units: i64, count: i64| units as f64 / count as f64;
    let (across, down) = (part(picture.drawn.width, columns), part(picture.drawn.height, rows));
    // A whole board stands in the middle of its sheet.
    let (width, height) = match is_parted {
        true => ((across * scale) as i64, (down * scale) as i64),
        false => area(paper, is_wide),
    };
    let place = format!("left:{m};top:{m};width:{};height:{}", mm(width), mm(height), m = mm(MARGIN));
    let view = |row: i64, column: i64| {
        let corner = (column as f64 * across, row as f64 * down);
        [corner.0, corner.1, across, down].map(|length| ((length * 100.0).round() / 100.0).to_string()).join(" ")
    };
    html! {
        @for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            section.sheet.board .wide[is_wide] {
                svg viewBox=(view(row, column)) style=(place) role="img" aria-label=(picture.name()) { (picture.drawn.inside) }
                @if is_parted { p.part { (picture.name()) ": row " (row + 1) " of " (rows) ", column " (column + 1) " of " (columns) } }
            }
        }
    }
}
