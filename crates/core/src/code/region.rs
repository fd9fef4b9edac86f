//! Read and write sets of the code of an `at once` menu, from its question to the end of its paths. `lower` makes them; the machine
//! uses them to recognise equal positions.
//!
//! Words that may change are numbered in ascending order, so a set of them is a bit mask.

use super::{AskId, Expr, ExprId, NONE, Pc, Program, Slot};

/// A set of words that may change, as a bit mask.
pub type Mask = u64;

/// Maximum number of set words for which single members are tracked.
pub const MOST_SETS: usize = 4;
/// Maximum number of single values that are tracked.
pub const MOST_LOOKED_UP: usize = 2;
/// Maximum number of tracked words that do not change.
pub const MOST_PICKED: usize = 64;

/// A region of code specialised to a state: it applies while some words have the values that were assumed.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The assumed values.
    pub fixed: Vec<(Slot, i32)>,
    /// The words that may change, ascending, without the program counter.
    pub words: Vec<Slot>,
    /// Words of sets of which only single members are looked up. The machine records which members.
    pub sets: Vec<Slot>,
    /// Values that are looked up in sets. The machine records which other values would give the same results.
    pub looked_up: Vec<LookedUpValue>,
    /// For each of `sets`, the mask of its words.
    pub set_bits: Vec<Mask>,
    /// For each of `looked_up`, the mask of its words.
    pub looked_up_bits: Vec<Mask>,
    /// The union of these masks.
    pub recorded: Mask,
    /// Words that track the nesting of actions. They hardly ever differ at one question.
    pub always: Mask,
    /// For each operation of the program its number in `touches`, from 1; 0: not in the region.
    pub at: Vec<u32>,
    /// The effects of operations.
    pub touches: Vec<Touch>,
    /// For each question of the program its number in `asks`, from 1; 0: not in the region.
    pub ask_at: Vec<u32>,
    /// The read sets of questions.
    pub asks: Vec<AskReads>,
    /// The read set of each shown value.
    pub shown: Vec<Mask>,
    /// The unchanging words on which results depend that are kept for later questions.
    pub unchanging: Vec<Slot>,
    /// Other such words, for which reads are recorded; ascending, at most [`MOST_PICKED`].
    pub picked: Vec<Slot>,
}

/// The effect of an operation on the words that may change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touch {
    /// Words that it reads.
    pub reads: Mask,
    /// Words that it may write.
    pub may: Mask,
    /// Words that it always writes.
    pub must: Mask,
}

/// The read set of a question.
#[derive(Clone, Debug)]
pub struct AskReads {
    /// To evaluate who is asked.
    pub who: Mask,
    /// For each of its arms.
    pub arms: Vec<ArmReads>,
    /// True if the results are worth keeping, because the question recurs.
    pub recurs: bool,
}

/// The read set of an arm.
#[derive(Clone, Debug)]
pub struct ArmReads {
    /// The conditions of `when`, in order, each with its read set.
    pub when: Vec<(ExprId, Mask)>,
    /// Its query.
    pub query: Mask,
    /// The effect of storing the answer.
    pub stores: Touch,
    /// Set if the last value of its answers has a single use.
    pub single_use: Option<SingleUse>,
}

/// An answer value with a single use. Between the answer and the next question one operation reads the value and computes one word
/// from it. Nothing there reads that word. Answers that differ only in this value lead to positions that differ only in this word,
/// so the code is run for the first of them only.
#[derive(Clone, Debug)]
pub struct SingleUse {
    /// The index of the value in the option.
    pub number: usize,
    /// The word in which it is stored.
    pub value: Slot,
    /// The operation that uses it.
    pub at: Pc,
    /// The word that this operation writes.
    pub word: Slot,
    /// Operations that read that word. None of them may run after the use.
    pub readers: Vec<Pc>,
}

/// A single value that is looked up in sets: a word, or the element of a constant array at that word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LookedUpValue {
    /// The word.
    pub slot: Slot,
    array: Option<u32>,
}

impl Region {
    /// True if the region applies to a state with these words.
    pub fn fits(&self, words: &[i32]) -> bool {
        self.fixed.iter().all(|&(slot, value)| words[slot as usize] == value)
    }

    /// The effect of an operation of the region.
    #[inline]
    pub fn touch(&self, pc: u32) -> Touch {
        match self.at[pc as usize].checked_sub(1) {
            Some(at) => self.touches[at as usize],
            None => Touch::default(),
        }
    }

    /// The read set of a question of the region.
    pub fn asked(&self, ask: AskId) -> Option<&AskReads> {
        self.ask_at[ask.index()].checked_sub(1).map(|at| &self.asks[at as usize])
    }

    /// The mask of some ranges of words: first word and number of words of each.
    pub fn mask(&self, words: &[(Slot, u32)]) -> Mask {
        let mut mask = 0;
        for &(base, count) in words {
            let from = self.words.partition_point(|&slot| slot < base);
            let to = self.words.partition_point(|&slot| slot < base + count);
            mask |= (from..to).fold(0, |mask, bit| mask | 1 << bit);
        }
        mask
    }

    /// True if a word is in a mask.
    pub(crate) fn in_mask(&self, mask: Mask, slot: Slot) -> bool {
        self.words.binary_search(&slot).is_ok_and(|bit| mask >> bit & 1 == 1)
    }
}

impl LookedUpValue {
    /// The value for an expression of this form.
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

    /// Its value, given the word.
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
