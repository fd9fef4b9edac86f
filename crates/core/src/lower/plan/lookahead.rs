//! Elimination of lookahead: a question is looked ahead only if an operation behind it may fail and no proof excludes that.
//!
//! Three analyses decide this. [`MayFail`] finds the operations behind which something can fail; elsewhere nothing is looked ahead.
//! [`prover::proof`] finds the conditions under which an option can be finished. [`prover::necessary_conditions`] and [`precondition`] find the
//! conditions without which no answer to a question can be finished.

use super::may_fail::MayFail;
use super::precondition::{self, BehindAsk};
use super::prover::{self, ArmProof};
use crate::code::{Arm, Ask, Needs, Op, Pc, Program, Slot};
use crate::lower::emit::ProgramNotes;

/// Stores the proofs of all questions and arms, and the operations that are at risk. Removes probes of extents that can always be
/// finished. No step takes the words of `floors` below 0.
pub(in crate::lower) fn prove(program: &mut Program, notes: &ProgramNotes, floors: &[(Slot, u32)]) {
    let risk = MayFail::of(program, notes);
    let mut pool = prover::Pool::new(program);
    let (risky, proofs) = (risk.all(), proofs(program, notes, &risk, &mut pool));
    let mut musts_of = |behind: &BehindAsk| {
        let place = (&program.asks[behind.ask.index()], behind.from.index(), behind.written.as_slice());
        prover::necessary_conditions(program, &notes.things, &risk, place, &mut pool)
    };
    let found = precondition::behind(program).into_iter().map(|behind| (musts_of(&behind), behind));
    let found = found.map(|(necessary_conditions, behind)| (behind, necessary_conditions)).collect();
    let (exprs, queries, lists) = pool.into_parts();
    for (expr, span) in exprs {
        program.exprs.push(expr);
        program.expr_spans.push(span);
    }
    program.queries.extend(queries);
    program.lists.extend(lists);
    precondition::require(program, found, floors);
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
            Some(once) => risky[once.exit.index()],
            None => ask.who.is_some() && ask.arms.iter().any(|arm| !arm.sure),
        };
    }
    for (at, op) in program.ops.iter_mut().enumerate() {
        if matches!(op, Op::Probe { menu: false, .. }) && !risky[at + 1] {
            *op = Op::Jump(Pc(at as u32 + 1));
        }
    }
    for at in 0..program.ops.len() {
        let again = done_behind(program, at);
        if let Op::Can { done, .. } = &mut program.ops[at] {
            *done = again;
        }
    }
    program.risky = risky;
}

/// The word of the return address of the rule that [`Op::Can`] looks into, if the rule is called further on.
fn done_behind(program: &Program, at: usize) -> Option<Slot> {
    let Op::Can { behind, .. } = program.ops[at] else { return None };
    let called = |op: &Op| if let Op::Call { entry, ret } = op { Some((*entry, *ret)) } else { None };
    let looked_into = program.ops[at..behind.index()].iter().find_map(called)?;
    let rule = program.rules.iter().find(|rule| (rule.entry.index()..rule.end.index()).contains(&at))?;
    let mut next = behind.index();
    while next < rule.end.index() {
        next = match program.ops[next] {
            Op::Can { behind, .. } => behind.index(),
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
    program.risky = vec![true; program.ops.len()];
}

/// The proofs of a question's arms, completed by whether they are the same for all options of an arm.
fn with_proofs(program: &Program, ask: &Ask, proofs: Vec<ArmProof>) -> Vec<ArmProof> {
    let of = |(arm, proof): (&Arm, ArmProof)| match proof {
        ArmProof::If(needs) => {
            let query = arm.query.map(|query| &program.queries[query.index()]);
            let names = query.into_iter().flat_map(|query| &query.binders);
            let alike = names.map(|name| (name.reg, name.width)).all(|name| !program.reads_name(needs.hold, name));
            ArmProof::If(Needs { alike, ..needs })
        }
        proof => proof,
    };
    ask.arms.iter().zip(proofs).map(of).collect()
}

/// The proofs of the arms of all questions.
fn proofs<'a>(
    program: &'a Program,
    notes: &'a ProgramNotes,
    risk: &'a MayFail<'a>,
    pool: &mut prover::Pool<'a>,
) -> Vec<Vec<ArmProof>> {
    let mut proof = |ask: &Ask, arm: &Arm| match risk.from(arm.goto.index()) {
        false => ArmProof::Sure,
        true => prover::proof(program, &notes.things, risk, (ask, arm), pool),
    };
    program.asks.iter().map(|ask| ask.arms.iter().map(|arm| proof(ask, arm)).collect()).collect()
}
