//! Column scans: one condition on a row of words, evaluated for many members at once.

use super::Slot;

/// A row of words for each of the members `0..count`, laid out one after the other, and the test that is applied to each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// The first word of the first row.
    pub base: Slot,
    /// Number of words in a row.
    pub step: u16,
    /// Number of rows, at most 256.
    pub count: u16,
    /// Number of words of a row that are tested.
    pub words: u16,
    /// Distance between two tested words.
    pub apart: u16,
    /// True if the scan selects the rows that fail the test.
    pub not: bool,
}

impl Column {
    /// Distance from the first tested word to the last one, plus 1.
    pub fn reach(self) -> u32 {
        u32::from(self.words.saturating_sub(1)) * u32::from(self.apart) + 1
    }

    /// Number of possible positions of the first tested word within a row.
    pub fn places(self) -> u32 {
        (u32::from(self.step) + 1).saturating_sub(self.reach())
    }

    /// True if all words of a row are tested.
    pub fn is_whole(self) -> bool {
        self.words == self.step && self.apart == 1
    }
}
