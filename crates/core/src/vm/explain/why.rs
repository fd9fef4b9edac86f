//! Explanation of a refusal: the condition that excludes an option.

use crate::code::{Arith, Arm, Ask, AskId, Binder, DEPTH, Domain, Expr, ExprId, Op, Program};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{Fault, FaultKind, Res};
use crate::vm::fault::reason::{Reason, ReasonKind};
use crate::vm::hidden_parts::hidden::HiddenParts;
use crate::vm::lookahead::walk::Lookahead;
use crate::vm::machine::Machine;
use crate::vm::state::position::State;

const NO_WAY: Reason = Reason::of(ReasonKind::NoWay);
const HIDDEN: Reason = Reason::of(ReasonKind::Hidden);

impl Machine {
    /// Returns why an option is not offered, for a viewer who does not see the hidden parts. `None` if it is offered. The option
    /// must have the question's form.
    ///
    /// The reason and its numbers are the same in all positions that the viewer cannot tell apart. As soon as the explanation reads
    /// something hidden, the reason is hidden, too.
    ///
    /// # Errors
    /// If a condition faults.
    pub fn why_not(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        option: &[i32],
        hidden_parts: &mut HiddenParts,
    ) -> Result<Option<Reason>, Fault> {
        self.begin(s.words());
        let reason = self.reason(p, s, ask, option, hidden_parts);
        reason.map_err(|_| self.m.fault)
    }

    fn reason(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        option: &[i32],
        hidden_parts: &mut HiddenParts,
    ) -> Res<Option<Reason>> {
        let code = &p.asks[ask.index()];
        if code.at_once.is_some() {
            return self.reason_on_path(p, s, ask, option);
        }
        let arm = usize::try_from(option[0]).ok().and_then(|arm| code.arms.get(arm));
        let Some(arm) = arm else {
            return self.m.fail(FaultKind::Index, None);
        };
        match self.reason_at_once(p, s.words(), arm, option, hidden_parts)? {
            None => self.reason_in_sight(p, s, ask, option, hidden_parts),
            reason => Ok(reason),
        }
    }

    /// A reason in the option itself, without lookahead.
    fn reason_at_once(
        &mut self,
        p: &Program,
        s: &[i32],
        arm: &Arm,
        option: &[i32],
        hidden_parts: &mut HiddenParts,
    ) -> Res<Option<Reason>> {
        let mut eval = self.eval(p, s);
        if let Some(when) = arm.when {
            if !eval.is_in_sight(hidden_parts, when) {
                return Ok(Some(HIDDEN));
            }
            if !eval.holds(when)? {
                return eval.because(ReasonKind::When, when).map(Some);
            }
        }
        let Some(query) = arm.query else {
            return Ok(None);
        };
        let query = &p.queries[query.index()];
        let mut at = 1;
        for (number, binder) in query.binders.iter().enumerate() {
            eval.forget(query, number);
            if !eval.is_domain_in_sight(hidden_parts, binder.domain) {
                return Ok(Some(HIDDEN));
            }
            let value = &option[at..at + usize::from(binder.width)];
            if !eval.ranges_over(binder, value)? {
                return Ok(Some(Reason {
                    expr: domain_expr(binder.domain),
                    sides: eval.ends(binder.domain)?,
                    ..Reason::of(ReasonKind::Domain(number))
                }));
            }
            eval.m.regs[usize::from(binder.reg)..][..value.len()].copy_from_slice(value);
            at += value.len();
        }
        match query.filter {
            Some(filter) if !eval.is_in_sight(hidden_parts, filter) => Ok(Some(HIDDEN)),
            Some(filter) if !eval.holds(filter)? => eval.because(ReasonKind::Filter, filter).map(Some),
            _ => Ok(None),
        }
    }

    /// The first failure after an answer, unless the search for it reads hidden information.
    fn reason_in_sight(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        option: &[i32],
        hidden_parts: &mut HiddenParts,
    ) -> Res<Option<Reason>> {
        if !hidden_parts.hides_something() {
            return self.reason_ahead(p, s, ask, option);
        }
        self.hidden_parts = Some(std::mem::take(hidden_parts));
        let reason = self.reason_ahead(p, s, ask, option);
        *hidden_parts = self.hidden_parts.take().unwrap_or_default();
        if std::mem::take(&mut hidden_parts.lifted) { Ok(Some(HIDDEN)) } else { reason }
    }

    /// A reason found by lookahead: no continuation can be finished.
    fn reason_ahead(&mut self, p: &Program, s: &State, ask: AskId, option: &[i32]) -> Res<Option<Reason>> {
        let Some(mut goal) = self.goal(p, s.words(), ask)? else {
            return Ok(None);
        };
        let arm = &p.asks[ask.index()].arms[option[0] as usize];
        if s.words()[DEPTH] <= 0 && !arm.begins {
            return Ok(None);
        }
        let explained = self.looking(|machine, search| {
            search.failed = None;
            search.work.clone_from(s);
            machine.apply(p, search.work.running(), ask, option)?;
            machine.explain = Some(machine.nest);
            let finished = machine.can_finish(p, search, &mut goal);
            machine.explain = None;
            let failed = search.failed.take().map_or(NO_WAY, |(_, reason)| reason);
            Ok(if finished? { None } else { Some(failed) })
        });
        self.unless_spent(explained)
    }

    fn reason_on_path(&mut self, p: &Program, s: &State, ask: AskId, option: &[i32]) -> Res<Option<Reason>> {
        let mut reached = s.clone();
        let code: &Ask = &p.asks[ask.index()];
        let at_once = code.at_once.as_ref().expect("only called for menus that are asked at once");
        let went = self.follow_option_path(p, &mut reached, ask, at_once, option);
        self.unless_spent(went.map(|found| if found { None } else { Some(NO_WAY) }))
    }

    /// Turns an exhausted search budget into a reason.
    fn unless_spent(&mut self, reason: Res<Option<Reason>>) -> Res<Option<Reason>> {
        if reason.is_err() && self.m.fault.kind == FaultKind::Search {
            return Ok(Some(Reason { pc: Some(self.m.fault.pc), ..Reason::of(ReasonKind::Search) }));
        }
        reason
    }

    /// Records why a path failed, if an explanation is wanted: the first failure after the most answers.
    #[inline]
    pub(in crate::vm) fn note_failure(&mut self, p: &Program, search: &mut Lookahead) {
        if self.explain == Some(self.nest) {
            self.explain_failure(p, search);
        }
    }

    #[cold]
    fn explain_failure(&mut self, p: &Program, search: &mut Lookahead) {
        let answers = search.answers().count();
        if search.failed.as_ref().is_some_and(|(most, _)| *most >= answers) {
            return;
        }
        let fault = self.m.fault;
        let (kind, expr) = (ReasonKind::Fails(fault.kind), fault.expr);
        let mut reason = Reason { expr, pc: Some(fault.pc), full: fault.full, ..Reason::of(kind) };
        if let Op::Require { holds, .. } = p.ops[fault.pc.index()] {
            if let Ok(because) = self.eval(p, search.work.words()).because(reason.kind, holds) {
                reason = Reason { pc: reason.pc, ..because };
            }
            self.m.clear();
        }
        search.failed = Some((answers, reason));
    }
}

impl Eval<'_> {
    /// The smallest false condition in `e`.
    pub(super) fn because(&mut self, kind: ReasonKind, mut e: ExprId) -> Res<Reason> {
        loop {
            match self.exprs[e.index()] {
                Expr::And(a, b) => e = if self.holds(a)? { b } else { a },
                Expr::Hoisted { value, .. } | Expr::Tabled { value, .. } => e = value,
                Expr::Let { .. } | Expr::LetSet { .. } | Expr::LetWords { .. } => e = self.bind(e)?,
                _ => break,
            }
        }
        let sides = match self.exprs[e.index()] {
            Expr::Arith(Arith::Less | Arith::AtMost, a, b) => Some((self.word(a)?, self.word(b)?)),
            // The sum is 0, since nothing is there.
            _ => self.p.any_sum(e).map(|sum| (i32::from(sum.how == Arith::AtMost), 0)),
        };
        Ok(Reason { expr: Some(e), sides, each: self.each_sides(e), ..Reason::of(kind) })
    }

    /// Both sides of the comparison of an `every` over one name, by its values. Empty for any other condition, and if a later
    /// comparison faults: the condition itself ends at the first that fails.
    fn each_sides(&mut self, e: ExprId) -> Vec<(i32, (i32, i32))> {
        let mut found = Vec::new();
        if let Expr::Every(query, holds) = self.exprs[e.index()]
            && let Expr::Arith(Arith::AtMost, a, b) = self.exprs[holds.index()]
            && let [binder] = self.p.queries[query.index()].binders[..]
        {
            let all = self.with_rollback(|eval| {
                eval.each(query, false, &mut |eval: &mut Self| {
                    found.push((eval.m.regs[usize::from(binder.reg)], (eval.word(a)?, eval.word(b)?)));
                    Ok(true)
                })
            });
            if all.is_err() {
                found.clear();
            }
        }
        found
    }

    /// The bounds of a range.
    pub(in crate::vm) fn ends(&mut self, domain: Domain) -> Res<Option<(i32, i32)>> {
        let Domain::Range(low, high) = domain else { return Ok(None) };
        Ok(Some((self.word(low)?, self.word(high)?)))
    }

    /// True if a value is in the domain of the name.
    fn ranges_over(&mut self, binder: &Binder, value: &[i32]) -> Res<bool> {
        let reg = usize::from(binder.reg);
        let never =
            self.domain(binder, true, &mut |eval: &mut Self| Ok(eval.m.regs[reg..reg + value.len()] != *value))?;
        Ok(!never)
    }
}

/// An expression of the domain, as a source position.
pub fn domain_expr(domain: Domain) -> Option<ExprId> {
    match domain {
        Domain::Range(e, _)
        | Domain::Set(e)
        | Domain::Clockwise { set: e, .. }
        | Domain::List(e)
        | Domain::Bag { bag: e, .. }
        | Domain::Cell { cell: e, .. }
        | Domain::Next { cell: e }
        | Domain::NextPiece { bag: e, .. } => Some(e),
        Domain::Piles(_) => None,
    }
}
