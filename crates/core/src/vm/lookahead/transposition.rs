//! Transposition table: states seen before, and whether an action could be finished from them.

use crate::vm::state::table::mix;

/// Maximum number of stored words. Beyond it states are not stored: the search stays correct, only slower.
const MOST_TRANSPOSITION_WORDS: usize = 1 << 24;
/// No node.
const NOBODY: u32 = u32::MAX;

/// A binary search tree of states, ordered by a hash of their words, so it needs no balancing. It is never iterated.
#[derive(Debug, Default)]
pub(in crate::vm) struct SeenStates {
    nodes: Vec<SeenNode>,
    words: Vec<i32>,
}

#[derive(Debug)]
struct SeenNode {
    key: u64,
    good: bool,
    children: [u32; 2],
}

/// The table's entry for a state.
pub(super) enum StateVerdict {
    /// Not seen before. It is stored under this number, if there is room.
    New(Option<u32>),
    /// An action could be finished from it.
    Good,
    /// No action could be finished from it, or the search is still below it.
    Known,
}

impl SeenStates {
    pub(in crate::vm) fn clear(&mut self) {
        self.nodes.clear();
        self.words.clear();
    }

    /// Records that an action can be finished from this state.
    pub(super) fn good(&mut self, node: u32) {
        self.nodes[node as usize].good = true;
    }

    /// Looks a state up and stores it. All states have the same length.
    pub(super) fn meet(&mut self, state: &[i32]) -> StateVerdict {
        let mixed = mix(state);
        let key = mixed ^ mixed >> 32;
        let (mut at, mut parent) = (if self.nodes.is_empty() { NOBODY } else { 0 }, None);
        while at != NOBODY {
            let node = &self.nodes[at as usize];
            if node.key == key && self.words[at as usize * state.len()..][..state.len()] == *state {
                return if node.good { StateVerdict::Good } else { StateVerdict::Known };
            }
            let side = usize::from(key >= node.key);
            parent = Some((at, side));
            at = node.children[side];
        }
        if self.words.len() + state.len() > MOST_TRANSPOSITION_WORDS {
            return StateVerdict::New(None);
        }
        let new = self.nodes.len() as u32;
        if let Some((parent, side)) = parent {
            self.nodes[parent as usize].children[side] = new;
        }
        self.nodes.push(SeenNode { key, good: false, children: [NOBODY; 2] });
        self.words.extend_from_slice(state);
        StateVerdict::New(Some(new))
    }
}
