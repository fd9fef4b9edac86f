//! Constant tables that functions read.

use std::sync::Arc;

use crate::NONE;

/// Words by their number; others give `otherwise`.
#[derive(Clone, Debug)]
pub struct Words {
    /// All of them, then what others give.
    pub(crate) words: Arc<[i32]>,
    /// The least and the greatest among those that have a number.
    pub(crate) range: (i32, i32),
    pub(crate) otherwise: i32,
}

impl Words {
    /// A table.
    pub fn new(words: &[i32], otherwise: i32) -> Self {
        let least = words.iter().min().copied().unwrap_or(otherwise);
        let most = words.iter().max().copied().unwrap_or(otherwise);
        Self { words: words.iter().copied().chain([otherwise]).collect(), range: (least, most), otherwise }
    }

    /// Whether they are all the same.
    pub fn are_all(&self, word: i32) -> bool {
        self.range == (word, word)
    }

    /// How many have a number.
    pub(crate) fn len(&self) -> usize {
        self.words.len() - 1
    }
}

/// Sets of numbers below 256 by their number; others give the empty set.
#[derive(Clone, Debug)]
pub struct Sets {
    /// `limbs` words of each, then the empty set.
    pub(crate) words: Arc<[u64]>,
    pub(crate) limbs: usize,
    /// How many have a number.
    pub(crate) count: usize,
    /// The greatest member of any.
    pub(crate) most: i32,
}

impl Sets {
    /// A table.
    pub fn new(sets: &[[u64; 4]]) -> Self {
        let all = sets.iter().fold([0; 4], |all: [u64; 4], set| std::array::from_fn(|at| all[at] | set[at]));
        let limbs = all.iter().rposition(|&limb| limb != 0).map_or(1, |last| last + 1);
        let words = sets.iter().chain([&[0; 4]]).flat_map(|set| set[..limbs].iter().copied()).collect();
        Self { words, limbs, count: sets.len(), most: greatest(all) }
    }
}

/// The greatest member.
pub(crate) fn greatest(set: [u64; 4]) -> i32 {
    let last = set.iter().rposition(|&limb| limb != 0);
    last.map_or(0, |at| at as i32 * 64 + 63 - set[at].leading_zeros() as i32)
}

/// Lists by their number: of each how many elements it has, then their words. Others have no list.
#[derive(Clone, Debug)]
pub struct Lists {
    /// Where the words of each begin, then of each how many elements it has (below 0: it has no list); last that of all others.
    pub(crate) index: Arc<[i32]>,
    /// The words of all elements.
    pub(crate) words: Arc<[i32]>,
    /// No list has fewer words for each of its elements.
    pub(crate) element: usize,
    /// The least and the greatest word.
    pub(crate) range: (i32, i32),
    /// Whether each number has a list.
    pub(crate) whole: bool,
}

impl Lists {
    /// A table of lists: the first word of each says how many elements follow.
    ///
    /// # Panics
    /// If they are too long to be counted.
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
        // Something to point at.
        words.extend((words.is_empty()).then_some(NONE));
        Self { index: index.into(), words: words.into(), element, range, whole }
    }

    /// Whether each list has so many words for each of its elements.
    pub fn has_words(&self, element: u32) -> bool {
        element > 0 && element as usize <= self.element
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.index.len() / 2 - 1
    }
}

/// What a function owns.
#[derive(Debug)]
#[expect(dead_code, reason = "held, not read: generated code has its address")]
pub(crate) enum Data {
    Words(Arc<[i32]>),
    Sets(Arc<[u64]>),
}
