//! What a machine holds while it runs a program, and its budgets.

use std::sync::Arc;

use super::effects::carry::Carry;
use super::effects::events::{Event, EventWatch};
use super::eval::Native;
use super::eval::evaluator::Eval;
use super::eval::scratch::Scratch;
use super::fault::kind::{Fault, Res};
use super::lookahead::walk::Lookahead;
use super::menus::memory::Memories;
use super::menus::nodes::Merge;
use super::questions::options::{self, Listed};
use super::state::long::LongLists;
use super::veil::hidden::Veil;
use crate::code::{Ask, PC, Pc, Program};

/// Steps between two questions.
const QUESTION_STEPS: u64 = 1_000_000;
/// Answers tried while looking ahead before one question.
const NODES: u64 = 200_000;

/// What runs a program: scratch memory, spare states, budgets. It is made for one program. Between
/// calls it remembers counts, events, registers, and what it found out about questions that are asked at once: what it answers
/// does not depend on that.
#[derive(Debug)]
pub struct Machine {
    pub(super) m: Scratch,
    pub(super) watch: EventWatch,
    /// The move that is under way.
    pub(super) carry: Carry,
    /// The budgets.
    pub(super) steps: u64,
    search: u64,
    /// What is left of looking ahead.
    pub(super) nodes: u64,
    /// Walks, one inside the other, and how many are under way.
    pub(super) spares: Vec<Lookahead>,
    pub(super) nest: usize,
    /// For each question that is asked at once and each of its regions what is remembered; the walk over its ways.
    pub(super) memories: Vec<Vec<Memories>>,
    pub(super) merge: Merge,
    /// The options of a menu that was looked into just before it is asked.
    pub(super) listed: Listed,
    /// The walk whose failures are to be explained.
    pub(super) explain: Option<usize>,
    /// What he does not see who is to be told.
    pub(super) veil: Option<Veil>,
    /// Number of operations of the program.
    ops: usize,
    /// For each question: words of an option.
    pub(super) strides: Vec<usize>,
    pub(super) long_lists: LongLists,
    /// Machine code of what is asked for often, if there is any.
    native: Option<Arc<Native>>,
}

/// What is remembered of a question before it was asked.
fn memories(ask: &Ask) -> Vec<Memories> {
    let regions = ask.at_once.iter().flat_map(|once| &once.regions);
    regions.map(|_| Memories::default()).collect()
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: &Program) -> Self {
        Self {
            m: Scratch::new(program),
            watch: EventWatch::default(),
            carry: Carry::default(),
            steps: QUESTION_STEPS,
            search: NODES,
            nodes: NODES,
            spares: Vec::new(),
            nest: 0,
            memories: program.asks.iter().map(memories).collect(),
            merge: Merge::default(),
            listed: Listed::default(),
            explain: None,
            veil: None,
            ops: program.ops.len(),
            strides: program.asks.iter().map(|ask| options::stride(program, ask)).collect(),
            long_lists: LongLists::new(program),
            native: None,
        }
    }

    /// What is asked for often is answered by machine code from now on, which is that of the machine's program.
    #[cfg(feature = "native")]
    pub fn hasten(&mut self, native: Arc<Native>) {
        self.native = Some(native);
    }

    /// Sets the budgets: steps (operations and values that queries go through) between two questions, answers tried while
    /// looking ahead before one.
    pub fn budgets(&mut self, steps: u64, search: u64) {
        (self.steps, self.search) = (steps, search);
    }

    /// Gives all evaluations that follow these steps together, as long as each is followed by [`Machine::carry_steps`].
    pub fn share_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// What is evaluated next has the steps that the last evaluation has left.
    pub fn carry_steps(&mut self) {
        self.steps = self.m.steps;
    }

    /// Counts how often rules begin and questions are answered, not while looking ahead.
    pub fn count(&mut self, on: bool) {
        self.watch.counting = on;
        self.watch.on = self.watch.counting || self.watch.recording;
        self.watch.counts.resize(self.ops, 0);
    }

    /// Number of runs of each operation with which a rule begins, and of each question, while they were counted.
    pub fn counts(&self) -> &[u64] {
        &self.watch.counts
    }

    /// Records what happens, not while looking ahead.
    pub fn record(&mut self, on: bool) {
        self.watch.recording = on;
        self.watch.on = self.watch.counting || self.watch.recording;
    }

    /// What happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.watch.events)
    }

    /// Does something unseen by counters and events.
    pub fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let on = std::mem::take(&mut self.watch.on);
        let done = f(self);
        self.watch.on = on;
        done
    }

    /// Fresh budgets for a call from outside.
    #[inline]
    pub(super) fn begin(&mut self, s: &[i32]) {
        self.m.clear();
        self.m.steps = self.steps;
        self.m.pc = Pc(s[PC] as u32);
        self.nodes = self.search;
    }

    /// The fault, if there was one.
    #[inline]
    pub(super) fn end<T>(&mut self, result: Res<T>) -> Result<T, Fault> {
        result.map_err(|_| self.m.fault)
    }

    #[inline]
    pub(super) fn eval<'a>(&'a mut self, p: &'a Program, s: &'a [i32]) -> Eval<'a> {
        self.m.evaluation += 1;
        Eval { p, exprs: &p.exprs, s, m: &mut self.m, native: self.native.as_deref() }
    }
}
