//! Numbers that are known before play.

use super::super::book::Book;
use super::super::codes;
use super::super::walk;
use crate::ir::{Expr, ExprKind};

/// The value of a constant for a number of players (none: only if it does not depend on it).
pub(in crate::check) fn fold(book: &Book, e: &Expr, players: Option<i64>) -> Option<i64> {
    fold_within(book, e, players, 0)
}

fn fold_within(book: &Book, e: &Expr, players: Option<i64>, depth: u32) -> Option<i64> {
    if depth > 64 {
        return None;
    }
    let part = |e: &Expr| fold_within(book, e, players, depth + 1);
    match &e.kind {
        ExprKind::Number(n) => Some(*n),
        ExprKind::YesNo(yes) => Some(i64::from(*yes)),
        ExprKind::Players => players,
        ExprKind::Member(_, family, args) if args.is_empty() => Some(i64::from(*family)),
        ExprKind::Setting(id) => {
            let setting = &book.ir.settings[id.index()];
            let case = setting.value.cases.iter().find(|(count, _)| count.is_none() || *count == players)?;
            part(&case.1)
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (part(a)?, part(b)?);
            op.of_numbers(a, b)
        }
        ExprKind::Widen(inner) => part(inner),
        _ => None,
    }
}

/// Reports what reads the state where a constant is wanted.
pub(super) fn require_constant(book: &mut Book, e: &Expr) {
    let mut moving = None;
    walk::each_expr(e, &mut |e| {
        let reads = matches!(
            e.kind,
            ExprKind::Track(..) | ExprKind::Memory(..) | ExprKind::Count(..) | ExprKind::Site(..) | ExprKind::BagAt(..)
        );
        if reads && moving.is_none() {
            moving = Some(e.span);
        }
    });
    if let Some(span) = moving {
        book.error(
            codes::NOT_CONSTANT,
            span,
            "this changes during the game",
            "here only numbers, settings and `players` can stand",
        );
    }
}
