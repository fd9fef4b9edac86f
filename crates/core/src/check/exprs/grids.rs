//! Library functions for the cells of a grid: by column and row, in a direction, from a player's side.

use super::library::Call;
use crate::check::codes;
use crate::check::types::{
    builtin, cell_at, column_by_word, directed, grid_of, list, note_column_by_word, only_grid, option, pair_named,
    poison, present, printed, set,
};
use crate::ir::{BoardId, Builtin, Expr, ExprKind, PLAYER, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Call<'_, '_> {
    /// Types a function of one number like `lines(n)` or `column(i)`. `gives` maps the type of a cell to the result type.
    pub(super) fn of_grid(&mut self, which: fn(BoardId) -> Builtin, gives: fn(Type) -> Type) -> Expr {
        let args = self.arguments(vec![Type::Number]);
        let Some((board, nodes)) = only_grid(self.typer.book, self.word, self.span) else { return poison(self.span) };
        self.made(which(board), args, gives(Type::Member(nodes)))
    }

    /// Types `row(i)`, `row(i, p)`.
    pub(super) fn row(&mut self) -> Expr {
        if self.args.len() != 2 {
            return self.of_grid(Builtin::RowCells, set);
        }
        let Some((board, args)) = self.as_counted() else { return poison(self.span) };
        let cell = Type::Member(self.typer.book.ir.boards[board.index()].nodes);
        self.made(Builtin::RowCells(board), Some(args), set(cell))
    }

    /// Types `cell(i, j)`, `cell(i, j, p)`, `cell(t.east)`.
    pub(super) fn cell(&mut self) -> Expr {
        let found = match self.args {
            [of] => return self.cell_of(of),
            [_, _, _] => self.as_counted(),
            _ => {
                let args = self.arguments(vec![Type::Number; 2]);
                only_grid(self.typer.book, self.word, self.span).and_then(|(board, _)| Some((board, args?)))
            }
        };
        let Some((board, args)) = found else { return poison(self.span) };
        cell_at(self.typer.book, board, args, self.span)
    }

    /// Types the arguments of `row(i, p)` and `cell(i, j, p)`, with the row counted from the player's side.
    fn as_counted(&mut self) -> Option<(BoardId, Vec<Expr>)> {
        let mut wanted = vec![Type::Number; self.args.len() - 1];
        wanted.push(Type::Member(PLAYER));
        let args = self.arguments(wanted);
        let (board, _) = only_grid(self.typer.book, self.word, self.span)?;
        let mut args = args.filter(|_| self.sit_opposite())?;
        let (player, row) = (args.pop()?, args.pop()?);
        args.push(builtin(Builtin::RowFor(board), vec![row, player], Type::Number, self.span));
        Some((board, args))
    }

    /// Reports a game for more than two players, where "from the player's side" has no meaning.
    fn sit_opposite(&mut self) -> bool {
        let most = self.typer.book.ir.players.1;
        if most > 2 {
            let message = format!("`{}` works with one or two players, not with {most}", self.word);
            let help = "for more players, who do not sit opposite, write a table by `p.seat`";
            self.wrong(codes::NO_BOARD, message, help);
        }
        most <= 2
    }

    /// Types `forward(p)`.
    pub(super) fn forward(&mut self) -> Expr {
        let args = self.arguments(vec![Type::Member(PLAYER)]);
        let Some((board, _, way)) = directed(self.typer.book, self.word, self.span) else { return poison(self.span) };
        let args = args.filter(|_| self.sit_opposite());
        self.made(Builtin::Forward(board), args, set(way))
    }

    /// Types `ray(c, d)`.
    pub(super) fn ray(&mut self) -> Expr {
        let Some((board, cell, way)) = directed(self.typer.book, self.word, self.span) else {
            return poison(self.span);
        };
        let args = self.arguments(vec![cell.clone(), way]);
        self.made(Builtin::Ray(board), args, list(cell))
    }

    /// Types `sight(c, DIRECTIONS, STOPS)`.
    pub(super) fn sight(&mut self) -> Expr {
        let Some((board, cell, way)) = directed(self.typer.book, self.word, self.span) else {
            return poison(self.span);
        };
        let [from, ways, stops] = self.args else {
            let help = "write `sight(CELL, DIRECTIONS, CELLS)`: the cells are those where the view ends";
            return self.wrong(codes::ARGUMENTS, "`sight` takes a cell, directions, and a set of cells", help);
        };
        let cells = set(cell.clone());
        let args = vec![self.typer.typed(from, &cell), self.typer.ways(ways, &way), self.typer.typed(stops, &cells)];
        self.made(Builtin::Sight(board), Some(args), cells)
    }

    /// Types `between(a, b)`.
    pub(super) fn between(&mut self) -> Expr {
        let Some((board, cell, _)) = directed(self.typer.book, self.word, self.span) else { return poison(self.span) };
        if grid_of(self.typer.book, board).is_some_and(|grid| grid.wrapped) {
            let help = "say in which direction: `sight(a, d, {b}) - {b}`";
            return self.wrong(codes::MISPLACED, "on a wrapped board two ways lead from cell to cell", help);
        }
        let args = self.arguments(vec![cell.clone(), cell.clone()]);
        self.made(Builtin::Between(board), args, set(cell))
    }

    /// Types `cell(t.east)`: the cell at the pair in a column.
    fn cell_of(&mut self, arg: &ast::Expr) -> Expr {
        let span = self.span;
        let ast::ExprKind::Attribute(of, name) = &arg.kind else {
            let help = "write `cell(3, 1)`, or `cell(t.east)` where `east` is a column of pairs `(3, 1)`";
            return self.wrong(codes::ARGUMENTS, "`cell` takes a column and a row, or a column of pairs", help);
        };
        let grid = only_grid(self.typer.book, "cell", span);
        let base = present(self.typer.value(of, None));
        let member = printed(self.typer.book, base);
        let pair = match member.ty {
            Type::Error => return poison(span),
            Type::Member(kind) => {
                let read = |name: ast::Name| pair_of(of, name, span);
                if let Some(column) = column_by_word(self.typer.book, kind, name, read) {
                    note_column_by_word(self.typer.book, kind, name);
                    let before = self.typer.book.index.pause();
                    let read = self.typer.value(&column, None);
                    self.typer.book.index.resume(before);
                    return read;
                }
                pair_named(self.typer.book, kind, &name.text).map(|at| (kind, at))
            }
            _ => None,
        };
        let book = &mut *self.typer.book;
        let Some((kind, at)) = pair else {
            let message = format!("{} has no column of pairs `{}`", book.say(&member.ty), name.text);
            let help = "name a column whose cells are pairs `(3, 1)`, or write two numbers: `cell(3, 1)`";
            return book.wrong(codes::UNKNOWN_ATTRIBUTE, name.span, message, help);
        };
        book.pairs_used.insert((kind, at));
        book.index.refer(name.span, book.ir.kinds[kind.index()].pairs[at as usize].span);
        let Some((board, nodes)) = grid else { return poison(span) };
        let everywhere = book.ir.kinds[kind.index()].pairs[at as usize].values.iter().all(Option::is_some);
        let cell = Type::Member(nodes);
        let ty = if everywhere { cell } else { option(cell) };
        Expr { kind: ExprKind::CellOf(Box::new(member), kind, at, board), ty, span }
    }
}

/// Builds the tree of `cell(t.east)`.
fn pair_of(of: &ast::Expr, column: ast::Name, span: Span) -> ast::Expr {
    let word = ast::Expr { kind: ast::ExprKind::Name("cell".to_owned()), span };
    let pair = ast::Expr { kind: ast::ExprKind::Attribute(Box::new(of.clone()), column), span };
    ast::Expr { kind: ast::ExprKind::Call(Box::new(word), vec![pair]), span }
}
