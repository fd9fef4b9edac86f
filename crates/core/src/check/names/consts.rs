//! Constant folding: numbers that are known before play.

use super::book::Book;
use crate::check::codes;
use crate::ir::visit;
use crate::ir::{Expr, ExprKind, constant};

/// The value of a constant with default settings. Without `players`, only a value that does not depend on their number.
pub(crate) fn fold(book: &Book, e: &Expr, players: Option<i64>) -> Option<i64> {
    let printed = book.printed.get(players.unwrap_or(0) as usize);
    constant(e, players, &|id| *printed?.get(id.index())?).ok()
}

/// Reports an expression that reads the state of the game where a constant is expected.
pub(crate) fn require_constant(book: &mut Book, e: &Expr) {
    let mut moving = None;
    visit::each_expr(e, &mut |e| {
        let reads = matches!(
            e.kind,
            ExprKind::Track(..) | ExprKind::Memory(..) | ExprKind::Count(..) | ExprKind::Site(..) | ExprKind::BagAt(..)
        );
        if reads && moving.is_none() {
            moving = Some(e.span);
        }
    });
    if let Some(span) = moving {
        let help = "only numbers, settings and `players` are allowed here";
        book.error(codes::NOT_CONSTANT, span, "this changes during the game", help);
    }
}
