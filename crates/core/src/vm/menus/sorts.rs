//! Partition of the nodes of a question by the words that they read. Nodes of one sort are found by these words.

use crate::code::Mask;

/// Maximum number of sorts of nodes of a question, told apart by what they read.
const MOST_SORTS: usize = 4;

/// The nodes of a question, by what they read.
#[derive(Clone, Debug)]
pub struct Sorts {
    /// The operation.
    pub(in crate::vm) pc: i32,
    /// The words of its first node.
    first: Vec<i32>,
    /// The words in which another one differed from it. All others count as read by all nodes: so fewer sorts are told apart.
    varying: Mask,
    masks: Vec<Mask>,
    /// The sorts before this one are from when fewer words were known to vary: no longer looked for.
    from: usize,
}

impl Sorts {
    /// Those of the question of an operation, of which the first node has these words.
    pub fn new(pc: i32, words: impl Iterator<Item = i32>) -> Self {
        Self { pc, first: words.collect(), varying: 0, masks: Vec::new(), from: 0 }
    }

    /// The sorts that are looked for, and their numbers.
    pub fn alive(&self) -> impl Iterator<Item = (usize, Mask)> {
        self.masks.iter().copied().enumerate().skip(self.from)
    }

    /// The number of the sort of a node that reads these words, and all that it is taken to read.
    pub fn number(&mut self, reads: Mask, words: impl Iterator<Item = i32>) -> (usize, Mask) {
        let differs = |(bit, (word, first)): (usize, (i32, &i32))| Mask::from(word != *first) << bit;
        let varying = words.zip(&self.first).enumerate().map(differs).fold(self.varying, |all, bit| all | bit);
        if varying != self.varying {
            (self.varying, self.from) = (varying, self.masks.len());
        }
        let reads = reads | !varying & all(self.first.len());
        // More words are never wrong; so only a few sorts are looked for.
        let more = |(_, mask): &(usize, Mask)| {
            *mask == reads || self.masks.len() - self.from >= MOST_SORTS && mask & reads == reads
        };
        if let Some(known) = self.alive().find(more) {
            return known;
        }
        self.masks.push(reads);
        (self.masks.len() - 1, reads)
    }

    /// This without its nodes.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self { masks: self.masks[self.from..].to_vec(), from: 0, ..self.clone() }
    }
}

/// The mask of `words` words.
pub(in crate::vm) fn all(words: usize) -> Mask {
    if words == 0 { 0 } else { Mask::MAX >> (Mask::BITS as usize - words) }
}
