//! Types the items that need all rules: `winner`, `payoff`, `always` and `display`.

mod display;
mod winner;

use std::collections::BTreeMap;

use super::codes;
use super::names::{Book, without_spans};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::{self, Item, ItemKind};
use tavola_syntax::text::Span;

/// Types all of these items.
pub(super) fn results(book: &mut Book, items: &[&Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Winner(query) => winner::winner(book, query, item),
            ItemKind::Payoff { player, value } => winner::payoff(book, player, value, item),
            ItemKind::Always(rows) => {
                let says = |row: &ast::Always| (row.span, without_spans(&(&row.what, &row.holds)));
                report_duplicates(book, rows.iter().map(says));
                rows.iter().for_each(|row| winner::always(book, row));
            }
            ItemKind::Display(rows) => {
                let says =
                    |row: &ast::DisplayRow| (row.span, without_spans(&(&row.of, &row.name, row.hidden, &row.shows)));
                report_duplicates(book, rows.iter().map(says));
                rows.iter().for_each(|row| display::row(book, row));
            }
            _ => {}
        }
    }
}

/// Reports rows that say what a row above says.
fn report_duplicates(book: &mut Book, rows: impl Iterator<Item = (Span, String)>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for (span, says) in rows {
        match seen.get(&says) {
            Some(first) => {
                let finding = Diagnostic::warning(codes::DEAD_ROW, span, "this row is there twice");
                book.found.push(
                    finding
                        .label(*first, "the first is here")
                        .help(Remedy::new("remove one of them", Fix::remove("remove the second one", span))),
                );
            }
            None => drop(seen.insert(says, span)),
        }
    }
}
