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

use super::sheet::{Cell, Column, Sheet, Sort, create, unwritten};
use crate::tools::ending::Stop;

/// A group of rows is put down when it has so many cells.
const CELLS: usize = 1 << 18;

struct Parquet {
    path: PathBuf,
    writer: SerializedFileWriter<File>,
    /// The rows of the group that is not put down yet.
    waiting: Vec<Kept>,
    rows: usize,
}

/// The cells of a column: its values, and of each cell 1 where it has one, else 0.
struct Kept {
    there: Vec<i16>,
    values: Values,
}

enum Values {
    /// Whole numbers; those from nought as they lie in memory.
    Whole(Vec<i64>),
    Part(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// A file of Parquet.
///
/// # Errors
/// When it cannot be made.
pub(super) fn parquet(path: &Path, columns: &[Column]) -> Result<Box<dyn Sheet>, Stop> {
    let failed = |error| told(path, error);
    let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<_, _>>().map_err(failed)?;
    let schema = Type::group_type_builder("rows").with_fields(fields).build().map_err(failed)?;
    let made_by = format!("tavola {}", env!("CARGO_PKG_VERSION"));
    let properties = WriterProperties::builder().set_created_by(made_by).build();
    let writer = SerializedFileWriter::new(create(path)?, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let waiting = columns.iter().map(|column| Kept::new(column.sort)).collect();
    Ok(Box::new(Parquet { path: path.to_owned(), writer, waiting, rows: 0 }))
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.sort {
        Sort::Count => (Physical::INT64, Some(LogicalType::integer(64, false))),
        Sort::Number => (Physical::INT64, Some(LogicalType::integer(64, true))),
        Sort::Part => (Physical::DOUBLE, None),
        Sort::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(&column.name, physical).with_repetition(Repetition::OPTIONAL);
    field.with_logical_type(logical).build()
}

/// What the file's own errors come from is told, else what they say.
fn told(path: &Path, error: ParquetError) -> Stop {
    let error = match error {
        ParquetError::External(error) => error.downcast().map_or_else(std::io::Error::other, |error| *error),
        error => std::io::Error::other(error),
    };
    unwritten(path, &error)
}

impl Kept {
    fn new(sort: Sort) -> Self {
        let values = match sort {
            Sort::Count | Sort::Number => Values::Whole(Vec::new()),
            Sort::Part => Values::Part(Vec::new()),
            Sort::Text => Values::Text(Vec::new()),
        };
        Self { there: Vec::new(), values }
    }

    fn push(&mut self, cell: &Cell) {
        match (&mut self.values, cell) {
            (Values::Whole(values), Cell::Count(number)) => values.push(number.cast_signed()),
            (Values::Whole(values), Cell::Number(number)) => values.push(*number),
            (Values::Part(values), Cell::Part(number)) => values.push(*number),
            (Values::Text(values), Cell::Text(text)) => values.push(text.as_bytes().to_vec().into()),
            (_, Cell::Empty) => return self.there.push(0),
            (_, cell) => unreachable!("{cell:?} does not fit its column"),
        }
        self.there.push(1);
    }

    fn clear(&mut self) {
        self.there.clear();
        match &mut self.values {
            Values::Whole(values) => values.clear(),
            Values::Part(values) => values.clear(),
            Values::Text(values) => values.clear(),
        }
    }
}

impl Parquet {
    /// Puts the rows down that wait.
    fn put_down(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for kept in &mut self.waiting {
            let Some(mut column) = group.next_column()? else { break };
            let there = Some(kept.there.as_slice());
            match (column.untyped(), &kept.values) {
                (ColumnWriter::Int64ColumnWriter(to), Values::Whole(values)) => to.write_batch(values, there, None)?,
                (ColumnWriter::DoubleColumnWriter(to), Values::Part(values)) => to.write_batch(values, there, None)?,
                (ColumnWriter::ByteArrayColumnWriter(to), Values::Text(values)) => {
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

impl Sheet for Parquet {
    fn write(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        self.waiting.iter_mut().zip(cells).for_each(|(kept, cell)| kept.push(cell));
        self.rows += 1;
        if self.rows * self.waiting.len() < CELLS {
            return Ok(());
        }
        self.put_down().map_err(|error| told(&self.path, error))
    }

    fn close(mut self: Box<Self>) -> Result<(), Stop> {
        let last = if self.rows > 0 { self.put_down() } else { Ok(()) };
        let Self { path, writer, .. } = *self;
        last.and_then(|()| writer.close()).map(drop).map_err(|error| told(&path, error))
    }
}
