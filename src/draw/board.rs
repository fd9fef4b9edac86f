//! Boards of squares and hexagons.

use maud::{Markup, html};

use super::graph;
use super::things::{Drawn, label, on, one_sort, piece, style};
use super::{cut, things};
use crate::scene::{Board, Cell, Question, Scene, Shape};

/// A side of a square; a hexagon is as wide.
const SIDE: i64 = 46;
/// Room for the names of columns and rows.
const EDGE: i64 = 22;

/// Around what lies on a wrapped board so many empty cells are drawn.
const AROUND: i64 = 1;

/// A board of a scene, of any shape.
pub(super) fn draw(board: &Board, scene: &Scene) -> Drawn {
    match board.shape {
        Shape::Graph => graph::draw(board, &scene.players, one_sort(on(board))),
        shape => cells(board, scene, shape == Shape::Hexes),
    }
}

fn cells(board: &Board, scene: &Scene, hexes: bool) -> Drawn {
    let players = &scene.players;
    let said: Vec<(i64, i64)> = board.cells.iter().map(|cell| cell.at.unwrap_or_default()).collect();
    let (columns, rows) = said.iter().fold((0, 0), |(c, r), at| (c.max(at.0 + 1), r.max(at.1 + 1)));
    let full = |(cell, _): &(&Cell, &(i64, i64))| !cell.piles.is_empty();
    let taken: Vec<(i64, i64)> = board.cells.iter().zip(&said).filter(full).map(|(_, at)| *at).collect();
    let turned = |of: fn(&(i64, i64)) -> i64, size: i64| {
        if board.wrapped { turn(&taken.iter().map(of).collect::<Vec<_>>(), size) } else { 0 }
    };
    let (right, down) = (turned(|at| at.0, columns), turned(|at| at.1, rows));
    // The first row of squares lies nearest, as players are used to; wrapped ones have no nearest row.
    let near = !hexes && !board.wrapped;
    let line = |row: i64| if near { rows - 1 - row } else { (row + down).rem_euclid(rows) };
    let mut spots: Vec<(i64, i64)> = said.iter().map(|at| ((at.0 + right).rem_euclid(columns), line(at.1))).collect();
    // A wrapped board has no edge: as much of it is drawn as matters now.
    let named: Vec<&str> = scene.question.iter().flat_map(Question::named).collect();
    let matters = |cell: &Cell| !(cell.piles.is_empty() && cell.values.is_empty()) || named.contains(&cell.id.as_str());
    let used =
        || board.cells.iter().zip(&spots).filter(|(cell, _)| board.wrapped && matters(cell)).map(|(_, spot)| *spot);
    let window = |of: fn((i64, i64)) -> i64, size: i64| {
        let first = used().map(of).min().map_or(0, |first| (first - AROUND).max(0));
        first..used().map(of).max().map_or(size, |last| (last + AROUND + 1).min(size))
    };
    let (across, along) = (window(|spot| spot.0, columns), window(|spot| spot.1, rows));
    let (columns, rows) = (across.end - across.start, along.end - along.start);
    spots.iter_mut().for_each(|spot| *spot = (spot.0 - across.start, spot.1 - along.start));
    let is_drawn = |spot: &(i64, i64)| (0..columns).contains(&spot.0) && (0..rows).contains(&spot.1);
    let (step, shift) = if hexes { (SIDE * 7 / 8, SIDE / 2) } else { (SIDE, 0) };
    let middle =
        |(column, row): (i64, i64)| (EDGE + SIDE / 2 + column * SIDE + row * shift, EDGE + SIDE / 2 + row * step);
    let alone = one_sort(on(board));
    let name = |cell: Option<&Cell>, letters: bool| {
        cell.map_or_else(String::new, |cell| cell.title.chars().filter(|c| c.is_alphabetic() == letters).collect())
    };
    let at = |spot: (i64, i64)| spots.iter().position(|other| *other == spot).map(|at| &board.cells[at]);
    let inside = html! {
        @for column in 0..columns {
            text class="mark dim" x=(middle((column, 0)).0) y=(if near { middle((0, rows)).1 - SIDE / 2 + 14 } else { EDGE - 7 }) { (name(at((column, 0)), true)) }
        }
        @for row in 0..rows {
            text class="mark dim" x=(middle((0, row)).0 - SIDE / 2 - 11) y=(middle((0, row)).1 + 4) { (name(at((0, row)), false)) }
        }
        @for ((cell, spot), at) in board.cells.iter().zip(&spots).zip(&said).filter(|((_, spot), _)| is_drawn(spot)) {
            (one(cell, players, alone, middle(*spot), (hexes, (at.0 + at.1) % 2 == 1)))
        }
    };
    Drawn {
        inside,
        width: EDGE + columns * SIDE + (rows - 1).max(0) * shift + 6,
        height: EDGE + (rows - 1).max(0) * step + SIDE + 12,
    }
}

/// How far a row that is wrapped is turned, so that what is taken lies in its middle, and its widest gap at the sides.
fn turn(taken: &[i64], size: i64) -> i64 {
    let gap = |at: i64| (1..=size).find(|step| taken.contains(&((at + step) % size))).unwrap_or(size);
    let Some(&last) = taken.iter().max_by_key(|&&at| (gap(at), at)) else { return 0 };
    // Behind `last` the gap begins; half of it lies at either side.
    (size - 1 - (gap(last) - 1) / 2 - last).rem_euclid(size)
}

fn one(cell: &Cell, players: &[String], alone: bool, (x, y): (i64, i64), (hexes, light): (bool, bool)) -> Markup {
    let things: Vec<_> = cell.piles.iter().flat_map(|pile| &pile.things).collect();
    let hidden: u32 = cell.piles.iter().map(|pile| pile.hidden).sum();
    let class = if light || hexes { "even edge" } else { "odd edge" };
    let colour = cell.colour.as_deref().and_then(style);
    let half = SIDE / 2;
    let corner = |(dx, dy): (i64, i64)| format!("{},{}", x + dx, y + dy);
    let low = SIDE * 29 / 100;
    let corners = [(0, -2 * low), (half, -low), (half, low), (0, 2 * low), (-half, low), (-half, -low)].map(corner);
    html! {
        g class="cell" data-id=(cell.id) {
            @if hexes {
                polygon data-grip=(label(cell)) class=(class) points=(corners.join(" ")) style=[colour] {}
            } @else {
                rect data-grip=(label(cell)) class=(class) x=(x - half) y=(y - half) width=(SIDE) height=(SIDE) style=[colour] {}
            }
            @if let ([thing], 0) = (things.as_slice(), hidden) {
                (piece(thing, players, alone, (x, y, if hexes { 15 } else { 18 })))
                @if thing.count > 1 { text class="small b" x=(x + 8) y=(y - 9) { (thing.count) } }
            } @else {
                g transform={ "translate(" (x - half + 2) " " (y - half + 2) ") scale(0.6)" } {
                    (things::chips(&cell.piles, players, alone, ((0, 0), SIDE * 5 / 3 - 4)).inside)
                }
            }
            @for (at, told) in cell.values.iter().enumerate().take(3) {
                text class="small" x=(x - half + 3) y=(y + half - 4 - 10 * at as i64) { (cut(&told.value, 8)) title { (told.name) ": " (told.value) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn what_hangs_together_over_an_edge_is_drawn_in_the_middle() {
        let turned = |taken: &[i64]| {
            let by = turn(taken, 11);
            taken.iter().map(|at| (at + by).rem_euclid(11)).collect::<Vec<_>>()
        };
        assert_eq!(turned(&[10, 0, 1]), [4, 5, 6]);
        assert_eq!(turned(&[4, 5]), [5, 6]);
        assert_eq!(turned(&[]), [0; 0]);
    }
}
