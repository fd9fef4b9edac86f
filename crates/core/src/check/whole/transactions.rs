//! Closing of transactions, and the check that nothing leaves them early.
//!
//! When a transaction closes, each track that it may have moved, directly or through calls, takes a step by 0. This applies the
//! rules for the ends of the track, in the order of declaration.

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

/// Generates the closing statements of all transactions, and reports sentences that leave one.
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
            let help = "leave it after the transaction, when its tracks are between their ends again";
            book.error(codes::LEAVES_TRANSACTION, span, "this leaves a transaction before it closes", help);
        }
        if !moved.is_empty() {
            let mut moved = moved.into_iter();
            let tracks = book.ir.tracks.clone();
            close(&tracks, book.ir.rule_mut(at), &mut || moved.next().unwrap_or_default());
        }
    }
}

/// Closes the transactions in the sentences of a scenario. The callees are not known there, so any track may have moved.
pub(crate) fn close_all(ir: &Rulebook, rule: &mut Rule) {
    let all: BTreeSet<TrackId> = (0..ir.tracks.len() as u32).map(TrackId).collect();
    close(&ir.tracks, rule, &mut || all.clone());
}

/// The tracks that a block and its callees `called` may move.
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

/// Collects sentences of a block that leave it. `looped`: in a loop, where `stop` stays inside.
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

/// Collects transactions in which a callee ends a rule outside, at the location of the transaction.
fn far_ends(ir: &Rulebook, called: &BTreeSet<RuleId>, span: Span, found: &mut Vec<Span>) {
    for id in called {
        visit::statements(&ir.rules[id.index()].body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::EndOuter(outer) if !called.contains(&outer)) {
                found.push(span);
            }
        });
    }
}

/// Generates the closing statements of all transactions of a rule, in source order.
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
        visit::blocks_mut(stmt).into_iter().for_each(|block| fill(block, close));
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
