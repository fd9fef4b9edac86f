//! Elements of Markdown.

use std::fmt::Write;

use tavola_game::{BlockText, TextBlock};
use tavola_syntax::text::one_line;

/// Escapes a plain text for Markdown.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text of several lines: paragraphs and lists. `style` writes each piece of text.
pub(super) fn long(text: &str, style: &dyn Fn(&str) -> String) -> String {
    let BlockText { lead, blocks } = BlockText::read(text);
    let mut out = if lead.is_empty() { lead } else { style(&lead) };
    add_blocks(&blocks, "", style, &mut out);
    out
}

fn add_blocks(blocks: &[TextBlock], indent: &str, style: &dyn Fn(&str) -> String, out: &mut String) {
    for block in blocks {
        match block {
            TextBlock::Paragraph(words) => {
                let _ = write!(out, "\n\n{indent}{}", style(words));
            }
            TextBlock::List { is_numbered, items } => {
                // An inner list stays at its item: an empty line would set all items of the outer one apart.
                out.push_str(if indent.is_empty() { "\n" } else { "" });
                for (at, item) in items.iter().enumerate() {
                    let mark = if *is_numbered { format!("{}. ", at + 1) } else { "- ".to_owned() };
                    let _ = write!(out, "\n{indent}{mark}{}", style(&item.lead));
                    add_blocks(&item.blocks, &format!("{indent}{}", " ".repeat(mark.len())), style, out);
                }
            }
        }
    }
}

/// One text after another: on the same line, or as a paragraph of its own below a text of several lines.
pub(super) fn joined(text: String, more: &str) -> String {
    if text.contains('\n') && !more.is_empty() { format!("{text}\n\n{}", more.trim_start()) } else { text + more }
}

/// Lines that begin with this text after the first one. Empty lines get no blanks.
pub(super) fn hanging(text: &str, with: &str) -> String {
    text.replace('\n', &format!("\n{with}")).replace(&format!("{with}\n"), &format!("{}\n", with.trim_end()))
}

/// Code within a line.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('`', "'")) }
}

/// A table. Bars in its cells are escaped, also in code.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    let line = |cells: &mut dyn Iterator<Item = String>| format!("| {} |", cells.collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "{}", line(&mut heads.iter().map(|head| (*head).to_owned())));
    let _ = writeln!(out, "{}", line(&mut heads.iter().map(|_| "---".to_owned())));
    for row in rows {
        let cell = |cell: &String| cell.replace("\\|", "|").replace('|', "\\|").replace('\n', " ");
        let _ = writeln!(out, "{}", line(&mut row.iter().map(cell)));
    }
    out
}

/// The anchor of a clause: `hv-4-1`.
pub(super) fn anchor(text: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    text.chars().map(letter).collect()
}

/// The anchor that readers of Markdown give a heading: `1-the-cards` for `1. The cards`.
pub fn heading_anchor(title: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    };
    title.to_lowercase().chars().filter_map(kept).collect()
}

/// The target of a link.
pub(super) fn mark(id: &str) -> String {
    format!("<a id=\"{id}\"></a>")
}

/// A page without the targets of its links, for reading as it is.
pub fn without_anchors(page: &str) -> String {
    let mut parts = page.split("<a id=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |page, part| page + part.split_once("\"></a>").map_or(part, |(_, rest)| rest))
}

/// A name of the rules as words: `lay_out_cards` as `Lay out cards`.
pub(super) fn words(name: &str) -> String {
    let mut out = name.replace('_', " ");
    if let Some(first) = out.get(..1).map(str::to_uppercase) {
        out.replace_range(..1, &first);
    }
    out
}

/// Numbers of players in words: `1 player`, `3 or 4 players`. None for all numbers.
pub(super) fn players(counts: Option<&[i64]>) -> Option<String> {
    match counts.unwrap_or_default() {
        [] => None,
        [1] => Some("1 player".to_owned()),
        counts => Some(format!("{} players", counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "))),
    }
}

/// A cell without its quotes. None if it has none.
pub(super) fn unquoted(cell: &str) -> Option<&str> {
    cell.strip_prefix('"')?.strip_suffix('"')
}
