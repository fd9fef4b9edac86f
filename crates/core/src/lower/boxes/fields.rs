//! Geometry of boards with a grid: columns and rows, of squares or hexagons.

use std::collections::BTreeSet;

use crate::code::Set;

/// The geometry of a board's spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) struct SpaceGrid {
    pub(in crate::lower) columns: u32,
    pub(in crate::lower) rows: u32,
    /// Hexagons in axial coordinates.
    pub(in crate::lower) hexes: bool,
    /// A step off one side leads to the opposite side (torus).
    pub(in crate::lower) wrapped: bool,
}

impl SpaceGrid {
    pub(in crate::lower) fn cell(self, column: u32, row: u32) -> u32 {
        row * self.columns + column
    }

    /// The cell that is `by` columns and rows away, if there is one.
    pub(in crate::lower) fn step(self, column: u32, row: u32, by: (i64, i64)) -> Option<(u32, u32)> {
        let (column, row) = (i64::from(column) + by.0, i64::from(row) + by.1);
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        if self.wrapped {
            return Some((column.rem_euclid(columns) as u32, row.rem_euclid(rows) as u32));
        }
        ((0..columns).contains(&column) && (0..rows).contains(&row)).then_some((column as u32, row as u32))
    }

    pub(in crate::lower) fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (column, row)))
    }

    /// Pairs of adjacent cells, each once. On small wrapped boards two directions may lead to the same cell.
    pub(in crate::lower) fn edges(self) -> Vec<(u32, u32)> {
        let ways: &[(i64, i64)] = if self.hexes { &[(1, 0), (0, 1), (-1, 1)] } else { &[(1, 0), (0, 1)] };
        let small = self.wrapped && self.columns.min(self.rows) < 3;
        let (mut edges, mut seen) = (Vec::new(), BTreeSet::new());
        for (column, row) in self.cells() {
            let here = self.cell(column, row);
            for there in ways.iter().filter_map(|way| self.step(column, row, *way)) {
                let there = self.cell(there.0, there.1);
                let is_new = !small || seen.insert((here.min(there), here.max(there)));
                if here != there && is_new {
                    edges.push((here, there));
                }
            }
        }
        edges
    }

    /// All straight runs of `length` cells along rows, columns and diagonals, each once.
    pub(in crate::lower) fn lines(self, length: u32) -> Vec<Set> {
        let ways: &[(i64, i64)] =
            if self.hexes { &[(1, 0), (0, 1), (1, -1)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::new());
        if length > self.columns * self.rows {
            return lines;
        }
        for way in ways {
            for (column, row) in self.cells() {
                let steps = (0..i64::from(length)).map(|n| self.step(column, row, (way.0 * n, way.1 * n)));
                let Some(run) = steps.collect::<Option<Vec<_>>>() else { continue };
                let line = run.iter().fold(Set::EMPTY, |set, &(column, row)| set.with(self.cell(column, row) as i32));
                if line.len() == length && seen.insert(line) {
                    lines.push(line);
                }
            }
        }
        lines
    }
}
