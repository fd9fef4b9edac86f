//! Flows through memory: answers that others see and that are then stored as a secret.

use std::collections::BTreeSet;

use super::calls::{Observation, params};
use super::leak::Through;
use super::origins::Origins;
use super::reads::{Read, ReadSource};
use super::sinks::{Here, Sinks};
use crate::check::names::Book;
use crate::ir::visit::{self, same};
use crate::ir::{ArmKind, Ask, Binary, Expr, ExprKind, LocalId, MemoryId, Seer, StmtKind, is_open};
use tavola_syntax::diagnostic::Fix;
use tavola_syntax::text::Span;

/// Checks `set die[p] = n`: every player who saw `n` must also see `die[p]`.
///
/// If the value only adds to the old one or removes from it, only the added or removed part counts. A value that is also
/// computed from hidden data stays hidden.
pub(super) fn set(sinks: &mut Sinks<'_, '_>, here: &Here<'_>, id: MemoryId, at: &[Expr], value: &Expr) {
    let memory = &here.origins.book.ir.memory[id.index()];
    if is_open(&memory.seen) {
        return;
    }
    let is_itself = |e: &Expr| matches!(&e.kind, ExprKind::Memory(other, _) if *other == id);
    let value = match &value.kind {
        ExprKind::Binary(Binary::Join | Binary::Without, a, b) if is_itself(a) => b,
        _ => value,
    };
    let seers: Option<Vec<Expr>> = memory.seen.iter().map(|seer| seer_of(&here.origins, seer, at)).collect();
    shown_before(sinks, &here.origins, value, &memory.name, seers.as_deref());
    let name = Some(memory.name.clone());
    let observation = Observation { name, ..here.observation(None, Through::Variable, value.span) };
    sinks.summary.observe_each(params(&here.origins.reads(value)), &observation);
}

/// Who sees what is stored in a variable: everybody (`None`), or those players that are known here.
pub(super) fn viewers(origins: &Origins<'_>, id: MemoryId, at: &[Expr]) -> Vec<Option<Expr>> {
    let seen = &origins.book.ir.memory[id.index()].seen;
    if is_open(seen) {
        return vec![None];
    }
    seen.iter().filter_map(|seer| seer_of(origins, seer, at)).map(Some).collect()
}

/// The player who sees a variable, in terms of the locals of the rule; `None` if that is unknown.
fn seer_of(origins: &Origins<'_>, seer: &Seer, at: &[Expr]) -> Option<Expr> {
    let Seer::Player(who, None) = seer else { return None };
    let ExprKind::Local(axis) = &who.kind else { return None };
    at.get(axis.index()).map(|index| origins.resolved(index))
}

/// Reports a value that is known to a player who may not see the variable that stores it.
pub(super) fn shown_before(
    sinks: &mut Sinks<'_, '_>,
    origins: &Origins<'_>,
    value: &Expr,
    name: &str,
    seers: Option<&[Expr]>,
) {
    let reads = origins.reads(value);
    let observation = match reads.iter().any(|read| origins.is_hidden(None, read)) {
        false => open_answer(origins, value, &mut BTreeSet::new()),
        true => seers.and_then(|seers| shown_to_others(origins, &reads, seers)),
    };
    if let Some(at) = observation {
        report(sinks, at, name);
    }
}

/// Source location where a value reads an answer that everybody saw, also through names.
fn open_answer(origins: &Origins<'_>, value: &Expr, seen: &mut BTreeSet<LocalId>) -> Option<Span> {
    let mut found = None;
    visit::each_expr(value, &mut |part| {
        let (ExprKind::Local(id) | ExprKind::AnswerOf(id, _)) = &part.kind else { return };
        if found.is_none() && seen.insert(*id) {
            let open = origins.is_open(*id)
                || origins.value(*id).is_some_and(|value| open_answer(origins, value, seen).is_some());
            found = open.then_some(part.span);
        }
    });
    found
}

/// Source location where a secret answer is read that a player outside `seers` saw. The player who gave it, the first in `at`,
/// is exempt.
fn shown_to_others(origins: &Origins<'_>, reads: &[Read], seers: &[Expr]) -> Option<Span> {
    let knows = |who: &Expr| seers.iter().any(|seer| same(seer, who));
    let strangers = |read: &&Read| read.at.iter().skip(usize::from(origins.is_chosen(read))).any(|who| !knows(who));
    let mut answers = reads.iter().filter(|read| matches!(read.what, ReadSource::Answer(_)));
    answers.find(strangers).map(|read| read.span)
}

/// Reports a question whose chosen arm everybody sees, while the arms only store the choice as a secret.
pub(super) fn by_arms(sinks: &mut Sinks<'_, '_>, book: &Book, ask: &Ask, span: Span) {
    if ask.seen.is_some() || ask.arms.iter().any(|arm| arm.kind == ArmKind::Choice) {
        return;
    }
    let secret = |kind: &StmtKind| {
        let StmtKind::SetMemory(id, ..) = kind else { return None };
        let memory = &book.ir.memory[id.index()];
        // A variable that everybody sees under a condition may be visible now.
        (!memory.seen.iter().any(|seer| matches!(seer, Seer::All(_)))).then_some(memory)
    };
    let stmts = ask.arms.iter().flat_map(|arm| &arm.body);
    let kept: Option<Vec<_>> = stmts.map(|stmt| secret(&stmt.kind)).collect();
    if let Some(memory) = kept.and_then(|kept| kept.into_iter().next()) {
        report(sinks, span, &memory.name);
    }
}

/// Ends the question whose answer is read at `read` with `seen by`. Only for a question that is a sentence by itself.
pub(super) fn ask_in_secret(book: &Book, read: Span) -> Option<Fix> {
    book.ir.rules.iter().find_map(|rule| {
        let (mut answer, mut fix) = (None, None);
        visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::SetMemory(.., value) = &stmt.kind {
                visit::each_expr(value, &mut |part| {
                    if let (ExprKind::Local(id), true) = (&part.kind, part.span == read) {
                        answer = Some(*id);
                    }
                });
            }
        });
        let answer = answer?;
        visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::Ask(ask) = &stmt.kind
                && let [arm] = ask.arms.as_slice()
                && let Some(Expr { kind: ExprKind::Local(who), .. }) = &ask.who
                && (arm.kind, arm.body.is_empty(), ask.seen.is_none()) == (ArmKind::Choice, true, true)
                && arm.query.iter().flat_map(|query| &query.binders).any(|(name, _)| *name == answer)
            {
                let who = &rule.locals[who.index()].name;
                let end = Span { start: stmt.span.end, ..stmt.span };
                let title = format!("end the question with `seen by {who}`");
                fix = Some(Fix::new(title, end, format!(" seen by {who}")).safe_if(false));
            }
        });
        fix
    })
}

fn report(sinks: &mut Sinks<'_, '_>, at: Span, name: &str) {
    let read = Read::new(ReadSource::Answer(None), Vec::new(), at);
    sinks.report_as(Through::Variable, at.into(), &read, name.to_owned());
}
