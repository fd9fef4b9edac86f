//! Operations on lines and words of texts.

use std::ops::Range;

/// True if a text is one word of rules: lower-case letters, digits and `_`, beginning with a letter.
pub fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// A text in which ranges of bytes are replaced. They do not overlap, and come in any order.
pub fn with_edits(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut text = text.to_owned();
    edits.into_iter().rev().for_each(|(range, new)| text.replace_range(range, &new));
    text
}

/// A text on one line, with one space between words.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Several names in words: `a, b and c`. Empty for none.
pub fn name_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A path quoted for a shell, if it must be.
pub fn shell_path(path: &str) -> String {
    let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+:\\".contains(c));
    if plain { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Range of the whole lines around the bytes `start..end`, including the last line end.
///
/// Both offsets must be on character boundaries.
pub fn lines_around(text: &str, start: usize, end: usize) -> Range<usize> {
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    from..to
}

/// Number of spaces at the beginning of a line.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The text with `\n` at the end of each line.
pub fn plain_ends(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// File, line and column of a place: `rules/my_game/my_game.tavola:7:3`. `None` if a part is missing.
pub fn place_parts(place: &str) -> Option<(&str, &str, &str)> {
    let mut parts = place.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((file, line, column))
}

/// A line without its comment.
pub fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.char_indices().find(|&(_, c)| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    comment.map_or(line, |(at, _)| &line[..at])
}

/// A text with its first letter in upper case: `old mill` becomes `Old mill`. A letter without an upper case of its own, such as `ß`,
/// stays.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let upper: Vec<char> = first.to_uppercase().collect();
    let upper = if let [one] = upper[..] { one } else { first };
    std::iter::once(upper).chain(letters).collect()
}
