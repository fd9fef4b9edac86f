//! Plain tables and columns of text, as wide as what stands in them.

use unicode_width::UnicodeWidthStr;

/// A table: rows of cells, the first of them heads. Columns of numbers are aligned to the right.
#[derive(Default)]
pub(crate) struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// No rows yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The lines, each beginning with `indent`.
    pub(crate) fn lines(&self, indent: &str) -> Vec<String> {
        let columns: Vec<ColumnWidth> =
            (0..self.rows.iter().map(Vec::len).max().unwrap_or(0)).map(|at| self.column(at)).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&columns).map(|(cell, column)| format!("{}  ", column.fit(cell)));
            format!("{indent}{}", cells.collect::<String>()).trim_end().to_string()
        };
        self.rows.iter().map(line).collect()
    }

    fn column(&self, at: usize) -> ColumnWidth {
        let cells = self.rows.iter().filter_map(|row| row.get(at));
        let below: Vec<&String> = cells.clone().skip(1).filter(|cell| !cell.is_empty()).collect();
        let numbers = at > 0 && !below.is_empty() && below.iter().all(|cell| is_number(cell));
        ColumnWidth { width: cells.map(|cell| width(cell)).max().unwrap_or(0), numbers }
    }
}

/// How wide a column is, and whether numbers stand below its head.
struct ColumnWidth {
    width: usize,
    numbers: bool,
}

impl ColumnWidth {
    fn fit(&self, cell: &str) -> String {
        let gap = " ".repeat(self.width - width(cell));
        if self.numbers { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
    }
}

fn is_number(cell: &str) -> bool {
    cell == "."
        || (cell.chars().any(|c| c.is_ascii_digit())
            && cell.chars().all(|c| c.is_ascii_digit() || "-.,+% ".contains(c)))
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Short texts side by side, read downwards, within so many columns.
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

/// Breaks a text into lines of at most so many columns; words stay whole.
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
