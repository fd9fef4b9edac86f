//! Answers that others are told and that are kept as a secret.

use std::collections::BTreeSet;

use super::calls::{self, Told};
use super::flow::Flow;
use super::leak::Through;
use super::reads::{Read, Sources, What, reads_of, resolved, surely_hidden};
use crate::ir::visit;
use crate::ir::{ArmKind, Ask, Binary, Expr, ExprKind, LocalId, MemoryId, Seer, StmtKind, is_open};
use crate::text::Span;

impl<'b> Flow<'b, '_> {
    /// `set die[p] = n`: whoever was told `n` must see `die[p]`. What only repeats, adds to or takes from what was there says
    /// what was added or taken; what is worked out of something hidden as well stays hidden.
    pub(super) fn kept(&mut self, id: MemoryId, at: &'b [Expr], value: &'b Expr, _span: Span) {
        let memory = &self.book.ir.memory[id.index()];
        if is_open(&memory.seen) {
            return;
        }
        let is_itself = |e: &Expr| matches!(&e.kind, ExprKind::Memory(other, _) if *other == id);
        let value = match &value.kind {
            ExprKind::Binary(Binary::Join | Binary::Without, a, b) if is_itself(a) => b,
            _ => value,
        };
        let seers: Option<Vec<Expr>> = memory.seen.iter().map(|seer| self.seer_of(seer, at)).collect();
        self.told_before(value, Some(&memory.name), seers.as_deref());
        for param in calls::params(&reads_of(self.book, value, &self.sources)) {
            let name = Some(memory.name.clone());
            calls::add(&mut self.summary.heard, Told { who: None, through: Through::Kept, of: Some(param), name });
        }
    }

    /// Who sees a variable, in the names of the rule; none: nobody can say.
    fn seer_of(&self, seer: &Seer, at: &[Expr]) -> Option<Expr> {
        let Seer::Player(who, None) = seer else { return None };
        match &who.kind {
            ExprKind::Local(axis) => at.get(axis.index()).map(|index| resolved(index, &self.sources)),
            _ => None,
        }
    }

    /// Reports a value that somebody was told who may not see where it is kept.
    pub(super) fn told_before(&mut self, value: &Expr, name: Option<&str>, seers: Option<&[Expr]>) {
        let reads = reads_of(self.book, value, &self.sources);
        let is_answer = |read: &&Read| matches!(read.what, What::Answer(_));
        let hidden = |read: &&Read| surely_hidden(self.book, None, read);
        let wrong = match reads.iter().find(hidden) {
            None => open_answer(value, self, &mut BTreeSet::new()),
            // Who else was told it.
            Some(_) => seers.and_then(|seers| {
                let strangers = |read: &&Read| {
                    let knows = |who: &Expr| seers.iter().any(|seer| crate::ir::visit::same(seer, who));
                    // The first is the one who answered, if anybody did: he knows it anyway.
                    read.at.iter().skip(usize::from(self.is_chosen(read))).any(|who| !knows(who))
                };
                reads.iter().filter(is_answer).find(strangers).map(|read| read.span)
            }),
        };
        if let (Some(at), Some(name)) = (wrong, name) {
            let read = Read { what: What::Answer(None), at: Vec::new(), span: at };
            self.report_as(Through::Kept, at, &read, name.to_owned());
        }
    }

    fn is_chosen(&self, read: &Read) -> bool {
        matches!(read.what, What::Answer(Some(local)) if self.chosen.contains(&local))
    }

    /// Everybody hears which arm it was, and all that the arms do is to keep that as a secret.
    pub(super) fn kept_by_arms(&mut self, ask: &'b Ask, span: Span) {
        let secret = |kind: &StmtKind| match kind {
            StmtKind::SetMemory(id, ..) => {
                let memory = &self.book.ir.memory[id.index()];
                let open = memory.seen.iter().any(|seer| matches!(seer, Seer::All(_)));
                (!open).then(|| memory.name.clone())
            }
            _ => None,
        };
        if ask.seen.is_some() || ask.arms.iter().any(|arm| arm.kind == ArmKind::Choice) {
            return;
        }
        let stmts = ask.arms.iter().flat_map(|arm| &arm.body);
        let kept: Option<Vec<String>> = stmts.map(|stmt| secret(&stmt.kind)).collect();
        if let Some(name) = kept.and_then(|kept| kept.into_iter().next()) {
            let read = Read { what: What::Answer(None), at: Vec::new(), span };
            self.report_as(Through::Kept, span, &read, name);
        }
    }
}

/// Where a value reads an answer that everybody was told, also through names.
fn open_answer(value: &Expr, flow: &Flow<'_, '_>, seen: &mut BTreeSet<LocalId>) -> Option<Span> {
    let mut found = None;
    visit::each_expr(value, &mut |part| {
        let (ExprKind::Local(id) | ExprKind::AnswerOf(id, _)) = &part.kind else { return };
        if found.is_none() && seen.insert(*id) {
            let open = flow.open.contains(id)
                || through(&flow.sources, *id).is_some_and(|from| open_answer(from, flow, seen).is_some());
            found = open.then_some(part.span);
        }
    });
    found
}

/// What a name is worth.
fn through<'b>(sources: &Sources<'b>, id: LocalId) -> Option<&'b Expr> {
    sources.names.get(&id).filter(|source| source.is_value).and_then(|source| source.from)
}
