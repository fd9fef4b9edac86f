//! Depth-first search over the answers of one player, on copies of the state.

use super::transposition::StateVerdict;
use super::walk::{Fork, Lookahead, LookaheadGoal};
use crate::code::{AskId, DEPTH, PC, Pc, Program};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::halt::Halt;
use crate::vm::machine::Machine;
use crate::vm::questions::options::Options;
use crate::vm::state::position::State;

/// Number of answers that are tried before states enter the transposition table. Most searches succeed at once.
const UNREMEMBERED: u32 = 16;
/// Maximum number of questions on one path.
const MOST_OPEN: usize = 1000;

/// Result of a run to the next question.
enum Leap {
    /// The path succeeds.
    End,
    /// The path succeeds from a state that was seen before.
    Good,
    /// Not finished yet, or failed.
    On,
}

impl Machine {
    /// Explores all paths from `search.work`. `end` is called at the end of each and returns true to stop. Returns true if it was
    /// stopped.
    pub(in crate::vm) fn explore<F>(
        &mut self,
        p: &Program,
        search: &mut Lookahead,
        goal: &mut LookaheadGoal,
        end: &mut F,
    ) -> Res<bool>
    where
        F: FnMut(&mut Self, &mut Lookahead) -> Res<bool>,
    {
        search.open = 0;
        loop {
            let enough = match self.leap(p, search, goal)? {
                Leap::End => end(self, search)?,
                Leap::Good => true,
                Leap::On => false,
            };
            if enough {
                for fork in &search.forks[..search.open] {
                    fork.node.into_iter().for_each(|node| search.seen.good(node));
                }
                return Ok(true);
            }
            if !self.next_path(p, search)? {
                return Ok(false);
            }
        }
    }

    /// Runs to the next question of the path, or to its end.
    fn leap(&mut self, p: &Program, search: &mut Lookahead, goal: &mut LookaheadGoal) -> Res<Leap> {
        let work = search.work.running();
        let halt = self.running(|machine| {
            if machine.hidden_parts.is_some() {
                machine.advance_in_sight(p, work, goal.until, !goal.at_once && !goal.menu)
            } else if goal.at_once {
                machine.advance_through(p, work, goal.until)
            } else if goal.menu {
                machine.advance(p, work, goal.until)
            } else {
                machine.advance_while_can_fail(p, work, goal.until)
            }
        });
        let met = match halt {
            Ok(Halt::Ask(ask)) => self.meet(p, search, goal, ask),
            // A menu that closes before it asks has no action.
            Ok(Halt::Level) if goal.menu => Ok(Leap::On),
            Ok(Halt::Level | Halt::Exit | Halt::Over) => Ok(Leap::End),
            Err(failed) => Err(failed),
        };
        if met.is_err() && self.m.fault.kind.is_failure() {
            self.m.clear();
            self.note_failure(p, search);
            return Ok(Leap::On);
        }
        met
    }

    /// Handles a question: the end of the path, or a fork.
    fn meet(&mut self, p: &Program, search: &mut Lookahead, goal: &mut LookaheadGoal, ask: AskId) -> Res<Leap> {
        self.asked_in_sight(p, search.work.words(), ask)?;
        let ends = self.is_end(p, search.work.words(), goal, ask)?;
        if !ends || goal.menu {
            self.options_in_sight(p, search.work.words(), ask)?;
        }
        if ends {
            if goal.at_once {
                return self.m.fail(FaultKind::AtOnce, None);
            }
            let good = !goal.menu || self.has_action(p, &search.work, ask)?;
            return Ok(if good { Leap::End } else { Leap::On });
        }
        if let Some(leap) = self.decided_before(p, search, goal, ask)? {
            return Ok(leap);
        }
        let node = if search.tried < UNREMEMBERED {
            None
        } else {
            match search.seen.meet(search.work.words()) {
                StateVerdict::New(node) => node,
                StateVerdict::Good => return Ok(Leap::Good),
                StateVerdict::Known => return Ok(Leap::On),
            }
        };
        if search.open == MOST_OPEN {
            return self.m.fail(FaultKind::Search, None);
        }
        if search.open == search.forks.len() {
            search.forks.push(Fork { state: State::default(), options: Options::default(), next: 0, ask, node });
        }
        let fork = &mut search.forks[search.open];
        (fork.ask, fork.node, fork.next) = (ask, node, 0);
        fork.options.clear();
        let (all, ahead) = (goal.at_once, !goal.at_once && self.explain.is_none());
        for (number, _) in p.asks[ask.index()].arms.iter().enumerate().filter(|(_, arm)| all || !arm.sure) {
            self.candidates_of(p, search.work.words(), ask, number, ahead, &mut fork.options)?;
        }
        if fork.options.is_empty() {
            return self.m.fail(FaultKind::NothingToChoose, None);
        }
        // "done" comes last and is tried first, because most actions can be finished at once. Explanations and lists of paths keep
        // the order of the rules.
        if !goal.at_once && self.explain.is_none() {
            fork.options.turn_round();
        }
        std::mem::swap(&mut fork.state, &mut search.work);
        search.open += 1;
        Ok(Leap::On)
    }

    /// The outcome of a question if it is known without trying its answers.
    fn decided_before(
        &mut self,
        p: &Program,
        search: &Lookahead,
        goal: &mut LookaheadGoal,
        ask: AskId,
    ) -> Res<Option<Leap>> {
        let (code, leap) = (&p.asks[ask.index()], |good| if good { Leap::End } else { Leap::On });
        if std::mem::take(&mut goal.next) && code.at_once.is_none() {
            return self.list_before(p, &search.work, ask, |_| true).map(|some| Some(leap(some)));
        }
        if goal.at_once {
            return Ok(None);
        }
        match self.offers(p, search.work.words(), ask, false, |_| true)? {
            Some(true) => return Ok(Some(Leap::End)),
            Some(false) if self.explain.is_none() => return Ok(Some(Leap::On)),
            _ => {}
        }
        let condition = code.necessary.filter(|_| self.explain.is_none());
        let fails =
            condition.is_some_and(|condition| self.eval(p, search.work.words()).try_holds(condition) == Some(false));
        Ok(fails.then_some(Leap::On))
    }

    /// True if the question of a menu offers an action.
    fn has_action(&mut self, p: &Program, s: &State, ask: AskId) -> Res<bool> {
        let code = &p.asks[ask.index()];
        if let Some(at_once) = &code.at_once {
            return self.has_action_path(p, s, ask, at_once);
        }
        // In play the menu is asked next, so all its options are needed.
        if self.nest == 1 {
            return self.list_before(p, s, ask, |arm| arm.begins);
        }
        let goal = self.goal(p, s.words(), ask)?;
        if let Some(found) = self.offers(p, s.words(), ask, goal.is_none(), |arm| arm.begins)? {
            return Ok(found);
        }
        let Some(mut goal) = goal else {
            return Ok(false);
        };
        let mut options = Options::default();
        self.looking(|machine, search| {
            for (number, _) in code.arms.iter().enumerate().filter(|(_, arm)| arm.begins) {
                options.clear();
                machine.candidates_of(p, s.words(), ask, number, true, &mut options)?;
                for action in options.doubtful.iter().map(|&at| options.get(at as usize)) {
                    machine.long_lists.copy(s.words(), &mut search.work);
                    machine.apply(p, search.work.running(), ask, action)?;
                    if machine.can_finish(p, search, &mut goal)? {
                        return Ok(true);
                    }
                }
            }
            Ok(false)
        })
    }

    /// True if lookahead ends at a question: chance, another player, another extent, another part of a `together` block.
    pub(in crate::vm) fn is_end(&mut self, p: &Program, s: &[i32], goal: &mut LookaheadGoal, ask: AskId) -> Res<bool> {
        let Some(who) = p.asks[ask.index()].who else {
            return Ok(true);
        };
        if s[DEPTH] <= goal.until.level {
            return Ok(true);
        }
        let block = |at: Pc| p.together_around(at).map(|block| block.part);
        let entered = block(Pc(s[PC] as u32));
        if entered.is_some() && entered != block(goal.origin) {
            return Ok(true);
        }
        let player = self.eval(p, s).number(who)?;
        Ok(*goal.player.get_or_insert(player) != player)
    }

    /// Takes the next untried answer. Returns false if there is none.
    fn next_path(&mut self, p: &Program, search: &mut Lookahead) -> Res<bool> {
        loop {
            let Some(last) = search.open.checked_sub(1) else {
                return Ok(false);
            };
            let fork = &mut search.forks[last];
            let left = fork.options.len() - fork.next;
            if left == 0 {
                search.open -= 1;
                continue;
            }
            self.m.pc = Pc(fork.state.words()[PC] as u32);
            self.node()?;
            if left == 1 {
                std::mem::swap(&mut fork.state, &mut search.work);
            } else {
                self.long_lists.copy(fork.state.words(), &mut search.work);
            }
            let option = fork.options.get(fork.next);
            fork.next += 1;
            search.tried = search.tried.saturating_add(1);
            self.apply(p, search.work.running(), fork.ask, option)?;
            return Ok(true);
        }
    }

    /// Takes one answer from the budget.
    pub(in crate::vm) fn node(&mut self) -> Res<()> {
        if self.nodes == 0 {
            return self.m.fail(FaultKind::Search, None);
        }
        self.nodes -= 1;
        Ok(())
    }
}
