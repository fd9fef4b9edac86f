//! Positions of the protocol: lines and UTF-16 units, for byte offsets.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent};
use tavola_syntax::text::plain_ends;

/// The lines of a text.
pub(super) struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Position of a byte. Bytes inside a character count as its first one.
    pub(super) fn position(&self, at: usize) -> Position {
        let at = (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let before = &self.text[self.starts[line]..at];
        let units = before.chars().map(char::len_utf16).sum::<usize>();
        Position { line: line as u32, character: units as u32 }
    }

    /// Byte of a position. Positions behind the end of a line or of the text count as that end.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mut units = position.character as usize;
        let mut at = start;
        for c in self.text[start..end].chars() {
            if units < c.len_utf16() {
                break;
            }
            units -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    }

    pub(super) fn range(&self, bytes: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start.min(end)..end.max(start)
    }
}

/// Applies a change of an editor to a text. Line ends become `\n`.
pub(super) fn changed(text: &str, change: &TextDocumentContentChangeEvent) -> String {
    let new = plain_ends(change.text.clone());
    let Some(range) = change.range else { return new };
    let bytes = LineIndex::new(text).bytes(range);
    format!("{}{new}{}", &text[..bytes.start], &text[bytes.end..])
}
