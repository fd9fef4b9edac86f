//! Explanation by the nearest answer: the reason why no answer has certain values.

use crate::code::{AskId, Expr, ExprId, PC, Program, Query};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{Fault, Res};
use crate::vm::fault::reason::{Reason, ReasonKind};
use crate::vm::machine::Machine;
use crate::vm::state::position::State;
use crate::vm::veil::hidden::Veil;

/// Maximum number of answers tried.
const MOST: usize = 240;

/// What there is of answers in which some names have certain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// One that is offered.
    Offered(Vec<i32>),
    /// None, and why not: the answer that comes nearest (names behind the reason have no meaning), and how near it comes.
    Refused {
        /// The answer.
        option: Vec<i32>,
        /// Why it is not offered.
        reason: Reason,
        /// How near: one that fails later is nearer.
        rank: usize,
    },
    /// Nothing is known of them.
    Unknown,
}

/// An answer to look at, and a reason that is already known.
struct NearAnswer {
    option: Vec<i32>,
    reason: Option<Reason>,
}

/// The names of an arm, and which of them have values.
struct WantedNames<'a> {
    query: &'a Query,
    known: &'a [Option<i32>],
}

impl Machine {
    /// What there is of an arm's answers in which names have these values (none: any), for somebody who does not see what lies
    /// behind the veil. Like [`Machine::why_not`] it says the same in all positions that he cannot tell apart.
    ///
    /// # Errors
    /// Where a condition faults.
    pub fn nearest(
        &mut self,
        p: &Program,
        s: &State,
        (ask, arm): (AskId, usize),
        known: &[Option<i32>],
        veil: &mut Veil,
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
                    eval.is_in_sight(veil, when) && eval.tentatively(|eval| eval.holds(when)).unwrap_or(false)
                }
                None => true,
            };
            if open {
                let seen = eval.tentatively(|eval| eval.complete(&wanted, veil, &mut vec![number], &mut found));
                if !seen.unwrap_or(false) {
                    found.clear();
                }
            }
            self.m.clear();
            if found.is_empty() {
                // Its condition says no, or its names are not in sight: one answer stands for all.
                let width: usize = wanted.query.binders.iter().map(|binder| usize::from(binder.width)).sum();
                let mut option = vec![number];
                option.resize(1 + width, 0);
                let reason = open.then_some(Reason { kind: ReasonKind::Hidden, expr: None, pc: None, sides: None });
                found.push(NearAnswer { option, reason });
            }
        }
        self.nearest_of(p, s, ask, found, veil)
    }

    fn nearest_of(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        found: Vec<NearAnswer>,
        veil: &mut Veil,
    ) -> Result<Nearest, Fault> {
        let mut refused: Vec<(usize, Reason, Vec<i32>)> = Vec::new();
        for NearAnswer { option, reason } in found {
            let reason = match reason {
                Some(reason) => reason,
                None => match self.why_not(p, s, ask, &option, veil)? {
                    Some(reason) => reason,
                    None => return Ok(Nearest::Offered(option)),
                },
            };
            refused.push((rank(reason.kind), reason, option));
        }
        let Some(most) = refused.iter().map(|(rank, ..)| *rank).max() else { return Ok(Nearest::Unknown) };
        refused.retain(|(rank, ..)| *rank == most);
        // Of those that come equally near the most frequent reason, of these the first.
        let often = |reason: &Reason| refused.iter().filter(|other| other.1.expr == reason.expr).count();
        let best = refused.iter().enumerate().max_by_key(|(at, of)| (often(&of.1), refused.len() - at));
        let best = best.map_or(0, |(at, _)| at);
        let (rank, reason, option) = refused.swap_remove(best);
        Ok(Nearest::Refused { option, reason, rank })
    }

    /// The first question inside one that is asked at once, and where it stands.
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

/// How near an answer comes that fails for such a reason.
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
    /// Collects the answers in which the names have the wanted values; whether all that is read for that is in sight. One that is not
    /// offered for the sake of a name stands for all that would follow it.
    fn complete(
        &mut self,
        wanted: &WantedNames<'_>,
        veil: &mut Veil,
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
        if !self.is_domain_in_sight(veil, binder.domain) {
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
            let reason = match (self.earlier_reason(wanted.query, level, veil)?, known) {
                (Some(reason), _) => Some(reason),
                // The machine says itself why this value is none.
                (None, Some(_)) => None,
                (None, None) => Some(Reason {
                    kind: ReasonKind::Nothing(level),
                    expr: super::why::domain_expr(binder.domain),
                    pc: None,
                    sides: self.ends(binder.domain)?,
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
            let seen = self.complete(wanted, veil, option, found)?;
            option.truncate(before);
            if !seen {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A part of the condition that reads none of the names from `level` on, and does not hold.
    fn earlier_reason(&mut self, query: &Query, level: usize, veil: &mut Veil) -> Res<Option<Reason>> {
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
            if self.is_in_sight(veil, part) && !self.tentatively(|eval| eval.holds(part)).unwrap_or(true) {
                return self.because(ReasonKind::Filter, part).map(Some);
            }
        }
        Ok(None)
    }
}
