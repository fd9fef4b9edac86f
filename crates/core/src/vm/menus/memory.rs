//! Memoisation between questions: explored nodes, their ends and how they are reached.
//!
//! What is known of the ways through a question that is asked at once: positions, their ends, how they are reached. See
//! [`super::merge`].
//!
//! It stays from question to question: what can come of a position that comes again, or that nearly all ways lead through,
//! was mostly found out turns ago. It holds as long as the words that no way changes are the same
//! ([`Region::lasting`]), and each position as long as those are that were looked at there ([`Region::picked`]).

use super::ends::{EndRows, Numbers};
use super::sorts::{Sorts, all};
use crate::code::{MOST_SETS, Mask, Program, Region, Set, Slot};
use crate::vm::questions::options::Options;
use crate::vm::state::bits::Looked;
use crate::vm::state::table::RowTable;

/// The end of a way, which is no node.
pub(super) const LEAF: u32 = u32::MAX;
/// Maximum number of words that are remembered; then the memory is emptied.
const MOST_WORDS: usize = 1 << 19;
/// One question with more ends of ways than this at all its nodes has too many.
const MOST_ENDS: usize = 1 << 21;
/// Maximum number of rows of picked words; then the memory is emptied.
const MOST_PICKED: usize = 128;

/// Maximum number of memories of a region: of players whose turns alternate, and of what comes back in the next game.
const MOST_MEMORIES: usize = 4;

/// What is remembered of a region, the latest last.
#[derive(Debug, Default)]
pub(in crate::vm) struct Memories(Vec<WayMemory>);

impl Memories {
    /// What is remembered for a position, or nothing yet.
    pub(in crate::vm) fn take(&mut self, region: &Region, shown: usize, words: &[i32]) -> WayMemory {
        let lasting = |slot: &Slot| words[*slot as usize];
        let fits = |memory: &WayMemory| memory.lasting.iter().copied().eq(region.lasting.iter().map(lasting));
        let mut memory = match self.0.iter().rposition(fits) {
            Some(at) => self.0.remove(at),
            None => {
                let sorts = self.0.last().map(|memory| memory.sorts.clone()).unwrap_or_default();
                let oldest = if self.0.len() < MOST_MEMORIES { WayMemory::default() } else { self.0.remove(0) };
                WayMemory { sorts, ..oldest }
            }
        };
        memory.begin(region, shown, words);
        memory
    }

    /// Keeps it for the next question.
    pub(in crate::vm) fn keep(&mut self, memory: WayMemory) {
        self.0.push(memory);
    }
}

/// Nodes and their ends.
#[derive(Debug, Default)]
pub(in crate::vm) struct WayMemory {
    /// The values of the region's lasting words.
    pub(super) lasting: Vec<i32>,
    /// The values of the region's picked words at its questions; which of these rows holds now; for each row, in which words
    /// it differs from that one.
    picked: RowTable,
    now: u32,
    differs: Vec<u64>,
    /// Number of questions it has served. Nodes of a question that does not come again are its own.
    questions: i32,
    pub(in crate::vm) nodes: Vec<WayNode>,
    /// What nodes agree in, to find them: the question, then the words that were read. Those that do are a chain.
    keys: RowTable,
    chains: Vec<Chain>,
    /// For each question: which words its nodes read.
    pub(in crate::vm) sorts: Vec<Sorts>,
    /// What the ends of ways show.
    pub(in crate::vm) ends: EndRows,
    /// The ends of all nodes.
    pub(in crate::vm) lists: Vec<NodeEnd>,
    /// Answers: the question, then the option; where each begins.
    answers: Vec<i32>,
    answer_at: Vec<u32>,
    /// Ends that were told already.
    told: Numbers,
    key: Vec<i32>,
}

/// Nodes that agree in what they read whole.
#[derive(Debug, Default)]
struct Chain {
    /// Members of the first watched set that were read, and those that were in it: most nodes differ in these.
    first: Vec<[u32; 2]>,
    nodes: Vec<u32>,
}

/// A position at a question whose ways are known.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct WayNode {
    pub(super) reads: Mask,
    /// What was asked of words that are not in its key, and the members of sets that were there.
    pub(in crate::vm) looked: Looked,
    held: [u32; MOST_SETS],
    /// The row of picked words with which it was found.
    then: u32,
    /// Its entries.
    pub(in crate::vm) first: u32,
    pub(in crate::vm) count: u32,
    /// Values that are open in one of its ends.
    pub(in crate::vm) open: u32,
}

/// What was found out about a position at a question before its ways are all known.
#[derive(Debug, Default)]
pub(in crate::vm) struct FoundNode {
    pub(in crate::vm) pc: i32,
    /// Its question comes again.
    pub(super) lasts: bool,
    pub(super) reads: Mask,
    pub(in crate::vm) looked: Looked,
    pub(in crate::vm) entries: Vec<NodeEnd>,
    /// Values that are open in one of its ends.
    pub(in crate::vm) open: u32,
}

/// An end of a node, and how it is reached: the answer, the node it leads to, and the entry there.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct NodeEnd {
    pub(in crate::vm) end: u32,
    pub(in crate::vm) answer: u32,
    pub(super) child: u32,
    pub(in crate::vm) at: u32,
}

impl WayNode {
    /// Whether what was asked is the same at a position.
    #[inline]
    fn is_like(&self, p: &Program, region: &Region, words: &[i32]) -> bool {
        let members = region.sets.iter().zip(self.looked.members.iter().zip(&self.held));
        let mut members = members.map(|(&slot, (&looked, &held))| words[slot as usize] as u32 & looked == held);
        let among = region.sought.iter().zip(&self.looked.among);
        let mut among =
            among.map(|(view, &among)| among == Set::ALL || among.has(view.value(p, words[view.slot as usize])));
        members.all(|same| same) && among.all(|same| same)
    }
}

impl WayMemory {
    /// A new question at a position.
    pub(in crate::vm) fn begin(&mut self, region: &Region, shown: usize, words: &[i32]) {
        let of = |slot: &Slot| words[*slot as usize];
        let size = self.lists.len() * 4 + self.nodes.len() * 40 + self.answers.len();
        let full = size > MOST_WORDS || self.picked.len() > MOST_PICKED;
        if self.nodes.is_empty() || full || !self.lasting.iter().copied().eq(region.lasting.iter().map(of)) {
            self.forget();
            self.lasting.clear();
            self.lasting.extend(region.lasting.iter().map(of));
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

    /// Whether what was asked at a node is the same at a position.
    #[inline]
    pub(super) fn is_like(&self, node: &WayNode, p: &Program, region: &Region, words: &[i32]) -> bool {
        self.differs[node.then as usize] & node.looked.picked == 0 && node.is_like(p, region, words)
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.keys.clear();
        self.chains.clear();
        // A node is filed under the reads of its question, so it is looked up once.
        self.sorts.iter_mut().for_each(|sorts| *sorts = sorts.anew());
        self.lists.clear();
        self.answers.clear();
        self.answer_at.clear();
        self.questions = 0;
        self.picked.clear();
    }

    /// Whether a question has more ways than can be kept.
    pub(super) fn is_too_large(&self) -> bool {
        self.lists.len() > MOST_ENDS
    }

    /// An answer that is tried; its number.
    pub(in crate::vm) fn answer(&mut self, ask: u32, option: &[i32]) -> u32 {
        let number = self.answer_at.len() as u32;
        self.answer_at.push(self.answers.len() as u32);
        self.answers.push(ask as i32);
        self.answers.extend_from_slice(option);
        number
    }

    /// The node at a question, if it is known; `lasts`: the question comes again.
    pub(in crate::vm) fn find(
        &mut self,
        p: &Program,
        region: &Region,
        (pc, lasts): (i32, bool),
        words: &[i32],
    ) -> Option<u32> {
        let question = if lasts { 0 } else { self.questions };
        let sorts = self.sorts.iter().find(|sorts| sorts.pc == pc)?;
        let set = region.sets.first().map_or(0, |&slot| words[slot as usize] as u32);
        for (sort, mask) in sorts.alive() {
            fill_key(&mut self.key, [pc, question, sort as i32], mask, |bit| words[region.words[bit] as usize]);
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

    /// Remembers a node; `words` are those of its position.
    pub(in crate::vm) fn add(&mut self, region: &Region, found: &FoundNode, words: &[i32]) -> u32 {
        let now = || region.words.iter().map(|&slot| words[slot as usize]);
        let at = self.sorts.iter().position(|sorts| sorts.pc == found.pc).unwrap_or_else(|| {
            self.sorts.push(Sorts::new(found.pc, now()));
            self.sorts.len() - 1
        });
        let (sort, reads) = self.sorts[at].number(found.reads | region.always, now());
        let question = if found.lasts { 0 } else { self.questions };
        fill_key(&mut self.key, [found.pc, question, sort as i32], reads, |bit| words[region.words[bit] as usize]);
        let chain = self.keys.number(&self.key) as usize;
        // What is in the key need not be compared again.
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
        self.nodes.push(WayNode { reads, looked, held, then: self.now, first, count, open: found.open });
        self.lists.extend_from_slice(&found.entries);
        number
    }

    /// The options: the ends of the first node (or of a way without questions), where what is open has the values of the start.
    pub(in crate::vm) fn options(&mut self, node: u32, start: &[i32], out: &mut Options) {
        out.clear();
        out.stride = 1 + start.len();
        self.told.clear();
        if node == LEAF {
            out.words.push(0);
            out.words.extend_from_slice(start);
            out.ways.ends.push(0);
            out.close(1);
            return;
        }
        let WayNode { first, count, .. } = self.nodes[node as usize];
        for at in first..first + count {
            let end = self.ends.filled(self.lists[at as usize].end, all(start.len()) as u32, start);
            if !self.told.insert(end) {
                continue;
            }
            out.words.push(0);
            out.words.extend_from_slice(self.ends.get(end).1);
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

/// A question, whose it is, the number of its sort, the words that the sort reads.
fn fill_key(key: &mut Vec<i32>, head: [i32; 3], mask: Mask, word: impl Fn(usize) -> i32) {
    key.clear();
    key.extend_from_slice(&head);
    let mut rest = mask;
    while rest != 0 {
        key.push(word(rest.trailing_zeros() as usize));
        rest &= rest - 1;
    }
}
