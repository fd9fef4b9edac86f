//! Tables, as wide as their cells.

use super::TextLine;
use crate::tools::grid::width;
use crate::tools::paint::Paint;

/// A table: a row of heads (empty: none), then rows of cells.
#[derive(Default)]
pub(in crate::tools) struct TextTable {
    pub(super) heads: Vec<TextLine>,
    pub(super) rows: Vec<Vec<TextLine>>,
    /// Maximum number of rows in a terminal.
    most: Option<usize>,
}

impl TextTable {
    /// A table with these heads and no rows.
    pub(in crate::tools) fn new(heads: impl IntoIterator<Item = impl Into<TextLine>>) -> Self {
        Self { heads: heads.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Limits the number of rows in a terminal; the others are counted there.
    pub(in crate::tools) fn at_most(self, most: usize) -> Self {
        Self { most: Some(most), ..self }
    }

    /// Adds a row; its last cells may be missing.
    pub(in crate::tools) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<TextLine>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Adds rows.
    pub(in crate::tools) fn rows<C: Into<TextLine>, R: IntoIterator<Item = C>>(
        mut self,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        rows.into_iter().for_each(|row| self.row(row));
        self
    }

    /// For each column whether it holds numbers only, which are aligned to the right.
    pub(super) fn numbers(&self) -> Vec<bool> {
        let columns = self.rows.iter().chain([&self.heads]).map(Vec::len).max().unwrap_or(0);
        let is = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at)).map(TextLine::bare);
            let cells: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
            at > 0 && !cells.is_empty() && cells.iter().all(|cell| is_number(cell))
        };
        (0..columns).map(is).collect()
    }

    /// The lines for a terminal, each beginning with `indent`.
    pub(in crate::tools) fn lines(&self, paint: Paint, indent: &str) -> Vec<String> {
        let shown = self.rows.len().min(self.most.unwrap_or(usize::MAX));
        let rows = || Some(&self.heads).filter(|heads| !heads.is_empty()).into_iter().chain(&self.rows[..shown]);
        let wide = |cell: &TextLine| width(&cell.bare());
        let columns = self.numbers().into_iter().enumerate();
        let columns: Vec<(bool, usize)> = columns
            .map(|(at, number)| (number, rows().filter_map(|row| row.get(at)).map(wide).max().unwrap_or(0)))
            .collect();
        let line = |row: &Vec<TextLine>| {
            let cells = row.iter().zip(&columns).map(|(cell, (number, widest))| {
                let (text, gap) = (cell.painted(paint, " "), " ".repeat(widest - wide(cell)));
                if *number { format!("{gap}{text}  ") } else { format!("{text}{gap}  ") }
            });
            format!("{indent}{}", cells.collect::<String>()).trim_end().to_owned()
        };
        let more = self.rows.len() - shown;
        rows().map(line).chain((more > 0).then(|| format!("{indent}.. and {more} more"))).collect()
    }
}

fn is_number(cell: &str) -> bool {
    cell == "."
        || (cell.chars().any(|c| c.is_ascii_digit())
            && cell.chars().all(|c| c.is_ascii_digit() || "-.,+% ".contains(c)))
}
