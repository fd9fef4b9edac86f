//! Layout of the nodes of a graph.
//!
//! The author's positions (`look.yaml`, or the column `at`) are used if there are any; nodes without one stand in rows below. Otherwise a force-directed layout from a fixed start computes them, so
//! that a board looks the same in every picture.

use crate::scene::Board;

/// Minimum ratio of width to height, if possible: a screen has more above and below a board than beside it.
const MIN_ASPECT: f64 = 2.2;
/// Iterations of the force-directed layout.
const ROUNDS: usize = 300;

/// Positions of nodes, without unit.
pub(super) fn positions(board: &Board) -> Vec<(f64, f64)> {
    let said: Vec<(f64, f64)> =
        board.cells.iter().filter_map(|cell| cell.at).map(|(x, y)| (x as f64, y as f64)).collect();
    if said.is_empty() {
        return force_directed(board);
    }
    if said.len() == board.cells.len() {
        return said;
    }
    let least = |of: fn(&(f64, f64)) -> f64| said.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&(f64, f64)) -> f64| said.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, width, low) = (least(|at| at.0), most(|at| at.0) - least(|at| at.0), most(|at| at.1));
    // As far apart as the nearest two of the others.
    let apart = |one: &(f64, f64), other: &(f64, f64)| (one.0 - other.0).hypot(one.1 - other.1);
    let pairs = said.iter().enumerate().flat_map(|(at, one)| said[..at].iter().map(move |other| apart(one, other)));
    let step = pairs.fold(f64::INFINITY, f64::min);
    let step = if step.is_finite() { step.max(1.0) } else { 1.0 };
    let across = ((width / step) as usize + 1).max(3);
    let mut others = 0;
    let mut below = || {
        let at = (left + (others % across) as f64 * step, low + (others / across + 1) as f64 * step);
        others += 1;
        at
    };
    board.cells.iter().map(|cell| cell.at.map_or_else(&mut below, |(x, y)| (x as f64, y as f64))).collect()
}

/// Largest width and height of a map, above which boxes overlap.
const WIDEST: f64 = 2400.0;
/// Least width of a map.
const NARROWEST: f64 = 480.0;
/// Margin of a map.
const MARGIN: i64 = 8;

/// Nodes on their ground.
pub(super) struct Map {
    /// The centres of the nodes.
    pub(super) middles: Vec<(i64, i64)>,
    /// The ground: left, top, width, height.
    pub(super) ground: (i64, i64, i64, i64),
    /// Size of the picture.
    pub(super) picture: (i64, i64),
}

impl Map {
    /// The smallest map of this size, in the unit of the positions, on which boxes do not overlap. Both axes have one scale, so that the
    /// nodes stand where they should on a picture of the ground.
    pub(super) fn new(
        board: &Board,
        (width, height): (i64, i64),
        (broad, heights): (i64, &[i64]),
        gap: (i64, i64),
    ) -> Self {
        let at = positions(board);
        let need = |one: usize, other: usize| {
            let high = i64::midpoint(heights[one], heights[other]) + 1 + gap.1;
            let across = (broad + gap.0) as f64 / (at[one].0 - at[other].0).abs();
            across.min(high as f64 / (at[one].1 - at[other].1).abs())
        };
        let needs = (0..at.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let scale = needs.map(|(one, other)| need(one, other)).fold(NARROWEST / width as f64, f64::max);
        let scale = scale.min(WIDEST / width as f64).min(WIDEST / height as f64);
        let point = |spot: &(f64, f64)| ((spot.0 * scale).round() as i64, (spot.1 * scale).round() as i64);
        let (wide, high) = point(&(width as f64, height as f64));
        let middles: Vec<(i64, i64)> = at.iter().map(point).collect();
        // Boxes may reach over the edge of the ground.
        let edges = |half: &dyn Fn(usize) -> i64, of: fn(&(i64, i64)) -> i64, far: i64| {
            let ends = || middles.iter().enumerate().map(|(node, at)| (of(at) - half(node), of(at) + half(node)));
            let first = ends().map(|ends| ends.0).fold(0, i64::min) - MARGIN;
            (first, ends().map(|ends| ends.1).fold(far, i64::max) + MARGIN)
        };
        let (left, right) = edges(&|_| broad / 2, |at| at.0, wide);
        let (top, below) = edges(&|node| heights[node] / 2, |at| at.1, high);
        Self {
            middles: middles.iter().map(|(x, y)| (x - left, y - top)).collect(),
            ground: (-left, -top, wide, high),
            picture: (right - left, below - top),
        }
    }
}

/// Positions of which only the order counts: the number of smaller ones on each axis.
pub(super) fn ranked(at: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let rank = |of: fn(&(f64, f64)) -> f64, own: &(f64, f64)| {
        let mut smaller: Vec<f64> = at.iter().map(of).filter(|other| *other < of(own)).collect();
        smaller.sort_by(f64::total_cmp);
        smaller.dedup();
        smaller.len() as f64
    };
    at.iter().map(|own| (rank(|at| at.0, own), rank(|at| at.1, own))).collect()
}

/// Force-directed layout: links attract, nodes repel each other.
fn force_directed(board: &Board) -> Vec<(f64, f64)> {
    let count = board.cells.len();
    let across = (1..).find(|n| n * n >= count).unwrap_or(1);
    // Row by row, slightly shifted: nodes on one line would stay on it.
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

/// Scales positions to the smallest size at which boxes of this width and these heights do not overlap, with this gap between them.
pub(super) fn fitted(at: &[(f64, f64)], (broad, heights): (i64, &[i64]), gap: (i64, i64)) -> Vec<(i64, i64)> {
    let tallest = heights.iter().max().copied().unwrap_or(0);
    let left = at.iter().map(|spot| spot.0).fold(f64::INFINITY, f64::min);
    let top = at.iter().map(|spot| spot.1).fold(f64::INFINITY, f64::min);
    let (wide, high) = ((broad + gap.0) as f64, (tallest + gap.1) as f64);
    let free = |x: f64, y: f64| {
        let apart = |one: usize, other: usize| {
            let high = (i64::midpoint(heights[one], heights[other]) + 1 + gap.1) as f64;
            (at[one].0 - at[other].0).abs() * x >= wide || (at[one].1 - at[other].1).abs() * y >= high
        };
        (0..at.len()).all(|one| (0..one).all(|other| apart(one, other)))
    };
    let span = |of: fn(&(f64, f64)) -> f64, least: f64| at.iter().map(of).fold(0.0, f64::max) - least;
    let (across, down) = (span(|spot| spot.0, left), span(|spot| spot.1, top));
    let size = |x: f64, y: f64| (across * x + wide).max((down * y + high) * MIN_ASPECT);
    let mut best: Option<(f64, f64)> = None;
    for x in (0..60).map(|step| 20.0 + 10.0 * f64::from(step)) {
        let y = (0..60).map(|step| 20.0 + 10.0 * f64::from(step)).find(|&y| free(x, y));
        if let Some(y) = y.filter(|&y| best.is_none_or(|(bx, by)| size(x, y) < size(bx, by))) {
            best = Some((x, y));
        }
    }
    let (x, y) = best.unwrap_or((200.0, 200.0));
    // Rows move closer together, each as far as its boxes allow, until the ratio is reached.
    let closer = |part: f64| {
        let need = |one: usize, other: usize| {
            let is_beside = (at[one].0 - at[other].0).abs() * x >= wide;
            if is_beside { 0.0 } else { (heights[one] + heights[other]) as f64 / 2.0 + gap.1 as f64 }
        };
        rows(at, part * y, &need)
    };
    let mut downs = closer(1.0);
    for part in (4..10).rev().map(|tenth| f64::from(tenth) / 10.0) {
        if (downs.iter().copied().fold(0.0, f64::max) + high) * MIN_ASPECT > across * x + wide {
            downs = closer(part);
        }
    }
    let fit = |(spot, y): (&(f64, f64), f64)| {
        (((spot.0 - left) * x).round() as i64 + broad / 2 + 8, y.round() as i64 + tallest / 2 + 8)
    };
    at.iter().zip(downs).map(fit).collect()
}

/// Vertical positions: a distance per unit from row to row, and the distance that each box needs from those above it.
fn rows(at: &[(f64, f64)], unit: f64, need: &dyn Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..at.len()).collect();
    order.sort_by(|a, b| at[*a].1.total_cmp(&at[*b].1));
    let mut downs = vec![0.0; at.len()];
    let mut above = 0;
    for row in order.chunk_by(|a, b| at[*a].1 == at[*b].1) {
        let higher = &order[..above];
        let last = higher.last().map_or(0.0, |&last| downs[last] + unit * (at[row[0]].1 - at[last].1));
        let needed = row.iter().flat_map(|&one| higher.iter().map(move |&other| (one, other)));
        let down = needed.map(|(one, other)| downs[other] + need(one, other)).fold(last, f64::max);
        row.iter().for_each(|&one| downs[one] = down);
        above += row.len();
    }
    downs
}
