//! Spaces within a line of code, and widths.

use unicode_width::UnicodeWidthStr;

use crate::syntax::outlined::outside;

/// Width of a text in columns of a terminal.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A text with spaces added up to a width.
pub(super) fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The next multiple of `step` from `width` on.
pub(super) fn multiple(width: usize, step: usize) -> usize {
    width.div_ceil(step) * step
}

/// Code with one space where several stand, one space behind commas and none inside brackets. Quoted texts stay.
pub(super) fn tidy(code: &str) -> String {
    let mut tidied = String::with_capacity(code.len());
    let mut copied = 0;
    for (at, c) in outside(code) {
        tidied.push_str(&code[copied..at]);
        copied = at + c.len_utf8();
        let last = tidied.chars().next_back();
        match c {
            ' ' if last.is_none_or(|last| last == ' ' || "([{".contains(last)) => {}
            ')' | ']' | '}' | ',' | ';' => {
                tidied.truncate(tidied.trim_end_matches(' ').len());
                tidied.push(c);
                if ",;".contains(c) && code[copied..].starts_with(|next: char| next != ' ') {
                    tidied.push(' ');
                }
            }
            _ => tidied.push(c),
        }
    }
    tidied.push_str(&code[copied..]);
    tidied.truncate(tidied.trim_end_matches(' ').len());
    tidied
}

/// Citations with one space behind each comma: `[VL-4.1, VL-4.2]`.
pub(super) fn tidy_cites(cites: &str) -> String {
    let clauses = cites.trim_matches(['[', ']']).split(',').map(|clause| clause.trim_matches(' '));
    match cites.is_empty() {
        true => String::new(),
        false => format!("[{}]", clauses.collect::<Vec<_>>().join(", ")),
    }
}

/// Byte at which the value of `define f = 3` begins, if the line has an `=` outside quotes and brackets.
pub(super) fn value_at(code: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in outside(code) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 && code[..at].ends_with(' ') && code[at + 1..].starts_with(' ') => return Some(at + 2),
            _ => {}
        }
    }
    None
}
