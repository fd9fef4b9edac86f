//! Boards of squares and hexagons.

use maud::{Markup, html};

use super::graph;
use super::things::{piece, style};
use super::{cut, things};
use crate::scene::{Board, Cell, Shape};

/// A side of a square; a hexagon is as wide.
const SIDE: i64 = 46;
/// Room for the names of columns and rows.
const EDGE: i64 = 22;

/// A drawing with its size.
pub(super) struct Drawn {
    pub(super) inside: Markup,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// A board of any shape.
pub(super) fn draw(board: &Board, players: &[String]) -> Drawn {
    match board.shape {
        Shape::Graph => graph::draw(board, players),
        shape => cells(board, players, shape == Shape::Hexes),
    }
}

fn cells(board: &Board, players: &[String], hexes: bool) -> Drawn {
    let spots: Vec<(i64, i64)> = board.cells.iter().map(|cell| cell.at.unwrap_or_default()).collect();
    let (columns, rows) = spots.iter().fold((0, 0), |(c, r), at| (c.max(at.0 + 1), r.max(at.1 + 1)));
    let (step, shift) = if hexes { (SIDE * 7 / 8, SIDE / 2) } else { (SIDE, 0) };
    let middle =
        |(column, row): (i64, i64)| (EDGE + SIDE / 2 + column * SIDE + row * shift, EDGE + SIDE / 2 + row * step);
    let alone = one_sort(board);
    let name = |cell: Option<&Cell>, letters: bool| {
        cell.map_or_else(String::new, |cell| cell.title.chars().filter(|c| c.is_alphabetic() == letters).collect())
    };
    let at = |spot: (i64, i64)| spots.iter().position(|other| *other == spot).map(|at| &board.cells[at]);
    let inside = html! {
        @for column in 0..columns {
            text class="mark dim" x=(middle((column, 0)).0) y=(EDGE - 7) { (name(at((column, 0)), true)) }
        }
        @for row in 0..rows {
            text class="mark dim" x=(middle((0, row)).0 - SIDE / 2 - 11) y=(middle((0, row)).1 + 4) { (name(at((0, row)), false)) }
        }
        @for (cell, spot) in board.cells.iter().zip(&spots) {
            (one(cell, players, alone, middle(*spot), (hexes, (spot.0 + spot.1) % 2 == 0)))
        }
    };
    Drawn {
        inside,
        width: EDGE + columns * SIDE + (rows - 1).max(0) * shift + 6,
        height: EDGE + (rows - 1).max(0) * step + SIDE + 12,
    }
}

/// Whether all things on the board are of one sort: then their owners tell them apart.
fn one_sort(board: &Board) -> bool {
    let mut things = board.cells.iter().flat_map(|cell| &cell.piles).flat_map(|pile| &pile.things);
    let Some(first) = things.next() else { return false };
    first.owner.is_some() && things.all(|thing| thing.mark == first.mark && thing.owner.is_some())
}

fn one(cell: &Cell, players: &[String], alone: bool, (x, y): (i64, i64), (hexes, even): (bool, bool)) -> Markup {
    let things: Vec<_> = cell.piles.iter().flat_map(|pile| &pile.things).collect();
    let hidden: u32 = cell.piles.iter().map(|pile| pile.hidden).sum();
    let class = if even || hexes { "even edge" } else { "odd edge" };
    let colour = cell.colour.as_deref().and_then(style);
    let half = SIDE / 2;
    let corner = |(dx, dy): (i64, i64)| format!("{},{}", x + dx, y + dy);
    let low = SIDE * 29 / 100;
    let corners = [(0, -2 * low), (half, -low), (half, low), (0, 2 * low), (-half, low), (-half, -low)].map(corner);
    html! {
        g class="cell" data-id=(cell.id) aria-label=(label(cell)) {
            @if hexes {
                polygon class=(class) points=(corners.join(" ")) style=[colour] {}
            } @else {
                rect class=(class) x=(x - half) y=(y - half) width=(SIDE) height=(SIDE) style=[colour] {}
            }
            @if let ([thing], 0) = (things.as_slice(), hidden) {
                (piece(thing, players, alone, (x, y, if hexes { 15 } else { 18 })))
                @if thing.count > 1 { text class="small b" x=(x + 8) y=(y - 9) { (thing.count) } }
            } @else {
                g transform={ "translate(" (x - half + 2) " " (y - half + 2) ") scale(0.6)" } {
                    (things::chips(&cell.piles, players, (0, 0), SIDE * 5 / 3 - 4).0)
                }
            }
            @for (at, told) in cell.values.iter().enumerate().take(3) {
                text class="small" x=(x - half + 3) y=(y + half - 4 - 10 * at as i64) { (cut(&told.value, 8)) title { (told.name) ": " (told.value) } }
            }
        }
    }
}

/// What a cell is and what stands there, in words.
pub(super) fn label(cell: &Cell) -> String {
    let things = cell.piles.iter().flat_map(|pile| &pile.things).map(|thing| match thing.count {
        1 => thing.title.clone(),
        count => format!("{count} {}", thing.title),
    });
    let hidden = cell.piles.iter().filter(|pile| pile.hidden > 0).map(|pile| format!("{} hidden", pile.hidden));
    let values = cell.values.iter().map(|told| format!("{} {}", told.name, told.value));
    let all: Vec<String> = things.chain(hidden).chain(values).collect();
    if all.is_empty() { cell.title.clone() } else { format!("{}: {}", cell.title, all.join(", ")) }
}
