//! Interning table: rows of words, numbered in the order of insertion, found by hash. It is never iterated.

/// A table of rows.
#[derive(Debug, Default)]
pub struct RowTable {
    words: Vec<i32>,
    rows: Vec<HashedRow>,
    /// Open-addressing hash table of row numbers, counted from 1; 0: free. Its length is a power of two.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct HashedRow {
    end: u32,
    mixed: u32,
    slot: u32,
}

impl RowTable {
    /// Removes all rows, but keeps the allocation.
    pub fn clear(&mut self) {
        for row in &self.rows {
            self.slots[row.slot as usize] = 0;
        }
        self.words.clear();
        self.rows.clear();
    }

    /// Number of rows.
    pub(in crate::vm) fn len(&self) -> usize {
        self.rows.len()
    }

    /// A row by its number.
    #[inline]
    pub fn get(&self, number: u32) -> &[i32] {
        let from = number.checked_sub(1).map_or(0, |before| self.rows[before as usize].end);
        &self.words[from as usize..self.rows[number as usize].end as usize]
    }

    /// The number of a row, if it is in the table.
    pub fn find(&self, row: &[i32]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.look(row, (mix(row) >> 32) as u32).ok()
    }

    /// The number of a row, which is inserted if it is new.
    pub fn number(&mut self, row: &[i32]) -> u32 {
        if self.slots.len() < 2 * (self.rows.len() + 1) {
            self.grow();
        }
        let mixed = (mix(row) >> 32) as u32;
        match self.look(row, mixed) {
            Ok(number) => number,
            Err(slot) => {
                let number = self.rows.len() as u32;
                self.words.extend_from_slice(row);
                self.rows.push(HashedRow { end: self.words.len() as u32, mixed, slot: slot as u32 });
                self.slots[slot] = number + 1;
                number
            }
        }
    }

    /// The number of a row, or the free slot for it.
    #[inline]
    fn look(&self, row: &[i32], mixed: u32) -> Result<u32, usize> {
        let last = self.slots.len() - 1;
        let mut slot = mixed as usize & last;
        loop {
            let Some(number) = self.slots[slot].checked_sub(1) else {
                return Err(slot);
            };
            if self.rows[number as usize].mixed == mixed && self.get(number).iter().eq(row) {
                return Ok(number);
            }
            slot = (slot + 1) & last;
        }
    }

    fn grow(&mut self) {
        let len = (2 * self.slots.len()).max(64);
        self.slots.clear();
        self.slots.resize(len, 0);
        for (number, row) in self.rows.iter_mut().enumerate() {
            let mut slot = row.mixed as usize & (len - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = number as u32 + 1;
            row.slot = slot as u32;
        }
    }
}

/// A hash of words. Its upper half depends on all of them.
#[inline]
pub(in crate::vm) fn mix(words: &[i32]) -> u64 {
    let step = |mixed: u64, word: u64| (mixed.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let wide = |word: i32| u64::from(word as u32);
    let (pairs, rest) = words.as_chunks::<2>();
    let mixed = pairs.iter().fold(0, |mixed, &[low, high]| step(mixed, wide(low) | wide(high) << 32));
    rest.iter().fold(mixed, |mixed, &word| step(mixed, wide(word)))
}
