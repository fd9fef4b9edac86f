//! Explanation by the nearest answer: why no answer has given values.

use crate::code::{AskId, Expr, ExprId, PC, Program, Query};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{Fault, Res};
use crate::vm::fault::reason::{Reason, ReasonKind};
use crate::vm::hidden_parts::hidden::HiddenParts;
use crate::vm::machine::Machine;
use crate::vm::state::position::State;

/// Maximum number of answers that are tried.
const MOST: usize = 240;

/// Result of a search for an answer in which some names have given values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// Such an answer is offered.
    Offered(Vec<i32>),
    /// No such answer is offered. This is the nearest one (names after the failing one have no meaning) and its reason.
    Refused {
        /// The answer.
        option: Vec<i32>,
        /// The reason why it is not offered.
        reason: Reason,
        /// Its nearness: an answer that fails later has a higher rank.
        rank: usize,
    },
    /// Nothing is known.
    Unknown,
}

/// A candidate answer, with its reason if that is known already.
struct NearAnswer {
    option: Vec<i32>,
    reason: Option<Reason>,
}

/// The names of an arm, and the values that are given.
struct WantedNames<'a> {
    query: &'a Query,
    known: &'a [Option<i32>],
}

impl Machine {
    /// Finds the nearest of an arm's answers in which names have given values (`None`: any), for a viewer who does not see the
    /// hidden parts. Like [`Machine::why_not`] it returns the same in all positions that the viewer cannot tell apart.
    ///
    /// # Errors
    /// If a condition faults.
    pub fn nearest(
        &mut self,
        p: &Program,
        s: &State,
        (ask, arm): (AskId, usize),
        known: &[Option<i32>],
        hidden_parts: &mut HiddenParts,
    ) -> Result<Nearest, Fault> {
        let number = arm as i32;
        let Some(arm) = p.asks[ask.index()].arms.get(arm) else { return Ok(Nearest::Unknown) };
        let mut found = vec![NearAnswer { option: vec![number], reason: None }];
        if let Some(query) = arm.query {
            self.begin(s.words());
            found.clear();
            let wanted = WantedNames { query: &p.queries[query.index()], known };
            let mut eval = self.eval(p, s.words());
            let open = match arm.when {
                Some(when) => {
                    eval.is_in_sight(hidden_parts, when) && eval.with_rollback(|eval| eval.holds(when)).unwrap_or(false)
                }
                None => true,
            };
            if open {
                let seen =
                    eval.with_rollback(|eval| eval.complete(&wanted, hidden_parts, &mut vec![number], &mut found));
                if !seen.unwrap_or(false) {
                    found.clear();
                }
            }
            self.m.clear();
            if found.is_empty() {
                // The arm is closed, or its names depend on hidden information: one answer stands for all.
                let width: usize = wanted.query.binders.iter().map(|binder| usize::from(binder.width)).sum();
                let mut option = vec![number];
                option.resize(1 + width, 0);
                let reason = open.then_some(Reason::of(ReasonKind::Hidden));
                found.push(NearAnswer { option, reason });
            }
        }
        self.nearest_of(p, s, ask, found, hidden_parts)
    }

    fn nearest_of(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        found: Vec<NearAnswer>,
        hidden_parts: &mut HiddenParts,
    ) -> Result<Nearest, Fault> {
        let mut refused: Vec<(usize, Reason, Vec<i32>)> = Vec::new();
        for NearAnswer { option, reason } in found {
            let reason = match reason {
                Some(reason) => reason,
                None => match self.why_not(p, s, ask, &option, hidden_parts)? {
                    Some(reason) => reason,
                    None => return Ok(Nearest::Offered(option)),
                },
            };
            refused.push((rank(reason.kind), reason, option));
        }
        let Some(most) = refused.iter().map(|(rank, ..)| *rank).max() else { return Ok(Nearest::Unknown) };
        refused.retain(|(rank, ..)| *rank == most);
        // Of the nearest answers, take the most frequent reason; of those, the first.
        let often = |reason: &Reason| refused.iter().filter(|other| other.1.expr == reason.expr).count();
        let best = refused.iter().enumerate().max_by_key(|(at, of)| (often(&of.1), refused.len() - at));
        let best = best.map_or(0, |(at, _)| at);
        let (rank, reason, option) = refused.swap_remove(best);
        Ok(Nearest::Refused { option, reason, rank })
    }

    /// The first question inside an `at once` menu, and its position.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn first_inside(&mut self, p: &Program, s: &State, ask: AskId) -> Result<Option<(State, AskId)>, Fault> {
        let Some(at_once) = &p.asks[ask.index()].at_once else { return Ok(None) };
        self.begin(s.words());
        let watching = std::mem::take(&mut self.watch.on);
        let mut inside = s.clone();
        inside.running()[PC] += 1;
        let halt = self.advance_through(p, inside.running(), crate::vm::menus::at_once::through(at_once));
        self.watch.on = watching;
        match halt {
            Ok(crate::vm::halt::Halt::Ask(ask)) => Ok(Some((inside, ask))),
            Ok(_) => Ok(None),
            Err(_) if self.m.fault.kind.is_failure() => Ok(None),
            Err(_) => Err(self.m.fault),
        }
    }
}

/// The rank of an answer that fails for such a reason.
fn rank(kind: ReasonKind) -> usize {
    match kind {
        ReasonKind::Hidden => 0,
        ReasonKind::When => 1,
        ReasonKind::Domain(name) | ReasonKind::Nothing(name) => 2 + name,
        ReasonKind::Filter => 1000,
        ReasonKind::NoWay | ReasonKind::Search => 1001,
        ReasonKind::Fails(_) => 1002,
    }
}

impl Eval<'_> {
    /// Collects the answers in which the names have the given values. Returns false if that reads hidden information. An answer
    /// that fails for one name stands for all that extend it.
    fn complete(
        &mut self,
        wanted: &WantedNames<'_>,
        hidden_parts: &mut HiddenParts,
        option: &mut Vec<i32>,
        found: &mut Vec<NearAnswer>,
    ) -> Res<bool> {
        if found.len() >= MOST {
            return Ok(true);
        }
        let mut level = 0;
        let mut width = 1;
        while width < option.len() {
            width += usize::from(wanted.query.binders[level].width);
            level += 1;
        }
        let Some(binder) = wanted.query.binders.get(level) else {
            found.push(NearAnswer { option: option.clone(), reason: None });
            return Ok(true);
        };
        self.forget(wanted.query, level);
        if !self.is_domain_in_sight(hidden_parts, binder.domain) {
            return Ok(false);
        }
        let known = wanted.known.get(level).copied().flatten().filter(|_| binder.width == 1);
        let from = usize::from(binder.reg);
        let mut values: Vec<Vec<i32>> = Vec::new();
        self.domain(binder, true, &mut |eval: &mut Self| {
            values.push(eval.m.regs[from..from + usize::from(binder.width)].to_vec());
            Ok(values.len() < MOST * 4)
        })?;
        if let Some(known) = known {
            values.retain(|value| value[..] == [known]);
        }
        if values.is_empty() {
            let reason = match (self.earlier_reason(wanted.query, level, hidden_parts)?, known) {
                (Some(reason), _) => Some(reason),
                // [`Machine::why_not`] says why this value is excluded.
                (None, Some(_)) => None,
                (None, None) => Some(Reason {
                    expr: super::why::domain_expr(binder.domain),
                    sides: self.ends(binder.domain)?,
                    ..Reason::of(ReasonKind::Nothing(level))
                }),
            };
            let all: usize = wanted.query.binders.iter().map(|binder| usize::from(binder.width)).sum();
            let mut option = option.clone();
            option.extend(known);
            option.resize(1 + all, 0);
            found.push(NearAnswer { option, reason });
            return Ok(true);
        }
        for value in values {
            self.m.regs[from..from + value.len()].copy_from_slice(&value);
            let before = option.len();
            option.extend_from_slice(&value);
            let seen = self.complete(wanted, hidden_parts, option, found)?;
            option.truncate(before);
            if !seen {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A part of the filter that is false and reads none of the names from `level` on.
    fn earlier_reason(&mut self, query: &Query, level: usize, hidden_parts: &mut HiddenParts) -> Res<Option<Reason>> {
        let p = self.p;
        let mut parts: Vec<ExprId> = query.filter.into_iter().collect();
        while let Some(part) = parts.pop() {
            if let Expr::And(a, b) = self.exprs[part.index()] {
                parts.extend([b, a]);
                continue;
            }
            let later = &query.binders[level..];
            if later.iter().any(|binder| p.reads_name(part, (binder.reg, binder.width))) {
                continue;
            }
            if self.is_in_sight(hidden_parts, part) && !self.with_rollback(|eval| eval.holds(part)).unwrap_or(true) {
                return self.because(ReasonKind::Filter, part).map(Some);
            }
        }
        Ok(None)
    }
}
