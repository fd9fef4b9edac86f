//! Texts: notations taken apart at brackets and commas, what is read as the same, and what texts with holes say without them.

use tavola_core::code::{Program, TextId, TextPart};
use tavola_core::ir;

/// A text whose holes are left out.
pub(crate) fn plain(program: &Program, text: TextId) -> String {
    let plain = |part: &TextPart| match part {
        TextPart::Plain(text) => Some(text.clone()),
        TextPart::Value(..) => None,
    };
    program.texts[text.index()].parts.iter().filter_map(plain).collect()
}

/// A rule's title without the values in it.
pub(crate) fn plain_title(text: &ir::Text) -> String {
    let plain = |part: &ir::TextPart| match part {
        ir::TextPart::Plain(plain) => plain.clone(),
        ir::TextPart::Value(_) => "..".to_owned(),
    };
    text.parts.iter().map(plain).collect()
}

/// The parts of a notation between separators (`,`, `--`) that stand outside brackets, as they are written.
pub fn apart<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        if depth == 0 && at >= start && text[at..].starts_with(separator) {
            parts.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

/// What a comma divides: `anna, [a, b]` is `anna` and `[a, b]`.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    apart(text, ",").into_iter().map(str::trim).filter(|item| !item.is_empty())
}

/// A notation that ends with a bracket: what stands before it, which bracket it is, what stands inside. Of `ride(a)[b]` that
/// is `ride(a)`, `[` and `b`.
pub fn bracketed(text: &str) -> Option<(&str, char, &str)> {
    let text = text.trim();
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        depth += i32::from(matches!(c, ')' | ']' | '}')) - i32::from(matches!(c, '(' | '[' | '{'));
        if depth <= 0 {
            let fits = matches!((c, text.chars().next_back()), ('(', Some(')')) | ('[', Some(']')) | ('{', Some('}')));
            return fits.then(|| (text[..at].trim_end(), c, &text[at + 1..text.len() - 1]));
        }
    }
    None
}

/// Spaces do not matter, `[` is `(`, edges may be written either way round.
pub(crate) fn normal(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.replace('[', "(").replace(']', ")");
    let text =
        text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| !t.contains(['(', ')'])).unwrap_or(&text);
    let mut out = String::new();
    let mut token = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_alphanumeric() || c == '_' || c == '-' {
            token.push(c);
            continue;
        }
        match token.split_once("--") {
            Some((a, b)) if b < a => out.push_str(&format!("{b}--{a}")),
            _ => out.push_str(&token),
        }
        token.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}
