//! Operations on texts: splitting notations at brackets and commas, normal forms, texts without their holes.

use tavola_core::code::{Program, TextId, TextPart};

/// A text without its holes.
pub(crate) fn plain(program: &Program, text: TextId) -> String {
    let plain = |part: &TextPart| match part {
        TextPart::Plain(text) => Some(text.clone()),
        TextPart::Value(..) => None,
    };
    program.texts[text.index()].parts.iter().filter_map(plain).collect()
}

/// Splits a notation at separators (`,`, `--`) outside brackets. Parts are not trimmed.
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

/// Splits at commas and trims: `anna, [a, b]` gives `anna` and `[a, b]`.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    apart(text, ",").into_iter().map(str::trim).filter(|item| !item.is_empty())
}

/// Splits a notation that ends with a bracket: the text before it, the opening bracket, and its contents.
///
/// For `ride(a)[b]` these are `ride(a)`, `[` and `b`.
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

/// Normal form of a notation: no spaces, `(` for `[`, and the ends of links in alphabetical order.
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
