//! Othello: enclosed discs are turned over, and the most discs win.

use super::{Asked, Plain, seen_on_cells};

const WAYS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board of eight by eight squares.
pub(crate) struct Othello {
    squares: [Option<usize>; 64],
    turn: usize,
}

impl Othello {
    /// Number of discs that a disc would turn over in one direction.
    fn enclosed(&self, player: usize, square: usize, (up, right): (isize, isize)) -> usize {
        let (mut row, mut column, mut count) = ((square / 8) as isize, (square % 8) as isize, 0);
        loop {
            (row, column) = (row + up, column + right);
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                return 0;
            }
            match self.squares[(row * 8 + column) as usize] {
                None => return 0,
                Some(other) if other == player => return count,
                Some(_) => count += 1,
            }
        }
    }

    fn is_open(&self, player: usize, square: usize) -> bool {
        self.squares[square].is_none() && WAYS.iter().any(|&way| self.enclosed(player, square, way) > 0)
    }

    fn discs(&self, player: usize) -> usize {
        self.squares.iter().filter(|square| **square == Some(player)).count()
    }
}

impl Plain for Othello {
    const RULES: &'static str = "rules/classics/othello";
    type Answer = usize;

    fn start(_players: usize) -> Self {
        let mut squares = [None; 64];
        (squares[28], squares[35], squares[27], squares[36]) = (Some(0), Some(0), Some(1), Some(1));
        Self { squares, turn: 0 }
    }

    /// A player without a legal move is skipped.
    fn ask(&mut self, options: &mut Vec<usize>) -> Asked {
        for _ in 0..2 {
            options.clear();
            options.extend((0..64).filter(|&square| self.is_open(self.turn, square)));
            if !options.is_empty() {
                return Asked::Player(self.turn);
            }
            self.turn = 1 - self.turn;
        }
        Asked::Over
    }

    fn answer(&mut self, square: usize) {
        for (up, right) in WAYS {
            for n in 1..=self.enclosed(self.turn, square, (up, right)) as isize {
                self.squares[(square as isize + n * (up * 8 + right)) as usize] = Some(self.turn);
            }
        }
        self.squares[square] = Some(self.turn);
        self.turn = 1 - self.turn;
    }

    fn winners(&self) -> Vec<usize> {
        let most = self.discs(0).max(self.discs(1));
        (0..2).filter(|&player| self.discs(player) == most).collect()
    }

    fn notation(square: usize) -> String {
        format!("place({})", super::square(square))
    }

    fn seen(&self, _viewer: Option<usize>) -> Vec<String> {
        seen_on_cells("disc", 64, (0..64).map(|at| (super::square(at), self.squares[at])))
    }
}
