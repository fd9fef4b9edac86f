//! Option lists, and the answers that make up options of `at once` questions.

use crate::code::{Ask, AskId, Op, Program, Slot};
use crate::vm::state::position::State;

/// A list of options: rows of `stride` words, each the number of the arm, then the values of its names, padded with 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Number of words of an option.
    pub stride: usize,
    /// All words.
    pub words: Vec<i32>,
    /// The weight of each option for chance; 1 elsewhere.
    pub weights: Vec<u32>,
    /// The options that need lookahead.
    pub(in crate::vm) doubtful: Vec<u32>,
    /// For `at once` questions, the answers that make up each option.
    pub(in crate::vm) paths: OptionPaths,
}

/// For each option of an `at once` question, the answers that lead to it: for each answer the number of its question, then the
/// words of the option.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::vm) struct OptionPaths {
    pub(in crate::vm) words: Vec<i32>,
    pub(in crate::vm) ends: Vec<u32>,
}

impl OptionPaths {
    /// The answers of an option.
    pub(in crate::vm) fn get(&self, at: usize) -> &[i32] {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[from as usize..self.ends[at] as usize]
    }
}

impl Options {
    /// Number of options.
    #[inline]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// True if there are no options.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The option at an index.
    #[inline]
    pub fn get(&self, at: usize) -> &[i32] {
        &self.words[at * self.stride..(at + 1) * self.stride]
    }

    /// Removes all options, but keeps the allocation.
    pub fn clear(&mut self) {
        self.words.clear();
        self.weights.clear();
        self.doubtful.clear();
        self.paths.words.clear();
        self.paths.ends.clear();
    }

    /// All options in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Ends an option whose words have been pushed, padding it with 0.
    #[inline]
    pub(in crate::vm) fn close(&mut self, weight: u32) {
        self.weights.push(weight);
        let words = self.weights.len() * self.stride;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// Reverses the order.
    pub(in crate::vm) fn turn_round(&mut self) {
        let (stride, len) = (self.stride, self.len());
        for at in 0..len / 2 {
            let (front, back) = self.words.split_at_mut((len - 1 - at) * stride);
            front[at * stride..][..stride].swap_with_slice(&mut back[..stride]);
        }
        self.weights.reverse();
    }

    /// Moves the option at `from` to `to`, which is not after it.
    pub(in crate::vm) fn put(&mut self, from: usize, to: usize) {
        let stride = self.stride;
        self.words.copy_within(from * stride..(from + 1) * stride, to * stride);
        self.weights[to] = self.weights[from];
    }

    pub(in crate::vm) fn truncate(&mut self, len: usize) {
        self.words.truncate(len * self.stride);
        self.weights.truncate(len);
    }

    /// Merges equal options from `start` on. With `weigh` their weights are added.
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

/// Answers: for each the state before it, its question, its option.
pub type Steps = Vec<(State, AskId, Vec<i32>)>;

/// Number of words of an option of the question.
pub(in crate::vm) fn stride(p: &Program, ask: &Ask) -> usize {
    let queries = ask.arms.iter().filter_map(|arm| arm.query);
    1 + queries.map(|query| p.queries[query.index()].width()).max().unwrap_or(0)
}

/// The options of a question that were listed before it is asked.
#[derive(Debug, Default)]
pub(in crate::vm) struct Listed {
    pub(in crate::vm) ask: Option<AskId>,
    pub(in crate::vm) state: State,
    /// Two words in which the state at the question may differ, because nothing reads them there: the result of [`Op::Can`], and
    /// the return address of the rule (the end of the extent both times).
    pub(in crate::vm) but: Option<[Slot; 2]>,
    pub(in crate::vm) options: Options,
}

impl Listed {
    /// Moves the options to `out` if they are those of this question.
    #[inline]
    pub(in crate::vm) fn take(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> bool {
        let found = self.ask == Some(ask) && self.are_of(p, s.words());
        if found {
            std::mem::swap(&mut self.options, out);
            self.ask = None;
        }
        found
    }

    /// True if they are the options at a position.
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
