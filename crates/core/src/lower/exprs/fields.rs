//! Built-in functions of boards with a grid: lines, rows, columns, cells.

use super::Exprs;
use super::scope::LocalHomes;
use crate::code::{Arith, Expr, ExprId, NONE, Set};
use crate::ir::{self, BoardId, KindBody, KindId, Rounding};
use crate::lower::boxes::fields::SpaceGrid;
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// The grid of a board.
    pub(super) fn grid(&self, board: BoardId) -> SpaceGrid {
        self.boxes.boards[board.index()].field.expect("the checker requires a board with a grid")
    }

    /// `row(i)`
    pub(super) fn row_cells(&mut self, board: BoardId, row: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        let cells = |row| (0..field.columns).fold(Set::EMPTY, |set, at| set.with(field.cell(at, row) as i32));
        let sets = (0..field.rows).map(cells).collect();
        let index = self.coordinate(row, field.rows, field.wrapped, span);
        self.emit.set_array(sets, index, span)
    }

    /// `column(i)`
    pub(super) fn column_cells(&mut self, board: BoardId, column: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        let index = self.coordinate(column, field.columns, field.wrapped, span);
        self.named(index, span, |lower, index| {
            let cells = |row| (0..field.columns).map(|at| field.cell(at, row) as i32).collect();
            let items: Vec<ExprId> = (0..field.rows).map(|row| lower.emit.array(cells(row), index, span)).collect();
            lower.emit.list(&items, span)
        })
    }

    /// `lines(n)`
    pub(super) fn lines(&mut self, board: BoardId, length: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        let length = self.emit.constant_of(length).unwrap_or(1).max(1) as u32;
        let width = (field.columns * field.rows).div_ceil(32) as u16;
        let items: Vec<ExprId> = field.lines(length).into_iter().map(|line| self.emit.set(line, span)).collect();
        self.emit.list_of_sets(&items, width, span)
    }

    /// A column or row counted from 0. On a wrapped board it is taken modulo the size.
    fn coordinate(&mut self, n: ExprId, size: u32, wrapped: bool, span: Span) -> ExprId {
        let at = self.emit.plus(n, -1, span);
        if !wrapped {
            return at;
        }
        if let Some(at) = self.emit.constant_of(at) {
            return self.emit.konst(at.rem_euclid(size as i32), span);
        }
        self.named(at, span, |lower, at| {
            let one = lower.emit.konst(1, span);
            let rounds = lower.emit.push(Expr::Divide { how: Rounding::Down, to: size as u16, a: at, b: one }, span);
            lower.emit.arith(Arith::Sub, at, rounds, span)
        })
    }

    /// `cell(i, j)`
    pub(super) fn cell_at(&mut self, board: BoardId, args: &[ExprId], span: Span) -> ExprId {
        let field = self.grid(board);
        if field.wrapped {
            let column = self.coordinate(args[0], field.columns, true, span);
            let row = self.coordinate(args[1], field.rows, true, span);
            return self.emit.radix(&[row, column], &[field.rows, field.columns], span);
        }
        let numbers = |most: u32| (0..=most as i32).map(|n| if n == 0 { NONE } else { n - 1 }).collect::<Vec<_>>();
        let column = self.emit.array(numbers(field.columns), args[0], span);
        let row = self.emit.array(numbers(field.rows), args[1], span);
        let none = self.emit.konst(NONE, span);
        let there = |lower: &mut Self, id: ExprId| lower.emit.arith(Arith::IsNot, id, none, span);
        let (on_column, on_row) = (there(self, column), there(self, row));
        let on_board = self.emit.both(on_column, on_row, span);
        if self.emit.constant_of(on_board) == Some(0) {
            return none;
        }
        let index = self.emit.radix(&[row, column], &[field.rows, field.columns], span);
        self.emit.branch(on_board, index, none, span)
    }

    /// Lowers `cell(t.east)`: the cells of a column of pairs, looked up by member.
    pub(super) fn printed_cell(
        &mut self,
        member: &ir::Expr,
        kind: KindId,
        pair: u32,
        board: BoardId,
        span: Span,
    ) -> ExprId {
        let index = self.expr(member);
        let book = &self.boxes.book;
        let KindBody::Members(families) = &book.kinds[kind.index()].body else {
            unreachable!("only kinds with rows have columns");
        };
        let column = &book.kinds[kind.index()].pairs[pair as usize];
        let field = self.grid(board);
        let outer = std::mem::take(self.scope);
        let mut cells = Vec::new();
        for (family, value) in (0..families.len()).zip(&column.values) {
            for params in self.boxes.family_params(kind, family) {
                *self.scope = LocalHomes::constants(&params);
                cells.push(value.as_ref().map_or(NONE, |pair| self.cell_there(pair, field, board)));
            }
        }
        *self.scope = outer;
        self.emit.array(cells, index, span)
    }

    fn cell_there(&mut self, (column, row): &(ir::Expr, ir::Expr), field: SpaceGrid, board: BoardId) -> i32 {
        let (at, span) = ((self.constant(column), self.constant(row)), column.span.to(row.span));
        let before = |n: i32| i64::from(n) - 1;
        if let Some((column, row)) = field.step(0, 0, (before(at.0), before(at.1))) {
            return field.cell(column, row) as i32;
        }
        if !self.emit.findings.iter().any(|finding| finding.code == codes::NO_CELL && finding.span == span) {
            let message =
                format!("`({}, {})` is not a cell of `{}`", at.0, at.1, self.boxes.book.boards[board.index()].name);
            let help = format!("it has {} columns and {} rows, counted from 1", field.columns, field.rows);
            self.emit.error(codes::NO_CELL, span, message, help);
        }
        NONE
    }

    /// Lowers `c.row` and `c.column`, counted from 1.
    pub(super) fn grid_position(&mut self, cell: ExprId, board: BoardId, row: bool, span: Span) -> ExprId {
        let field = self.boxes.boards[board.index()].field.expect("only boards with a grid have cells");
        let values = field.cells().map(|(column, at)| (if row { at } else { column }) as i32 + 1).collect();
        self.emit.array(values, cell, span)
    }
}
