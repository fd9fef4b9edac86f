//! Words that are asked for many members at once.

use super::Slot;

/// A row of words for each of the members `0..count`, one row behind the other, and what is asked of each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The first word of the first row.
    pub base: Slot,
    /// Words of a row.
    pub step: u16,
    /// How many rows, at most 256.
    pub count: u16,
    /// All words of a row are asked, not only one.
    pub whole: bool,
    /// Wanted are the rows of which it is not so.
    pub not: bool,
}
