//! Fine-grained read sets: which members or values of a word were read while a search records its reads.
//!
//! Some words are not recorded as a whole. Of a set, single members may be looked up ([`crate::code::Expr::SetHas`] of a
//! [`crate::code::Expr::SetSlots`], or the right operand of [`crate::code::Expr::Minus`] and [`crate::code::Expr::Both`]). A single
//! value may be tested for membership in a set ([`LookedUpValue`]). Of several unchanging words, some may be read
//! ([`crate::code::Expr::SlotAt`], [`crate::code::Expr::Count`]). A [`Region`] leaves these reads out, and they are recorded here.

use crate::code::{Expr, ExprId, LookedUpValue, MOST_LOOKED_UP, MOST_SETS, Mask, Region, Set, Slot};

/// Fine-grained reads. If they give the same results elsewhere, the outcome is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::vm) struct FineReads {
    /// For each tracked set word, the members that were looked up.
    pub(in crate::vm) members: [u32; MOST_SETS],
    /// For each tracked value, all values that would have given the same results.
    pub(in crate::vm) among: [Set; MOST_LOOKED_UP],
    /// The unchanging words that were read.
    pub(in crate::vm) picked: u64,
}

/// No reads.
impl Default for FineReads {
    fn default() -> Self {
        Self { members: [0; MOST_SETS], among: [Set::ALL; MOST_LOOKED_UP], picked: 0 }
    }
}

impl FineReads {
    /// Adds reads.
    #[inline(always)]
    pub(in crate::vm) fn join(&mut self, more: &Self) {
        for (members, more) in self.members.iter_mut().zip(more.members) {
            *members |= more;
        }
        for (among, more) in self.among.iter_mut().zip(more.among) {
            *among = among.and(more);
        }
        self.picked |= more.picked;
    }

    /// The reads of words outside of a mask.
    #[inline]
    pub(in crate::vm) fn outside(mut self, mask: Mask, region: &Region) -> Self {
        if mask & region.recorded == 0 {
            return self;
        }
        for (members, bit) in self.members.iter_mut().zip(&region.set_bits) {
            if mask & bit != 0 {
                *members = 0;
            }
        }
        for (among, bit) in self.among.iter_mut().zip(&region.looked_up_bits) {
            if mask & bit != 0 {
                *among = Set::ALL;
            }
        }
        self
    }
}

/// The recorder.
#[derive(Debug, Default)]
pub(in crate::vm) struct Bits {
    pub(in crate::vm) on: bool,
    words: Vec<Slot>,
    looked_up: Vec<LookedUpValue>,
    /// For each word of the state its number among the picked words, from 1; 0: not picked.
    picked: Vec<u8>,
    looked: FineReads,
}

impl Bits {
    /// Starts recording the reads that a region leaves out.
    pub(in crate::vm) fn begin(&mut self, region: &Region) {
        let Region { sets: words, looked_up, picked, .. } = region;
        self.picked.clear();
        self.picked.resize(picked.last().map_or(0, |&last| last as usize + 1), 0);
        for (number, &slot) in (1..).zip(picked) {
            self.picked[slot as usize] = number;
        }
        self.words.clear();
        self.words.extend_from_slice(words);
        self.looked_up.clear();
        self.looked_up.extend_from_slice(looked_up);
        self.on = !words.is_empty() || !looked_up.is_empty() || !picked.is_empty();
        self.looked = FineReads::default();
    }

    pub(in crate::vm) fn end(&mut self) {
        self.on = false;
    }

    /// Records the lookup of a member.
    #[inline]
    pub(in crate::vm) fn note(&mut self, word: Slot, bit: u32) {
        if let Some(at) = self.words.iter().position(|&watched| watched == word) {
            self.looked.members[at] |= 1 << bit;
        }
    }

    /// Records the lookup of several members in a set of `width` words.
    pub(in crate::vm) fn note_all(&mut self, base: Slot, width: u16, members: Set) {
        for (at, &watched) in self.words.iter().enumerate() {
            if (base..base + u32::from(width)).contains(&watched) {
                let word = (watched - base) as usize;
                self.looked.members[at] |= (members.0[word / 2] >> (word % 2 * 32)) as u32;
            }
        }
    }

    /// Records the read of a word.
    #[inline(never)]
    pub(in crate::vm) fn note_word(&mut self, slot: usize) {
        if let Some(at) = self.picked.get(slot).and_then(|at| at.checked_sub(1)) {
            self.looked.picked |= 1 << at;
        }
    }

    /// The number of a value, if it is tracked.
    #[inline]
    pub(in crate::vm) fn watched(&self, exprs: &[Expr], e: ExprId) -> Option<usize> {
        let value = LookedUpValue::of(exprs, e)?;
        self.looked_up.iter().position(|&watched| watched == value)
    }

    /// Records the membership test of a tracked value. A number outside 0..256 is like no other value.
    #[inline]
    pub(in crate::vm) fn note_value(&mut self, at: usize, value: i32, set: Set) {
        let alike = match Set::can_contain(value) {
            true if set.has(value) => set,
            true => Set::ALL.minus(set),
            false => Set::EMPTY,
        };
        self.looked.among[at] = self.looked.among[at].and(alike);
    }

    /// Returns the reads since the last call and clears them.
    #[inline]
    pub(in crate::vm) fn take(&mut self) -> FineReads {
        std::mem::take(&mut self.looked)
    }
}
