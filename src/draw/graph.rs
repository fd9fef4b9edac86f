//! Boards that are graphs: each node a box with what stands there, each link a line.
//!
//! Where the author says where nodes lie (column `at`), they lie there; otherwise springs along the links and a push between
//! all nodes find a place, from the same beginning each time, so that a board looks alike in every picture.

use maud::{Markup, html};

use super::things::{Drawn, LINE, chips, label, style};
use super::{cut, wrapped};
use crate::scene::{Board, Cell, Link, Told};

/// How wide a node is drawn.
const WIDE: i64 = 156;
/// Rounds of pushing and pulling.
const ROUNDS: usize = 300;
/// So many letters stand in a line of a node.
const LETTERS: usize = 24;
/// Where so many pairs are nearly all linked, lines say nothing.
const FULL: usize = 10;

/// A box with its height.
struct Node {
    inside: Markup,
    height: i64,
}

/// The board.
pub(super) fn draw(board: &Board, players: &[String]) -> Drawn {
    let nodes: Vec<Node> = board.cells.iter().map(|cell| node(cell, players)).collect();
    let tallest = nodes.iter().map(|node| node.height).max().unwrap_or(0);
    let middles = fitted(&placed(board), tallest);
    let width = middles.iter().map(|at| at.0).max().unwrap_or(0) + WIDE / 2 + 8;
    let bottom = |(at, node): (&(i64, i64), &Node)| at.1 + node.height / 2;
    let height = middles.iter().zip(&nodes).map(bottom).max().unwrap_or(0) + 8;
    let end = |id: &str| board.cells.iter().position(|cell| cell.id == id).map(|at| middles[at]);
    let tall = |id: &str| board.cells.iter().position(|cell| cell.id == id).map_or(0, |at| nodes[at].height);
    let pairs = board.cells.len() * board.cells.len().saturating_sub(1) / 2;
    let full = pairs >= FULL && board.links.len() * 4 > pairs * 3;
    let inside = html! {
        @for link in &board.links {
            @if let (Some(from), Some(to)) = (end(&link.from), end(&link.to)) {
                @if !full || !link.piles.is_empty() { (line(link, from, to)) }
            }
        }
        @for ((cell, node), (x, y)) in board.cells.iter().zip(&nodes).zip(&middles) {
            g class="cell" data-id=(cell.id) transform={ "translate(" (x - WIDE / 2) " " (y - node.height / 2) ")" } {
                rect data-grip=(label(cell)) class="box" width=(WIDE) height=(node.height) rx="8" style=[cell.colour.as_deref().and_then(style)] {}
                (node.inside)
            }
        }
        @for link in board.links.iter().filter(|link| !(link.piles.is_empty() && link.values.is_empty())) {
            @if let (Some(from), Some(to)) = (end(&link.from), end(&link.to)) {
                (beside(link, players, between((from, tall(&link.from)), (to, tall(&link.to)))))
            }
        }
    };
    Drawn { inside, width, height }
}

/// The middle of what is seen of a link between the boxes at its ends, each with its height.
fn between((from, high): ((i64, i64), i64), (to, other): ((i64, i64), i64)) -> (i64, i64) {
    let (dx, dy) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let leaves = |high: i64| {
        let (across, down) = (WIDE as f64 / 2.0 / dx.abs().max(1.0), high as f64 / 2.0 / dy.abs().max(1.0));
        across.min(down).min(0.5)
    };
    let at = f64::midpoint(leaves(high), 1.0 - leaves(other));
    (from.0 + (dx * at).round() as i64, from.1 + (dy * at).round() as i64)
}

fn line(link: &Link, from: (i64, i64), to: (i64, i64)) -> Markup {
    html! {
        g class="link-g" data-id=(link.id) {
            line data-grip=(link.title) class="link" x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) {}
            // A line is thin: so much beside it belongs to it.
            line class="reach" x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) {}
            title { (link.title) }
        }
    }
}

/// What stands on a link.
fn beside(link: &Link, players: &[String], (x, middle): (i64, i64)) -> Markup {
    let told = values(&link.values);
    let high = chips(&link.piles, players, (0, 0), 80).1;
    let y = middle - high.max(LINE) / 2 + 14;
    html! {
        g class="link-g" data-id=(link.id) {
            (chips(&link.piles, players, (x - 20, y - 11), 80).0)
            @for (at, text) in told.iter().enumerate() { text class="small" x=(x - 20) y=(y + high.max(LINE) - 6 + 11 * at as i64) { (text) } }
        }
    }
}

fn values(values: &[Told]) -> Vec<String> {
    values.iter().flat_map(|told| wrapped(&format!("{}: {}", told.name, told.value), LETTERS)).collect()
}

fn node(cell: &Cell, players: &[String]) -> Node {
    let (drawn, high) = chips(&cell.piles, players, (8, 28), WIDE - 14);
    let told = values(&cell.values);
    let below = 28 + high;
    let inside = html! {
        text class="b" x="8" y="18" { (cut(&cell.title, 20)) title { (cell.title) } }
        (drawn)
        @for (at, text) in told.iter().enumerate() { text class="small" x="8" y=(below + 9 + 12 * at as i64) { (text) } }
    };
    Node { inside, height: below + 12 * told.len() as i64 + 6 }
}

/// Where nodes lie, in no unit.
fn placed(board: &Board) -> Vec<(f64, f64)> {
    let said: Option<Vec<(i64, i64)>> = board.cells.iter().map(|cell| cell.at).collect();
    match said {
        Some(said) => said.into_iter().map(|(x, y)| (x as f64, y as f64)).collect(),
        None => sprung(board),
    }
}

/// Springs pull along links, and all nodes push each other away.
fn sprung(board: &Board) -> Vec<(f64, f64)> {
    let count = board.cells.len();
    let across = (1..).find(|n| n * n >= count).unwrap_or(1);
    // Row by row, a little askew: nodes in one line would stay there.
    let start = |at: usize| {
        ((at % across) as f64 + 0.1 * (at / across) as f64, (at / across) as f64 + 0.07 * (at % across) as f64)
    };
    let mut at: Vec<(f64, f64)> = (0..count).map(start).collect();
    let index = |id: &str| board.cells.iter().position(|cell| cell.id == id);
    let links: Vec<(usize, usize)> =
        board.links.iter().filter_map(|l| Some((index(&l.from)?, index(&l.to)?))).collect();
    if links.is_empty() || links.len() * 2 >= count * (count - 1) {
        return (0..count).map(|at| ((at % across) as f64, (at / across) as f64)).collect();
    }
    for round in 0..ROUNDS {
        let mut push = vec![(0.0, 0.0); count];
        for one in 0..count {
            for other in (0..count).filter(|&other| other != one) {
                let (dx, dy) = (at[one].0 - at[other].0, at[one].1 - at[other].1);
                let square = (dx * dx + dy * dy).max(0.01);
                push[one].0 += dx / square;
                push[one].1 += dy / square;
            }
        }
        for &(from, to) in &links {
            let (dx, dy) = (at[to].0 - at[from].0, at[to].1 - at[from].1);
            let pull = (dx * dx + dy * dy).sqrt();
            for (node, sign) in [(from, 1.0), (to, -1.0)] {
                push[node].0 += sign * dx * pull;
                push[node].1 += sign * dy * pull;
            }
        }
        let heat = 0.3 * (1.0 - round as f64 / ROUNDS as f64);
        for (node, push) in at.iter_mut().zip(push) {
            let length = (push.0 * push.0 + push.1 * push.1).sqrt().max(0.001);
            node.0 += push.0 / length * heat.min(length);
            node.1 += push.1 / length * heat.min(length);
        }
    }
    at
}

/// As small as it can be without boxes over one another.
fn fitted(at: &[(f64, f64)], tallest: i64) -> Vec<(i64, i64)> {
    let left = at.iter().map(|spot| spot.0).fold(f64::INFINITY, f64::min);
    let top = at.iter().map(|spot| spot.1).fold(f64::INFINITY, f64::min);
    let (wide, high) = (WIDE as f64 + 64.0, tallest as f64 + 32.0);
    let free = |x: f64, y: f64| {
        let apart = |(n, a): (usize, &(f64, f64))| {
            at[..n].iter().all(|b| (a.0 - b.0).abs() * x >= wide || (a.1 - b.1).abs() * y >= high)
        };
        at.iter().enumerate().all(apart)
    };
    let span = |of: fn(&(f64, f64)) -> f64, least: f64| at.iter().map(of).fold(0.0, f64::max) - least;
    let (across, down) = (span(|spot| spot.0, left), span(|spot| spot.1, top));
    // A little wider than high: so it fits screens and pages.
    let size = |x: f64, y: f64| (across * x + wide).max((down * y + high) * 1.4);
    let mut best: Option<(f64, f64)> = None;
    for x in (0..60).map(|step| 20.0 + 10.0 * f64::from(step)) {
        let y = (0..60).map(|step| 20.0 + 10.0 * f64::from(step)).find(|&y| free(x, y));
        if let Some(y) = y.filter(|&y| best.is_none_or(|(bx, by)| size(x, y) < size(bx, by))) {
            best = Some((x, y));
        }
    }
    let (x, y) = best.unwrap_or((200.0, 200.0));
    let fit = |spot: &(f64, f64)| {
        let (dx, dy) = ((spot.0 - left) * x, (spot.1 - top) * y);
        (dx.round() as i64 + WIDE / 2 + 8, dy.round() as i64 + tallest / 2 + 8)
    };
    at.iter().map(fit).collect()
}
