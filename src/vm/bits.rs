//! Words in a state of which only this or that is asked: what was asked, while somebody wants to know.
//!
//! Of a set single members may be looked for ([`crate::code::Expr::SetHas`] of a [`crate::code::Expr::SetSlots`], or the right
//! side of [`crate::code::Expr::Minus`] and [`crate::code::Expr::Both`]). Of a single value it may be asked whether it is in a set
//! ([`View`]). Of several words that nothing changes one or another may be looked at ([`crate::code::Expr::SlotAt`],
//! [`crate::code::Expr::Count`]). All this is noted here when it is asked; [`super::reads`] leaves it to this.

use crate::code::{Expr, ExprId, NONE, Program, Set, Slot};

/// So many words of sets are watched at most.
pub(super) const MOST: usize = 4;
/// So many single values are watched at most.
pub(super) const MOST_VIEWS: usize = 2;
/// So many words that nothing changes are watched at most.
pub(super) const MOST_PICKED: usize = 64;

/// A single value that is looked for in sets: a word, or what a constant array has for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct View {
    pub(super) slot: Slot,
    array: Option<u32>,
}

impl View {
    /// Of an expression that is nothing else.
    pub(super) fn of(exprs: &[Expr], e: ExprId) -> Option<Self> {
        match exprs[e.index()] {
            Expr::Slot(slot) => Some(Self { slot, array: None }),
            Expr::Array { array, index } => match exprs[index.index()] {
                Expr::Slot(slot) => Some(Self { slot, array: Some(array) }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Its value for a word.
    #[inline]
    pub(super) fn value(self, p: &Program, word: i32) -> i32 {
        match self.array {
            Some(array) => {
                let array = &p.arrays[array as usize];
                usize::try_from(word).ok().and_then(|at| array.get(at)).copied().unwrap_or(NONE)
            }
            None => word,
        }
    }
}

/// What was asked: with the same answers, the same comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Looked {
    /// Of each watched set the members that were looked for.
    pub(super) members: [u32; MOST],
    /// For each watched value all those of which the same would have been said.
    pub(super) among: [Set; MOST_VIEWS],
    /// The words that were looked at, of those that nothing changes and of which one or the other is.
    pub(super) picked: u64,
}

/// Nothing was asked.
impl Default for Looked {
    fn default() -> Self {
        Self { members: [0; MOST], among: [Set::ALL; MOST_VIEWS], picked: 0 }
    }
}

impl Looked {
    /// This was asked, too.
    #[inline(always)]
    pub(super) fn join(&mut self, more: &Self) {
        for (members, more) in self.members.iter_mut().zip(more.members) {
            *members |= more;
        }
        for (among, more) in self.among.iter_mut().zip(more.among) {
            *among = among.and(more);
        }
        self.picked |= more.picked;
    }
}

/// What is watched.
#[derive(Debug, Default)]
pub(super) struct Bits {
    pub(super) on: bool,
    words: Vec<Slot>,
    views: Vec<View>,
    /// For each word of the state its number among those of which it is noted that they are looked at, from 1; 0: it is none.
    picked: Vec<u8>,
    looked: Looked,
}

impl Bits {
    /// Watches these words of sets, these values, and whether these words (rising) are looked at.
    pub(super) fn begin(&mut self, words: &[Slot], views: &[View], picked: &[Slot]) {
        self.picked.clear();
        self.picked.resize(picked.last().map_or(0, |&last| last as usize + 1), 0);
        for (number, &slot) in (1..).zip(picked) {
            self.picked[slot as usize] = number;
        }
        self.words.clear();
        self.words.extend_from_slice(words);
        self.views.clear();
        self.views.extend_from_slice(views);
        self.on = !words.is_empty() || !views.is_empty() || !picked.is_empty();
        self.looked = Looked::default();
    }

    pub(super) fn end(&mut self) {
        self.on = false;
    }

    /// A member was looked for.
    #[inline]
    pub(super) fn note(&mut self, word: Slot, bit: u32) {
        if let Some(at) = self.words.iter().position(|&watched| watched == word) {
            self.looked.members[at] |= 1 << bit;
        }
    }

    /// Several members were looked for, in a set of so many words.
    pub(super) fn note_all(&mut self, base: Slot, width: u16, members: Set) {
        for (at, &watched) in self.words.iter().enumerate() {
            if (base..base + u32::from(width)).contains(&watched) {
                let word = (watched - base) as usize;
                self.looked.members[at] |= (members.0[word / 2] >> (word % 2 * 32)) as u32;
            }
        }
    }

    /// A word was looked at.
    #[inline(never)]
    pub(super) fn note_word(&mut self, slot: usize) {
        if let Some(at) = self.picked.get(slot).and_then(|at| at.checked_sub(1)) {
            self.looked.picked |= 1 << at;
        }
    }

    /// The number of a value, if it is watched.
    #[inline]
    pub(super) fn watched(&self, exprs: &[Expr], e: ExprId) -> Option<usize> {
        let view = View::of(exprs, e)?;
        self.views.iter().position(|&watched| watched == view)
    }

    /// A watched value was looked for in a set. What is no number below 256 is like nothing else.
    #[inline]
    pub(super) fn note_value(&mut self, at: usize, value: i32, set: Set) {
        let alike = match Set::keeps(value) {
            true if set.has(value) => set,
            true => Set::ALL.minus(set),
            false => Set::EMPTY,
        };
        self.looked.among[at] = self.looked.among[at].and(alike);
    }

    /// What was asked since the last time.
    #[inline]
    pub(super) fn take(&mut self) -> Looked {
        std::mem::take(&mut self.looked)
    }
}
