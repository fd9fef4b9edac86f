//! A table that is open.

use tavola_serve::KeyedTable;

/// A table with its number.
pub(super) struct OpenTable {
    /// Number, counted from 1 since the program began.
    pub(super) number: u64,
    /// The game with its keys.
    pub(super) table: KeyedTable,
}
