//! Rows of simulated games as a table that other libraries read without a copy in Python.
//!
//! Data leaves by the Arrow PyCapsule interface, which polars, DuckDB, pandas and pyarrow read. None of them is needed here.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use tavola_game::Game as SetUp;
use tavola_lab::rows::{ColumnType, DataCell, DataColumn, SimulatedRows};
use tavola_lab::simulate::{Report, Row, Rows};
use tavola_lab::{Plan, RunHooks, tally_rows};

use crate::arguments::ROWS;
use crate::errors::{error, wrong};
use crate::lab::until_interrupted;

/// Number of rows of a batch.
const BATCH: usize = 1 << 16;
/// Number of rows that are shown.
const SHOWN: usize = 10;

/// Rows of simulated games, with typed columns. It never changes.
#[pyclass(frozen, module = "tavola")]
pub(crate) struct Table {
    columns: Vec<DataColumn>,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

/// Cells of a column that are not yet in a batch.
enum Cells {
    Count(UInt64Builder),
    Number(Int64Builder),
    Part(Float64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Cells {
    fn new(sort: ColumnType) -> Self {
        match sort {
            ColumnType::Count => Self::Count(UInt64Builder::new()),
            ColumnType::Number => Self::Number(Int64Builder::new()),
            ColumnType::Part => Self::Part(Float64Builder::new()),
            ColumnType::Flag => Self::Flag(BooleanBuilder::new()),
            ColumnType::Text => Self::Text(StringBuilder::new()),
        }
    }

    fn push(&mut self, cell: &DataCell) {
        match (self, cell) {
            (Self::Count(cells), DataCell::Count(number)) => cells.append_value(*number),
            (Self::Number(cells), DataCell::Number(number)) => cells.append_value(*number),
            (Self::Part(cells), DataCell::Part(number)) => cells.append_value(*number),
            (Self::Flag(cells), DataCell::Flag(holds)) => cells.append_value(*holds),
            (Self::Text(cells), DataCell::Text(text)) => cells.append_value(text),
            (Self::Count(cells), DataCell::Empty) => cells.append_null(),
            (Self::Number(cells), DataCell::Empty) => cells.append_null(),
            (Self::Part(cells), DataCell::Empty) => cells.append_null(),
            (Self::Flag(cells), DataCell::Empty) => cells.append_null(),
            (Self::Text(cells), DataCell::Empty) => cells.append_null(),
            (_, cell) => unreachable!("{cell:?} does not fit its column"),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Count(cells) => Arc::new(cells.finish()),
            Self::Number(cells) => Arc::new(cells.finish()),
            Self::Part(cells) => Arc::new(cells.finish()),
            Self::Flag(cells) => Arc::new(cells.finish()),
            Self::Text(cells) => Arc::new(cells.finish()),
        }
    }
}

/// Collects rows in batches.
struct Collector {
    schema: SchemaRef,
    cells: Vec<Cells>,
    waiting: usize,
    batches: Vec<RecordBatch>,
}

impl Collector {
    fn new(columns: &[DataColumn]) -> Self {
        let field = |column: &DataColumn| {
            let sort = match column.sort {
                ColumnType::Count => DataType::UInt64,
                ColumnType::Number => DataType::Int64,
                ColumnType::Part => DataType::Float64,
                ColumnType::Flag => DataType::Boolean,
                ColumnType::Text => DataType::Utf8,
            };
            Field::new(&column.name, sort, true)
        };
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let cells = columns.iter().map(|column| Cells::new(column.sort)).collect();
        Self { schema, cells, waiting: 0, batches: Vec::new() }
    }

    fn push(&mut self, row: &[DataCell]) -> Result<(), ArrowError> {
        self.cells.iter_mut().zip(row).for_each(|(cells, cell)| cells.push(cell));
        self.waiting += 1;
        if self.waiting < BATCH { Ok(()) } else { self.finish_batch() }
    }

    fn finish_batch(&mut self) -> Result<(), ArrowError> {
        let cells = self.cells.iter_mut().map(Cells::finish).collect();
        self.batches.push(RecordBatch::try_new(Arc::clone(&self.schema), cells)?);
        self.waiting = 0;
        Ok(())
    }
}

impl Table {
    /// Plays games, and collects a row for each (`games`), for each of its players (`players`) or for each answer (`answers`).
    pub(crate) fn simulated(py: Python<'_>, game: &SetUp, plan: &Plan, rows: &str) -> PyResult<Self> {
        let described = SimulatedRows::new(game, plan.seed, false);
        let columns = match rows {
            "games" => described.game_columns(),
            "players" => described.player_columns(),
            "answers" => described.answer_columns(),
            other => return Err(error(format!("there are no rows `{other}`: `rows` is {ROWS}"))),
        };
        let mut collector = Collector::new(&columns);
        let mut failed = None;
        let work = |stop: &AtomicBool| {
            let mut take = |row: Row| {
                let pushed = match (&row, rows) {
                    (Row::Answer(row), "answers") => collector.push(&described.answer(row)),
                    (Row::Game(row), "games") => collector.push(&described.game(row)),
                    (Row::Game(row), "players") => {
                        described.players(row).iter().try_for_each(|player| collector.push(player))
                    }
                    _ => Ok(()),
                };
                failed = pushed.err();
                failed.is_none()
            };
            let rows = Some(Rows { answers: rows == "answers", take: &mut take });
            let tally = tally_rows(game, plan, rows, RunHooks { stop, ..RunHooks::default() });
            tally.map(|tally| tally.report())
        };
        let report = until_interrupted(py, work)?.map_err(wrong)?;
        warn_of_a_stop(py, &report)?;
        let last = if collector.waiting > 0 { collector.finish_batch() } else { Ok(()) };
        failed.map_or(last, Err).map_err(unmade)?;
        let Collector { schema, batches, .. } = collector;
        Ok(Self { columns, schema, batches })
    }

    fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }
}

/// Warns that games are missing, since one fault broke off so many that the run stopped.
fn warn_of_a_stop(py: Python<'_>, report: &Report) -> PyResult<()> {
    let Some(most) = report.faults.iter().max_by_key(|fault| fault.games).filter(|_| report.repeats) else {
        return Ok(());
    };
    let warning = format!(
        "the table has {} of {} games: the run stopped, since one fault broke off {} of them: {} ({})",
        report.games, report.planned, most.games, most.what, most.place
    );
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(warning)?, 1)
}

#[pymethods]
impl Table {
    /// Names of the columns, in their order.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// Meaning of each column by its name.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.columns.iter().try_for_each(|column| dict.set_item(&column.name, column.meaning))?;
        Ok(dict)
    }

    /// The columns as lists by their names. Empty cells are None.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (at, column) in self.columns.iter().enumerate() {
            let mut cells = Vec::with_capacity(self.rows());
            for batch in &self.batches {
                let array = batch.column(at);
                for row in 0..array.len() {
                    cells.push(cell(py, array, row)?);
                }
            }
            dict.set_item(&column.name, cells)?;
        }
        Ok(dict)
    }

    /// The rows as a capsule with an Arrow C stream, by which other libraries read them. It has its own types only.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows to ignore a request for other types.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rows and {} columns>", self.rows(), self.columns.len())
    }

    /// The first rows, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let mut html = String::from("<table><thead><tr>");
        for column in &self.columns {
            html += &format!("<th title=\"{}\">{}</th>", escaped(column.meaning), escaped(&column.name));
        }
        html += "</tr></thead><tbody>";
        if let Some(batch) = self.batches.first() {
            for row in 0..batch.num_rows().min(SHOWN) {
                html += "<tr>";
                for array in batch.columns() {
                    let empty = array.is_null(row);
                    let shown = if empty { String::new() } else { cell(py, array, row)?.bind(py).to_string() };
                    html += &format!("<td>{}</td>", escaped(&shown));
                }
                html += "</tr>";
            }
        }
        Ok(format!("{html}</tbody></table><p>{} rows</p>", self.rows()))
    }
}

/// A cell as a Python value.
fn cell(py: Python<'_>, array: &ArrayRef, row: usize) -> PyResult<Py<PyAny>> {
    if array.is_null(row) {
        return Ok(py.None());
    }
    match array.data_type() {
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_py_any(py),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_py_any(py),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_py_any(py),
        DataType::Boolean => array.as_boolean().value(row).into_py_any(py),
        _ => array.as_string::<i32>().value(row).into_py_any(py),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn unmade(why: ArrowError) -> PyErr {
    error(format!("the table cannot be made: {why}"))
}
