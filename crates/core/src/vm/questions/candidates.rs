//! Option generation: what the arms of a question offer, and which of that can be finished.

use super::options::Options;
use crate::code::{Arm, AskId, Binder, DEPTH, Domain, Needs, Program, Query, QueryId, Set};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::Res;
use crate::vm::machine::Machine;
use crate::vm::state::position::State;

impl Machine {
    /// Lists the options of a question that is not `at once`. The list is empty if nothing can be finished.
    pub(in crate::vm) fn list(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> Res<()> {
        let goal = self.goal(p, s.words(), ask)?;
        let (open, ahead) = (s.words()[DEPTH] > 0, goal.is_some());
        self.candidates(p, s.words(), ask, |arm| ahead && (open || arm.begins), out)?;
        match goal.filter(|_| !out.doubtful.is_empty()) {
            Some(goal) => self.filter(p, s, ask, goal, out),
            None => Ok(()),
        }
    }

    /// Lists the options of a question and caches them for when it is asked. Returns true if an option is of a wanted arm.
    pub(in crate::vm) fn list_before(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        of: impl Fn(&Arm) -> bool,
    ) -> Res<bool> {
        let mut listed = std::mem::take(&mut self.listed);
        let found = self.list(p, s, ask, &mut listed.options);
        let arms = &p.asks[ask.index()].arms;
        let some = listed.options.iter().any(|option| of(&arms[option[0] as usize]));
        listed.ask = Some(ask).filter(|_| found.is_ok() && some);
        if some {
            listed.state.clone_from(s);
        }
        self.listed = listed;
        found.map(|()| some)
    }

    /// Lists all options that the arms offer. Options of different arms differ; within an arm only lists can repeat. `ahead`:
    /// options must be finishable, so those that are known not to be are left out.
    pub(in crate::vm) fn candidates(
        &mut self,
        p: &Program,
        s: &[i32],
        ask: AskId,
        ahead: impl Fn(&Arm) -> bool,
        out: &mut Options,
    ) -> Res<()> {
        out.clear();
        for (number, arm) in p.asks[ask.index()].arms.iter().enumerate() {
            self.candidates_of(p, s, ask, number, ahead(arm), out)?;
        }
        Ok(())
    }

    /// Lists all options that an arm offers.
    #[inline(always)]
    pub(in crate::vm) fn candidates_of(
        &mut self,
        p: &Program,
        s: &[i32],
        ask: AskId,
        arm: usize,
        ahead: bool,
        out: &mut Options,
    ) -> Res<()> {
        out.stride = self.strides[ask.index()];
        let open = match p.asks[ask.index()].arms[arm].when {
            Some(when) => self.eval(p, s).hot_holds(when)?,
            None => true,
        };
        if open { self.arm_candidates(p, s, ask, arm, ahead, out) } else { Ok(()) }
    }

    /// Decides without lookahead, if possible, whether one of these arms has an option that can be finished. `sure`: all can be
    /// finished.
    pub(in crate::vm) fn offers(
        &mut self,
        p: &Program,
        s: &[i32],
        ask: AskId,
        sure: bool,
        which: impl Fn(&Arm) -> bool,
    ) -> Res<Option<bool>> {
        let mut known = true;
        let mut eval = self.eval(p, s);
        // Arms without conditions, such as `done`, are last and cost nothing.
        for arm in p.asks[ask.index()].arms.iter().rev().filter(|arm| which(arm)) {
            if !sure && !arm.sure && arm.needs.is_none() {
                known = false;
                continue;
            }
            let open = match arm.when {
                Some(when) => eval.hot_holds(when)?,
                None => true,
            };
            if !open {
                continue;
            }
            eval.m.weight = 1;
            let mut none = |eval: &mut Eval<'_>| {
                let ends = if sure { Some(true) } else { eval.foreseen(arm) };
                known &= ends.is_some();
                ends != Some(true)
            };
            let none = match arm.query {
                Some(query) => eval.each(query, true, &mut |eval| Ok(none(eval)))?,
                None => none(&mut eval),
            };
            if !none {
                return Ok(Some(true));
            }
        }
        Ok(known.then_some(false))
    }

    /// Lists all options of an arm whose condition holds.
    pub(in crate::vm) fn arm_candidates(
        &mut self,
        p: &Program,
        s: &[i32],
        ask: AskId,
        number: usize,
        ahead: bool,
        out: &mut Options,
    ) -> Res<()> {
        let code = &p.asks[ask.index()];
        let (chance, arm) = (code.who.is_none(), &code.arms[number]);
        let all = if ahead { self.eval(p, s).foreseen_alike(arm) } else { None };
        // Returns false if the current result cannot be finished, and marks it as doubtful if that is unknown.
        let may_end = |eval: &mut Eval<'_>, out: &mut Options| {
            let known = all.unwrap_or_else(|| eval.foreseen(arm));
            if known.is_none() {
                out.doubtful.push(out.len() as u32);
            }
            known != Some(false)
        };
        let Some(query) = arm.query else {
            if !ahead || may_end(&mut self.eval(p, s), out) {
                out.words.push(number as i32);
                out.close(1);
            }
            return Ok(());
        };
        let query_code = &p.queries[query.index()];
        let ahead = ahead && all != Some(Some(true));
        if !ahead && is_product(query_code) {
            return self.eval(p, s).product(query_code, 0, number as i32, out);
        }
        if !ahead && let Some(left) = self.eval(p, s).left_alone(query, false) {
            return self.eval(p, s).each_of(left, number as i32, &[], out);
        }
        let start = out.len();
        self.m.weight = 1;
        if query_code.keys.is_empty() {
            self.eval(p, s).each(query, true, &mut |eval| {
                if ahead && !may_end(eval, out) {
                    return Ok(true);
                }
                out.words.push(number as i32);
                for binder in &query_code.binders {
                    let reg = usize::from(binder.reg);
                    match binder.width {
                        1 => out.words.push(eval.m.regs[reg]),
                        width => out.words.extend_from_slice(&eval.m.regs[reg..][..usize::from(width)]),
                    }
                }
                out.close(if chance { eval.m.weight } else { 1 });
                Ok(true)
            })?;
        } else {
            self.sorted_candidates(p, s, (number, query), chance, out)?;
        }
        let repeats = query_code.binders.iter().any(|binder| matches!(binder.domain, Domain::List(_)));
        if repeats {
            let found = (out.len() - start) as u64;
            self.m.spend(found * found / 64)?;
            out.merge(start, chance);
        }
        // Sorted or merged options were not tested, or have moved.
        if ahead && (repeats || !query_code.keys.is_empty()) {
            out.doubtful.retain(|&at| (at as usize) < start);
            out.doubtful.extend(start as u32..out.len() as u32);
        }
        Ok(())
    }

    /// Lists the candidates of an arm whose query has sort keys.
    fn sorted_candidates(
        &mut self,
        p: &Program,
        s: &[i32],
        (number, query): (usize, QueryId),
        chance: bool,
        out: &mut Options,
    ) -> Res<()> {
        let code = &p.queries[query.index()];
        let width = code.width() + 1;
        let start = self.eval(p, s).collect(query, true, width, &mut |eval| {
            eval.m.rows.push(eval.m.weight as i32);
            for binder in &code.binders {
                let reg = usize::from(binder.reg);
                eval.m.rows.extend_from_slice(&eval.m.regs[reg..][..usize::from(binder.width)]);
            }
            Ok(())
        })?;
        let keys = code.keys.len();
        for row in self.m.rows[start..].chunks_exact(keys + width) {
            out.words.push(number as i32);
            out.words.extend_from_slice(&row[keys + 1..]);
            out.close(if chance { row[keys] as u32 } else { 1 });
        }
        self.m.rows.truncate(start);
        Ok(())
    }
}

/// True if all names of a query range over sets and there are no conditions (a Cartesian product).
fn is_product(query: &Query) -> bool {
    let plain = query.filter.is_none() && query.keys.is_empty() && query.hoisted.is_empty() && query.early.is_empty();
    let sets = |binder: &Binder| binder.width == 1 && matches!(binder.domain, Domain::Set(_));
    plain && !query.binders.is_empty() && query.binders.iter().all(sets)
}

impl Eval<'_> {
    /// Decides for all options of an arm together, see [`Eval::foreseen`]. `None` if options must be tested one by one.
    fn foreseen_alike(&mut self, arm: &Arm) -> Option<Option<bool>> {
        arm.needs.is_none_or(|needs| needs.same_for_all).then(|| self.foreseen(arm))
    }

    /// Lists all options of a product, from the name at `level` on.
    fn product(&mut self, query: &Query, level: usize, arm: i32, out: &mut Options) -> Res<()> {
        let Binder { reg, domain: Domain::Set(set), .. } = query.binders[level] else {
            unreachable!("all its names go through sets");
        };
        let members = self.hot_set(set)?;
        if level + 1 == query.binders.len() {
            return self.each_of(members, arm, &query.binders[..level], out);
        }
        for value in members.iter() {
            self.m.step()?;
            self.m.regs[usize::from(reg)] = value;
            self.product(query, level + 1, arm, out)?;
        }
        Ok(())
    }

    /// Adds an option for each member, after the values of the earlier names.
    fn each_of(&mut self, members: Set, arm: i32, before: &[Binder], out: &mut Options) -> Res<()> {
        let Some(others) = members.len().checked_sub(1) else { return Ok(()) };
        self.m.spend(others.into())?;
        for member in members.iter() {
            out.words.push(arm);
            for binder in before {
                out.words.push(self.m.regs[usize::from(binder.reg)]);
            }
            out.words.push(member);
            out.close(1);
        }
        Ok(())
    }

    /// Decides without lookahead, if possible, whether a choice in an arm can be finished. Its names are in their registers.
    #[inline]
    fn foreseen(&mut self, arm: &Arm) -> Option<bool> {
        match arm.needs {
            Some(Needs { hold, exact, .. }) => self.try_holds(hold).filter(|&holds| holds || exact),
            None => arm.sure.then_some(true),
        }
    }
}
