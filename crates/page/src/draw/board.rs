//! Boards of squares and hexagons.

use maud::{Markup, html};

use super::graph;
use super::land::Land;
use super::look::{background, inked, on_colour, style};
use super::spots::{is_near, matters, spots};
use super::things::{Drawing, label, on, one_sort, piece};
use super::{cut, things};
use crate::scene::{Board, Cell, Scene, Shape};

/// Side of a square, and width of a hexagon.
const SIDE: i64 = 46;
/// Space for the names of columns and rows.
const EDGE: i64 = 22;

/// Space for the names of columns below a board, with descenders.
const BELOW: i64 = 20;

/// Number of empty cells that are drawn around the things on a wrapped board.
const AROUND: i64 = 1;

/// A picture: a board of a scene, or a graph together with the board on which its nodes lie.
pub(crate) struct Picture {
    /// The boards that it shows, each once.
    pub(crate) boards: Vec<Board>,
    pub(crate) drawn: Drawing,
    /// The smallest side of a space, in the unit of the drawing.
    pub(crate) space: i64,
}

impl Picture {
    /// Names of its boards.
    pub(crate) fn name(&self) -> String {
        self.boards.iter().map(|board| board.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// All boards of a scene. `least`: the least width and height of a space of a graph; 0 for what its contents need.
pub(crate) fn pictures(scene: &Scene, least: i64) -> Vec<Picture> {
    let lands: Vec<Option<Land<'_>>> = scene.boards.iter().map(|board| Land::of(board, scene)).collect();
    let is_land = |board: &Board| lands.iter().flatten().any(|land| land.ground.name == board.name);
    let picture = |(board, land): (&Board, &Option<Land<'_>>)| match land {
        Some(land) => {
            let (graph, rest) = land.parted(board);
            let (drawn, space) = graph::draw(&graph, scene, (one_sort(on(&graph)), least), Some((land, &rest)));
            Picture { boards: vec![graph, rest], drawn, space }
        }
        None => {
            let (drawn, space) = match board.shape {
                Shape::Graph => graph::draw(board, scene, (one_sort(on(board)), least), None),
                shape => (cells(board, scene, shape == Shape::Hexes), SIDE),
            };
            Picture { boards: vec![board.clone()], drawn, space }
        }
    };
    scene.boards.iter().zip(&lands).filter(|(board, _)| !is_land(board)).map(picture).collect()
}

fn cells(board: &Board, scene: &Scene, hexes: bool) -> Drawing {
    let players = &scene.players;
    let (mut spots, (columns, rows)) = spots(board);
    let near = is_near(board);
    // A wrapped board has no edge: only the part in use is drawn.
    let matters = matters(scene);
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
    let (left, top) = (EDGE - if hexes { 0 } else { 2 }, EDGE - if hexes { 6 } else { 2 });
    let (across, down) = (columns * SIDE + (rows - 1).max(0) * shift, (rows - 1).max(0) * step + SIDE);
    let inside = html! {
        (background(board, scene, (left, top, across + 2 * (EDGE - left), down + 2 * (EDGE - top))))
        @for column in 0..columns {
            text class="mark dim" x=(middle((column, 0)).0) y=(if near { middle((0, rows)).1 - SIDE / 2 + 14 } else { EDGE - 7 }) { (name(at((column, 0)), true)) }
        }
        @for row in 0..rows {
            text class="mark dim" x=(middle((0, row)).0 - SIDE / 2 - 11) y=(middle((0, row)).1 + 4) { (name(at((0, row)), false)) }
        }
        @for (cell, spot) in board.cells.iter().zip(&spots).filter(|(_, spot)| is_drawn(spot)) {
            (one(cell, (board, players), alone, middle(*spot), hexes))
        }
    };
    Drawing { inside, width: EDGE + across + 6, height: EDGE + down + if near { BELOW } else { 12 } }
}

fn one(cell: &Cell, (board, players): (&Board, &[String]), alone: bool, (x, y): (i64, i64), hexes: bool) -> Markup {
    let light = cell.at.is_some_and(|(column, row)| (column + row) % 2 == 1);
    let things: Vec<_> = cell.piles.iter().flat_map(|pile| &pile.things).collect();
    let hidden: u32 = cell.piles.iter().map(|pile| pile.hidden).sum();
    let shade = if light || hexes { "even" } else { "odd" };
    // Also on dark paper black figures must be seen.
    let class = format!("{shade} edge{}", if board.figures { " mid" } else { "" });
    // On a background a cell without a colour is an outline.
    let clear = board.background.as_ref().map(|_| "fill-opacity:0".to_owned());
    let on_ground = if clear.is_some() && cell.colour.is_none() { "cell halo" } else { "cell" };
    let colour = cell.colour.as_deref().and_then(style).or(clear);
    let ink = inked(cell.ink.as_ref());
    let half = SIDE / 2;
    let corner = |(dx, dy): (i64, i64)| format!("{},{}", x + dx, y + dy);
    let low = SIDE * 29 / 100;
    let corners = [(0, -2 * low), (half, -low), (half, low), (0, 2 * low), (-half, low), (-half, -low)].map(corner);
    html! {
        g class=(on_ground) data-id=(cell.id) {
            @if hexes {
                polygon data-grip=(label(cell)) class=(class) points=(corners.join(" ")) style=[colour] {}
            } @else {
                rect data-grip=(label(cell)) class=(class) x=(x - half) y=(y - half) width=(SIDE) height=(SIDE) style=[colour] {}
            }
            @if let ([thing], 0) = (things.as_slice(), hidden) {
                (piece(thing, players, (alone, board.figures), (x, y, if hexes { 15 } else { 18 })))
                @if thing.count > 1 { text class="small b" x=(x + 8) y=(y - 9) { (thing.count) } }
            } @else {
                g transform={ "translate(" (x - half + 2) " " (y - half + 2) ") scale(0.6)" } {
                    (on_colour(&things::chips(&cell.piles, players, alone, ((0, 0), SIDE * 5 / 3 - 4)).inside, cell.ink.as_ref()))
                }
            }
            @for (at, named) in cell.values.iter().enumerate().take(3) {
                text class="small" style=[&ink] x=(x - half + 3) y=(y + half - 4 - 10 * at as i64) { (cut(&named.value, 8)) title { (named.name) ": " (named.value) } }
            }
        }
    }
}
