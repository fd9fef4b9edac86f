//! Menus that are asked at once: all ways through are walked on copies; those that show the same values are one option.

use super::fault::{FaultKind, Res};
use super::machine::Machine;
use super::options::Options;
use super::run::Until;
use super::search::{Goal, Search};
use super::state::State;
use crate::code::{AskId, AtOnce, DEPTH, ExprId, PC, Pc, Program};

impl Machine {
    /// What the ways show: of several that show the same, the first counts that can be finished.
    pub(super) fn ways(&mut self, p: &Program, s: &State, ask: AskId, at_once: &AtOnce, out: &mut Options) -> Res<()> {
        out.clear();
        out.stride = 1 + at_once.shown.len();
        let goal = self.goal(p, s.words(), ask)?;
        self.walk(p, s, ask, at_once, &mut |machine, search| {
            let at = out.len();
            machine.m.spend(at as u64)?;
            out.words.push(0);
            machine.shown(p, search, &at_once.shown, &mut out.words)?;
            out.close(1);
            let new = (0..at).all(|before| out.get(before) != out.get(at));
            if !new || !machine.remains(p, search, goal)? {
                out.truncate(at);
            }
            Ok(false)
        })?;
        Ok(())
    }

    /// Goes the way that shows `option`, to the operation behind the menu; whether there is one.
    pub(super) fn go_way(
        &mut self,
        p: &Program,
        s: &mut State,
        ask: AskId,
        at_once: &AtOnce,
        option: &[i32],
    ) -> Res<bool> {
        let watching = self.watch.on;
        let mut shown = Vec::with_capacity(at_once.shown.len());
        let mut answers: Vec<(AskId, Vec<i32>)> = Vec::new();
        let mut reached = None;
        let goal = self.goal(p, s.words(), ask)?;
        let found = self.walk(p, s, ask, at_once, &mut |machine, search| {
            shown.clear();
            machine.shown(p, search, &at_once.shown, &mut shown)?;
            if shown != option[1..] || !machine.remains(p, search, goal)? {
                return Ok(false);
            }
            if watching {
                answers.extend(search.answers().map(|(ask, option)| (ask, option.to_vec())));
            } else {
                reached = Some(search.work.clone());
            }
            Ok(true)
        })?;
        if let Some(reached) = reached {
            *s = reached;
        }
        for (ask, option) in answers {
            self.watch.ran(Pc(s.words()[PC] as u32));
            self.apply(p, s.words_mut(), ask, &option)?;
            self.advance(p, s.words_mut(), through(at_once))?;
        }
        Ok(found)
    }

    /// Walks the ways through the menu; `end` is called behind it.
    fn walk<F>(&mut self, p: &Program, s: &State, ask: AskId, at_once: &AtOnce, end: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self, &mut Search) -> Res<bool>,
    {
        let player = match p.asks[ask.index()].who {
            Some(who) => Some(self.eval(p, s.words()).number(who)?),
            None => return self.m.fail(FaultKind::AtOnce, None),
        };
        let mut goal = Goal { until: through(at_once), player, origin: Pc(s.words()[PC] as u32), at_once: true };
        self.looking(|machine, search| {
            search.work.clone_from(s);
            machine.explore(p, search, &mut goal, end)
        })
    }

    fn shown(&mut self, p: &Program, search: &Search, shown: &[ExprId], out: &mut Vec<i32>) -> Res<()> {
        for &e in shown {
            out.push(self.eval(p, search.work.words()).word(e)?);
        }
        Ok(())
    }

    /// Whether what follows a way can be finished.
    fn remains(&mut self, p: &Program, search: &Search, goal: Option<Goal>) -> Res<bool> {
        let s = &search.work;
        let Some(mut goal) = goal.filter(|_| s.words()[DEPTH] > 0) else {
            return Ok(true);
        };
        self.looking(|machine, search| {
            search.work.clone_from(s);
            machine.can_finish(p, search, &mut goal)
        })
    }
}

/// To the operation behind the menu.
fn through(at_once: &AtOnce) -> Until {
    Until { exit: at_once.exit, ..Until::ASK }
}
