//! Partition of the nodes of a question by their read sets. The words of a read set are the key of its nodes.

use crate::code::Mask;

/// Maximum number of distinct read sets of a question.
const MOST_READ_SETS: usize = 4;

/// The read sets of a question's nodes.
#[derive(Clone, Debug)]
pub struct ReadSets {
    /// The operation of the question.
    pub(in crate::vm) pc: i32,
    /// The words of its first node.
    first: Vec<i32>,
    /// The words in which another node differed. All other words count as read by all nodes, which keeps the number of read sets
    /// small.
    varying: Mask,
    masks: Vec<Mask>,
    /// Read sets before this index are outdated: fewer words were known to vary. They are not searched.
    from: usize,
}

impl ReadSets {
    /// Starts with the first node of a question.
    pub fn new(pc: i32, words: impl Iterator<Item = i32>) -> Self {
        Self { pc, first: words.collect(), varying: 0, masks: Vec::new(), from: 0 }
    }

    /// The read sets to search, with their numbers.
    pub fn current(&self) -> impl Iterator<Item = (usize, Mask)> {
        self.masks.iter().copied().enumerate().skip(self.from)
    }

    /// The number of the read set of a node, and the set under which it is stored (a superset of `reads`).
    pub fn number(&mut self, reads: Mask, words: impl Iterator<Item = i32>) -> (usize, Mask) {
        let differs = |(bit, (word, first)): (usize, (i32, &i32))| Mask::from(word != *first) << bit;
        let varying = words.zip(&self.first).enumerate().map(differs).fold(self.varying, |all, bit| all | bit);
        if varying != self.varying {
            (self.varying, self.from) = (varying, self.masks.len());
        }
        let reads = reads | !varying & all(self.first.len());
        // A larger read set is also correct, so the number of sets can be limited.
        let more = |(_, mask): &(usize, Mask)| {
            *mask == reads || self.masks.len() - self.from >= MOST_READ_SETS && mask & reads == reads
        };
        if let Some(known) = self.current().find(more) {
            return known;
        }
        self.masks.push(reads);
        (self.masks.len() - 1, reads)
    }

    /// The current read sets, for an empty memo.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { masks: self.masks[self.from..].to_vec(), from: 0, ..self.clone() }
    }
}

/// The mask of all of `words` words.
pub(in crate::vm) fn all(words: usize) -> Mask {
    if words == 0 { 0 } else { Mask::MAX >> (Mask::BITS as usize - words) }
}
