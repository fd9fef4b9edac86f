//! Rows as Parquet: columns with their types, in groups of rows, so that memory does not grow with the number of rows.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::super::ending::Stop;
use super::{DataSheet, unwritten};
use tavola_lab::rows::{ColumnType, DataCell, DataColumn};

/// Number of cells after which a group of rows is written.
const CELLS: usize = 1 << 18;

struct Parquet {
    path: PathBuf,
    writer: SerializedFileWriter<File>,
    /// Rows of the group that is not yet written.
    waiting: Vec<ParquetCells>,
    rows: usize,
}

/// The cells of a column: values, and definition levels (1 present, 0 missing).
struct ParquetCells {
    there: Vec<i16>,
    values: ColumnValues,
}

enum ColumnValues {
    /// Integers. Nonnegative ones (`u64`) are stored bit for bit.
    Whole(Vec<i64>),
    Part(Vec<f64>),
    Flag(Vec<bool>),
    Text(Vec<ByteArray>),
}

/// Begins a file of Parquet.
///
/// # Errors
/// When it cannot be written.
pub(super) fn sheet(path: &Path, file: File, columns: &[DataColumn]) -> Result<Box<dyn DataSheet>, Stop> {
    let failed = |error| write_error(path, error);
    let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<_, _>>().map_err(failed)?;
    let schema = Type::group_type_builder("rows").with_fields(fields).build().map_err(failed)?;
    let made_by = format!("tavola {}", env!("CARGO_PKG_VERSION"));
    let properties = WriterProperties::builder().set_created_by(made_by).build();
    let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let waiting = columns.iter().map(|column| ParquetCells::new(column.sort)).collect();
    Ok(Box::new(Parquet { path: path.to_owned(), writer, waiting, rows: 0 }))
}

fn field(column: &DataColumn) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.sort {
        ColumnType::Count => (Physical::INT64, Some(LogicalType::integer(64, false))),
        ColumnType::Number => (Physical::INT64, Some(LogicalType::integer(64, true))),
        ColumnType::Part => (Physical::DOUBLE, None),
        ColumnType::Flag => (Physical::BOOLEAN, None),
        ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(&column.name, physical).with_repetition(Repetition::OPTIONAL);
    field.with_logical_type(logical).build()
}

/// Converts a Parquet error. Uses the underlying I/O error if there is one.
fn write_error(path: &Path, error: ParquetError) -> Stop {
    let error = match error {
        ParquetError::External(error) => error.downcast().map_or_else(std::io::Error::other, |error| *error),
        error => std::io::Error::other(error),
    };
    unwritten(path, &error)
}

impl ParquetCells {
    fn new(sort: ColumnType) -> Self {
        let values = match sort {
            ColumnType::Count | ColumnType::Number => ColumnValues::Whole(Vec::new()),
            ColumnType::Part => ColumnValues::Part(Vec::new()),
            ColumnType::Flag => ColumnValues::Flag(Vec::new()),
            ColumnType::Text => ColumnValues::Text(Vec::new()),
        };
        Self { there: Vec::new(), values }
    }

    fn push(&mut self, cell: &DataCell) {
        match (&mut self.values, cell) {
            (ColumnValues::Whole(values), DataCell::Count(number)) => values.push(number.cast_signed()),
            (ColumnValues::Whole(values), DataCell::Number(number)) => values.push(*number),
            (ColumnValues::Part(values), DataCell::Part(number)) => values.push(*number),
            (ColumnValues::Flag(values), DataCell::Flag(holds)) => values.push(*holds),
            (ColumnValues::Text(values), DataCell::Text(text)) => values.push(text.as_bytes().to_vec().into()),
            (_, DataCell::Empty) => return self.there.push(0),
            (_, cell) => unreachable!("{cell:?} does not fit its column"),
        }
        self.there.push(1);
    }

    fn clear(&mut self) {
        self.there.clear();
        match &mut self.values {
            ColumnValues::Whole(values) => values.clear(),
            ColumnValues::Part(values) => values.clear(),
            ColumnValues::Flag(values) => values.clear(),
            ColumnValues::Text(values) => values.clear(),
        }
    }
}

impl Parquet {
    /// Writes the waiting rows as a group.
    fn put_down(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for kept in &mut self.waiting {
            let Some(mut column) = group.next_column()? else { break };
            let there = Some(kept.there.as_slice());
            match (column.untyped(), &kept.values) {
                (ColumnWriter::Int64ColumnWriter(to), ColumnValues::Whole(values)) => {
                    to.write_batch(values, there, None)?
                }
                (ColumnWriter::DoubleColumnWriter(to), ColumnValues::Part(values)) => {
                    to.write_batch(values, there, None)?
                }
                (ColumnWriter::BoolColumnWriter(to), ColumnValues::Flag(values)) => {
                    to.write_batch(values, there, None)?
                }
                (ColumnWriter::ByteArrayColumnWriter(to), ColumnValues::Text(values)) => {
                    to.write_batch(values, there, None)?
                }
                _ => unreachable!("a column has the type that was made of its sort"),
            };
            column.close()?;
            kept.clear();
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl DataSheet for Parquet {
    fn write(&mut self, cells: &[DataCell]) -> Result<(), Stop> {
        self.waiting.iter_mut().zip(cells).for_each(|(kept, cell)| kept.push(cell));
        self.rows += 1;
        if self.rows * self.waiting.len() < CELLS {
            return Ok(());
        }
        self.put_down().map_err(|error| write_error(&self.path, error))
    }

    fn close(mut self: Box<Self>) -> Result<(), Stop> {
        let last = if self.rows > 0 { self.put_down() } else { Ok(()) };
        let Self { path, writer, .. } = *self;
        last.and_then(|()| writer.close()).map(drop).map_err(|error| write_error(&path, error))
    }
}
