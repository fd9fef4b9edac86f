//! What the operations between a question that is asked at once and the end of its ways read and write, as far as it may
//! change there: made by `lower`, used by the machine to tell equal positions.
//!
//! Words that may change have a number each, in rising order; a set of them is a mask.

use super::{AskId, Expr, ExprId, NONE, Pc, Program, Slot};

/// A set of words that may change.
pub type Mask = u64;

/// Maximum number of words of sets that are watched.
pub const MOST_SETS: usize = 4;
/// Maximum number of single values that are watched.
pub const MOST_SOUGHT: usize = 2;
/// Maximum number of watched words that nothing changes.
pub const MOST_PICKED: usize = 64;

/// A region: it holds where some words have the values that were taken as known.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// What was taken as known.
    pub fixed: Vec<(Slot, i32)>,
    /// The words that may change, rising; not the program counter.
    pub words: Vec<Slot>,
    /// Those of sets of which single members are looked for: which member, is noted.
    pub sets: Vec<Slot>,
    /// Values that are looked for in sets: which others would do as well, is noted.
    pub sought: Vec<Sought>,
    /// The words of each as a mask.
    pub set_bits: Vec<Mask>,
    /// The words of each as a mask.
    pub sought_bits: Vec<Mask>,
    /// All of these.
    pub noted: Mask,
    /// Words that say how actions stand in one another: hardly ever different at the same question.
    pub always: Mask,
    /// For each operation of the program its number in `touches`, from 1; 0: it is none of the region.
    pub at: Vec<u32>,
    /// What operations do.
    pub touches: Vec<Touch>,
    /// For each question of the program its number in `asks`, from 1; 0: none.
    pub ask_at: Vec<u32>,
    /// What questions read.
    pub asks: Vec<AskReads>,
    /// What each shown value is worked out from.
    pub shown: Vec<Mask>,
    /// The words that nothing changes on which what is remembered of questions that come again depends.
    pub lasting: Vec<Slot>,
    /// Other such words, of which it is noted which are looked at; rising, at most [`MOST_PICKED`].
    pub picked: Vec<Slot>,
}

/// What an operation does to the words that may change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touch {
    /// What it reads.
    pub reads: Mask,
    /// What it may write.
    pub may: Mask,
    /// What it surely writes.
    pub must: Mask,
}

/// What a question reads.
#[derive(Clone, Debug)]
pub struct AskReads {
    /// To tell who is asked.
    pub who: Mask,
    /// For each of its arms.
    pub arms: Vec<ArmReads>,
    /// Whether what was found out about it is worth remembering: it comes again and again.
    pub lasts: bool,
}

/// What an arm reads.
#[derive(Clone, Debug)]
pub struct ArmReads {
    /// The conditions of `when`, one after the other.
    pub when: Vec<(ExprId, Mask)>,
    /// Its query.
    pub query: Mask,
    /// Storing the answer.
    pub stores: Touch,
    /// Where its last value is laid down.
    pub laid: Option<LaidDown>,
}

/// Where the last value of an arm's answers is laid down: between an answer and the next question one operation reads it and
/// makes one word of it, which nothing else reads there. So answers that differ in nothing else lead to positions that differ
/// in this word only, and what was run for the first need not be run for the others.
#[derive(Clone, Debug)]
pub struct LaidDown {
    /// Which word of the option it is, and where it is stored.
    pub number: usize,
    /// Where it is stored.
    pub value: Slot,
    /// The operation that lays it down.
    pub at: Pc,
    /// Where it is laid down.
    pub word: Slot,
    /// Operations that read this word: they must not come behind.
    pub readers: Vec<Pc>,
}

/// A single value that is looked for in sets: a word, or what a constant array has for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sought {
    /// The word.
    pub slot: Slot,
    array: Option<u32>,
}

impl Region {
    /// Whether it holds for a state of these words.
    pub fn fits(&self, words: &[i32]) -> bool {
        self.fixed.iter().all(|&(slot, value)| words[slot as usize] == value)
    }

    /// What an operation of the region does.
    #[inline]
    pub fn touch(&self, pc: u32) -> Touch {
        match self.at[pc as usize].checked_sub(1) {
            Some(at) => self.touches[at as usize],
            None => Touch::default(),
        }
    }

    /// What a question of the region reads.
    pub fn asked(&self, ask: AskId) -> Option<&AskReads> {
        self.ask_at[ask.index()].checked_sub(1).map(|at| &self.asks[at as usize])
    }

    /// The mask of some words: where each stretch begins, how many words.
    pub fn mask(&self, words: &[(Slot, u32)]) -> Mask {
        let mut mask = 0;
        for &(base, count) in words {
            let from = self.words.partition_point(|&slot| slot < base);
            let to = self.words.partition_point(|&slot| slot < base + count);
            mask |= (from..to).fold(0, |mask, bit| mask | 1 << bit);
        }
        mask
    }

    /// Whether a word is in a mask.
    pub fn in_mask(&self, mask: Mask, slot: Slot) -> bool {
        self.words.binary_search(&slot).is_ok_and(|bit| mask >> bit & 1 == 1)
    }
}

impl Sought {
    /// Of an expression that is nothing else.
    pub fn of(exprs: &[Expr], e: ExprId) -> Option<Self> {
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
    pub fn value(self, p: &Program, word: i32) -> i32 {
        match self.array {
            Some(array) => {
                let array = &p.arrays[array as usize];
                usize::try_from(word).ok().and_then(|at| array.get(at)).copied().unwrap_or(NONE)
            }
            None => word,
        }
    }
}
