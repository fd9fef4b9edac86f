//! Boards that make their spaces: squares or hexagons in columns and rows, with edges or wrapped round.

use std::collections::BTreeSet;

use crate::code::{Arith, Expr, ExprId, NONE, Set};
use crate::ir::{self, BoardId, Builtin, KindBody, KindId, Rounding};
use crate::text::Span;

use super::Lower;
use super::scope::Scope;

/// How the spaces of a board lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Hexagons in axial coordinates.
    pub(super) hexes: bool,
    /// What leaves on one side comes back on the other.
    pub(super) wrapped: bool,
}

impl Field {
    fn cell(self, column: u32, row: u32) -> u32 {
        row * self.columns + column
    }

    /// The cell so many steps away, if there is one.
    fn step(self, column: u32, row: u32, by: (i64, i64)) -> Option<(u32, u32)> {
        let (column, row) = (i64::from(column) + by.0, i64::from(row) + by.1);
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        if self.wrapped {
            return Some((column.rem_euclid(columns) as u32, row.rem_euclid(rows) as u32));
        }
        ((0..columns).contains(&column) && (0..rows).contains(&row)).then_some((column as u32, row as u32))
    }

    fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (column, row)))
    }

    /// Pairs of cells that lie side by side, each once. On small wrapped boards two ways may lead to one cell.
    pub(super) fn edges(self) -> Vec<(u32, u32)> {
        let ways: &[(i64, i64)] = if self.hexes { &[(1, 0), (0, 1), (-1, 1)] } else { &[(1, 0), (0, 1)] };
        let (mut edges, mut seen) = (Vec::new(), BTreeSet::new());
        for (column, row) in self.cells() {
            let here = self.cell(column, row);
            for there in ways.iter().filter_map(|way| self.step(column, row, *way)) {
                let there = self.cell(there.0, there.1);
                if here != there && seen.insert((here.min(there), here.max(there))) {
                    edges.push((here, there));
                }
            }
        }
        edges
    }

    /// All straight runs of `length` cells, each once: along rows, columns and diagonals.
    fn lines(self, length: u32) -> Vec<Set> {
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

impl Lower {
    /// How the spaces of a board lie, if it makes them.
    pub(super) fn field(&mut self, board: BoardId) -> Option<Field> {
        if let Some(data) = self.boards.get(board.index()) {
            return data.field;
        }
        let book = self.book.clone();
        let grid = book.boards[board.index()].grid.as_ref()?;
        let (columns, rows) = (self.constant(&grid.columns), self.constant(&grid.rows));
        let most = Set::MOST as i32;
        let mut field = Field { columns: 1, rows: 1, hexes: grid.hexes, wrapped: grid.wrapped };
        if columns < 1 || rows < 1 || columns.saturating_mul(rows) > most {
            let span = grid.columns.span.to(grid.rows.span);
            if !self.findings.iter().any(|finding| finding.code == "E1005" && finding.span == span) {
                let message = format!("`{}` cannot have {columns} by {rows} spaces", book.boards[board.index()].name);
                self.error(
                    "E1005",
                    span,
                    message,
                    format!("columns and rows are at least 1, and there are at most {most} spaces in all"),
                );
            }
        } else {
            (field.columns, field.rows) = (columns as u32, rows as u32);
        }
        Some(field)
    }

    /// `lines(n)`, `row(i)`, `column(i)`, `cell(i, j)`
    pub(super) fn field_word(&mut self, word: Builtin, args: &[ExprId], span: Span) -> ExprId {
        let board = match word {
            Builtin::Lines(b) | Builtin::RowCells(b) | Builtin::ColumnCells(b) | Builtin::CellAt(b) => b,
            other => unreachable!("{other:?} is no word of a board"),
        };
        let field = self.field(board).expect("the checker wants a board with a grid");
        match word {
            Builtin::RowCells(_) => {
                let cells = |row| (0..field.columns).fold(Set::EMPTY, |set, at| set.with(field.cell(at, row) as i32));
                let sets = (0..field.rows).map(cells).collect();
                let index = self.coordinate(args[0], field.rows, field.wrapped, span);
                self.set_array(sets, index, span)
            }
            Builtin::ColumnCells(_) => {
                let index = self.coordinate(args[0], field.columns, field.wrapped, span);
                self.named(index, span, |lower, index| {
                    let cells = |row| (0..field.columns).map(|at| field.cell(at, row) as i32).collect();
                    let items: Vec<ExprId> = (0..field.rows).map(|row| lower.array(cells(row), index, span)).collect();
                    lower.list(&items, span)
                })
            }
            Builtin::CellAt(_) => self.cell_at(args, field, span),
            _ => {
                let length = self.constant_of(args[0]).unwrap_or(1).max(1) as u32;
                let width = (field.columns * field.rows).div_ceil(32) as u16;
                let items: Vec<ExprId> = field.lines(length).into_iter().map(|line| self.set(line, span)).collect();
                self.list_of_sets(&items, width, span)
            }
        }
    }

    /// A column or row, counted from 0; on a wrapped board it lies on the board.
    fn coordinate(&mut self, n: ExprId, size: u32, wrapped: bool, span: Span) -> ExprId {
        let at = self.plus(n, -1, span);
        if !wrapped {
            return at;
        }
        if let Some(at) = self.constant_of(at) {
            return self.konst(at.rem_euclid(size as i32), span);
        }
        self.named(at, span, |lower, at| {
            let one = lower.konst(1, span);
            let rounds = lower.push(Expr::Divide { how: Rounding::Down, to: size as u16, a: at, b: one }, span);
            lower.arith(Arith::Sub, at, rounds, span)
        })
    }

    fn cell_at(&mut self, args: &[ExprId], field: Field, span: Span) -> ExprId {
        if field.wrapped {
            let column = self.coordinate(args[0], field.columns, true, span);
            let row = self.coordinate(args[1], field.rows, true, span);
            return self.radix(&[row, column], &[field.rows, field.columns], span);
        }
        let numbers = |most: u32| (0..=most as i32).map(|n| if n == 0 { NONE } else { n - 1 }).collect::<Vec<_>>();
        let column = self.array(numbers(field.columns), args[0], span);
        let row = self.array(numbers(field.rows), args[1], span);
        let none = self.konst(NONE, span);
        let there = |lower: &mut Self, id: ExprId| lower.arith(Arith::IsNot, id, none, span);
        let (on_column, on_row) = (there(self, column), there(self, row));
        let on_board = self.both(on_column, on_row, span);
        if self.constant_of(on_board) == Some(0) {
            return none;
        }
        let index = self.radix(&[row, column], &[field.rows, field.columns], span);
        self.branch(on_board, index, none, span)
    }

    /// `cell(t.east)`: the cells of a column of pairs, looked up by member.
    pub(super) fn printed_cell(
        &mut self,
        member: &ir::Expr,
        kind: KindId,
        pair: u32,
        board: BoardId,
        span: Span,
    ) -> ExprId {
        let index = self.expr(member);
        let book = self.book.clone();
        let KindBody::Members(families) = &book.kinds[kind.index()].body else {
            unreachable!("only kinds with rows have columns");
        };
        let column = &book.kinds[kind.index()].pairs[pair as usize];
        let field = self.field(board).expect("the checker wants a board with a grid");
        let outer = std::mem::take(&mut self.scope);
        let mut cells = Vec::new();
        for (family, value) in (0..families.len()).zip(&column.values) {
            for params in self.family_params(kind, family) {
                self.scope = Scope::constants(&params);
                cells.push(value.as_ref().map_or(NONE, |pair| self.cell_there(pair, field, board)));
            }
        }
        self.scope = outer;
        self.array(cells, index, span)
    }

    fn cell_there(&mut self, (column, row): &(ir::Expr, ir::Expr), field: Field, board: BoardId) -> i32 {
        let (at, span) = ((self.constant(column), self.constant(row)), column.span.to(row.span));
        let before = |n: i32| i64::from(n) - 1;
        if let Some((column, row)) = field.step(0, 0, (before(at.0), before(at.1))) {
            return field.cell(column, row) as i32;
        }
        if !self.findings.iter().any(|finding| finding.code == "E1030" && finding.span == span) {
            let message = format!("`({}, {})` is no cell of `{}`", at.0, at.1, self.book.boards[board.index()].name);
            let help = format!("it has {} columns and {} rows, counted from 1", field.columns, field.rows);
            self.error("E1030", span, message, help);
        }
        NONE
    }

    /// `c.row`, `c.column`, from 1.
    pub(super) fn grid_position(&mut self, cell: ExprId, board: BoardId, row: bool, span: Span) -> ExprId {
        let field = self.field(board).expect("only boards with a grid have cells");
        let values = field.cells().map(|(column, at)| (if row { at } else { column }) as i32 + 1).collect();
        self.array(values, cell, span)
    }
}
