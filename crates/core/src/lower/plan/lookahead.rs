//! Elimination of lookahead: a question is looked ahead only if an operation after it may fail and no proof excludes that.
//!
//! Three analyses decide this. [`MayFail`] finds the operations after which something can fail; elsewhere nothing is looked ahead.
//! [`prover::proof`] finds the conditions under which an option can be finished. [`prover::necessary_conditions`] and [`precondition`] find the
//! conditions without which no answer to a question can be finished.

use super::may_fail::MayFail;
use super::precondition::{self, Continuation};
use super::prover::{self, ArmProof};
use crate::code::{Arm, Ask, Needs, Op, Pc, Program, Slot};
use crate::lower::emit::ProgramNotes;

/// Stores the proofs of all questions and arms, and the operations after which something can fail. Removes probes of extents that can always be
/// finished. No step takes the words of `floors` below 0.
pub(in crate::lower) fn prove(program: &mut Program, notes: &ProgramNotes, floors: &[(Slot, u32)]) {
    let may_fail = MayFail::of(program, notes);
    let mut pool = prover::Pool::new(program);
    let (can_fail_from, proofs) = (may_fail.all(), proofs(program, notes, &may_fail, &mut pool));
    let mut necessary_conditions_of = |next: &Continuation| {
        let place = (&program.asks[next.ask.index()], next.from.index(), next.stores.as_slice());
        prover::necessary_conditions(program, &notes.things, &may_fail, place, &mut pool)
    };
    let conditions =
        precondition::continuations(program).into_iter().map(|next| (necessary_conditions_of(&next), next));
    let conditions = conditions.map(|(necessary_conditions, next)| (next, necessary_conditions)).collect();
    let (exprs, queries, lists) = pool.into_parts();
    for (expr, span) in exprs {
        program.exprs.push(expr);
        program.expr_spans.push(span);
    }
    program.queries.extend(queries);
    program.lists.extend(lists);
    precondition::require(program, conditions, floors);
    let proofs: Vec<Vec<ArmProof>> =
        proofs.into_iter().zip(&program.asks).map(|(of, ask)| with_proofs(program, ask, of)).collect();
    for (ask, proofs) in program.asks.iter_mut().zip(proofs) {
        for (arm, proof) in ask.arms.iter_mut().zip(proofs) {
            (arm.sure, arm.needs) = match proof {
                ArmProof::Sure => (true, None),
                ArmProof::If(needs) => (false, Some(needs)),
                ArmProof::Open => (false, None),
            };
        }
        ask.search = match &ask.at_once {
            Some(once) => can_fail_from[once.exit.index()],
            None => ask.who.is_some() && ask.arms.iter().any(|arm| !arm.sure),
        };
    }
    for (at, op) in program.ops.iter_mut().enumerate() {
        if matches!(op, Op::Probe { menu: false, .. }) && !can_fail_from[at + 1] {
            *op = Op::Jump(Pc(at as u32 + 1));
        }
    }
    for at in 0..program.ops.len() {
        let slot = later_return_slot(program, at);
        if let Op::Can { later_return, .. } = &mut program.ops[at] {
            *later_return = slot;
        }
    }
    program.can_fail_from = can_fail_from;
}

/// The word of the return address of the rule that [`Op::Can`] looks into, if the rule is called further on.
fn later_return_slot(program: &Program, at: usize) -> Option<Slot> {
    let Op::Can { after, .. } = program.ops[at] else { return None };
    let called = |op: &Op| if let Op::Call { entry, ret } = op { Some((*entry, *ret)) } else { None };
    let looked_into = program.ops[at..after.index()].iter().find_map(called)?;
    let rule = program.rules.iter().find(|rule| (rule.entry.index()..rule.end.index()).contains(&at))?;
    let mut next = after.index();
    while next < rule.end.index() {
        next = match program.ops[next] {
            Op::Can { after, .. } => after.index(),
            op if called(&op) == Some(looked_into) => return Some(looked_into.1),
            _ => next + 1,
        };
    }
    None
}

/// Assumes the worst: every question is looked ahead, and everything can fail.
pub(in crate::lower) fn assume_unproved(program: &mut Program) {
    for ask in &mut program.asks {
        ask.search = ask.who.is_some();
    }
    program.can_fail_from = vec![true; program.ops.len()];
}

/// The proofs of a question's arms, completed by whether they are the same for all options of an arm.
fn with_proofs(program: &Program, ask: &Ask, proofs: Vec<ArmProof>) -> Vec<ArmProof> {
    let of = |(arm, proof): (&Arm, ArmProof)| match proof {
        ArmProof::If(needs) => {
            let query = arm.query.map(|query| &program.queries[query.index()]);
            let names = query.into_iter().flat_map(|query| &query.binders);
            let same_for_all =
                names.map(|name| (name.reg, name.width)).all(|name| !program.reads_name(needs.hold, name));
            ArmProof::If(Needs { same_for_all, ..needs })
        }
        proof => proof,
    };
    ask.arms.iter().zip(proofs).map(of).collect()
}

/// The proofs of the arms of all questions.
fn proofs<'a>(
    program: &'a Program,
    notes: &'a ProgramNotes,
    may_fail: &'a MayFail<'a>,
    pool: &mut prover::Pool<'a>,
) -> Vec<Vec<ArmProof>> {
    let mut proof = |ask: &Ask, arm: &Arm| match may_fail.from(arm.goto.index()) {
        false => ArmProof::Sure,
        true => prover::proof(program, &notes.things, may_fail, (ask, arm), pool),
    };
    program.asks.iter().map(|ask| ask.arms.iter().map(|arm| proof(ask, arm)).collect()).collect()
}
