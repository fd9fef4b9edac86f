//! Lines of a text, and the words in them.

use std::ops::Range;

use tavola_syntax::syntax::is_name_char;

/// Bytes of the line around an offset, without its end.
pub(crate) fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = floor(text, at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// The nearest offset on a character boundary at or before this one.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// All lines of a text, each with the offset of its first byte.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches('\n'))
    })
}

/// The part of a text before the word at its end, and that word.
pub(crate) fn split_word(before: &str) -> (&str, &str) {
    let word = before
        .rfind(|c: char| !is_name_char(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    before.split_at(word)
}

/// The word at the beginning of a text.
pub(crate) fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !is_name_char(c)).unwrap_or(text.len())]
}

/// True if an offset of a line lies inside a text in quotes.
pub(crate) fn in_quotes(before: &str) -> bool {
    before.bytes().filter(|b| *b == b'"').count() % 2 == 1
}

/// Names and other words of a text outside quotes and comments, each with its offset. Signs are single characters.
pub(crate) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '"' => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
            '#' => rest.find('\n').unwrap_or(rest.len()),
            c if is_name_char(c) => rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        if c != '#' && !c.is_whitespace() {
            found.push((at, &rest[..length.min(rest.len())]));
        }
        at += length.min(rest.len());
    }
    found
}
