//! A graph on the ground: if each of its nodes is a piece on a cell of another board, both are drawn as one picture. Links then join
//! neighbouring cells, and adjacency is shown only once.

use maud::{Markup, html};

use super::look::background;
use super::spots::{matters, spots};
use super::things::{chips, label, on, one_sort};
use crate::scene::{Board, Cell, Pile, Scene, Shape};

/// Gap between the boxes of nodes.
const GAP: (i64, i64) = (48, 24);
/// Size of a cell outside the nodes, where little is shown.
const SHORE: (f64, f64) = (60.0, 28.0);
/// Margin of the picture.
const EDGE: f64 = 4.0;

/// The cells of the ground on which the nodes of a graph lie.
pub(super) struct Land<'s> {
    pub(super) ground: &'s Board,
    /// The pile of each node.
    pub(super) lies: Vec<String>,
    /// The cell of each node.
    cells: Vec<usize>,
    /// The centre of each cell, in columns and rows.
    spots: Vec<(f64, f64)>,
    /// True for cells that are drawn: those of nodes, their neighbours, and those with contents.
    shown: Vec<bool>,
}

/// Positions in the picture.
pub(super) struct Plot {
    /// The centres of the nodes.
    pub(super) middles: Vec<(i64, i64)>,
    pub(super) size: (i64, i64),
    across: Scale,
    down: Scale,
}

/// Converts a length on the ground to one in the picture. Cells have the pitch of the nodes between nodes, and a smaller one outside.
struct Scale {
    first: f64,
    last: f64,
    pitch: f64,
    beyond: f64,
    origin: f64,
}

impl Scale {
    fn at(&self, way: f64) -> i64 {
        let inside = way.clamp(self.first, self.last);
        ((inside - self.first) * self.pitch + (way - inside) * self.beyond - self.origin).round() as i64
    }
}

impl<'s> Land<'s> {
    /// The ground of a board, if all its nodes lie on one board, each on its own cell.
    pub(super) fn of(board: &Board, scene: &'s Scene) -> Option<Self> {
        if board.shape != Shape::Graph || board.cells.is_empty() {
            return None;
        }
        let grounds = scene.boards.iter().filter(|ground| ground.shape != Shape::Graph);
        grounds.filter_map(|ground| Self::on(board, ground, scene)).next()
    }

    fn on(board: &Board, ground: &'s Board, scene: &Scene) -> Option<Self> {
        let lies = |node: &Cell| {
            ground.cells.iter().enumerate().find_map(|(at, cell)| {
                let pile = cell.piles.iter().find(|pile| pile.things.iter().any(|thing| thing.id == node.id))?;
                Some((at, pile.id.clone()))
            })
        };
        let (cells, lies): (Vec<usize>, Vec<String>) =
            board.cells.iter().map(lies).collect::<Option<Vec<_>>>()?.into_iter().unzip();
        if (1..cells.len()).any(|at| cells[..at].contains(&cells[at])) {
            return None;
        }
        let slant = if ground.shape == Shape::Hexes { 0.5 } else { 0.0 };
        let spots: Vec<(f64, f64)> =
            spots(ground).0.iter().map(|&(x, y)| (x as f64 + slant * y as f64, y as f64)).collect();
        let beside = |&(x, y): &(f64, f64)| {
            cells.iter().any(|&at| (spots[at].0 - x).abs() <= 1.0 && (spots[at].1 - y).abs() <= 1.0)
        };
        let matters = matters(scene);
        let shown = ground.cells.iter().zip(&spots).map(|(cell, spot)| matters(cell) || beside(spot)).collect();
        Some(Self { ground, lies, cells, spots, shown })
    }

    /// Splits the contents: the graph with everything at its nodes, and the ground with the rest.
    pub(super) fn parted(&self, board: &Board) -> (Board, Board) {
        let (mut graph, mut rest) = (board.clone(), self.ground.clone());
        for (node, &at) in graph.cells.iter_mut().zip(&self.cells) {
            let cell = &mut rest.cells[at];
            node.values.append(&mut cell.values);
            let others = std::mem::take(&mut cell.piles).into_iter().map(|pile| Pile {
                things: pile.things.into_iter().filter(|thing| thing.id != node.id).collect(),
                ..pile
            });
            node.piles.extend(others.filter(|pile| !pile.things.is_empty() || pile.hidden > 0));
        }
        (graph, rest)
    }

    /// Computes the positions for boxes of a given size.
    pub(super) fn plot(&self, (wide, high): (i64, i64)) -> Plot {
        let axis = |of: fn(&(f64, f64)) -> f64, reach: f64, room: i64, beyond: f64| {
            let nodes = || self.cells.iter().map(|&at| of(&self.spots[at]));
            let drawn = || self.spots.iter().zip(&self.shown).filter(|(_, shown)| **shown).map(|(spot, _)| of(spot));
            let (first, last) = (nodes().fold(f64::INFINITY, f64::min), nodes().fold(f64::NEG_INFINITY, f64::max));
            let mut axis = Scale { first: first - 0.5, last: last + 0.5, pitch: room as f64, beyond, origin: 0.0 };
            axis.origin = axis.at(drawn().fold(f64::INFINITY, f64::min) - reach) as f64 - EDGE;
            let size = axis.at(drawn().fold(f64::NEG_INFINITY, f64::max) + reach) + EDGE as i64;
            (axis, size)
        };
        let tip = self.corners().iter().map(|corner| corner.1).fold(0.0, f64::max);
        let (across, width) = axis(|spot| spot.0, 0.5, wide + GAP.0, SHORE.0);
        let (down, height) = axis(|spot| spot.1, tip, high + GAP.1, SHORE.1);
        let middles = self.cells.iter().map(|&at| (across.at(self.spots[at].0), down.at(self.spots[at].1))).collect();
        Plot { middles, size: (width, height), across, down }
    }

    /// The corners of a cell around its centre, in columns and rows.
    fn corners(&self) -> Vec<(f64, f64)> {
        const TIP: f64 = 2.0 / 3.0;
        if self.ground.shape == Shape::Hexes {
            let half = TIP / 2.0;
            vec![(0.0, -TIP), (0.5, -half), (0.5, half), (0.0, TIP), (-0.5, half), (-0.5, -half)]
        } else {
            vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        }
    }

    /// Draws the ground without its nodes.
    pub(super) fn under(&self, plot: &Plot, rest: &Board, scene: &Scene) -> Markup {
        let players = &scene.players;
        // On a background a cell without a node is an outline.
        let clear = |node: bool| (rest.background.is_some() && !node).then_some("fill-opacity:0");
        let alone = one_sort(on(rest));
        let drawn = rest.cells.iter().zip(&self.spots).enumerate().filter(|(at, _)| self.shown[*at]);
        html! {
            (background(rest, scene, (0, 0, plot.size.0, plot.size.1)))
            @for (at, (cell, &(x, y))) in drawn {
                @let corner = |&(dx, dy): &(f64, f64)| format!("{},{}", plot.across.at(x + dx), plot.down.at(y + dy));
                @let node = self.cells.contains(&at);
                g class=(if clear(node).is_some() { "cell halo" } else { "cell" }) data-id=(cell.id) {
                    polygon style=[clear(node)] data-grip=(label(cell)) class=(if node { "even edge" } else { "back edge" })
                        points=(self.corners().iter().map(corner).collect::<Vec<_>>().join(" ")) {}
                    @if !node { (beyond(cell, players, alone, plot.middle((x, y)))) }
                }
            }
        }
    }
}

impl Plot {
    /// The centre of the drawn part of a cell. At the edge of the nodes it is shifted outwards.
    fn middle(&self, (x, y): (f64, f64)) -> (i64, i64) {
        let between = |axis: &Scale, at: f64| i64::midpoint(axis.at(at - 0.4), axis.at(at + 0.4));
        (between(&self.across, x), between(&self.down, y))
    }
}

/// The label of a cell without a node: its contents, or its name.
fn beyond(cell: &Cell, players: &[String], alone: bool, (x, y): (i64, i64)) -> Markup {
    let lying = chips(&cell.piles, players, alone, ((0, 0), SHORE.0 as i64));
    let named = cell.values.iter().map(|named| format!("{}: {}", named.name, named.value)).take(2);
    html! {
        @if lying.height == 0 && cell.values.is_empty() {
            text class="mark small dim" x=(x) y=(y + 4) { (cell.title) }
        }
        g transform={ "translate(" (x - lying.width / 2) " " (y - lying.height / 2 + 3) ")" } { (lying.inside) }
        @for (at, text) in named.enumerate() {
            text class="mark small" x=(x) y=(y + lying.height / 2 + 10 * (at as i64 + 1)) { (text) }
        }
    }
}
