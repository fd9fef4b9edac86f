//! Connect Four: discs fall, and four in a row win.

use super::{Asked, Plain, cell, seen_on_cells};

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A grid of cells, bottom row first.
pub(crate) struct ConnectFour {
    cells: [[Option<usize>; COLUMNS]; ROWS],
    discs: usize,
    turn: usize,
}

impl ConnectFour {
    /// True if a player has four in a row.
    fn four(&self, player: usize) -> bool {
        let is = |row: isize, column: isize| {
            (0..ROWS as isize).contains(&row)
                && (0..COLUMNS as isize).contains(&column)
                && self.cells[row as usize][column as usize] == Some(player)
        };
        let from = |row: isize, column: isize| {
            let along = |(up, right): (isize, isize)| (0..4).all(|n| is(row + n * up, column + n * right));
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(along)
        };
        (0..ROWS as isize).any(|row| (0..COLUMNS as isize).any(|column| from(row, column)))
    }
}

impl Plain for ConnectFour {
    const RULES: &'static str = "rules/classics/connect_four";
    type Answer = usize;

    fn start(_players: usize) -> Self {
        Self { cells: [[None; COLUMNS]; ROWS], discs: 0, turn: 0 }
    }

    fn ask(&mut self, options: &mut Vec<usize>) -> Asked {
        options.clear();
        if self.discs == COLUMNS * ROWS || self.four(0) || self.four(1) {
            return Asked::Over;
        }
        options.extend((0..COLUMNS).filter(|&column| self.cells[ROWS - 1][column].is_none()));
        Asked::Player(self.turn)
    }

    fn answer(&mut self, column: usize) {
        if let Some(row) = (0..ROWS).find(|&row| self.cells[row][column].is_none()) {
            self.cells[row][column] = Some(self.turn);
        }
        self.discs += 1;
        self.turn = 1 - self.turn;
    }

    fn winners(&self) -> Vec<usize> {
        (0..2).filter(|&player| self.four(player)).collect()
    }

    fn notation(column: usize) -> String {
        format!("drop({})", column + 1)
    }

    fn seen(&self, _viewer: Option<usize>) -> Vec<String> {
        let at = |at: usize| (at % COLUMNS, at / COLUMNS);
        let cells = (0..COLUMNS * ROWS).map(at);
        seen_on_cells("disc", 21, cells.map(|(column, row)| (cell(column, row), self.cells[row][column])))
    }
}
