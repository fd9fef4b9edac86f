//! Texts and their lines.

use std::ops::Range;

/// A text on one line, with one blank between words.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The whole lines in which the bytes `start..end` of a text stand, with the end of the last one; both lie on character
/// boundaries.
pub fn lines_around(text: &str, start: usize, end: usize) -> Range<usize> {
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    from..to
}
