//! Columns and cells.

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// Nonnegative integers of 64 bits.
    Count,
    /// Integers of 64 bits.
    Number,
    /// Floating-point numbers of 64 bits.
    Part,
    /// True or false.
    Flag,
    /// Texts.
    Text,
}

impl ColumnType {
    /// Name for people: `count`, `integer`, `number`, `boolean`, `text`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Number => "integer",
            Self::Part => "number",
            Self::Flag => "boolean",
            Self::Text => "text",
        }
    }
}

/// A column. Any of its cells may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataColumn {
    /// Name, unique in its table.
    pub name: String,
    /// Type of its cells.
    pub sort: ColumnType,
    /// Meaning, with the unit of numbers.
    pub meaning: &'static str,
}

impl DataColumn {
    /// Creates a column.
    pub(super) fn new(name: impl Into<String>, sort: ColumnType, meaning: &'static str) -> Self {
        Self { name: name.into(), sort, meaning }
    }
}

/// A column before its table is made: name, type, meaning.
pub(super) type ColumnRow = (&'static str, ColumnType, &'static str);

/// Makes the columns of a table.
pub(super) fn columns(rows: &[ColumnRow]) -> Vec<DataColumn> {
    rows.iter().map(|&(name, sort, meaning)| DataColumn::new(name, sort, meaning)).collect()
}

/// A cell, of the type of its column.
#[derive(Clone, PartialEq, Debug)]
pub enum DataCell {
    /// Nothing.
    Empty,
    /// A nonnegative integer.
    Count(u64),
    /// An integer.
    Number(i64),
    /// A floating-point number.
    Part(f64),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(String),
}

impl DataCell {
    /// Creates a text.
    pub(super) fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    /// Converts an optional value; `None` becomes an empty cell.
    pub(super) fn or_empty<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }
}
