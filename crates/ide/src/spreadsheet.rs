//! Tables of kinds as plain cells, to be edited elsewhere: in a spreadsheet, by a program. Edited rows are put back into the rules.
//!
//! A cell is what the rules say, but texts have no quotes: in a column with quoted texts every other cell becomes a quoted text.
//! Rows that stay keep their line and the comments above it. The first column names the row.

use std::collections::{BTreeMap, BTreeSet};

use tavola_game::{Error, GameFolder};
use tavola_syntax::format::format;
use tavola_syntax::syntax::ast::{ItemKind, KindBody};
use tavola_syntax::syntax::{parse, rows};
use tavola_syntax::text::{Sources, Span};

/// The table of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTable {
    /// Name of the kind.
    pub kind: String,
    /// Path of its file in the folder of the game.
    pub file: String,
    /// Names of its columns; the first one names the rows.
    pub columns: Vec<String>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<String>>,
    /// For each column whether it has quoted texts.
    quoted: Vec<bool>,
    /// Beginning of its kind in the file, in bytes.
    head: usize,
    /// Its lines in the file, in bytes: from the heading to the end of the last row.
    span: (usize, usize),
    lines: Vec<RowLine>,
}

/// A line of a table with the comments above it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RowLine {
    comments: String,
    line: String,
    /// Its cells as they are written.
    cells: Vec<String>,
}

impl RowLine {
    /// A cell as it is written. Cells at the end may be missing.
    fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map_or("", String::as_str)
    }
}

/// A change of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowChange {
    /// A new row, with its name.
    Added(String),
    /// A row that is gone.
    Removed(String),
    /// A cell that changed.
    Changed {
        /// Name of the row.
        row: String,
        /// Name of the column.
        column: String,
        /// Old cell.
        before: String,
        /// New cell.
        after: String,
    },
    /// The rows that stay have another order.
    Reordered,
}

/// A cell of a table, found by a position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCell {
    /// Name of the kind.
    pub kind: String,
    /// Name of the first column.
    pub first: String,
    /// Name of the row: the text of its first cell.
    pub row: String,
    /// Name of the column. `None` in the first column, which names the row.
    pub column: Option<String>,
    /// Its text, without quotes.
    pub text: String,
    /// True if most cells of its column are whole numbers, and this one is not.
    pub wants_number: bool,
}

/// The cell of a table at a byte of a file with rules. `None` outside of the rows of kinds.
pub fn cell_at(text: &str, at: usize) -> Option<NamedCell> {
    tables_of("", text).iter().find_map(|table| table.cell_at(at))
}

/// Tables of all kinds with columns of a game, in the order of its files and lines, without those of variants.
pub fn written_tables(folder: &GameFolder) -> Vec<WrittenTable> {
    let rules = folder.files.iter().filter(|(file, _)| file.ends_with(".tavola") && !file.contains('/'));
    rules.flat_map(|(file, text)| tables_of(file, text)).collect()
}

fn tables_of(file: &str, text: &str) -> Vec<WrittenTable> {
    let mut sources = Sources::new();
    let id = sources.add(file, text);
    let kinds = parse(&sources, id).file.items.into_iter().filter_map(|item| match &item.kind {
        ItemKind::Kind { name, body: KindBody::Rows(_), .. } => {
            table(file, text, &name.text, item.head, item.span.end as usize)
        }
        _ => None,
    });
    kinds.collect()
}

/// The table of a kind whose first line is `head` and which ends at `to`; none without a row.
fn table(file: &str, text: &str, kind: &str, head: Span, to: usize) -> Option<WrittenTable> {
    let (head, from) = (head.start as usize, head.end as usize);
    let end = text[to..].find('\n').map_or(text.len(), |end| to + end);
    let (mut at, mut comments, mut lines, mut span) = (from, String::new(), Vec::new(), None);
    for line in text[from..end].split_inclusive('\n') {
        let start = at;
        at += line.len();
        if line.trim_start().starts_with('|') {
            span = Some((span.map_or(start, |(first, _)| first), start + line.trim_end_matches('\n').len()));
            let line = line.trim_end_matches('\n').to_owned();
            let cells = rows(&line).into_iter().next().unwrap_or_default();
            lines.push(RowLine { comments: std::mem::take(&mut comments), line, cells });
        } else if !lines.is_empty() {
            comments += line;
        }
    }
    let (heading, body) = lines.split_first()?;
    let columns = heading.cells.clone();
    let quoted = (0..columns.len()).map(|at| body.iter().any(|row| row.cell(at).starts_with('"'))).collect();
    let rows = body.iter().map(|row| (0..columns.len()).map(|at| plain(row.cell(at))).collect()).collect();
    let (kind, file) = (kind.to_owned(), file.to_owned());
    Some(WrittenTable { kind, file, columns, rows, quoted, head, span: span?, lines })
}

/// A cell without the quotes of a text.
fn plain(cell: &str) -> String {
    let inside = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.filter(|text| !text.contains('"')).unwrap_or(cell).to_owned()
}

impl WrittenTable {
    /// Puts edited rows into a copy of the folder, and lists what changes. `columns` are names of columns of the table in any order; the
    /// cells of the others stay. Empty rows are left out. The table is formatted.
    ///
    /// # Errors
    /// If a column is unknown or there twice, the first column of the table is missing, two rows have one name, or a cell cannot be
    /// written into a table.
    pub fn with_rows(
        &self,
        folder: &GameFolder,
        (columns, edited): (&[String], &[Vec<String>]),
    ) -> Result<(GameFolder, Vec<RowChange>), Error> {
        let places = self.places(columns)?;
        let known: BTreeMap<&str, usize> =
            self.rows.iter().enumerate().map(|(at, row)| (row[0].as_str(), at)).collect();
        let (mut seen, mut changes, mut rows) = (BTreeSet::new(), Vec::new(), vec![self.lines[0].line.clone()]);
        let mut order = Vec::new();
        let is_row = |(_, cells): &(usize, &Vec<String>)| cells.iter().any(|cell| !cell.trim().is_empty());
        for (number, cells) in edited.iter().enumerate().filter(is_row) {
            let cell = |at: usize| places[at].map(|place| cells.get(place).map_or("", |cell| cell.trim()));
            let name = cell(0).unwrap_or_default();
            let row = number + 2;
            if name.is_empty() {
                return Err(Error::new(format!("row {row} has no `{}`", self.columns[0])));
            }
            if !seen.insert(name.to_owned()) {
                return Err(Error::new(format!("row {row}: `{name}` is there twice")));
            }
            let old = known.get(name).copied();
            order.extend(old);
            let before = |at: usize| old.map_or("", |old| self.rows[old][at].as_str());
            // A text keeps the blanks at its ends if nothing else in it changes.
            let kept = |at: usize, cell| if cell == before(at).trim() { before(at) } else { cell };
            let after = |at: usize| cell(at).map_or_else(|| before(at), |cell| kept(at, cell));
            let after: Vec<&str> = (0..self.columns.len()).map(after).collect();
            for (at, column) in self.columns.iter().enumerate() {
                let (before, after) = (before(at), after[at]);
                let is_wrong = |c: char| c.is_control() || c == '"' || c == '|' && !self.quoted[at];
                if after != before && after.contains(is_wrong) {
                    let why = "a cell has one line, without `\"` and control characters; only texts may have `|`";
                    return Err(Error::new(format!("row {row}, column `{column}`: {why}")));
                }
                if old.is_some() && !is_same(before, after) {
                    let (row, column) = (name.to_owned(), column.clone());
                    changes.push(RowChange::Changed {
                        row,
                        column,
                        before: before.to_owned(),
                        after: after.to_owned(),
                    });
                }
            }
            rows.push(self.row_text(old, &after));
            if old.is_none() {
                changes.push(RowChange::Added(name.to_owned()));
            }
        }
        changes.extend(
            self.rows.iter().filter(|row| !seen.contains(&row[0])).map(|row| RowChange::Removed(row[0].clone())),
        );
        if !order.is_sorted() {
            changes.push(RowChange::Reordered);
        }
        let folder = if changes.is_empty() { folder.clone() } else { self.put(folder, &rows) };
        Ok((folder, changes))
    }

    fn cell_at(&self, at: usize) -> Option<NamedCell> {
        let mut start = self.span.0;
        let line = self.lines.iter().position(|line| {
            start += line.comments.len();
            let is_here = (start..=start + line.line.len()).contains(&at);
            if !is_here {
                start += line.line.len() + 1;
            }
            is_here
        })?;
        // The first line is the heading.
        let row = self.rows.get(line.checked_sub(1)?)?;
        let column = bars(self.lines[line].line.get(..at - start)?).checked_sub(1)?;
        let text = row.get(column)?.clone();
        let is_number = |text: &str| text.parse::<i64>().is_ok();
        let filled: Vec<&str> =
            self.rows.iter().map(|row| row[column].as_str()).filter(|cell| !is_empty(cell)).collect();
        let numbers = filled.iter().filter(|cell| is_number(cell)).count();
        let wants_number = !is_number(&text) && numbers * 2 > filled.len();
        let name = (column > 0).then(|| self.columns[column].clone());
        let (kind, first) = (self.kind.clone(), self.columns[0].clone());
        Some(NamedCell { kind, first, row: row[0].clone(), column: name, text, wants_number })
    }

    /// For each column of the table its place among these.
    fn places(&self, columns: &[String]) -> Result<Vec<Option<usize>>, Error> {
        let mut places = vec![None; self.columns.len()];
        for (place, name) in columns.iter().enumerate() {
            let Some(at) = self.columns.iter().position(|column| column == name.trim()) else {
                let known = self.columns.join("`, `");
                let kind = &self.kind;
                return Err(Error::new(format!("`{kind}` has no column `{}`; its columns: `{known}`", name.trim())));
            };
            if places[at].replace(place).is_some() {
                return Err(Error::new(format!("the column `{}` is there twice", name.trim())));
            }
        }
        if places[0].is_none() {
            return Err(Error::new(format!("the column `{}`, which names the rows, is missing", self.columns[0])));
        }
        Ok(places)
    }

    /// The text of a row with these cells; of an old row with its comments, and with what stands after its last cell. A cell that
    /// stays is written as it was.
    fn row_text(&self, old: Option<usize>, cells: &[&str]) -> String {
        let old = old.map(|old| (&self.rows[old], &self.lines[old + 1]));
        if let Some((before, line)) = old
            && before.iter().zip(cells).all(|(before, cell)| is_same(before, cell))
        {
            return format!("{}{}", line.comments, line.line);
        }
        let text = |(at, &cell): (usize, &&str)| match old {
            Some((before, line)) if is_same(&before[at], cell) => line.cell(at).to_owned(),
            _ if self.quoted[at] && !matches!(cell, "" | "-") => format!("\"{cell}\""),
            _ => cell.to_owned(),
        };
        let cells: Vec<String> = cells.iter().enumerate().map(text).collect();
        let (comments, rest) = old.map_or(("", ""), |(_, line)| (line.comments.as_str(), after_cells(&line.line)));
        format!("{comments}  | {} |{rest}", cells.join(" | "))
    }

    /// The folder with these rows in the place of the table.
    fn put(&self, folder: &GameFolder, rows: &[String]) -> GameFolder {
        let mut folder = folder.clone();
        let Some(text) = folder.files.get_mut(&self.file) else { return folder };
        // The table alone is formatted: citations beside the head stand in the column of the whole file.
        let head = text[self.head..self.span.0].to_owned();
        let table = format(&format!("{head}{}\n", rows.join("\n"))).text;
        let rows: Vec<&str> = table.lines().skip_while(|line| !line.trim_start().starts_with('|')).collect();
        text.replace_range(self.span.0..self.span.1, &rows.join("\n"));
        folder
    }
}

/// True if two cells say the same: `-` is an empty cell.
fn is_same(before: &str, after: &str) -> bool {
    before == after || is_empty(before) && is_empty(after)
}

fn is_empty(cell: &str) -> bool {
    matches!(cell, "" | "-")
}

/// Number of `|` outside of texts.
fn bars(text: &str) -> usize {
    text.split('"').step_by(2).map(|outside| outside.matches('|').count()).sum()
}

/// Text after the last `|` of a row, outside of texts.
fn after_cells(line: &str) -> &str {
    let (mut in_text, mut last) = (false, line.len());
    for (at, c) in line.char_indices() {
        match c {
            '"' => in_text = !in_text,
            '#' if !in_text => break,
            '|' if !in_text => last = at + 1,
            _ => {}
        }
    }
    &line[last..]
}
