//! Tables: cells in columns of one width. In kinds, numbers are at the right.

use std::ops::Range;

use crate::syntax::outlined::row_parts;

use super::spaces::{pad, tidy, width};
use super::{MARGIN, WIDTH};

/// Width from which a cell may stick out of its column.
const WIDE: usize = WIDTH / 2;

/// Minimum reduction of a column's width at which its widest cells may stick out.
const GAIN: usize = 16;

/// A row as it is written.
pub(super) struct WrittenRow {
    /// Its text, with its continuations.
    pub(super) text: String,
    /// Bytes at which its lines begin.
    pub(super) starts: Vec<usize>,
    /// True if the words in its cells may be moved together.
    pub(super) tidy: bool,
}

/// A table in its layout.
pub(super) struct FormattedTable {
    /// Lines of each row, each with its indentation. `None` for a row that does not fit the heading.
    pub(super) rows: Vec<Option<Vec<(usize, String)>>>,
    /// Its width, with its indentation.
    pub(super) width: usize,
}

/// CellParts of a row: the parts of each, one for each line on which it stands.
struct CellParts {
    bars: Vec<String>,
    cells: Vec<Vec<String>>,
}

/// Lays out a table. Its first row is the heading. With `right`, columns of numbers are aligned at the right.
pub(super) fn lay(indent: usize, rows: &[WrittenRow], right: bool) -> FormattedTable {
    let read: Vec<Option<CellParts>> = rows.iter().map(cells).collect();
    let bars = read.first().and_then(Option::as_ref).map(|heading| heading.bars.clone());
    let fits = |row: &CellParts| Some(&row.bars) == bars.as_ref();
    let read: Vec<Option<CellParts>> = read.into_iter().map(|row| row.filter(fits)).collect();
    let bars = bars.unwrap_or_default();
    let known: Vec<&CellParts> = read.iter().flatten().collect();
    let columns = Columns {
        indent,
        widths: widths(indent, &bars, &known),
        right: (0..bars.len().saturating_sub(1)).map(|column| right && is_of_numbers(&known, column)).collect(),
    };
    let width = columns.start(&bars, bars.len().saturating_sub(1)).saturating_sub(1);
    FormattedTable { rows: read.iter().map(|row| row.as_ref().map(|row| columns.lines(row))).collect(), width }
}

/// Divides a row at its bars. `None` if it is not closed.
fn cells(row: &WrittenRow) -> Option<CellParts> {
    let parts = row_parts(&row.text)?;
    let mut read = CellParts { bars: Vec::new(), cells: Vec::new() };
    for (is_bar, range) in &parts {
        if *is_bar {
            read.bars.push(row.text[range.clone()].to_owned());
        } else {
            read.cells.push(fragments(row, range));
        }
    }
    (read.bars.len() == read.cells.len() + 1).then_some(read)
}

/// The parts of a cell, one for each line.
fn fragments(row: &WrittenRow, cell: &Range<usize>) -> Vec<String> {
    let within = row.starts.iter().copied().filter(|start| cell.contains(start) && *start > cell.start);
    let ends: Vec<usize> = within.chain([cell.end]).collect();
    let mut from = cell.start;
    let mut found = Vec::new();
    for end in ends {
        let text = row.text[from..end].trim_matches(' ');
        found.push(if row.tidy { tidy(text) } else { text.to_owned() });
        from = end;
    }
    found
}

/// Widths of all columns. In a table that is too wide, the widest cells of a column may stick out if they are few.
fn widths(indent: usize, bars: &[String], rows: &[&CellParts]) -> Vec<usize> {
    let count = bars.len().saturating_sub(1);
    let sizes = |column: usize| -> Vec<usize> {
        let widest = |row: &&CellParts| row.cells[column].iter().map(|part| width(part)).max().unwrap_or(0);
        let mut sizes: Vec<usize> = rows.iter().map(widest).collect();
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
        sizes
    };
    let sizes: Vec<Vec<usize>> = (0..count).map(sizes).collect();
    let mut widths: Vec<usize> = sizes.iter().map(|sizes| sizes.first().copied().unwrap_or(0)).collect();
    let mut order: Vec<usize> = (0..count.saturating_sub(1)).collect();
    order.sort_by_key(|&column| std::cmp::Reverse(widths[column]));
    for column in order {
        let whole: usize =
            indent + bars.iter().map(String::len).sum::<usize>() + widths.iter().map(|w| w + 2).sum::<usize>();
        let usual = sizes[column].get(rows.len() / 3).copied().unwrap_or(0);
        if whole > MARGIN && widths[column] > WIDE.max(usual + GAIN) {
            widths[column] = usual;
        }
    }
    widths
}

/// True if a column has numbers below its heading, and nothing else.
fn is_of_numbers(rows: &[&CellParts], column: usize) -> bool {
    let is_number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut cells = rows.iter().skip(1).map(|row| row.cells[column].as_slice());
    let mut numbers = 0;
    let all = cells.all(|cell| match cell {
        [text] => {
            numbers += usize::from(is_number(text));
            is_number(text) || text.is_empty() || text == "-"
        }
        _ => false,
    });
    all && numbers > 0
}

/// Columns of a table.
struct Columns {
    indent: usize,
    widths: Vec<usize>,
    /// True for a column whose cells are aligned at the right.
    right: Vec<bool>,
}

impl Columns {
    /// Column at which a cell begins.
    fn start(&self, bars: &[String], column: usize) -> usize {
        let before: usize = self.widths.iter().take(column).map(|width| width + 2).sum();
        self.indent + before + bars.iter().take(column + 1).map(String::len).sum::<usize>() + 1
    }

    /// Lines of a row.
    fn lines(&self, row: &CellParts) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let (mut indent, mut line) = (self.indent, String::new());
        for (column, (bar, cell)) in row.bars.iter().zip(&row.cells).enumerate() {
            line += &format!("{bar} ");
            for (at, part) in cell.iter().enumerate() {
                if at > 0 {
                    lines.push((indent, line.trim_end_matches(' ').to_owned()));
                    (indent, line) = (self.start(&row.bars, column), String::new());
                }
                if at + 1 < cell.len() {
                    line += part;
                    continue;
                }
                if self.right[column] {
                    line += &" ".repeat(self.widths[column].saturating_sub(width(part)));
                }
                line += &pad(part, if self.right[column] { 0 } else { self.widths[column] });
                line.push(' ');
            }
        }
        line += row.bars.last().map_or("", String::as_str);
        lines.push((indent, line));
        lines
    }
}
