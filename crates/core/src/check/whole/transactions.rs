//! `transaction`: what happens when it closes, and that nothing leaves it before.
//!
//! When it closes, every track that its sentences may have moved, themselves or in rules that they call, takes a step by 0:
//! so what is said of its ends comes to pass, for one track after the other as they are declared.

use std::collections::BTreeSet;

use super::graph;
use crate::check::codes;
use crate::check::names::Book;
use crate::check::types::{axis_type, binary, number, whole};
use crate::ir::visit;
use crate::ir::{
    Binary, Block, Expr, ExprKind, Local, LocalId, LocalRole, Query, Rule, RuleId, Rulebook, Stmt, StmtKind, Track,
    TrackId, Type,
};
use tavola_syntax::text::Span;

/// Fills in how transactions close, and reports what leaves one.
pub(crate) fn check(book: &mut Book) {
    for at in 0..book.ir.rules.len() {
        let mut moved = Vec::new();
        let mut leaving = Vec::new();
        visit::statements(&book.ir.rules[at].body, &mut |stmt| {
            if let StmtKind::Transaction(body, _) = &stmt.kind {
                let called = graph::reached(&book.ir, body);
                moved.push(tracks(&book.ir, body, &called));
                leaves(body, false, &mut leaving);
                far_ends(&book.ir, &called, stmt.span, &mut leaving);
            }
        });
        leaving.sort();
        leaving.dedup();
        for span in leaving {
            let help = "leave it after the transaction, when its tracks have come back between their ends";
            book.error(codes::LEAVES_TRANSACTION, span, "this leaves a transaction before it closes", help);
        }
        if !moved.is_empty() {
            let mut moved = moved.into_iter();
            let tracks = book.ir.tracks.clone();
            close(&tracks, book.ir.rule_mut(at), &mut || moved.next().unwrap_or_default());
        }
    }
}

/// Closes the transactions of the sentences of a scenario: what the rules do that they call is not known there, so any track may have moved.
pub(crate) fn close_all(ir: &Rulebook, rule: &mut Rule) {
    let all: BTreeSet<TrackId> = (0..ir.tracks.len() as u32).map(TrackId).collect();
    close(&ir.tracks, rule, &mut || all.clone());
}

/// The tracks that may move inside a block that calls these rules.
fn tracks(ir: &Rulebook, block: &Block, called: &BTreeSet<RuleId>) -> BTreeSet<TrackId> {
    let mut found = BTreeSet::new();
    for block in called.iter().map(|id| &ir.rules[id.index()].body).chain([block]) {
        visit::statements(block, &mut |stmt| {
            if let StmtKind::Step(track, ..) = stmt.kind {
                found.insert(track);
            }
        });
    }
    found
}

/// Sentences of a block that leave it; `looped`: `stop` stays inside.
fn leaves(block: &Block, looped: bool, found: &mut Vec<Span>) {
    for stmt in block {
        match stmt.kind {
            StmtKind::Return | StmtKind::EndOuter(_) => found.push(stmt.span),
            StmtKind::Stop if !looped => found.push(stmt.span),
            _ => {}
        }
        let looped = looped || matches!(stmt.kind, StmtKind::Each(..) | StmtKind::Repeat { .. } | StmtKind::InTurn(..));
        visit::blocks(stmt).into_iter().for_each(|inner| leaves(inner, looped, found));
    }
}

/// Rules that are called inside and end one that is not: told where the transaction stands.
fn far_ends(ir: &Rulebook, called: &BTreeSet<RuleId>, span: Span, found: &mut Vec<Span>) {
    for id in called {
        visit::statements(&ir.rules[id.index()].body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::EndOuter(outer) if !called.contains(&outer)) {
                found.push(span);
            }
        });
    }
}

/// The ends of all transactions of a rule, in the order of the text.
fn close(tracks: &[Track], rule: &mut Rule, moved: &mut impl FnMut() -> BTreeSet<TrackId>) {
    let mut body = std::mem::take(&mut rule.body);
    fill(&mut body, &mut |span| {
        let ended = moved().into_iter().filter(|id| {
            let track = &tracks[id.index()];
            track.low.is_some() || track.high.is_some()
        });
        ended.map(|id| settle(id, &tracks[id.index()], &mut rule.locals, span)).collect()
    });
    rule.body = body;
}

fn fill(block: &mut Block, close: &mut impl FnMut(Span) -> Block) {
    for stmt in block {
        if let StmtKind::Transaction(_, end) = &mut stmt.kind {
            *end = close(stmt.span);
        }
        inner(stmt).into_iter().for_each(|block| fill(block, close));
    }
}

/// The blocks of a statement in which a transaction may stand, in the order of [`visit::blocks`].
fn inner(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If(_, yes, no) => vec![yes, no],
        StmtKind::Each(_, body)
        | StmtKind::Repeat { body, .. }
        | StmtKind::InTurn(_, _, body)
        | StmtKind::Together(_, body)
        | StmtKind::Transaction(body, _) => vec![body],
        StmtKind::Ask(ask) => ask.arms.iter_mut().map(|arm| &mut arm.body).collect(),
        StmtKind::AtOnce(once) => vec![&mut once.body],
        _ => Vec::new(),
    }
}

/// `each g in Good where price[g] > 20 or price[g] < 5: raise price[g] by 0`
fn settle(id: TrackId, track: &Track, locals: &mut Vec<Local>, span: Span) -> Stmt {
    let mut binders = Vec::new();
    let mut index = Vec::new();
    for axis in &track.axes {
        let local = LocalId(locals.len() as u32);
        let ty = axis_type(axis);
        locals.push(Local { name: String::new(), ty: ty.clone(), role: LocalRole::Answer, span });
        binders.push((local, whole(axis, span)));
        index.push(Expr { kind: ExprKind::Local(local), ty, span });
    }
    let step = StmtKind::Step(id, index.clone(), number(0, span));
    if binders.is_empty() {
        return Stmt { kind: step, span };
    }
    let now = Expr { kind: ExprKind::Track(id, index), ty: Type::Number, span };
    let above = track.high.as_ref().map(|high| binary(Binary::Less, high.clone(), now.clone(), Type::YesNo));
    let below = track.low.as_ref().map(|low| binary(Binary::Less, now, low.clone(), Type::YesNo));
    let either = |a, b| binary(Binary::Or, a, b, Type::YesNo);
    let past = [above, below].into_iter().flatten().reduce(either).map(Box::new);
    let query = Query { binders, clockwise: None, filter: past, keys: Vec::new(), span };
    Stmt { kind: StmtKind::Each(query, vec![Stmt { kind: step, span }]), span }
}
