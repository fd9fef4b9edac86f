//! Layout of the nodes of a graph.
//!
//! The author's positions (column `at`) are used if there are any. Otherwise a force-directed layout from a fixed start computes them, so
//! that a board looks the same in every picture.

use crate::scene::Board;

/// Minimum ratio of width to height, if possible: a screen has more above and below a board than beside it.
const MIN_ASPECT: f64 = 2.2;
/// Iterations of the force-directed layout.
const ROUNDS: usize = 300;

/// Positions of nodes, without unit.
pub(super) fn positions(board: &Board) -> Vec<(f64, f64)> {
    let said: Option<Vec<(i64, i64)>> = board.cells.iter().map(|cell| cell.at).collect();
    match said {
        Some(said) => said.into_iter().map(|(x, y)| (x as f64, y as f64)).collect(),
        None => force_directed(board),
    }
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
