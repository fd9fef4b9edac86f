//! Exploration of an `at once` menu as a graph. Positions that agree in the relevant words are one node, so common parts of paths
//! are explored once.
//!
//! A *node* is a position at a question. The outcome of a position depends only on the words that are read between it and the ends
//! of its paths. These reads are recorded during the exploration. A later position that agrees in these words is the same node. A
//! shown value that no step has changed yet is *open* in the node's ends, and is filled in on the way back.
//!
//! Example: a die is chosen (1 or 2), then a rider moves that many steps on a square of four towns, A to D. The die and the final
//! town are shown. Steps read only two words: the town and the number of steps left. From A with 2 steps left the rider gets to B
//! or D with 1 left, then to A or C with none. The steps do not read the die, so it is open in the ends "at A" and "at C" of these
//! nodes. It is filled in at the root node, where the die was chosen. The result for "B with 1 left" is reused for the other die,
//! on other paths, and at later questions.
//!
//! The [`Region`] from lowering has the read and write sets. Options and their order are those of a plain search. If there is no
//! region, or paths are too long, each path is tried by itself. `docs/performance.md` lists what each optimisation saves.

use super::at_once::through;
use super::memory::{LEAF, NodeEnd, PathMemos};
use super::nodes::{Merge, NodeStep, UseState, restore};
use crate::code::{ArmReads, AskId, AtOnce, PC, Pc, Program, Region, SingleUse};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::halt::{Halt, HaltAt};
use crate::vm::lookahead::walk::LookaheadGoal;
use crate::vm::machine::Machine;
use crate::vm::questions::options::Options;
use crate::vm::state::bits::FineReads;
use crate::vm::state::position::State;

/// Maximum length of a path. Longer paths are searched plainly, since they may be cyclic.
const LONGEST_PATH: usize = 64;
/// Maximum number of shown values.
const MOST_SHOWN: usize = 32;

/// Result of a step.
enum StepEnd {
    /// It leads to a known node or to an end.
    Known(u32),
    /// It leads to a new node, which is open now.
    New,
    /// It fails.
    Nothing,
    /// The path is too long.
    TooDeep,
}

impl Machine {
    /// Lists the options of an `at once` question. Returns false if it must be searched plainly.
    pub(super) fn merged_options(
        &mut self,
        p: &Program,
        s: &State,
        (ask, at_once): (AskId, &AtOnce),
        (region, memories): (&Region, &mut PathMemos),
        out: &mut Options,
    ) -> Res<bool> {
        let Some(who) = p.asks[ask.index()].who.filter(|_| at_once.shown.len() <= MOST_SHOWN) else {
            return Ok(false);
        };
        let player = Some(self.eval(p, s.words()).number(who)?);
        let origin = Pc(s.words()[PC] as u32);
        let mut goal =
            LookaheadGoal { until: through(at_once), player, origin, at_once: true, menu: false, next: false };
        let mut merge = std::mem::take(&mut self.merge);
        merge.begin(s, memories.take(region, at_once.shown.len(), s.words()));
        let budget = (self.nodes, self.m.steps);
        self.m.bits.begin(region);
        let found = self.looking(|machine, _| machine.merge_all(p, (region, at_once), &mut goal, &mut merge, out));
        self.m.bits.end();
        memories.store(std::mem::take(&mut merge.memory));
        self.merge = merge;
        if matches!(found, Ok(false)) {
            self.nodes = budget.0;
            self.m.give_steps(budget.1);
        }
        found
    }

    fn merge_all(
        &mut self,
        p: &Program,
        (region, at_once): (&Region, &AtOnce),
        goal: &mut LookaheadGoal,
        merge: &mut Merge,
        out: &mut Options,
    ) -> Res<bool> {
        merge.work.running()[PC] += 1;
        let mut step = NodeStep::default();
        let mut step_end = self.run_to_question(p, region, (goal, None), merge, &mut step)?;
        let mut start: Vec<i32> = Vec::new();
        if matches!(step_end, StepEnd::New | StepEnd::Known(_)) {
            for &shown in &at_once.shown {
                start.push(self.eval(p, merge.work.words()).word(shown)?);
            }
        }
        loop {
            match step_end {
                StepEnd::TooDeep => return Ok(false),
                StepEnd::New | StepEnd::Nothing => {}
                StepEnd::Known(node) if merge.open == 0 => {
                    merge.memory.options(node, &start, out);
                    return Ok(true);
                }
                StepEnd::Known(node) => self.add_child_ends(p, (region, at_once), merge, node)?,
            }
            let Some(top) = merge.open.checked_sub(1) else {
                out.clear();
                out.stride = 1 + at_once.shown.len();
                return Ok(true);
            };
            if merge.frames[top].next == merge.frames[top].options.len() {
                let node = merge.close(region);
                if merge.memory.is_too_large() {
                    return self.m.fail(FaultKind::Search, None);
                }
                step_end = StepEnd::Known(node);
                continue;
            }
            self.m.pc = Pc(merge.frames[top].found.pc as u32);
            self.node()?;
            step_end = self.try_next(p, region, goal, merge)?;
        }
    }

    /// Tries the next answer of the innermost open node.
    fn try_next(&mut self, p: &Program, region: &Region, goal: &mut LookaheadGoal, merge: &mut Merge) -> Res<StepEnd> {
        let top = merge.open - 1;
        let frame = &mut merge.frames[top];
        let option = frame.options.get(frame.next);
        let answer = merge.memory.answer(frame.ask.0, option);
        frame.next += 1;
        let Some(arm) = region.asked(frame.ask).map(|ask| &ask.arms[option[0] as usize]) else {
            return Ok(StepEnd::TooDeep);
        };
        if let Some(single_use) = arm.single_use.as_ref().filter(|single_use| frame.differs_in_single_use(single_use))
            && let Some(child) = self.reused_child(p, region, single_use, merge)
        {
            let step = &mut merge.frames[top].step;
            (step.answer, step.again) = (answer, true);
            return Ok(StepEnd::Known(child));
        }
        let frame = &mut merge.frames[top];
        restore(region, frame, merge.work.running());
        let option = frame.options.get(frame.next - 1);
        self.apply(p, merge.work.running(), frame.ask, option)?;
        let ArmReads { stores, single_use, .. } = arm;
        let mut step =
            NodeStep { answer, reads: stores.reads, may: stores.may, must: stores.must, ..NodeStep::default() };
        let step_end = self.run_to_question(p, region, (goal, single_use.as_ref()), merge, &mut step);
        let frame = &mut merge.frames[top];
        if !single_use.as_ref().is_some_and(|single_use| frame.differs_in_single_use(single_use)) {
            frame.siblings.clear();
        }
        frame.step = step;
        if !matches!(step_end, Ok(StepEnd::Known(_) | StepEnd::New)) {
            frame.found.reads |= step.reads;
            frame.found.looked.join(&step.looked);
            frame.step.use_state = UseState::Not;
        }
        step_end
    }

    /// Handles an answer that differs from the last one in a single-use value only. Returns the node that it leads to, if known.
    /// The work state is the position after the last answer and becomes the one after this answer.
    fn reused_child(&mut self, p: &Program, region: &Region, single_use: &SingleUse, merge: &mut Merge) -> Option<u32> {
        let top = merge.open - 1;
        let frame = &merge.frames[top];
        let words = merge.work.running();
        let (pc, before) = (words[PC], words[single_use.value as usize]);
        (words[PC], words[single_use.value as usize]) =
            (single_use.at.0 as i32, frame.options.get(frame.next - 1)[single_use.number]);
        let done = self.advance(p, words, HaltAt { exit: Pc(single_use.at.0 + 1), ..HaltAt::ASK });
        (words[PC], words[single_use.value as usize]) = (pc, before);
        let looked = self.m.bits.take();
        merge.frames[top].found.looked.join(&looked);
        if done.is_err() {
            self.m.clear();
            return None;
        }
        let words = merge.work.words();
        let alike = |child: &&u32| match merge.memory.nodes.get(**child as usize) {
            Some(node) => !region.in_mask(node.reads, single_use.word) && merge.memory.is_like(node, p, region, words),
            None => true,
        };
        merge.frames[top].siblings.iter().find(alike).copied()
    }

    /// Runs to the next question, or to the end of the path.
    fn run_to_question(
        &mut self,
        p: &Program,
        region: &Region,
        (goal, single_use): (&mut LookaheadGoal, Option<&SingleUse>),
        merge: &mut Merge,
        step: &mut NodeStep,
    ) -> Res<StepEnd> {
        let open = merge.open;
        let halted = self.run_recording(p, region, (goal.until, single_use), merge.work.running(), step);
        let step_end = match halted {
            Ok(Some(ask)) => self.find_or_open(p, region, goal, merge, ask),
            Ok(None) => Ok(StepEnd::Known(LEAF)),
            Err(failed) => Err(failed),
        };
        if step_end.is_err() && self.m.fault.kind.is_failure() {
            self.m.clear();
            return Ok(if merge.open == open { StepEnd::Nothing } else { StepEnd::TooDeep });
        }
        step_end
    }

    /// Runs to the next question (`None`: the end) and records what is read and written.
    fn run_recording(
        &mut self,
        p: &Program,
        region: &Region,
        (until, single_use): (HaltAt, Option<&SingleUse>),
        words: &mut [i32],
        step: &mut NodeStep,
    ) -> Res<Option<AskId>> {
        self.m.bits.take();
        loop {
            let halted = self.advance_recording(p, words, until, &mut |pc| {
                let touch = region.touch(pc);
                step.reads |= touch.reads & !step.must;
                step.may |= touch.may;
                step.must |= touch.must;
                if let Some(single_use) = single_use {
                    step.use_state.ran(single_use, Pc(pc));
                }
            });
            step.looked.join(&self.m.bits.take());
            match halted? {
                Halt::Ask(ask) if p.asks[ask.index()].at_once.is_some() => words[PC] += 1,
                Halt::Ask(ask) => return Ok(Some(ask)),
                _ => return Ok(None),
            }
        }
    }

    /// Handles a question: finds its node, or opens a new one.
    fn find_or_open(
        &mut self,
        p: &Program,
        region: &Region,
        goal: &mut LookaheadGoal,
        merge: &mut Merge,
        ask: AskId,
    ) -> Res<StepEnd> {
        if merge.open == LONGEST_PATH {
            return Ok(StepEnd::TooDeep);
        }
        let Some(code) = region.asked(ask) else {
            return Ok(StepEnd::TooDeep);
        };
        if let Some(node) = merge.find(p, region, code.recurs) {
            return Ok(StepEnd::Known(node));
        }
        if self.is_end(p, merge.work.words(), goal, ask)? {
            return self.m.fail(FaultKind::AtOnce, None);
        }
        merge.enter(region, ask, code.recurs);
        let frame = &mut merge.frames[merge.open - 1];
        frame.found.reads = code.who;
        frame.found.looked = FineReads::default();
        frame.options.clear();
        frame.options.stride = self.strides[ask.index()];
        for (number, arm) in code.arms.iter().enumerate() {
            let mut open = true;
            for &(when, reads) in &arm.when {
                frame.found.reads |= reads;
                open = self.eval(p, merge.work.words()).holds(when)?;
                if !open {
                    break;
                }
            }
            if open {
                frame.found.reads |= arm.query;
                self.arm_candidates(p, merge.work.words(), ask, number, false, &mut frame.options)?;
            }
        }
        frame.found.looked.join(&self.m.bits.take());
        Ok(StepEnd::New)
    }

    /// Adds the ends of the child node to the innermost open node.
    fn add_child_ends(
        &mut self,
        p: &Program,
        (region, at_once): (&Region, &AtOnce),
        merge: &mut Merge,
        child: u32,
    ) -> Res<()> {
        let top = merge.open - 1;
        let step = merge.frames[top].step;
        let all = if at_once.shown.is_empty() { 0 } else { u32::MAX >> (32 - at_once.shown.len()) };
        let (reads, looked, open, count) = match merge.memory.nodes.get(child as usize) {
            Some(node) => (node.reads, node.looked, node.open, node.count),
            None => (0, FineReads::default(), all, 1),
        };
        let frame = &mut merge.frames[top];
        // The first answer of the group has read the same.
        if !step.again {
            if step.use_state == UseState::There {
                frame.siblings.push(child);
            }
            frame.found.reads |= step.reads | (reads & !step.must);
            frame.found.looked.join(&step.looked);
            frame.found.looked.join(&looked.outside(step.must, region));
        }
        let mut filled = 0;
        merge.end.clear();
        for (at, (&e, &reads)) in at_once.shown.iter().zip(&region.shown).enumerate() {
            let mut value = 0;
            if open >> at & 1 == 1 && reads & step.may != 0 {
                filled |= 1 << at;
                value = self.eval(p, merge.work.words()).word(e)?;
                merge.frames[top].found.reads |= reads & !step.must;
            }
            merge.end.push(value);
        }
        let Merge { memory, frames, end: values, .. } = merge;
        let frame = &mut frames[top];
        frame.found.open |= open & !filled;
        let first = memory.nodes.get(child as usize).map(|node| node.first);
        for at in 0..count {
            let end = first.map_or(0, |first| memory.lists[(first + at) as usize].end);
            let end = memory.ends.filled(end, filled, values);
            frame.add(NodeEnd { end, answer: step.answer, child, at });
        }
        Ok(())
    }
}
