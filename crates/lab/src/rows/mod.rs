//! Rows for other programs: tables with typed columns, and the cells of simulated and of recorded games.
//!
//! This is the only place that says which columns there are, of which type, and what they mean. It writes no files.
//! CSV, Parquet and tables of the Python package are three writers of these columns and cells.

mod model;
mod recorded;
mod simulated;
mod tables;

pub use model::{ColumnType, DataCell, DataColumn};
pub use recorded::{
    NoRows, RecordedAnswer, RecordedGame, RecordedOption, RecordedQuestion, RecordedSeat, RecordedTrack, recorded,
};
pub use simulated::SimulatedRows;
pub use tables::RecordTable;
