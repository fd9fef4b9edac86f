//! A graph on the ground: where each of its nodes is a piece that lies on a cell of another board, both are one picture. So a link runs
//! where those it joins lie beside one another, and what lies beside what is seen once.

use maud::{Markup, html};

use super::spots::{matters, spots};
use super::things::{chips, label, on, one_sort};
use crate::scene::{Board, Cell, Pile, Scene, Shape};

/// Between the boxes of nodes there is so much room.
const GAP: (i64, i64) = (48, 28);
/// Beyond the nodes a cell is so large: little stands there.
const SHORE: (f64, f64) = (72.0, 48.0);
/// Around all that is drawn.
const EDGE: f64 = 4.0;

/// On which cells of the ground the nodes of a graph lie.
pub(super) struct Land<'s> {
    pub(super) ground: &'s Board,
    /// For each node the pile in which it lies.
    pub(super) lies: Vec<String>,
    /// For each node its cell.
    cells: Vec<usize>,
    /// The middle of each cell, in columns and rows.
    spots: Vec<(f64, f64)>,
    /// Which cells are drawn: those of nodes, those beside them, and where something is to be seen.
    shown: Vec<bool>,
}

/// Where everything is drawn.
pub(super) struct Plot {
    /// The middles of the nodes.
    pub(super) middles: Vec<(i64, i64)>,
    pub(super) size: (i64, i64),
    across: Scale,
    down: Scale,
}

/// A length of the ground as one of the picture: as far as nodes lie, a cell has their pitch, beyond it less.
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
    /// The ground of a board, if all its nodes lie on one, each on a cell of its own.
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

    /// The graph with all that lies at its nodes, and the ground with the rest.
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

    /// The plot for boxes of a size.
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

    /// The corners of a cell around its middle, in columns and rows.
    fn corners(&self) -> Vec<(f64, f64)> {
        const TIP: f64 = 2.0 / 3.0;
        if self.ground.shape == Shape::Hexes {
            let half = TIP / 2.0;
            vec![(0.0, -TIP), (0.5, -half), (0.5, half), (0.0, TIP), (-0.5, half), (-0.5, -half)]
        } else {
            vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        }
    }

    /// The ground without its nodes.
    pub(super) fn under(&self, plot: &Plot, rest: &Board, players: &[String]) -> Markup {
        let alone = one_sort(on(rest));
        let drawn = rest.cells.iter().zip(&self.spots).enumerate().filter(|(at, _)| self.shown[*at]);
        html! {
            @for (at, (cell, &(x, y))) in drawn {
                @let corner = |&(dx, dy): &(f64, f64)| format!("{},{}", plot.across.at(x + dx), plot.down.at(y + dy));
                @let node = self.cells.contains(&at);
                g class="cell" data-id=(cell.id) {
                    polygon data-grip=(label(cell)) class=(if node { "even edge" } else { "back edge" })
                        points=(self.corners().iter().map(corner).collect::<Vec<_>>().join(" ")) {}
                    @if !node { (beyond(cell, players, alone, plot.middle((x, y)))) }
                }
            }
        }
    }
}

impl Plot {
    /// The middle of what is drawn of a cell: at the edge of the nodes it lies aside.
    fn middle(&self, (x, y): (f64, f64)) -> (i64, i64) {
        let between = |axis: &Scale, at: f64| i64::midpoint(axis.at(at - 0.4), axis.at(at + 0.4));
        (between(&self.across, x), between(&self.down, y))
    }
}

/// What is told of a cell without a node: what lies there, or its name.
fn beyond(cell: &Cell, players: &[String], alone: bool, (x, y): (i64, i64)) -> Markup {
    let lying = chips(&cell.piles, players, alone, ((0, 0), SHORE.0 as i64));
    let told = cell.values.iter().map(|told| format!("{}: {}", told.name, told.value)).take(2);
    html! {
        @if lying.height == 0 && cell.values.is_empty() {
            text class="mark small dim" x=(x) y=(y + 4) { (cell.title) }
        }
        g transform={ "translate(" (x - lying.width / 2) " " (y - lying.height / 2 + 3) ")" } { (lying.inside) }
        @for (at, text) in told.enumerate() {
            text class="mark small" x=(x) y=(y + lying.height / 2 + 10 * (at as i64 + 1)) { (text) }
        }
    }
}
