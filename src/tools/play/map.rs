//! Small map of a board of squares or hexagons: the name of each occupied cell, and a dot for each empty one.

use std::collections::BTreeSet;

use super::labels::row_name;
use crate::tools::grid::width;
use tavola_game::{PlaceView, Spot};

/// Maximum number of cells of a board that is drawn completely. Of a larger one, only the occupied part is drawn.
const WHOLE: usize = 64;

/// The lines of the map. `full` are the places that are listed below it. Empty if it is not a board, or too wide.
pub(super) fn draw(full: &[&PlaceView], all: &[&PlaceView], within: usize) -> Vec<String> {
    let spots: Option<Vec<Spot>> = all.iter().map(|place| place.spot).collect();
    let Some(spots) = spots.filter(|spots| !spots.is_empty() && full.len() < all.len()) else {
        return Vec::new();
    };
    let marks: Vec<(Spot, String)> = full.iter().filter_map(|p| Some((p.spot?, row_name(p)))).collect();
    let shown = |of: fn(&Spot) -> u32| {
        let size = spots.iter().map(of).max().unwrap_or(0) + 1;
        let marked: BTreeSet<u32> = marks.iter().map(|(spot, _)| of(spot)).collect();
        if all.len() <= WHOLE { (0..size).collect() } else { part(&marked, size, spots[0].wrapped) }
    };
    let (columns, rows): (Vec<u32>, Vec<u32>) = (shown(|spot| spot.column), shown(|spot| spot.row));
    // An even width, because each row of hexagons begins half a cell further to the right.
    let cell = (marks.iter().map(|(_, name)| width(name)).max().unwrap_or(1) + 2) / 2 * 2;
    let line = |(down, &row): (usize, &u32)| {
        let indent = if spots[0].hexes { down * cell / 2 } else { 0 };
        let cells = columns.iter().map(|&column| {
            let mark = marks.iter().find(|(spot, _)| (spot.column, spot.row) == (column, row));
            let name = mark.map_or("\u{b7}", |(_, name)| name);
            format!("{name}{}", " ".repeat(cell - width(name)))
        });
        format!("  {}{}", " ".repeat(indent), cells.collect::<String>()).trim_end().to_string()
    };
    let lines: Vec<String> = rows.iter().enumerate().map(line).collect();
    if lines.iter().any(|line| width(line) > within) { Vec::new() } else { lines }
}

/// The columns (or rows) from one before the first marked to one after the last. On a wrapped board the widest gap is left out,
/// so a group that crosses the edge is drawn as one.
fn part(marked: &BTreeSet<u32>, size: u32, wrapped: bool) -> Vec<u32> {
    let (Some(&first), Some(&last)) = (marked.first(), marked.last()) else { return vec![0] };
    if !wrapped {
        return (first.saturating_sub(1)..=(last + 1).min(size - 1)).collect();
    }
    let next = |at: u32| marked.range(at + 1..).next().copied().unwrap_or(first + size);
    let last = marked.iter().copied().max_by_key(|&at| (next(at) - at, at)).unwrap_or(last);
    let count = (size + 3 - (next(last) - last)).min(size);
    (0..count).map(|step| (next(last) + size - 1 + step) % size).collect()
}
