//! Sets in a state of which single members are looked for: which members these are, while somebody wants to know.
//!
//! What is looked for in [`crate::code::Expr::SetSlots`] with [`crate::code::Expr::SetHas`], or on the right side of
//! [`crate::code::Expr::Minus`] and [`crate::code::Expr::Both`], is noted here when it is looked for; [`super::reads`] leaves
//! it to this.

use crate::code::{Set, Slot};

/// So many words of sets are watched at most.
pub(super) const MOST: usize = 4;

/// For each watched word the members that were looked for.
pub(super) type Looked = [u32; MOST];

/// The words that are watched.
#[derive(Debug, Default)]
pub(super) struct Bits {
    pub(super) on: bool,
    words: Vec<Slot>,
    looked: Looked,
}

impl Bits {
    /// Watches these words.
    pub(super) fn begin(&mut self, words: &[Slot]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.on = !words.is_empty();
        self.looked = Looked::default();
    }

    pub(super) fn end(&mut self) {
        self.on = false;
    }

    /// A member was looked for.
    #[inline]
    pub(super) fn note(&mut self, word: Slot, bit: u32) {
        if let Some(at) = self.words.iter().position(|&watched| watched == word) {
            self.looked[at] |= 1 << bit;
        }
    }

    /// Several members were looked for, in a set of so many words.
    pub(super) fn note_all(&mut self, base: Slot, width: u16, members: Set) {
        for (at, &watched) in self.words.iter().enumerate() {
            if (base..base + u32::from(width)).contains(&watched) {
                let word = (watched - base) as usize;
                self.looked[at] |= (members.0[word / 2] >> (word % 2 * 32)) as u32;
            }
        }
    }

    /// What was looked for since the last time.
    #[inline]
    pub(super) fn take(&mut self) -> Looked {
        std::mem::take(&mut self.looked)
    }
}
