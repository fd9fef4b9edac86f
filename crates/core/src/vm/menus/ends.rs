//! Interned ends of paths: rows of a mask of the known values, then the values.

use crate::vm::state::table::mix;

/// A hash table of rows of equal length, numbered in the order of insertion. Row 0 is the end with no known values.
#[derive(Debug, Default)]
pub struct EndRows {
    /// Number of words of a row.
    width: usize,
    words: Vec<i32>,
    /// Open-addressing hash table of row numbers, counted from 1; 0: free. Its length is a power of two.
    slots: Vec<u32>,
    row: Vec<i32>,
}

impl EndRows {
    /// Removes all rows and sets the number of values.
    pub fn begin(&mut self, shown: usize) {
        self.width = 1 + shown;
        self.words.clear();
        self.slots.clear();
        self.slots.resize(64, 0);
        self.row.clear();
        self.row.resize(self.width, 0);
        self.number();
    }

    /// The mask of a row's known values, and the values.
    #[inline]
    pub fn get(&self, number: u32) -> (u32, &[i32]) {
        let row = &self.words[number as usize * self.width..][..self.width];
        (row[0] as u32, &row[1..])
    }

    /// The number of a row with the unknown values in `filled` taken from `values`.
    #[inline]
    pub fn filled(&mut self, number: u32, filled: u32, values: &[i32]) -> u32 {
        let from = &self.words[number as usize * self.width..][..self.width];
        let known = from[0] as u32;
        let mut fills = filled & !known;
        if fills == 0 {
            return number;
        }
        for (to, from) in self.row.iter_mut().zip(from) {
            *to = *from;
        }
        self.row[0] = (known | filled) as i32;
        while fills != 0 {
            let at = fills.trailing_zeros() as usize;
            self.row[1 + at] = values[at];
            fills &= fills - 1;
        }
        self.number()
    }

    /// The number of the current row, which is inserted if it is new.
    fn number(&mut self) -> u32 {
        let last = self.slots.len() - 1;
        let mut slot = (mix(&self.row) >> 32) as usize & last;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.words[number as usize * self.width..][..self.width].iter().eq(&self.row) {
                return number;
            }
            slot = (slot + 1) & last;
        }
        let number = (self.words.len() / self.width) as u32;
        self.words.extend_from_slice(&self.row);
        self.slots[slot] = number + 1;
        if self.slots.len() < 2 * (number as usize + 1) {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let len = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(len, 0);
        for (number, row) in self.words.chunks_exact(self.width).enumerate() {
            let mut slot = (mix(row) >> 32) as usize & (len - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// A set of row numbers, as a bit set.
#[derive(Debug, Default)]
pub(in crate::vm) struct Numbers(Vec<u64>);

impl Numbers {
    /// Removes all numbers.
    pub(in crate::vm) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a number. Returns true if it is new.
    #[inline]
    pub(in crate::vm) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, number % 64);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] >> bit & 1 == 0;
        self.0[word] |= 1 << bit;
        new
    }
}
