//! Words that are asked for many members at once.

use super::Slot;

/// A row of words for each of the members `0..count`, one row behind the other, and what is asked of each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The first word of the first row.
    pub base: Slot,
    /// Words of a row.
    pub step: u16,
    /// Number of rows, at most 256.
    pub count: u16,
    /// Number of words of a row that are tested.
    pub words: u16,
    /// How far each of them lies behind the one before.
    pub apart: u16,
    /// Wanted are the rows of which it is not so.
    pub not: bool,
}

impl Column {
    /// A row from the first word that is asked to the last one.
    pub fn reach(self) -> u32 {
        u32::from(self.words.saturating_sub(1)) * u32::from(self.apart) + 1
    }

    /// Number of positions in a row that the first of these words can have.
    pub fn places(self) -> u32 {
        (u32::from(self.step) + 1).saturating_sub(self.reach())
    }

    /// All words of a row are asked.
    pub fn is_whole(self) -> bool {
        self.words == self.step && self.apart == 1
    }
}
