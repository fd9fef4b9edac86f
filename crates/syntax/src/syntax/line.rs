//! Logical lines: a line with its continuations.

use super::ast::Name;
use super::reader::Reader;
use crate::text::Span;

/// A line with its continuations.
#[derive(Clone, Debug)]
pub(super) struct SourceLine {
    /// Byte offset in the source.
    pub(super) at: usize,
    /// Number of spaces before the text.
    pub(super) indent: usize,
    /// Text without comment and citations.
    pub(super) text: String,
    /// Citations (`[VL-4.1]`) at its end, or at the end of a continuation.
    pub(super) cites: Vec<Name>,
}

impl SourceLine {
    /// Byte after its end.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// True for a row of a table.
    pub(super) fn is_row(&self) -> bool {
        self.text.starts_with('|')
    }

    /// True if no line can continue it: a row ends with its closing bar.
    pub(super) fn is_closed(&self) -> bool {
        self.is_row() && self.text.len() > 1 && self.text.ends_with('|')
    }

    pub(super) fn span(&self, reader: &Reader) -> Span {
        reader.span(self.at, self.end())
    }
}
