//! Constant tables for lookups.

use std::sync::Arc;

use crate::NONE;

/// A table of words. Indexes outside give `otherwise`.
#[derive(Clone, Debug)]
pub struct Words {
    /// The words, then `otherwise`.
    pub(crate) words: Arc<[i32]>,
    /// Minimum and maximum of the words, without `otherwise`.
    pub(crate) range: (i32, i32),
    pub(crate) otherwise: i32,
}

impl Words {
    /// Makes a table.
    pub fn new(words: &[i32], otherwise: i32) -> Self {
        let least = words.iter().min().copied().unwrap_or(otherwise);
        let most = words.iter().max().copied().unwrap_or(otherwise);
        Self { words: words.iter().copied().chain([otherwise]).collect(), range: (least, most), otherwise }
    }

    /// True if all words are equal to this one.
    pub fn are_all(&self, word: i32) -> bool {
        self.range == (word, word)
    }

    /// Number of words.
    pub(crate) fn len(&self) -> usize {
        self.words.len() - 1
    }
}

/// A table of sets of numbers below 256. Indexes outside give the empty set.
#[derive(Clone, Debug)]
pub struct Sets {
    /// `limbs` words of each set, then the empty set.
    pub(crate) words: Arc<[u64]>,
    pub(crate) limbs: usize,
    /// Number of sets.
    pub(crate) count: usize,
    /// The greatest member of any set.
    pub(crate) most: i32,
}

impl Sets {
    /// Makes a table.
    pub fn new(sets: &[[u64; 4]]) -> Self {
        let all = sets.iter().fold([0; 4], |all: [u64; 4], set| std::array::from_fn(|at| all[at] | set[at]));
        let limbs = all.iter().rposition(|&limb| limb != 0).map_or(1, |last| last + 1);
        let words = sets.iter().chain([&[0; 4]]).flat_map(|set| set[..limbs].iter().copied()).collect();
        Self { words, limbs, count: sets.len(), most: greatest(all) }
    }
}

/// The greatest member of a set; 0 if it is empty.
pub(crate) fn greatest(set: [u64; 4]) -> i32 {
    let last = set.iter().rposition(|&limb| limb != 0);
    last.map_or(0, |at| at as i32 * 64 + 63 - set[at].leading_zeros() as i32)
}

/// A table of lists, each a number of elements and their words. Indexes outside, and some inside, have no list.
#[derive(Clone, Debug)]
pub struct Lists {
    /// For each list the start of its words and its number of elements (negative: no list). The last entry is for indexes outside.
    pub(crate) index: Arc<[i32]>,
    /// The words of all elements.
    pub(crate) words: Arc<[i32]>,
    /// Minimum number of words for each element, over all lists.
    pub(crate) element: usize,
    /// Minimum and maximum of the words.
    pub(crate) range: (i32, i32),
    /// True if each index has a list.
    pub(crate) whole: bool,
}

impl Lists {
    /// Makes a table of lists. The first word of each is its number of elements.
    ///
    /// # Panics
    /// If the lists have 2^31 words or more.
    pub fn new<'l>(lists: impl Iterator<Item = Option<&'l [i32]>>) -> Self {
        let (mut index, mut words, mut whole, mut element) = (Vec::new(), Vec::new(), true, usize::MAX);
        for list in lists {
            index.push(i32::try_from(words.len()).expect("lists of fewer than 2^31 words"));
            let (len, list) =
                list.and_then(|list| list.split_first()).map_or((-1, &[][..]), |(len, list)| (*len, list));
            index.push(len.max(-1));
            whole &= len >= 0;
            if len > 0 {
                element = element.min(list.len() / len as usize);
            }
            words.extend_from_slice(list);
        }
        index.extend([0, -1]);
        let range = (words.iter().min().copied().unwrap_or(0), words.iter().max().copied().unwrap_or(0));
        // The table needs an address, so it must not be empty.
        words.extend((words.is_empty()).then_some(NONE));
        Self { index: index.into(), words: words.into(), element, range, whole }
    }

    /// True if each list has at least this number of words for each element.
    pub fn has_words(&self, element: u32) -> bool {
        element > 0 && element as usize <= self.element
    }

    /// Number of indexes.
    pub(crate) fn len(&self) -> usize {
        self.index.len() / 2 - 1
    }
}

/// Data that a function owns.
#[derive(Debug)]
#[expect(dead_code, reason = "held, not read: generated code has its address")]
pub(crate) enum Data {
    Words(Arc<[i32]>),
    Sets(Arc<[u64]>),
}
