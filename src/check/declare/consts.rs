//! Numbers that are known before play.

use super::super::book::Book;
use super::super::codes;
use super::super::walk;
use crate::ir::{Expr, ExprKind, Rulebook, constant, settle};

/// The value of a constant for a number of players (none: only if it does not depend on it), with the settings as printed.
pub(in crate::check) fn fold(book: &Book, e: &Expr, players: Option<i64>) -> Option<i64> {
    let printed = book.printed.get(players.unwrap_or(0) as usize);
    constant(e, players, &|id| *printed?.get(id.index())?).ok()
}

/// The printed values of all settings: for no number of players, then for 1, 2, ..
pub(in crate::check) fn printed(ir: &Rulebook) -> Vec<Vec<Option<i64>>> {
    let counts = 0..=i64::from(ir.players.1);
    let of = |players: Option<i64>| settle(&ir.settings, players, |_| None).into_iter().map(Result::ok).collect();
    counts.map(|players| of((players > 0).then_some(players))).collect()
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
