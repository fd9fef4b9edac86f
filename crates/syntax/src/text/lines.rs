//! Texts and their lines.

use std::ops::Range;

/// Whether a text can be the name of a variant: small letters, digits and `_`, the first a letter.
pub fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

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

/// A line up to its comment.
pub fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.char_indices().find(|&(_, c)| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    comment.map_or(line, |(at, _)| &line[..at])
}

/// A text with a capital at its beginning: `old mill` is `Old mill`.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
