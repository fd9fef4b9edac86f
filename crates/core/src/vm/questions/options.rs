//! Options, and how those of questions that are asked at once come about.

use crate::code::{Ask, AskId, Op, Program, Slot};
use crate::vm::state::position::State;

/// Options: rows of `stride` words, each the number of the arm, then the values of its names, filled up with 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Words of an option.
    pub stride: usize,
    /// All words.
    pub words: Vec<i32>,
    /// How likely each is, where nobody owns the question; 1 elsewhere.
    pub weights: Vec<u32>,
    /// Those of which it is not known yet whether they can be finished.
    pub(in crate::vm) doubtful: Vec<u32>,
    /// Of questions that are asked at once: how each option comes about.
    pub(in crate::vm) ways: OptionWays,
}

/// For each option of a question that is asked at once the answers that lead to it: for each answer the number of its question,
/// then the words of the option.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::vm) struct OptionWays {
    pub(in crate::vm) words: Vec<i32>,
    pub(in crate::vm) ends: Vec<u32>,
}

impl OptionWays {
    /// The answers of the option number `at`.
    pub(in crate::vm) fn get(&self, at: usize) -> &[i32] {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[from as usize..self.ends[at] as usize]
    }
}

impl Options {
    /// Number of them.
    #[inline]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, at: usize) -> &[i32] {
        &self.words[at * self.stride..(at + 1) * self.stride]
    }

    /// Forgets all, keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.weights.clear();
        self.doubtful.clear();
        self.ways.words.clear();
        self.ways.ends.clear();
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Ends an option whose words have been pushed.
    #[inline]
    pub(in crate::vm) fn close(&mut self, weight: u32) {
        self.weights.push(weight);
        let words = self.weights.len() * self.stride;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// The last becomes the first.
    pub(in crate::vm) fn turn_round(&mut self) {
        let (stride, len) = (self.stride, self.len());
        for at in 0..len / 2 {
            let (front, back) = self.words.split_at_mut((len - 1 - at) * stride);
            front[at * stride..][..stride].swap_with_slice(&mut back[..stride]);
        }
        self.weights.reverse();
    }

    /// Puts the option `from` at `to`, before it.
    pub(in crate::vm) fn put(&mut self, from: usize, to: usize) {
        let stride = self.stride;
        self.words.copy_within(from * stride..(from + 1) * stride, to * stride);
        self.weights[to] = self.weights[from];
    }

    pub(in crate::vm) fn truncate(&mut self, len: usize) {
        self.words.truncate(len * self.stride);
        self.weights.truncate(len);
    }

    /// Makes equal options from `start` on one; their weights add up where `weigh`.
    pub(in crate::vm) fn merge(&mut self, start: usize, weigh: bool) {
        let mut kept = start;
        for at in start..self.len() {
            match (start..kept).find(|&before| self.get(before) == self.get(at)) {
                Some(before) if weigh => {
                    self.weights[before] = self.weights[before].saturating_add(self.weights[at]);
                }
                Some(_) => {}
                None => {
                    self.put(at, kept);
                    kept += 1;
                }
            }
        }
        self.truncate(kept);
    }
}

/// Answers: the state before each, its question, its option.
pub type Steps = Vec<(State, AskId, Vec<i32>)>;

/// Number of words of an option of the question's arms.
pub(in crate::vm) fn stride(p: &Program, ask: &Ask) -> usize {
    let queries = ask.arms.iter().filter_map(|arm| arm.query);
    1 + queries.map(|query| p.queries[query.index()].width()).max().unwrap_or(0)
}

/// The options of a question, found before it is asked.
#[derive(Debug, Default)]
pub(in crate::vm) struct Listed {
    pub(in crate::vm) ask: Option<AskId>,
    pub(in crate::vm) state: State,
    /// Two words in which the state at the question may differ, since nothing reads them there: what [`Op::Can`] found, and where the
    /// rule returns to, which is the end of the extent both times.
    pub(in crate::vm) but: Option<[Slot; 2]>,
    pub(in crate::vm) options: Options,
}

impl Listed {
    /// Gives them away if they are those of this question.
    #[inline]
    pub(in crate::vm) fn take(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> bool {
        let found = self.ask == Some(ask) && self.are_of(p, s.words());
        if found {
            std::mem::swap(&mut self.options, out);
            self.ask = None;
        }
        found
    }

    /// Whether they are the options at a position.
    fn are_of(&mut self, p: &Program, s: &[i32]) -> bool {
        let Some([found, back]) = self.but else { return self.state.words() == s };
        let ends = |back: i32| matches!(p.ops.get(back as usize), Some(Op::End));
        let state = self.state.running();
        if !ends(state[back as usize]) || !ends(s[back as usize]) {
            return false;
        }
        for slot in [found, back] {
            state[slot as usize] = s[slot as usize];
        }
        state == s
    }
}
