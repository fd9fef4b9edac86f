//! Positions of the cells of boards of squares and hexagons, and which of them are drawn.

use crate::scene::{Board, Cell, Question, Scene, Shape};

/// True if the first row is drawn at the bottom, as players expect of squares. Wrapped boards have no bottom row.
pub(super) fn is_near(board: &Board) -> bool {
    board.shape == Shape::Squares && !board.wrapped
}

/// Column and row of each cell, from above, and their numbers. Parts that cross the edge of a wrapped board are drawn together with
/// their neighbours.
pub(super) fn spots(board: &Board) -> (Vec<(i64, i64)>, (i64, i64)) {
    let said: Vec<(i64, i64)> = board.cells.iter().map(|cell| cell.at.unwrap_or_default()).collect();
    let (columns, rows) = said.iter().fold((0, 0), |(c, r), at| (c.max(at.0 + 1), r.max(at.1 + 1)));
    let full = |(cell, _): &(&Cell, &(i64, i64))| !cell.piles.is_empty();
    let taken: Vec<(i64, i64)> = board.cells.iter().zip(&said).filter(full).map(|(_, at)| *at).collect();
    let turned = |of: fn(&(i64, i64)) -> i64, size: i64| {
        if board.wrapped { turn(&taken.iter().map(of).collect::<Vec<_>>(), size) } else { 0 }
    };
    let (right, down) = (turned(|at| at.0, columns), turned(|at| at.1, rows));
    let line = |row: i64| if is_near(board) { rows - 1 - row } else { (row + down).rem_euclid(rows) };
    (said.iter().map(|at| ((at.0 + right).rem_euclid(columns), line(at.1))).collect(), (columns, rows))
}

/// True if a cell has contents, or the open question names it.
pub(super) fn matters(scene: &Scene) -> impl Fn(&Cell) -> bool {
    let named: Vec<&str> = scene.question.iter().flat_map(Question::named).collect();
    move |cell| !(cell.piles.is_empty() && cell.values.is_empty()) || named.contains(&cell.id.as_str())
}

/// Rotation of a wrapped row that puts its contents in the middle and its widest gap at the sides.
fn turn(taken: &[i64], size: i64) -> i64 {
    let gap = |at: i64| (1..=size).find(|step| taken.contains(&((at + step) % size))).unwrap_or(size);
    let Some(&last) = taken.iter().max_by_key(|&&at| (gap(at), at)) else { return 0 };
    // The gap begins behind `last`; half of it goes to either side.
    (size - 1 - (gap(last) - 1) / 2 - last).rem_euclid(size)
}
