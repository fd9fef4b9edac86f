//! Breakthrough: the first player to cross the board wins.

use super::{Asked, Plain, seen_on_cells, square};

/// A board of eight by eight squares.
pub(crate) struct Breakthrough {
    squares: [Option<usize>; 64],
    turn: usize,
}

impl Breakthrough {
    fn has_won(&self, player: usize) -> bool {
        let goal = if player == 0 { 56..64 } else { 0..8 };
        self.squares[goal].contains(&Some(player)) || !self.squares.contains(&Some(1 - player))
    }
}

impl Plain for Breakthrough {
    const RULES: &'static str = "rules/classics/breakthrough";
    type Answer = (usize, usize);

    fn start(_players: usize) -> Self {
        let at = |square| match square {
            0..16 => Some(0),
            48.. => Some(1),
            _ => None,
        };
        Self { squares: std::array::from_fn(at), turn: 0 }
    }

    fn ask(&mut self, options: &mut Vec<(usize, usize)>) -> Asked {
        options.clear();
        if self.has_won(0) || self.has_won(1) {
            return Asked::Over;
        }
        for from in (0..64).filter(|&from| self.squares[from] == Some(self.turn)) {
            let row = if self.turn == 0 { from / 8 + 1 } else { from / 8 - 1 };
            let column = from % 8;
            for to in column.saturating_sub(1)..=(column + 1).min(7) {
                let there = self.squares[row * 8 + to];
                if there.is_none() || there == Some(1 - self.turn) && to != column {
                    options.push((from, row * 8 + to));
                }
            }
        }
        Asked::Player(self.turn)
    }

    fn answer(&mut self, (from, to): (usize, usize)) {
        self.squares[to] = self.squares[from].take();
        self.turn = 1 - self.turn;
    }

    fn winners(&self) -> Vec<usize> {
        (0..2).filter(|&player| self.has_won(player)).collect()
    }

    fn notation((from, to): (usize, usize)) -> String {
        format!("[{}, {}]", square(from), square(to))
    }

    fn seen(&self, _viewer: Option<usize>) -> Vec<String> {
        seen_on_cells("pawn", 16, (0..64).map(|at| (square(at), self.squares[at])))
    }
}
