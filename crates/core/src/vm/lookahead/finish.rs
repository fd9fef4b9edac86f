//! Lookahead before an option is offered: can the action be finished?

use super::walk::{Lookahead, LookaheadGoal};
use crate::code::{AskId, DEPTH, Op, PC, Pc, Program};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::halt::HaltAt;
use crate::vm::machine::Machine;
use crate::vm::questions::options::Options;
use crate::vm::state::position::State;

/// Budget of all lookahead before one question, as a multiple of the budget between two questions.
const MORE_STEPS: u64 = 64;
/// Maximum depth of nested lookahead.
const MOST_NESTED: usize = 32;

impl Machine {
    /// The goal of the lookahead for a question's options. `None` if they need none.
    #[inline(always)]
    pub(in crate::vm) fn goal(&mut self, p: &Program, s: &[i32], ask: AskId) -> Res<Option<LookaheadGoal>> {
        let code = &p.asks[ask.index()];
        let Some(who) = code.who.filter(|_| code.search) else {
            return Ok(None);
        };
        if code.at_once.is_none() && s[DEPTH] <= 0 && !code.arms.iter().any(|arm| arm.begins) {
            return Ok(None);
        }
        let origin = Pc(s[PC] as u32);
        // Code after a `together` block reads the others' answers, which are not known yet.
        let exit = p.together_around(origin).map_or(HaltAt::ASK.exit, |block| block.part);
        Ok(Some(LookaheadGoal {
            until: HaltAt { level: 0, exit },
            player: Some(self.eval(p, s).number(who)?),
            origin,
            at_once: false,
            menu: false,
            next: false,
        }))
    }

    /// Removes those doubtful options that cannot be finished.
    pub(in crate::vm) fn filter(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        mut goal: LookaheadGoal,
        out: &mut Options,
    ) -> Res<()> {
        self.looking(|machine, search| {
            let (mut kept, mut doubtful) = (0, 0);
            for at in 0..out.len() {
                let doubt = out.doubtful.get(doubtful) == Some(&(at as u32));
                if doubt {
                    doubtful += 1;
                    machine.long_lists.copy(s.words(), &mut search.work);
                    machine.apply(p, search.work.running(), ask, out.get(at))?;
                }
                if !doubt || machine.can_finish(p, search, &mut goal)? {
                    out.put(at, kept);
                    kept += 1;
                }
            }
            out.truncate(kept);
            out.doubtful.clear();
            Ok(())
        })
    }

    /// True if an action can be finished from `search.work`.
    pub(in crate::vm) fn can_finish(
        &mut self,
        p: &Program,
        search: &mut Lookahead,
        goal: &mut LookaheadGoal,
    ) -> Res<bool> {
        self.node()?;
        self.explore(p, search, goal, &mut |_, _| Ok(true))
    }

    /// True if the code after the current operation can be finished; for a `menu`, if it has an action.
    pub(in crate::vm) fn probe(&mut self, p: &Program, s: &[i32], menu: bool) -> Res<bool> {
        let (is_asked_next, but) = match p.ops[s[PC] as usize] {
            Op::Can { slot, later_return, .. } => (later_return.is_some(), later_return.map(|back| [slot, back])),
            _ => (true, None),
        };
        let mut goal = LookaheadGoal {
            until: HaltAt { level: s[DEPTH], ..HaltAt::ASK },
            player: None,
            origin: Pc(s[PC] as u32),
            at_once: false,
            menu,
            next: is_asked_next
                && !menu
                && s[DEPTH] == 0
                && self.nest == 0
                && self.hidden_parts.is_none()
                && self.explain.is_none(),
        };
        self.listed.ask = None;
        let can = self.looking(|machine, search| {
            search.work.copy_from(s);
            search.work.running()[PC] += 1;
            machine.can_finish(p, search, &mut goal)
        });
        self.listed.but = but;
        can
    }

    /// Runs to a question with at most the steps that play has for that: a run that needs more would be a fault there, too.
    pub(super) fn running<T>(&mut self, run: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let all = self.m.steps;
        let own = all.min(self.steps);
        self.reserve = all - own;
        self.m.give_steps(own);
        let ran = run(self);
        let left = self.m.steps + std::mem::take(&mut self.reserve);
        self.m.give_steps(left);
        ran
    }

    /// Runs a search of its own, without counters and events. The outermost search gets a budget of its own.
    pub(in crate::vm) fn looking<T>(&mut self, f: impl FnOnce(&mut Self, &mut Lookahead) -> Res<T>) -> Res<T> {
        if self.nest == MOST_NESTED {
            return self.m.fail(FaultKind::Search, None);
        }
        if self.nest == self.spares.len() {
            self.spares.push(Lookahead::default());
        }
        let (steps, reserve, pc) = (self.m.steps, std::mem::take(&mut self.reserve), self.m.pc);
        let watching = std::mem::take(&mut self.watch.on);
        let outermost = self.nest == 0;
        self.m.give_steps(if outermost { self.steps.saturating_mul(MORE_STEPS) } else { steps + reserve });
        let mut search = std::mem::take(&mut self.spares[self.nest]);
        search.seen.clear();
        search.tried = 0;
        self.nest += 1;
        let result = f(self, &mut search);
        self.nest -= 1;
        self.spares[self.nest] = search;
        let left = if outermost { steps } else { self.m.steps };
        self.m.give_steps(left.min(steps));
        self.reserve = left - left.min(steps);
        self.watch.on = watching;
        self.m.pc = pc;
        result
    }
}
