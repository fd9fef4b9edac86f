//! Columns of pairs like `(3, 1)`: column and row of a cell of a board. Only `cell(t.east)` reads them.

use super::families::{families, family_typer};
use crate::check::codes;
use crate::check::names::{Book, require_constant};
use crate::ir::{Expr, KindId, PairColumn};
use tavola_syntax::syntax::ast::{self, CellKind, ExprKind};

/// True if a column holds pairs.
pub(super) fn is_one(cells: &[Option<&ast::KindCell>]) -> bool {
    cells.iter().flatten().any(|cell| sides(cell).is_some())
}

fn sides(cell: &ast::KindCell) -> Option<&[ast::Expr]> {
    match &cell.kind {
        CellKind::Expr(ast::Expr { kind: ExprKind::Tuple(sides), .. }) => Some(sides),
        _ => None,
    }
}

/// Reads a column of pairs.
pub(super) fn declare(book: &mut Book, kind: KindId, column: &ast::Name, cells: &[Option<&ast::KindCell>]) {
    let own = &book.ir.kinds[kind.index()];
    let is_repeated = own.attributes.iter().any(|other| other.name == column.text)
        || own.pairs.iter().any(|other| other.name == column.text);
    if is_repeated {
        let message = format!("there are two columns `{}`", column.text);
        return book.error(codes::NAME_TWICE, column.span, message, "give one of them another name");
    }
    let families = families(book, kind);
    let values = families.iter().zip(cells).map(|(family, cell)| {
        let cell = (*cell)?;
        match sides(cell) {
            Some([a, b]) => {
                let mut typer = family_typer(book, family);
                let pair = (typer.number(a), typer.number(b));
                constants(book, &pair);
                Some(pair)
            }
            None if matches!(cell.kind, CellKind::None) => None,
            _ => {
                let message =
                    format!("in the column `{}` this is not a pair of numbers, but other cells are", column.text);
                let help = "write column and row of a board: `(3, 1)`, or `-` for none";
                book.error(codes::MIXED_COLUMN, cell.span, message, help);
                None
            }
        }
    });
    let column = PairColumn { name: column.text.clone(), values: values.collect(), span: column.span };
    book.ir.kinds[kind.index()].pairs.push(column);
}

fn constants(book: &mut Book, (a, b): &(Expr, Expr)) {
    require_constant(book, a);
    require_constant(book, b);
}
