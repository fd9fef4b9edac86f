//! Types the items that need all rules: `winner`, `payoff`, `always` and `display`.

mod display;
mod winner;

use super::names::Book;
use tavola_syntax::syntax::ast::{Item, ItemKind};

/// Types all of these items.
pub(super) fn results(book: &mut Book, items: &[&Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Winner(query) => winner::winner(book, query, item),
            ItemKind::Payoff { player, value } => winner::payoff(book, player, value, item),
            ItemKind::Always(rows) => rows.iter().for_each(|row| winner::always(book, row)),
            ItemKind::Display(rows) => rows.iter().for_each(|row| display::row(book, row)),
            _ => {}
        }
    }
}
