//! Widths of texts, columns of texts, wrapped lines.

use unicode_width::UnicodeWidthStr;

/// Width of a text in columns.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Short texts side by side, read downwards, in lines of at most `within` columns.
pub(crate) fn columns(texts: &[String], within: usize, indent: &str) -> Vec<String> {
    let widest = texts.iter().map(|t| width(t)).max().unwrap_or(0) + 3;
    let across = ((within.saturating_sub(indent.len())) / widest).clamp(1, texts.len().max(1));
    let down = texts.len().div_ceil(across);
    let row = |at: usize| -> String {
        let cells = (0..across).filter_map(|c| texts.get(c * down + at));
        let cells: Vec<String> = cells.map(|t| format!("{t}{}", " ".repeat(widest - width(t)))).collect();
        format!("{indent}{}", cells.concat()).trim_end().to_string()
    };
    (0..down).map(row).collect()
}

/// Breaks a text into lines of at most `within` columns; words stay whole.
pub(crate) fn wrap(text: &str, within: usize, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && width(indent) + width(&line) + 1 + width(word) > within {
            lines.push(format!("{indent}{line}"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(format!("{indent}{line}"));
    }
    lines
}
