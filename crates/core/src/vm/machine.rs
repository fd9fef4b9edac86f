//! The machine: memory and budgets for running a program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::effects::carry::Carry;
use super::effects::events::{Event, EventWatch};
use super::eval::Native;
use super::eval::evaluator::Eval;
use super::eval::scratch::Scratch;
use super::fault::kind::{Fault, FaultKind, Res};
use super::hidden_parts::hidden::HiddenParts;
use super::lookahead::walk::Lookahead;
use super::menus::memory::PathMemos;
use super::menus::nodes::Merge;
use super::questions::options::{self, Listed};
use super::state::long::LongLists;
use crate::code::{Ask, PC, Pc, Program};

/// Budget of steps between two questions.
const QUESTION_STEPS: u64 = 1_000_000;
/// Budget of answers tried in the lookahead before one question.
const QUESTION_NODES: u64 = 200_000;

/// Runs a program with scratch memory, spare states and budgets. A machine is made for one program. Between calls it keeps
/// counters, events, registers, and a cache for `at once` questions. Results do not depend on the cache.
#[derive(Debug)]
pub struct Machine {
    pub(super) m: Scratch,
    pub(super) watch: EventWatch,
    /// The move that runs.
    pub(super) carry: Carry,
    /// The budgets for each call: steps and lookahead answers.
    pub(super) steps: u64,
    search: u64,
    /// Steps that remain for lookahead beyond those of the run to its next question.
    pub(super) reserve: u64,
    /// Remaining answers of the lookahead budget.
    pub(super) nodes: u64,
    /// Nested searches, and the number in use.
    pub(super) spares: Vec<Lookahead>,
    pub(super) nest: usize,
    /// For each `at once` question and each of its regions the cache; the search over its paths.
    pub(super) memories: Vec<Vec<PathMemos>>,
    pub(super) merge: Merge,
    /// The options of a menu that were listed just before it is asked.
    pub(super) listed: Listed,
    /// The nesting level of the search whose failures are recorded for an explanation.
    pub(super) explain: Option<usize>,
    /// The information that is hidden from the viewer of an explanation.
    pub(super) hidden_parts: Option<HiddenParts>,
    /// Number of operations of the program.
    ops: usize,
    /// For each question, the number of words of an option.
    pub(super) strides: Vec<usize>,
    pub(super) long_lists: LongLists,
    /// Native code for hot expressions, if there is any.
    native: Option<Arc<Native>>,
}

/// Empty caches for a question.
fn memories(ask: &Ask) -> Vec<PathMemos> {
    let regions = ask.at_once.iter().flat_map(|once| &once.regions);
    regions.map(|_| PathMemos::default()).collect()
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: &Program) -> Self {
        Self {
            m: Scratch::new(program),
            watch: EventWatch::default(),
            carry: Carry::default(),
            steps: QUESTION_STEPS,
            search: QUESTION_NODES,
            reserve: 0,
            nodes: QUESTION_NODES,
            spares: Vec::new(),
            nest: 0,
            memories: program.asks.iter().map(memories).collect(),
            merge: Merge::default(),
            listed: Listed::default(),
            explain: None,
            hidden_parts: None,
            ops: program.ops.len(),
            strides: program.asks.iter().map(|ask| options::stride(program, ask)).collect(),
            long_lists: LongLists::new(program),
            native: None,
        }
    }

    /// Runs hot expressions as native code from now on. `native` must belong to the machine's program.
    #[cfg(feature = "native")]
    pub fn enable_jit(&mut self, native: Arc<Native>) {
        self.native = Some(native);
    }

    /// Sets the budgets: steps (operations and values that queries iterate over) between two questions, and answers tried in the
    /// lookahead before a question.
    pub fn budgets(&mut self, steps: u64, search: u64) {
        (self.steps, self.search) = (steps, search);
    }

    /// Shares a budget of steps among all following evaluations, if [`Machine::carry_steps`] is called after each.
    pub fn share_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    /// Continues with the steps that the last evaluation left.
    pub fn carry_steps(&mut self) {
        self.steps = self.m.steps;
    }

    /// Sets, or removes, a flag that interrupts all later calls while it is true: they fail with [`FaultKind::Interrupted`]. It is
    /// read at least every few thousand steps.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.m.interrupt = flag;
    }

    /// Counts how often rules begin and questions are answered, except during lookahead.
    pub fn count(&mut self, on: bool) {
        self.watch.counting = on;
        self.watch.on = self.watch.counting || self.watch.recording;
        self.watch.counts.resize(self.ops, 0);
    }

    /// For each operation that begins a rule, and each question, the number of counted runs.
    pub fn counts(&self) -> &[u64] {
        &self.watch.counts
    }

    /// Records events, except during lookahead.
    pub fn record(&mut self, on: bool) {
        self.watch.recording = on;
        self.watch.on = self.watch.counting || self.watch.recording;
    }

    /// Number of events since the last call of [`Machine::take_events`].
    pub fn event_count(&self) -> usize {
        self.watch.events.len()
    }

    /// Drops all events after the first `count`.
    pub fn drop_events(&mut self, count: usize) {
        self.watch.events.truncate(count);
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.take_events_with_operations().into_iter().map(|(event, _)| event).collect()
    }

    /// The events since the last call, each with the operation that caused it.
    pub fn take_events_with_operations(&mut self) -> Vec<(Event, Pc)> {
        std::mem::take(&mut self.watch.events)
    }

    /// Runs `f` without counters and events.
    pub fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let on = std::mem::take(&mut self.watch.on);
        let done = f(self);
        self.watch.on = on;
        done
    }

    /// Resets the budgets for a call from outside.
    #[inline]
    pub(super) fn begin(&mut self, s: &[i32]) {
        self.m.clear();
        self.m.give_steps(self.steps);
        self.m.interrupted = false;
        self.m.pc = Pc(s[PC] as u32);
        self.nodes = self.search;
    }

    /// Converts the result of a call from outside.
    #[inline]
    pub(super) fn end<T>(&mut self, result: Res<T>) -> Result<T, Fault> {
        if self.m.interrupted {
            // An evaluation may have taken the interrupt for a fault of its own, and gone another way.
            return Err(Fault { kind: FaultKind::Interrupted, pc: self.m.pc, expr: None, full: None });
        }
        result.map_err(|_| self.m.fault)
    }

    #[inline]
    pub(super) fn eval<'a>(&'a mut self, p: &'a Program, s: &'a [i32]) -> Eval<'a> {
        self.m.evaluation += 1;
        Eval { p, exprs: &p.exprs, s, m: &mut self.m, native: self.native.as_deref() }
    }
}
