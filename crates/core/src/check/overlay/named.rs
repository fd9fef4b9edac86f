//! Named rows of the tables of a game (settings, components, ..), in one form for comparing variants.

use std::fmt::Debug;

use super::rows::OverlaidRow;
use crate::check::names::without_spans;
use tavola_syntax::syntax::ast::{Component, ItemKind, Memory, Place, RulingRow, Setting};
use tavola_syntax::text::Span;

/// A row with its name.
pub(super) struct NamedRow<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    row: AnyRow<'a>,
}

enum AnyRow<'a> {
    Setting(&'a Setting),
    Ruling(&'a RulingRow),
    Component(&'a Component),
    Place(&'a Place),
    Memory(&'a Memory),
}

/// The rows of a table; empty for other items.
pub(super) fn named(kind: &ItemKind) -> Vec<NamedRow<'_>> {
    fn all<'a, R: OverlaidRow>(rows: &'a [R], span: fn(&R) -> Span, row: fn(&'a R) -> AnyRow<'a>) -> Vec<NamedRow<'a>> {
        rows.iter().map(|one| NamedRow { name: &one.name().text, span: span(one), row: row(one) }).collect()
    }
    match kind {
        ItemKind::Settings(rows) => all(rows, |row| row.span, AnyRow::Setting),
        ItemKind::Rulings(rows) => all(rows, |row| row.span, AnyRow::Ruling),
        ItemKind::Components(rows) => all(rows, |row| row.span, AnyRow::Component),
        ItemKind::Places(rows) => all(rows, |row| row.span, AnyRow::Place),
        ItemKind::Memory(rows) => all(rows, |row| row.span, AnyRow::Memory),
        _ => Vec::new(),
    }
}

impl NamedRow<'_> {
    /// Columns that it fills, with their contents. Cells that are always replaced together count as one column.
    pub(super) fn cells(&self) -> Vec<(&'static str, String)> {
        fn text_of<T: Debug>(value: Option<T>) -> Option<String> {
            value.map(|value| without_spans(&value))
        }
        fn some<T: Debug>(values: &[T]) -> Option<String> {
            text_of((!values.is_empty()).then_some(values))
        }
        let cells = match self.row {
            AnyRow::Setting(row) => vec![
                ("value", text_of(row.value.as_ref().map(|value| &value.cases))),
                ("range", some(&row.range)),
                ("meaning", text_of(row.meaning.as_ref())),
            ],
            AnyRow::Ruling(row) => {
                let answer = (row.answer.is_some() || !row.instead.is_empty()).then_some((&row.answer, &row.instead));
                vec![("answer", text_of(answer)), ("question", text_of(row.question.as_ref()))]
            }
            AnyRow::Component(row) => vec![
                ("component", some(&row.head.axes)),
                ("count", text_of(row.count.as_ref())),
                ("start", some(&row.start)),
                ("name", text_of(row.title.as_ref())),
            ],
            AnyRow::Place(row) => vec![
                ("place", some(&row.head.axes)),
                ("holds", some(&row.holds)),
                ("order", text_of(row.order.map(|order| (order, &row.refilled)))),
                ("limit", some(&row.limits)),
                ("seen by", some(&row.seen)),
            ],
            AnyRow::Memory(row) => vec![
                ("name", some(&row.head.axes)),
                ("type", text_of(row.ty.as_ref())),
                ("start", text_of(row.start.as_ref())),
                ("seen by", some(&row.seen)),
            ],
        };
        cells.into_iter().filter_map(|(column, said)| Some((column, said?))).collect()
    }
}
