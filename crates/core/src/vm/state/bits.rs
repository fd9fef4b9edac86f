//! Read sets finer than words: which members or values of a word were asked for while a walk records its reads.
//!
//! Words in a state of which only this or that is asked: what was asked, while somebody wants to know.
//!
//! Of a set single members may be looked for ([`crate::code::Expr::SetHas`] of a [`crate::code::Expr::SetSlots`], or the right
//! side of [`crate::code::Expr::Minus`] and [`crate::code::Expr::Both`]). Of a single value it may be asked whether it is in a set
//! ([`Sought`]). Of several words that nothing changes one or another may be looked at ([`crate::code::Expr::SlotAt`],
//! [`crate::code::Expr::Count`]). All this is noted here when it is asked; a [`Region`] leaves it to this.

use crate::code::{Expr, ExprId, MOST_SETS, MOST_SOUGHT, Mask, Region, Set, Slot, Sought};

/// What was asked: with the same answers, the same comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::vm) struct Looked {
    /// Of each watched set the members that were looked for.
    pub(in crate::vm) members: [u32; MOST_SETS],
    /// For each watched value all those of which the same would have been said.
    pub(in crate::vm) among: [Set; MOST_SOUGHT],
    /// The words that were looked at, of those that nothing changes and of which one or the other is.
    pub(in crate::vm) picked: u64,
}

/// Nothing was asked.
impl Default for Looked {
    fn default() -> Self {
        Self { members: [0; MOST_SETS], among: [Set::ALL; MOST_SOUGHT], picked: 0 }
    }
}

impl Looked {
    /// This was asked, too.
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

    /// What was asked of words that are not in this mask.
    #[inline]
    pub(in crate::vm) fn outside(mut self, mask: Mask, region: &Region) -> Self {
        if mask & region.noted == 0 {
            return self;
        }
        for (members, bit) in self.members.iter_mut().zip(&region.set_bits) {
            if mask & bit != 0 {
                *members = 0;
            }
        }
        for (among, bit) in self.among.iter_mut().zip(&region.sought_bits) {
            if mask & bit != 0 {
                *among = Set::ALL;
            }
        }
        self
    }
}

/// What is watched.
#[derive(Debug, Default)]
pub(in crate::vm) struct Bits {
    pub(in crate::vm) on: bool,
    words: Vec<Slot>,
    sought: Vec<Sought>,
    /// For each word of the state its number among those of which it is noted that they are looked at, from 1; 0: it is none.
    picked: Vec<u8>,
    looked: Looked,
}

impl Bits {
    /// Watches what a region leaves to this.
    pub(in crate::vm) fn begin(&mut self, region: &Region) {
        let Region { sets: words, sought, picked, .. } = region;
        self.picked.clear();
        self.picked.resize(picked.last().map_or(0, |&last| last as usize + 1), 0);
        for (number, &slot) in (1..).zip(picked) {
            self.picked[slot as usize] = number;
        }
        self.words.clear();
        self.words.extend_from_slice(words);
        self.sought.clear();
        self.sought.extend_from_slice(sought);
        self.on = !words.is_empty() || !sought.is_empty() || !picked.is_empty();
        self.looked = Looked::default();
    }

    pub(in crate::vm) fn end(&mut self) {
        self.on = false;
    }

    /// A member was looked for.
    #[inline]
    pub(in crate::vm) fn note(&mut self, word: Slot, bit: u32) {
        if let Some(at) = self.words.iter().position(|&watched| watched == word) {
            self.looked.members[at] |= 1 << bit;
        }
    }

    /// Several members were looked for, in a set of so many words.
    pub(in crate::vm) fn note_all(&mut self, base: Slot, width: u16, members: Set) {
        for (at, &watched) in self.words.iter().enumerate() {
            if (base..base + u32::from(width)).contains(&watched) {
                let word = (watched - base) as usize;
                self.looked.members[at] |= (members.0[word / 2] >> (word % 2 * 32)) as u32;
            }
        }
    }

    /// A word was looked at.
    #[inline(never)]
    pub(in crate::vm) fn note_word(&mut self, slot: usize) {
        if let Some(at) = self.picked.get(slot).and_then(|at| at.checked_sub(1)) {
            self.looked.picked |= 1 << at;
        }
    }

    /// The number of a value, if it is watched.
    #[inline]
    pub(in crate::vm) fn watched(&self, exprs: &[Expr], e: ExprId) -> Option<usize> {
        let value = Sought::of(exprs, e)?;
        self.sought.iter().position(|&watched| watched == value)
    }

    /// A watched value was looked for in a set. What is no number below 256 is like nothing else.
    #[inline]
    pub(in crate::vm) fn note_value(&mut self, at: usize, value: i32, set: Set) {
        let alike = match Set::keeps(value) {
            true if set.has(value) => set,
            true => Set::ALL.minus(set),
            false => Set::EMPTY,
        };
        self.looked.among[at] = self.looked.among[at].and(alike);
    }

    /// What was asked since the last time.
    #[inline]
    pub(in crate::vm) fn take(&mut self) -> Looked {
        std::mem::take(&mut self.looked)
    }
}
