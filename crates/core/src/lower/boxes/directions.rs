//! Directions of boards with a grid: where steps lead, and which directions are orthogonal, diagonal or forward.

use super::fields::SpaceGrid;
use crate::code::{DIRECTIONS, NONE, Set};

/// Steps (columns, rows) on squares, clockwise from up. Rows count upwards.
const SQUARE: [(i64, i64); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// Steps (columns, rows) on hexagons, clockwise from the upper right. Rows count downwards.
const HEXAGON: [(i64, i64); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl SpaceGrid {
    /// The steps of all directions, in order.
    fn directions(self) -> Vec<(i64, i64)> {
        match (self.hexes, self.wrapped) {
            (true, _) => HEXAGON.to_vec(),
            (false, false) => SQUARE.to_vec(),
            // Wrapped boards are drawn with the first row on top.
            (false, true) => SQUARE.iter().map(|(column, row)| (*column, -row)).collect(),
        }
    }

    pub(in crate::lower) fn those(self, wanted: impl Fn((i64, i64)) -> bool) -> Set {
        let all = self.directions();
        (0..all.len()).filter(|at| wanted(all[*at])).fold(Set::EMPTY, |set, at| set.with(at as i32))
    }

    /// For each cell and direction, the cell one step away. A step on a small wrapped board may lead back to its own cell: it counts
    /// as no step ([`NONE`]).
    pub(in crate::lower) fn steps(self) -> Vec<i32> {
        let ways = self.directions();
        let mut steps = vec![NONE; (self.columns * self.rows) as usize * DIRECTIONS];
        for (column, row) in self.cells() {
            let here = self.cell(column, row);
            for (at, way) in ways.iter().enumerate() {
                let there = self.step(column, row, *way).map(|(column, row)| self.cell(column, row));
                if let Some(there) = there.filter(|there| *there != here) {
                    steps[here as usize * DIRECTIONS + at] = there as i32;
                }
            }
        }
        steps
    }

    /// For each cell, the adjacent cells in these directions; with `back`, also in the opposite ones.
    pub(in crate::lower) fn beside(self, ways: Set, back: bool) -> Vec<Set> {
        let steps = self.steps();
        let mut beside = vec![Set::EMPTY; steps.len() / DIRECTIONS];
        for here in 0..beside.len() {
            for way in ways.iter() {
                let there = steps[here * DIRECTIONS + way as usize];
                beside[here] = beside[here].with(there);
                if back && there != NONE {
                    beside[there as usize] = beside[there as usize].with(here as i32);
                }
            }
        }
        beside
    }

    /// For each pair of cells on one line, the cells between them.
    pub(in crate::lower) fn between(self) -> Vec<Set> {
        let (steps, cells) = (self.steps(), (self.columns * self.rows) as usize);
        let mut between = vec![Set::EMPTY; cells * cells];
        for from in 0..cells {
            for way in 0..DIRECTIONS {
                let (mut here, mut passed) = (steps[from * DIRECTIONS + way], Set::EMPTY);
                while here != NONE {
                    between[from * cells + here as usize] = passed;
                    passed = passed.with(here);
                    here = steps[here as usize * DIRECTIONS + way];
                }
            }
        }
        between
    }
}
