//! A line of a text, with all lines that continue it.

use super::ast::Name;
use super::reader::Reader;
use crate::text::Span;

/// A line with all lines that continue it.
#[derive(Clone, Debug)]
pub(super) struct SourceLine {
    /// The byte of the source where it begins.
    pub(super) at: usize,
    /// How many spaces stand before it.
    pub(super) indent: usize,
    /// What it says, without comment and citations.
    pub(super) text: String,
    /// `[VL-4.1]` at its end (or at the end of a line that it joins).
    pub(super) cites: Vec<Name>,
}

impl SourceLine {
    /// One past its last byte.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is a row of a table.
    pub(super) fn is_row(&self) -> bool {
        self.text.starts_with('|')
    }

    /// Whether nothing can belong to it any more: a row ends with its closing bar.
    pub(super) fn is_closed(&self) -> bool {
        self.is_row() && self.text.len() > 1 && self.text.ends_with('|')
    }

    pub(super) fn span(&self, reader: &Reader) -> Span {
        reader.span(self.at, self.end())
    }
}
