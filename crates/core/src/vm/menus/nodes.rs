//! Open nodes of the search in [`super::merge`], which are being explored.

use super::ends::Numbers;
use super::memory::{FoundNode, NodeEnd, PathMemo};
use crate::code::{AskId, Mask, PC, Pc, Program, Region, SingleUse, Slot};
use crate::vm::questions::options::Options;
use crate::vm::state::bits::FineReads;
use crate::vm::state::position::State;

/// A search; kept to reuse its memory.
#[derive(Debug, Default)]
pub(in crate::vm) struct Merge {
    pub(in crate::vm) work: State,
    pub(in crate::vm) memory: PathMemo,
    pub(in crate::vm) frames: Vec<OpenNode>,
    pub(in crate::vm) open: usize,
    pub(in crate::vm) end: Vec<i32>,
}

/// A node under exploration.
#[derive(Debug, Default)]
pub(in crate::vm) struct OpenNode {
    /// The results so far.
    pub(in crate::vm) found: FoundNode,
    pub(in crate::vm) ask: AskId,
    /// The values of the words that may change.
    pub(super) saved: Vec<i32>,
    pub(in crate::vm) options: Options,
    pub(in crate::vm) next: usize,
    /// The numbers of the ends among its entries.
    pub(in crate::vm) known: Numbers,
    /// The step that is being tried.
    pub(in crate::vm) step: NodeStep,
    /// Nodes reached by the current answer and by earlier answers that differ from it only in a single-use value.
    pub(in crate::vm) siblings: Vec<u32>,
}

/// A step from a question to the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::vm) struct NodeStep {
    pub(in crate::vm) answer: u32,
    pub(super) reads: Mask,
    pub(in crate::vm) looked: FineReads,
    pub(in crate::vm) may: Mask,
    pub(in crate::vm) must: Mask,
    pub(super) use_state: UseState,
    /// True if it differs from the one before only in a single-use value, and was not run.
    pub(in crate::vm) again: bool,
}

/// State of a single-use value, see [`SingleUse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::vm) enum UseState {
    /// It was not used.
    #[default]
    Not,
    /// The word that its use computed is unread.
    There,
    /// The word that its use computed was read.
    Read,
}

impl UseState {
    /// Records an operation.
    #[inline]
    pub(in crate::vm) fn ran(&mut self, single_use: &SingleUse, pc: Pc) {
        if pc == single_use.at {
            *self = if *self == Self::Read { Self::Read } else { Self::There };
        } else if *self == Self::There && single_use.readers.contains(&pc) {
            *self = Self::Read;
        }
    }
}

impl OpenNode {
    /// True if the present answer differs from the one before only in a single-use value.
    pub(super) fn differs_in_single_use(&self, single_use: &SingleUse) -> bool {
        if self.step.use_state != UseState::There {
            return false;
        }
        let Some(before) = self.next.checked_sub(2) else { return false };
        let (before, now) = (self.options.get(before), self.options.get(self.next - 1));
        before[..single_use.number].iter().eq(&now[..single_use.number])
    }

    /// Adds an entry unless its end is there already.
    #[inline]
    pub(in crate::vm) fn add(&mut self, entry: NodeEnd) {
        if self.known.insert(entry.end) {
            self.found.entries.push(entry);
        }
    }
}

impl Merge {
    /// Starts a search from a position, with its memo.
    pub(in crate::vm) fn begin(&mut self, s: &State, memory: PathMemo) {
        self.work.clone_from(s);
        self.memory = memory;
        self.open = 0;
    }

    /// Opens a node for the position.
    pub(super) fn enter(&mut self, region: &Region, ask: AskId, recurs: bool) {
        if self.open == self.frames.len() {
            self.frames.push(OpenNode::default());
        }
        let words = self.work.words();
        let frame = &mut self.frames[self.open];
        (frame.ask, frame.next) = (ask, 0);
        (frame.found.pc, frame.found.recurs, frame.found.open) = (words[PC], recurs, 0);
        frame.saved.clear();
        frame.saved.extend(region.words.iter().map(|&slot| words[slot as usize]));
        frame.found.entries.clear();
        frame.known.clear();
        frame.step = NodeStep::default();
        self.open += 1;
    }

    /// The node of the position, if it is known.
    pub(in crate::vm) fn find(&mut self, p: &Program, region: &Region, recurs: bool) -> Option<u32> {
        let words = self.work.words();
        self.memory.find(p, region, (words[PC], recurs), words)
    }

    /// Closes the innermost open node, whose paths are all known. The work state is the node's position again.
    pub(in crate::vm) fn close(&mut self, region: &Region) -> u32 {
        self.open -= 1;
        let frame = &self.frames[self.open];
        restore(region, frame, self.work.running());
        self.memory.add(region, &frame.found, self.work.words())
    }
}

/// Restores the position of the innermost open node. Only words that its last step may have written differ.
pub(super) fn restore(region: &Region, frame: &OpenNode, words: &mut [i32]) {
    let mut changed = frame.step.may;
    while changed != 0 {
        let bit = changed.trailing_zeros() as usize;
        words[region.words[bit] as usize] = frame.saved[bit];
        changed &= changed - 1;
    }
    let same = |(&slot, &value): (&Slot, &i32)| words[slot as usize] == value;
    debug_assert!(region.words.iter().zip(&frame.saved).all(same), "a step wrote what it may not write");
    words[PC] = frame.found.pc;
}
