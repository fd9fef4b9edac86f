//! A small map of a board of squares or hexagons: where something lies stands the name of the cell, elsewhere a dot.

use std::collections::BTreeSet;

use super::written::row_name;
use crate::tools::grid::width;
use tavola_game::{PlaceView, Spot};

/// Larger boards show only the part in which something lies.
const WHOLE: usize = 64;

/// The lines of the map. `full` are the places that are listed below it; nothing if it is not a board, or too wide.
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
    // An even width: hexagons begin half a cell further to the right in each row.
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

/// The columns (or rows) from one before the first that is marked to one behind the last. On a board that is wrapped the widest gap
/// is left out, so what hangs together over the edge is drawn together.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn board(columns: u32, rows: u32, (hexes, wrapped): (bool, bool), full: &[(u32, u32)]) -> Vec<PlaceView> {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let place = |(column, row): (u32, u32)| PlaceView {
            place: "lies".into(),
            index: vec![format!("cell({column}, {row})")],
            shown: vec![format!("{}{}", char::from(b'a' + column as u8), row + 1)],
            spot: Some(Spot { column, row, hexes, wrapped }),
            things: Vec::new(),
            total: Some(u32::from(full.contains(&(column, row)))),
            open: true,
            layers: Vec::new(),
        };
        cells.map(place).collect()
    }

    fn drawn(board: &[PlaceView], within: usize) -> Vec<String> {
        let all: Vec<&PlaceView> = board.iter().collect();
        let full: Vec<&PlaceView> = all.iter().copied().filter(|place| place.total == Some(1)).collect();
        draw(&full, &all, within)
    }

    #[test]
    fn a_map_of_squares_and_one_of_hexagons() {
        let squares = board(3, 2, (false, false), &[(0, 0), (2, 1)]);
        assert_eq!(drawn(&squares, 80), ["  a1  \u{b7}   \u{b7}", "  \u{b7}   \u{b7}   c2"]);
        assert_eq!(drawn(&squares, 10), [""; 0], "too wide");
        let hexes = board(11, 11, (true, false), &[(4, 5), (5, 5), (4, 6)]);
        let right = [
            "  \u{b7}   \u{b7}   \u{b7}   \u{b7}",
            "    \u{b7}   e6  f6  \u{b7}",
            "      \u{b7}   e7  \u{b7}   \u{b7}",
            "        \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        ];
        assert_eq!(drawn(&hexes, 80), right);
        assert_eq!(drawn(&board(3, 3, (true, false), &[]), 80).len(), 3);
        assert_eq!(drawn(&board(11, 11, (true, false), &[]), 80).len(), 1);
    }

    #[test]
    fn what_hangs_together_over_an_edge() {
        let isle = board(11, 11, (true, true), &[(10, 10), (0, 10), (0, 0), (1, 0)]);
        let right = [
            "  \u{b7}   \u{b7}   \u{b7}   \u{b7}   \u{b7}",
            "    \u{b7}   k11 a11 \u{b7}   \u{b7}",
            "      \u{b7}   \u{b7}   a1  b1  \u{b7}",
            "        \u{b7}   \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        ];
        assert_eq!(drawn(&isle, 80), right);
        let marked = |at: &[u32]| part(&at.iter().copied().collect(), 11, true);
        assert_eq!(marked(&[10, 0, 2]), [9, 10, 0, 1, 2, 3]);
        assert_eq!(marked(&[4]), [3, 4, 5]);
        assert_eq!(marked(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).len(), 11);
    }
}
