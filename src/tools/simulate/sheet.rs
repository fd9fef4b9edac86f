//! Rows as other programs read them: columns with names, cells of one sort in each, and the file that takes them.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::Writer;

use crate::tools::ending::Stop;
use tavola_game::Error;

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnType {
    /// Nonnegative integers.
    Count,
    /// Integers.
    Number,
    /// Other numbers.
    Part,
    /// Texts.
    Text,
}

/// A column.
pub(super) struct DataColumn {
    pub(super) name: String,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "CSV has no types"))]
    pub(super) sort: ColumnType,
}

impl DataColumn {
    pub(super) fn new(name: impl Into<String>, sort: ColumnType) -> Self {
        Self { name: name.into(), sort }
    }
}

/// A cell, of the type of its column.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum DataCell {
    Empty,
    Count(u64),
    Number(i64),
    Part(f64),
    Text(String),
}

impl DataCell {
    /// A text.
    pub(super) fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    /// Converts an optional value; `None` becomes an empty cell.
    pub(super) fn or_empty<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }
}

/// A file that takes rows.
pub(super) trait DataSheet: Send {
    /// Takes a row: a cell for each column.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn write(&mut self, cells: &[DataCell]) -> Result<(), Stop>;

    /// Writes the rows that are not yet written.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn close(self: Box<Self>) -> Result<(), Stop>;
}

/// A new file.
///
/// # Errors
/// When it cannot be made.
pub(super) fn create(path: &Path) -> Result<File, Stop> {
    File::create(path).map_err(|error| unwritten(path, &error))
}

/// Tells that a file cannot be written.
pub(super) fn unwritten(path: &Path, error: &std::io::Error) -> Stop {
    Error::unwritten("write", path, error).into()
}

/// Rows as CSV, under the names of the columns. An empty cell and an empty text are the same there.
struct Csv {
    path: PathBuf,
    writer: Writer<File>,
}

/// A file of CSV.
///
/// # Errors
/// When it cannot be made.
pub(super) fn csv(path: &Path, columns: &[DataColumn]) -> Result<Box<dyn DataSheet>, Stop> {
    let mut sheet = Csv { path: path.to_owned(), writer: Writer::from_writer(create(path)?) };
    sheet.record(columns.iter().map(|column| column.name.clone()))?;
    Ok(Box::new(sheet))
}

impl Csv {
    fn record(&mut self, cells: impl Iterator<Item = String>) -> Result<(), Stop> {
        let cells: Vec<String> = cells.collect();
        self.writer.write_record(cells).map_err(|error| unwritten(&self.path, &error.into()))
    }
}

impl DataSheet for Csv {
    fn write(&mut self, cells: &[DataCell]) -> Result<(), Stop> {
        self.record(cells.iter().map(|cell| match cell {
            DataCell::Empty => String::new(),
            DataCell::Count(number) => number.to_string(),
            DataCell::Number(number) => number.to_string(),
            DataCell::Part(number) => number.to_string(),
            DataCell::Text(text) => text.clone(),
        }))
    }

    fn close(mut self: Box<Self>) -> Result<(), Stop> {
        self.writer.flush().map_err(|error| unwritten(&self.path, &error))
    }
}
