//! Boards as constant arrays: neighbours, edges, far ends, distances.

use std::collections::VecDeque;

use crate::code::{Expr, ExprId, MemberName, NONE, Set};
use crate::ir::{BoardId, Builtin};
use crate::text::Span;

use super::Lower;

/// A board for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardData {
    /// How many nodes.
    pub(super) nodes: u32,
    /// The edges as pairs of nodes.
    pub(super) edges: Vec<(u32, u32)>,
    /// Columns and rows of a grid.
    pub(super) grid: Option<(u32, u32)>,
    arrays: Option<Arrays>,
}

/// Numbers of the constant arrays of a board.
#[derive(Clone, Copy, Debug)]
struct Arrays {
    neighbours: u32,
    links: u32,
    far: u32,
    link: u32,
    distance: u32,
}

impl Lower {
    pub(super) fn grid(&mut self, board: BoardId) -> (u32, u32) {
        let book = self.book.clone();
        let Some((columns, rows)) = &book.boards[board.index()].grid else {
            return (0, 0);
        };
        let (wide, high) = (self.constant(columns), self.constant(rows));
        if !(1..=64).contains(&wide) || !(1..=64).contains(&high) {
            self.error("E1005", columns.span, format!("a grid of {wide} by {high} cells cannot be")).help =
                Some("columns and rows from 1 to 64".into());
            return (1, 1);
        }
        (wide as u32, high as u32)
    }

    pub(super) fn board_edges(&mut self, board: BoardId) -> u32 {
        let book = self.book.clone();
        if book.boards[board.index()].grid.is_some() {
            let (columns, rows) = self.grid(board);
            return columns * (rows - 1) + rows * (columns - 1);
        }
        book.boards[board.index()].links.len() as u32
    }

    pub(super) fn boards(&mut self) {
        let book = self.book.clone();
        for (at, board) in book.boards.iter().enumerate() {
            let id = BoardId(at as u32);
            let nodes = self.kinds[board.nodes.index()].size;
            let grid = board.grid.is_some().then(|| self.grid(id));
            let edges = match grid {
                Some((columns, rows)) => grid_edges(columns, rows),
                None => {
                    let first = |family: u32| self.kinds[board.nodes.index()].families[family as usize];
                    board.links.iter().map(|&(a, b)| (first(a), first(b))).collect()
                }
            };
            self.boards.push(BoardData { nodes, edges, grid, arrays: None });
        }
    }

    pub(super) fn edge_names(&self, board: BoardId) -> Vec<MemberName> {
        let nodes = &self.legend.kinds[self.book.boards[board.index()].nodes.index()].members;
        let name = |&(a, b): &(u32, u32)| -> MemberName {
            let blank = MemberName::default();
            let a = nodes.get(a as usize).unwrap_or(&blank);
            let b = nodes.get(b as usize).unwrap_or(&blank);
            MemberName {
                notation: format!("{}--{}", a.notation, b.notation),
                title: format!("{} – {}", a.title, b.title),
            }
        };
        self.boards[board.index()].edges.iter().map(name).collect()
    }

    fn arrays(&mut self, board: BoardId) -> Arrays {
        if let Some(arrays) = self.boards[board.index()].arrays {
            return arrays;
        }
        let data = self.boards[board.index()].clone();
        let n = data.nodes as usize;
        let mut neighbours = vec![Set::EMPTY; n];
        let mut links = vec![Set::EMPTY; n];
        let mut link = vec![NONE; n * n];
        let mut far = vec![NONE; data.edges.len() * n];
        for (edge, &(a, b)) in data.edges.iter().enumerate() {
            for (here, there) in [(a as usize, b as usize), (b as usize, a as usize)] {
                neighbours[here] = neighbours[here].with(there as i32);
                links[here] = links[here].with(edge as i32);
                link[here * n + there] = edge as i32;
                far[edge * n + here] = there as i32;
            }
        }
        let distance = distances(&neighbours);
        self.program.set_arrays.push(neighbours);
        self.program.set_arrays.push(links);
        self.program.arrays.extend([far, link, distance]);
        let (sets, words) = (self.program.set_arrays.len() as u32, self.program.arrays.len() as u32);
        let arrays =
            Arrays { neighbours: sets - 2, links: sets - 1, far: words - 3, link: words - 2, distance: words - 1 };
        self.boards[board.index()].arrays = Some(arrays);
        arrays
    }

    /// A question to a board.
    pub(super) fn board_word(&mut self, word: Builtin, args: &[ExprId], span: Span) -> ExprId {
        match word {
            Builtin::Neighbours(board) => {
                let array = self.arrays(board).neighbours;
                self.push(Expr::SetArray { array, index: args[0] }, span)
            }
            Builtin::Links(board) => {
                let array = self.arrays(board).links;
                self.push(Expr::SetArray { array, index: args[0] }, span)
            }
            Builtin::Far(board) => {
                let array = self.arrays(board).far;
                self.pair(array, board, args, span)
            }
            Builtin::Link(board) => {
                let array = self.arrays(board).link;
                self.pair(array, board, args, span)
            }
            Builtin::Distance(board) => {
                let array = self.arrays(board).distance;
                self.pair(array, board, args, span)
            }
            Builtin::Reach(board) => {
                let arrays = self.arrays(board);
                self.push(
                    Expr::Reach { neighbours: arrays.neighbours, edge: arrays.link, from: args[0], over: args[1] },
                    span,
                )
            }
            other => self.grid_word(other, args, span),
        }
    }

    /// `array[a * nodes + b]`
    fn pair(&mut self, array: u32, board: BoardId, args: &[ExprId], span: Span) -> ExprId {
        let nodes = self.boards[board.index()].nodes as i32;
        let row = self.times(args[0], nodes, span);
        let index = self.arith(crate::code::Arith::Add, row, args[1], span);
        self.push(Expr::Array { array, index }, span)
    }

    fn grid_word(&mut self, word: Builtin, args: &[ExprId], span: Span) -> ExprId {
        let board = match word {
            Builtin::Lines(b) | Builtin::RowCells(b) | Builtin::ColumnCells(b) | Builtin::CellAt(b) => b,
            other => unreachable!("{other:?} is no word of a board"),
        };
        let (columns, rows) = self.boards[board.index()].grid.unwrap_or((0, 0));
        let cell = |column: u32, row: u32| (row * columns + column) as i32;
        match word {
            Builtin::RowCells(_) => {
                let row_sets = (0..rows).map(|r| (0..columns).fold(Set::EMPTY, |s, c| s.with(cell(c, r)))).collect();
                let index = self.plus(args[0], -1, span);
                self.set_array(row_sets, index, span)
            }
            Builtin::ColumnCells(_) => {
                let index = self.plus(args[0], -1, span);
                let items: Vec<ExprId> = (0..rows)
                    .map(|r| {
                        let column = (0..columns).map(|c| cell(c, r)).collect();
                        self.array(column, index, span)
                    })
                    .collect();
                self.list(&items, span)
            }
            Builtin::CellAt(_) => self.cell_at(args, (columns, rows), span),
            _ => {
                let length = self.constant_of(args[0]).unwrap_or(1).max(1) as u32;
                let lines = lines((columns, rows), length);
                let width = (columns * rows).div_ceil(32) as u16;
                let items: Vec<ExprId> = lines.into_iter().map(|line| self.set(line, span)).collect();
                self.list_of_sets(&items, width, span)
            }
        }
    }

    fn cell_at(&mut self, args: &[ExprId], (columns, rows): (u32, u32), span: Span) -> ExprId {
        let numbers = |most: u32| (0..=most as i32).map(|n| if n == 0 { NONE } else { n - 1 }).collect::<Vec<_>>();
        let column = self.array(numbers(columns), args[0], span);
        let row = self.array(numbers(rows), args[1], span);
        let none = self.konst(NONE, span);
        let there = |lower: &mut Self, id: ExprId| lower.arith(crate::code::Arith::IsNot, id, none, span);
        let (on_column, on_row) = (there(self, column), there(self, row));
        let on_board = self.both(on_column, on_row, span);
        let first = self.times(row, columns as i32, span);
        let index = self.arith(crate::code::Arith::Add, first, column, span);
        self.branch(on_board, index, none, span)
    }

    /// `c.row`, `c.column`, from 1.
    pub(super) fn grid_position(&mut self, cell: ExprId, board: BoardId, row: bool, span: Span) -> ExprId {
        let (columns, rows) = self.boards[board.index()].grid.unwrap_or((1, 1));
        let position = |at: u32| (if row { at / columns } else { at % columns }) as i32 + 1;
        let values = (0..columns * rows).map(position).collect();
        self.array(values, cell, span)
    }

    /// `left(p)`, `right(p)`, `others(p)`.
    pub(super) fn seat_word(&mut self, word: Builtin, player: ExprId, span: Span) -> ExprId {
        let n = self.choices.seats.len() as i32;
        match word {
            Builtin::Left => self.array((0..n).map(|p| (p + 1) % n).collect(), player, span),
            Builtin::Right => self.array((0..n).map(|p| (p + n - 1) % n).collect(), player, span),
            _ => {
                let all = Set::below(n as usize);
                self.set_array((0..n).map(|p| all.minus(Set::EMPTY.with(p))).collect(), player, span)
            }
        }
    }
}

fn grid_edges(columns: u32, rows: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let here = row * columns + column;
            if column + 1 < columns {
                edges.push((here, here + 1));
            }
            if row + 1 < rows {
                edges.push((here, here + columns));
            }
        }
    }
    edges
}

/// All straight runs of `length` cells: along rows, columns, and both diagonals.
fn lines((columns, rows): (u32, u32), length: u32) -> Vec<Set> {
    let mut found = Vec::new();
    for (right, up) in [(1i64, 0i64), (0, 1), (1, 1), (1, -1)] {
        for row in 0..i64::from(rows) {
            for column in 0..i64::from(columns) {
                let last = (column + right * i64::from(length - 1), row + up * i64::from(length - 1));
                if last.0 < i64::from(columns) && (0..i64::from(rows)).contains(&last.1) {
                    let cell = |k: i64| ((row + up * k) * i64::from(columns) + column + right * k) as i32;
                    found.push((0..i64::from(length)).fold(Set::EMPTY, |set, k| set.with(cell(k))));
                }
            }
        }
    }
    found
}

/// Breadth first from every node; -1 where there is no way.
fn distances(neighbours: &[Set]) -> Vec<i32> {
    let n = neighbours.len();
    let mut all = vec![-1; n * n];
    for from in 0..n {
        let row = &mut all[from * n..(from + 1) * n];
        row[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for there in neighbours[here].iter() {
                if row[there as usize] < 0 {
                    row[there as usize] = row[here] + 1;
                    queue.push_back(there as usize);
                }
            }
        }
    }
    all
}
