//! Where the cells of boards of squares and hexagons lie, and which of them are to be seen.

use crate::scene::{Board, Cell, Question, Scene, Shape};

/// The first row of squares lies nearest, as players are used to; wrapped ones have no nearest row.
pub(super) fn is_near(board: &Board) -> bool {
    board.shape == Shape::Squares && !board.wrapped
}

/// Where cells lie, column and row from above; and how many of these there are. What leaves a wrapped board at one side is drawn
/// with what it hangs together with.
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

/// Whether something is to be seen at a cell: it stands there, or the open question names it.
pub(super) fn matters(scene: &Scene) -> impl Fn(&Cell) -> bool {
    let named: Vec<&str> = scene.question.iter().flat_map(Question::named).collect();
    move |cell| !(cell.piles.is_empty() && cell.values.is_empty()) || named.contains(&cell.id.as_str())
}

/// How far a row that is wrapped is turned, so that what is taken lies in its middle, and its widest gap at the sides.
fn turn(taken: &[i64], size: i64) -> i64 {
    let gap = |at: i64| (1..=size).find(|step| taken.contains(&((at + step) % size))).unwrap_or(size);
    let Some(&last) = taken.iter().max_by_key(|&&at| (gap(at), at)) else { return 0 };
    // Behind `last` the gap begins; half of it lies at either side.
    (size - 1 - (gap(last) - 1) / 2 - last).rem_euclid(size)
}
