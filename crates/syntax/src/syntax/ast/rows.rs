//! Rows and lines of items.

use super::{ItemKind, KindBody, Name};
use crate::text::Span;

impl ItemKind {
    /// Spans of the rows or lines of an item, in order.
    pub fn row_spans(&self) -> Vec<Span> {
        self.rows().into_iter().map(|(span, _)| span).collect()
    }

    /// Rows or lines of an item in order: span and citations. Empty for items without any.
    pub fn rows(&self) -> Vec<(Span, &[Name])> {
        macro_rules! all {
            ($rows:expr) => {
                $rows.iter().map(|row| (row.span, row.cites.as_slice())).collect()
            };
        }
        match self {
            Self::Settings(rows) => all!(rows),
            Self::Rulings(rows) => all!(rows),
            Self::Kind { body: KindBody::Rows(table), .. } => all!(table.rows),
            Self::Board { links, .. } => all!(links),
            Self::Components(rows) => all!(rows),
            Self::Places(rows) => all!(rows),
            Self::Memory(rows) => all!(rows),
            Self::Table { rows, .. } => all!(rows),
            Self::Always(rows) => all!(rows),
            Self::Display(rows) => all!(rows),
            Self::Sheet(sheet) => all!(sheet.fields),
            Self::Game { .. }
            | Self::Variant { .. }
            | Self::Kind { .. }
            | Self::Track { .. }
            | Self::Define { .. }
            | Self::Winner(_)
            | Self::Payoff { .. }
            | Self::Hook(_)
            | Self::Rule { .. } => Vec::new(),
        }
    }
}
