//! What is known of the ways through a question that is asked at once: positions, their ends, how they are reached. See
//! [`super::merge`].

use super::bits::Looked;
use super::options::Options;
use super::region::{Mask, Region};
use super::state::State;
use super::table::Table;
use crate::code::{AskId, PC, Slot};

/// The end of a way, which is no node.
pub(super) const LEAF: u32 = u32::MAX;

/// A walk; kept for its memory.
#[derive(Debug, Default)]
pub(super) struct Merge {
    pub(super) work: State,
    pub(super) nodes: Vec<Node>,
    /// What nodes agree in, to find them: the question, then the words that were read. Those that do are a chain.
    pub(super) keys: Table,
    /// The first node of each chain.
    pub(super) chains: Vec<u32>,
    /// For each question: which words its nodes read.
    pub(super) reads: Vec<(u32, Vec<Mask>)>,
    /// What the ends of ways show: a mask of what is still open, then the values.
    pub(super) ends: Table,
    /// The ends of all nodes.
    pub(super) lists: Vec<Entry>,
    /// Answers: the question, then the option; where each begins.
    pub(super) answers: Vec<i32>,
    pub(super) answer_at: Vec<u32>,
    pub(super) frames: Vec<Frame>,
    pub(super) open: usize,
    pub(super) key: Vec<i32>,
    pub(super) end: Vec<i32>,
}

/// A position at a question whose ways are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) reads: Mask,
    /// Members of sets that were looked for, and those of them that were there.
    pub(super) looked: Looked,
    pub(super) held: Looked,
    /// The next one of its chain.
    pub(super) next: u32,
    /// Its entries.
    pub(super) first: u32,
    pub(super) count: u32,
    /// Values that are open in one of its ends.
    pub(super) open: u32,
}

/// An end of a node, and how it is reached: the answer, the node it leads to, and the entry there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) end: u32,
    pub(super) answer: u32,
    pub(super) child: u32,
    pub(super) at: u32,
}

/// A node that is being explored.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) pc: i32,
    pub(super) ask: AskId,
    /// The words that may change.
    pub(super) saved: Vec<i32>,
    pub(super) options: Options,
    pub(super) next: usize,
    pub(super) reads: Mask,
    pub(super) looked: Looked,
    pub(super) entries: Vec<Entry>,
    /// The ends among the entries.
    pub(super) known: Vec<u64>,
    pub(super) open: u32,
    /// The step that is being tried.
    pub(super) step: Step,
}

/// From a question to the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) answer: u32,
    pub(super) reads: Mask,
    pub(super) looked: Looked,
    pub(super) may: Mask,
    pub(super) must: Mask,
}

impl Merge {
    pub(super) fn begin(&mut self, s: &State, region: &Region, shown: usize) {
        self.work.clone_from(s);
        self.nodes.clear();
        self.keys.clear();
        self.chains.clear();
        // Nodes are put to what was read before at their question: so they are looked for once.
        self.reads.clear();
        self.reads.extend(region.read.iter().map(|&(at, mask)| (at, vec![mask])));
        self.ends.clear();
        self.lists.clear();
        self.answers.clear();
        self.answer_at.clear();
        self.open = 0;
        self.key.clear();
        // The end at which everything is open has the number 0.
        self.key.push(0);
        self.key.resize(1 + shown, 0);
        self.ends.number(&self.key);
    }

    /// For each question the words that its nodes read.
    pub(super) fn read(&self) -> Vec<(u32, Mask)> {
        self.reads.iter().map(|(at, masks)| (*at, masks.iter().fold(0, |all, mask| all | mask))).collect()
    }

    /// The node of the position, if it is known.
    pub(super) fn find(&mut self, region: &Region) -> Option<u32> {
        let words = self.work.words();
        let pc = words[PC];
        let (_, masks) = self.reads.iter().find(|(at, _)| *at == pc as u32)?;
        for (number, &mask) in masks.iter().enumerate() {
            fill_key(&mut self.key, [pc, number as i32], mask, |bit| words[region.words[bit] as usize]);
            let Some(chain) = self.keys.find(&self.key) else { continue };
            let mut at = self.chains[chain as usize];
            while let Some(node) = self.nodes.get(at as usize) {
                let held =
                    |(&slot, (&looked, &held)): (&Slot, (&u32, &u32))| words[slot as usize] as u32 & looked == held;
                if region.sets.iter().zip(node.looked.iter().zip(&node.held)).all(held) {
                    return Some(at);
                }
                at = node.next;
            }
        }
        None
    }

    /// Opens the node of the position.
    pub(super) fn enter(&mut self, region: &Region, ask: AskId) {
        if self.open == self.frames.len() {
            self.frames.push(Frame::default());
        }
        let words = self.work.words();
        let frame = &mut self.frames[self.open];
        (frame.pc, frame.ask, frame.next, frame.open) = (words[PC], ask, 0, 0);
        frame.saved.clear();
        frame.saved.extend(region.words.iter().map(|&slot| words[slot as usize]));
        frame.entries.clear();
        frame.known.clear();
        self.open += 1;
    }

    /// All ways of the innermost open node are known. The position is again that of the node.
    pub(super) fn close(&mut self, region: &Region) -> u32 {
        self.open -= 1;
        let frame = &self.frames[self.open];
        let pc = frame.pc as u32;
        let at = self.reads.iter().position(|(at, _)| *at == pc).unwrap_or_else(|| {
            self.reads.push((pc, Vec::new()));
            self.reads.len() - 1
        });
        let masks = &mut self.reads[at].1;
        let mut reads = frame.reads | region.always;
        // More words are never wrong; so few sorts of nodes are looked for.
        if let Some(more) = masks.iter().find(|mask| *mask & reads == reads) {
            reads = *more;
        }
        let mask = masks.iter().position(|mask| *mask == reads).unwrap_or_else(|| {
            masks.push(reads);
            masks.len() - 1
        });
        fill_key(&mut self.key, [frame.pc, mask as i32], reads, |bit| frame.saved[bit]);
        let chain = self.keys.number(&self.key) as usize;
        restore(region, frame, self.work.words_mut());
        let (words, mut looked, mut held) = (self.work.words(), frame.looked, Looked::default());
        for (at, &slot) in region.sets.iter().enumerate() {
            if region.in_mask(reads, slot) {
                looked[at] = 0;
            }
            held[at] = words[slot as usize] as u32 & looked[at];
        }
        let number = self.nodes.len() as u32;
        if chain == self.chains.len() {
            self.chains.push(LEAF);
        }
        let next = std::mem::replace(&mut self.chains[chain], number);
        let (first, count) = (self.lists.len() as u32, frame.entries.len() as u32);
        self.nodes.push(Node { reads, looked, held, next, first, count, open: frame.open });
        self.lists.extend_from_slice(&frame.entries);
        number
    }

    /// An end (none: with all values open) after the values of `filled` are known: those that were open are now in `self.end`.
    pub(super) fn filled_end(&mut self, end: Option<u32>, filled: u32) -> u32 {
        let from = self.ends.get(end.unwrap_or(0));
        self.key.clear();
        // What is known is marked, so that 0 is the end at which everything is open.
        let known = from[0] as u32;
        self.key.push((known | filled) as i32);
        for (at, (&old, &new)) in from[1..].iter().zip(&self.end).enumerate() {
            let fills = filled & !known;
            self.key.push(if fills >> at & 1 == 1 { new } else { old });
        }
        self.ends.number(&self.key)
    }

    /// Adds an entry, if its end is not there yet.
    pub(super) fn add(&mut self, top: usize, entry: Entry) {
        let frame = &mut self.frames[top];
        let (word, bit) = (entry.end as usize / 64, entry.end % 64);
        if word >= frame.known.len() {
            frame.known.resize(word + 1, 0);
        }
        if frame.known[word] >> bit & 1 == 0 {
            frame.known[word] |= 1 << bit;
            frame.entries.push(entry);
        }
    }

    /// The options: the ends of the first node (or of a way without questions), where what is open has the values of the start.
    pub(super) fn options(&mut self, node: u32, start: &[i32], out: &mut Options) {
        out.clear();
        out.stride = 1 + start.len();
        self.keys.clear();
        if node == LEAF {
            out.words.push(0);
            out.words.extend_from_slice(start);
            out.ways.ends.push(0);
            out.close(1);
            return;
        }
        let Node { first, count, .. } = self.nodes[node as usize];
        for at in first..first + count {
            let end = self.ends.get(self.lists[at as usize].end);
            let known = end[0] as u32;
            self.key.clear();
            let values = end[1..].iter().zip(start).enumerate();
            self.key.extend(values.map(|(at, (&value, &start))| if known >> at & 1 == 1 { value } else { start }));
            if self.keys.number(&self.key) as usize != out.len() {
                continue;
            }
            out.words.push(0);
            out.words.extend_from_slice(&self.key);
            self.way(at, out);
            out.close(1);
        }
    }

    /// The answers that lead to an entry.
    fn way(&self, at: u32, out: &mut Options) {
        let mut entry = self.lists[at as usize];
        loop {
            let at = entry.answer as usize;
            let end = self.answer_at.get(at + 1).map_or(self.answers.len(), |&end| end as usize);
            out.ways.words.extend_from_slice(&self.answers[self.answer_at[at] as usize..end]);
            if entry.child == LEAF {
                break;
            }
            entry = self.lists[(self.nodes[entry.child as usize].first + entry.at) as usize];
        }
        out.ways.ends.push(out.ways.words.len() as u32);
    }
}

pub(super) fn join(looked: &mut Looked, more: Looked) {
    looked.iter_mut().zip(more).for_each(|(looked, more)| *looked |= more);
}

/// The words of the innermost open node's position.
pub(super) fn restore(region: &Region, frame: &Frame, words: &mut [i32]) {
    for (&slot, &value) in region.words.iter().zip(&frame.saved) {
        words[slot as usize] = value;
    }
    words[PC] = frame.pc;
}

/// A question with the number of a mask, and the words of the mask.
fn fill_key(key: &mut Vec<i32>, head: [i32; 2], mask: Mask, word: impl Fn(usize) -> i32) {
    key.clear();
    key.extend_from_slice(&head);
    let mut rest = mask;
    while rest != 0 {
        key.push(word(rest.trailing_zeros() as usize));
        rest &= rest - 1;
    }
}
