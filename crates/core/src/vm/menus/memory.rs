//! Memoisation of the paths through an `at once` question: explored nodes, their ends and how they are reached. See
//! [`super::merge`].
//!
//! The memo outlives the question, because most positions recur within a few turns. It is valid while the words that no path
//! changes are the same ([`Region::unchanging`]). Each node is valid while the words that it read are the same ([`Region::picked`]).

use super::ends::{EndRows, Numbers};
use super::read_sets::{ReadSets, all};
use crate::code::{MOST_SETS, Mask, Program, Region, Set, Slot};
use crate::vm::questions::options::Options;
use crate::vm::state::bits::FineReads;
use crate::vm::state::table::RowTable;

/// The end of a path, which is not a node.
pub(super) const LEAF: u32 = u32::MAX;
/// Maximum number of stored words. Beyond it the memo is emptied.
const MOST_MEMO_WORDS: usize = 1 << 19;
/// Maximum number of ends at all nodes of one question.
const MOST_ENDS: usize = 1 << 21;
/// Maximum number of rows of picked words. Beyond it the memo is emptied.
const MOST_PICKED: usize = 128;

/// Maximum number of memos of a region: for players whose turns alternate, and for later games.
const MOST_MEMORIES: usize = 4;

/// The memos of a region, the latest one last.
#[derive(Debug, Default)]
pub(in crate::vm) struct PathMemos(Vec<PathMemo>);

impl PathMemos {
    /// The memo for a position, or an empty one.
    pub(in crate::vm) fn take(&mut self, region: &Region, shown: usize, words: &[i32]) -> PathMemo {
        let unchanging = |slot: &Slot| words[*slot as usize];
        let fits = |memory: &PathMemo| memory.unchanging.iter().copied().eq(region.unchanging.iter().map(unchanging));
        let mut memory = match self.0.iter().rposition(fits) {
            Some(at) => self.0.remove(at),
            None => {
                let read_sets = self.0.last().map(|memory| memory.read_sets.clone()).unwrap_or_default();
                let oldest = if self.0.len() < MOST_MEMORIES { PathMemo::default() } else { self.0.remove(0) };
                PathMemo { read_sets, ..oldest }
            }
        };
        memory.begin(region, shown, words);
        memory
    }

    /// Keeps a memo for the next question.
    pub(in crate::vm) fn store(&mut self, memory: PathMemo) {
        self.0.push(memory);
    }
}

/// A memo: nodes and their ends.
#[derive(Debug, Default)]
pub(in crate::vm) struct PathMemo {
    /// The values of the region's unchanging words.
    pub(super) unchanging: Vec<i32>,
    /// The values of the region's picked words at its questions; the row that holds now; for each row, the words in which it
    /// differs from that one.
    picked: RowTable,
    now: u32,
    differs: Vec<u64>,
    /// Number of questions that it has served. Nodes of a question that does not recur are valid for that question only.
    questions: i32,
    pub(in crate::vm) nodes: Vec<MemoNode>,
    /// Keys of nodes: the question and the words that were read. Nodes with equal keys form a chain.
    keys: RowTable,
    chains: Vec<Chain>,
    /// For each question, the sets of words that its nodes read.
    pub(in crate::vm) read_sets: Vec<ReadSets>,
    /// The shown values at the ends of paths.
    pub(in crate::vm) ends: EndRows,
    /// The ends of all nodes.
    pub(in crate::vm) lists: Vec<NodeEnd>,
    /// Answers: the question, then the option. `answer_at` has the start of each.
    answers: Vec<i32>,
    answer_at: Vec<u32>,
    /// Ends that were listed already.
    known_ends: Numbers,
    key: Vec<i32>,
}

/// Nodes with equal keys.
#[derive(Debug, Default)]
struct Chain {
    /// For the first tracked set: the members that were looked up, and those that were in it. Most nodes of a chain differ here.
    first: Vec<[u32; 2]>,
    nodes: Vec<u32>,
}

/// A position at a question whose paths are known.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct MemoNode {
    pub(super) reads: Mask,
    /// The fine-grained reads outside of its key, and the set members that were there.
    pub(in crate::vm) looked: FineReads,
    held: [u32; MOST_SETS],
    /// The row of picked words at which it was explored.
    then: u32,
    /// The range of its entries in the list of ends.
    pub(in crate::vm) first: u32,
    pub(in crate::vm) count: u32,
    /// The shown values that are open in one of its ends.
    pub(in crate::vm) open: u32,
}

/// A node under exploration.
#[derive(Debug, Default)]
pub(in crate::vm) struct FoundNode {
    pub(in crate::vm) pc: i32,
    /// True if its question recurs.
    pub(super) recurs: bool,
    pub(super) reads: Mask,
    pub(in crate::vm) looked: FineReads,
    pub(in crate::vm) entries: Vec<NodeEnd>,
    /// The shown values that are open in one of its ends.
    pub(in crate::vm) open: u32,
}

/// An end of a node, and how it is reached: the answer, the child node, and the entry there.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct NodeEnd {
    pub(in crate::vm) end: u32,
    pub(in crate::vm) answer: u32,
    pub(super) child: u32,
    pub(in crate::vm) at: u32,
}

impl MemoNode {
    /// True if the fine-grained reads would give the same results at a position.
    #[inline]
    fn is_like(&self, p: &Program, region: &Region, words: &[i32]) -> bool {
        let members = region.sets.iter().zip(self.looked.members.iter().zip(&self.held));
        let mut members = members.map(|(&slot, (&looked, &held))| words[slot as usize] as u32 & looked == held);
        let among = region.looked_up.iter().zip(&self.looked.among);
        let mut among =
            among.map(|(view, &among)| among == Set::ALL || among.has(view.value(p, words[view.slot as usize])));
        members.all(|same| same) && among.all(|same| same)
    }
}

impl PathMemo {
    /// Starts a new question at a position.
    pub(in crate::vm) fn begin(&mut self, region: &Region, shown: usize, words: &[i32]) {
        let of = |slot: &Slot| words[*slot as usize];
        let size = self.lists.len() * 4 + self.nodes.len() * 40 + self.answers.len();
        let full = size > MOST_MEMO_WORDS || self.picked.len() > MOST_PICKED;
        if self.nodes.is_empty() || full || !self.unchanging.iter().copied().eq(region.unchanging.iter().map(of)) {
            self.forget();
            self.unchanging.clear();
            self.unchanging.extend(region.unchanging.iter().map(of));
            self.ends.begin(shown);
        }
        self.questions += 1;
        self.key.clear();
        self.key.extend(region.picked.iter().map(of));
        self.now = self.picked.number(&self.key);
        self.differs.clear();
        for row in 0..self.picked.len() as u32 {
            let pairs = self.picked.get(row).iter().zip(&self.key).rev();
            self.differs.push(pairs.fold(0, |mask, (then, now)| mask << 1 | u64::from(then != now)));
        }
    }

    /// True if all reads of a node would give the same results at a position.
    #[inline]
    pub(super) fn is_like(&self, node: &MemoNode, p: &Program, region: &Region, words: &[i32]) -> bool {
        self.differs[node.then as usize] & node.looked.picked == 0 && node.is_like(p, region, words)
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.keys.clear();
        self.chains.clear();
        // The current read sets are kept, so that new nodes are found with few lookups.
        self.read_sets.iter_mut().for_each(|read_sets| *read_sets = read_sets.emptied());
        self.lists.clear();
        self.answers.clear();
        self.answer_at.clear();
        self.questions = 0;
        self.picked.clear();
    }

    /// True if a question has too many paths to store.
    pub(super) fn is_too_large(&self) -> bool {
        self.lists.len() > MOST_ENDS
    }

    /// Stores an answer that is tried. Returns its number.
    pub(in crate::vm) fn answer(&mut self, ask: u32, option: &[i32]) -> u32 {
        let number = self.answer_at.len() as u32;
        self.answer_at.push(self.answers.len() as u32);
        self.answers.push(ask as i32);
        self.answers.extend_from_slice(option);
        number
    }

    /// The node of a position, if it is known; `recurs`: the question recurs.
    pub(in crate::vm) fn find(
        &mut self,
        p: &Program,
        region: &Region,
        (pc, recurs): (i32, bool),
        words: &[i32],
    ) -> Option<u32> {
        let question = if recurs { 0 } else { self.questions };
        let read_sets = self.read_sets.iter().find(|read_sets| read_sets.pc == pc)?;
        let set = region.sets.first().map_or(0, |&slot| words[slot as usize] as u32);
        for (read_set, mask) in read_sets.current() {
            fill_key(&mut self.key, [pc, question, read_set as i32], mask, |bit| words[region.words[bit] as usize]);
            let Some(chain) = self.keys.find(&self.key) else { continue };
            let Chain { first, nodes } = &self.chains[chain as usize];
            for (&[looked, held], &node) in first.iter().zip(nodes) {
                if set & looked == held && self.is_like(&self.nodes[node as usize], p, region, words) {
                    return Some(node);
                }
            }
        }
        None
    }

    /// Stores a node; `words` are those of its position.
    pub(in crate::vm) fn add(&mut self, region: &Region, found: &FoundNode, words: &[i32]) -> u32 {
        let now = || region.words.iter().map(|&slot| words[slot as usize]);
        let at = self.read_sets.iter().position(|read_sets| read_sets.pc == found.pc).unwrap_or_else(|| {
            self.read_sets.push(ReadSets::new(found.pc, now()));
            self.read_sets.len() - 1
        });
        let (read_set, reads) = self.read_sets[at].number(found.reads | region.always, now());
        let question = if found.recurs { 0 } else { self.questions };
        fill_key(&mut self.key, [found.pc, question, read_set as i32], reads, |bit| words[region.words[bit] as usize]);
        let chain = self.keys.number(&self.key) as usize;
        // Reads within the key need no second comparison.
        let looked = found.looked.outside(reads, region);
        let mut held = [0; MOST_SETS];
        for (at, &slot) in region.sets.iter().enumerate() {
            held[at] = words[slot as usize] as u32 & looked.members[at];
        }
        let number = self.nodes.len() as u32;
        if chain == self.chains.len() {
            self.chains.push(Chain::default());
        }
        self.chains[chain].first.push([looked.members[0], held[0]]);
        self.chains[chain].nodes.push(number);
        let (first, count) = (self.lists.len() as u32, found.entries.len() as u32);
        self.nodes.push(MemoNode { reads, looked, held, then: self.now, first, count, open: found.open });
        self.lists.extend_from_slice(&found.entries);
        number
    }

    /// Lists the options: the ends of the root node (or of a path without questions), with open values taken from the start.
    pub(in crate::vm) fn options(&mut self, node: u32, start: &[i32], out: &mut Options) {
        out.clear();
        out.stride = 1 + start.len();
        self.known_ends.clear();
        if node == LEAF {
            out.words.push(0);
            out.words.extend_from_slice(start);
            out.paths.ends.push(0);
            out.close(1);
            return;
        }
        let MemoNode { first, count, .. } = self.nodes[node as usize];
        for at in first..first + count {
            let end = self.ends.filled(self.lists[at as usize].end, all(start.len()) as u32, start);
            if !self.known_ends.insert(end) {
                continue;
            }
            out.words.push(0);
            out.words.extend_from_slice(self.ends.get(end).1);
            self.path(at, out);
            out.close(1);
        }
    }

    /// Appends the answers that lead to an entry.
    fn path(&self, at: u32, out: &mut Options) {
        let mut entry = self.lists[at as usize];
        loop {
            let at = entry.answer as usize;
            let end = self.answer_at.get(at + 1).map_or(self.answers.len(), |&end| end as usize);
            out.paths.words.extend_from_slice(&self.answers[self.answer_at[at] as usize..end]);
            if entry.child == LEAF {
                break;
            }
            entry = self.lists[(self.nodes[entry.child as usize].first + entry.at) as usize];
        }
        out.paths.ends.push(out.paths.words.len() as u32);
    }
}

/// Builds a key: the operation, the number of the question (0 if it recurs), the number of the read set, the values of its words.
fn fill_key(key: &mut Vec<i32>, head: [i32; 3], mask: Mask, word: impl Fn(usize) -> i32) {
    key.clear();
    key.extend_from_slice(&head);
    let mut rest = mask;
    while rest != 0 {
        key.push(word(rest.trailing_zeros() as usize));
        rest &= rest - 1;
    }
}
