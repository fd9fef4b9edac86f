//! Offsets of a browser, in UTF-16 units, and bytes of a text.

use std::ops::Range;

/// The byte of an offset. An offset behind the end is the end.
pub(crate) fn byte(text: &str, offset: usize) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        if units >= offset {
            return at;
        }
        units += c.len_utf16();
    }
    text.len()
}

/// Offsets of ascending bytes: each call counts on from the one before.
pub(crate) struct Offsets<'t> {
    text: &'t str,
    byte: usize,
    units: usize,
}

impl<'t> Offsets<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, byte: 0, units: 0 }
    }

    /// The offset of a byte.
    pub(crate) fn of(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        let end = (self.byte..=byte.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let end = end.unwrap_or(self.byte);
        self.units += self.text[self.byte..end].chars().map(char::len_utf16).sum::<usize>();
        self.byte = end;
        self.units
    }

    /// The offsets of both ends.
    pub(crate) fn range(&mut self, bytes: &Range<usize>) -> [usize; 2] {
        [self.of(bytes.start), self.of(bytes.end)]
    }
}
