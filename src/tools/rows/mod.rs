//! Files of rows for other programs. `tavola_lab::rows` says which columns there are.

#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, Writer};

use super::ending::{Exit, Stop};
use super::features::install;
use tavola_game::Error;
use tavola_lab::rows::{DataCell, DataColumn};

/// A file that takes rows.
pub(crate) trait DataSheet: Send {
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

/// Tells that a file cannot be written. A pipe whose reader has left ends the verb without a word, as on stdout.
pub(crate) fn unwritten(path: &Path, error: &std::io::Error) -> Stop {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Stop::quiet(Exit::Closed);
    }
    Error::unwritten("write", path, error).into()
}

/// Rows as CSV, under the names of the columns. An empty cell and an empty text are the same there.
struct Csv {
    path: PathBuf,
    writer: Writer<File>,
}

/// A format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFormat {
    /// Text, an empty cell for nothing.
    Csv,
    /// Typed columns.
    Parquet,
}

impl RowFormat {
    /// Checks that this program writes the format.
    ///
    /// # Errors
    /// If it was built without.
    pub(crate) fn ready(self) -> Result<(), Stop> {
        match self {
            Self::Parquet if cfg!(not(feature = "parquet")) => {
                let how = format!("one that is built with `{}` does", install("parquet"));
                Err(Stop::usage(format!(
                    "this tavola writes no Parquet: {how}; --csv or --format csv writes the same rows"
                )))
            }
            Self::Csv | Self::Parquet => Ok(()),
        }
    }

    /// Begins an empty file with these columns. `path` names it in messages.
    ///
    /// # Errors
    /// If it cannot be written, or this program does not write the format.
    pub(crate) fn sheet(self, path: &Path, file: File, columns: &[DataColumn]) -> Result<Box<dyn DataSheet>, Stop> {
        self.ready()?;
        #[cfg(feature = "parquet")]
        if self == Self::Parquet {
            return parquet::sheet(path, file, columns);
        }
        let mut sheet = Csv { path: path.to_owned(), writer: Writer::from_writer(file) };
        sheet.record(columns.iter().map(|column| column.name.clone()))?;
        Ok(Box::new(sheet))
    }
}

/// The error of the system behind an error of CSV.
fn io_error(error: csv::Error) -> io::Error {
    let message = error.to_string();
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        _ => io::Error::other(message),
    }
}

impl Csv {
    fn record(&mut self, cells: impl Iterator<Item = String>) -> Result<(), Stop> {
        let cells: Vec<String> = cells.collect();
        self.writer.write_record(cells).map_err(|error| unwritten(&self.path, &io_error(error)))
    }
}

impl DataSheet for Csv {
    fn write(&mut self, cells: &[DataCell]) -> Result<(), Stop> {
        self.record(cells.iter().map(|cell| match cell {
            DataCell::Empty => String::new(),
            DataCell::Count(number) => number.to_string(),
            DataCell::Number(number) => number.to_string(),
            DataCell::Part(number) => number.to_string(),
            DataCell::Flag(holds) => holds.to_string(),
            DataCell::Text(text) => text.clone(),
        }))
    }

    fn close(mut self: Box<Self>) -> Result<(), Stop> {
        self.writer.flush().map_err(|error| unwritten(&self.path, &error))
    }
}
