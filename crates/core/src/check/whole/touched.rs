//! Read and write sets: parts of the state that expressions read, and that sentences and their callees may change.

use std::collections::BTreeSet;

use super::graph;
use crate::ir::visit::{each_expr, statements};
use crate::ir::{DefineId, Expr, ExprKind, MemoryId, PlaceId, Rulebook, Stmt, StmtKind, TrackId};

/// A part of the state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::check) enum StatePart {
    Place(PlaceId),
    Track(TrackId),
    Memory(MemoryId),
}

/// Read set of an expression, including the defines that it uses.
pub(in crate::check) fn reads(ir: &Rulebook, e: &Expr) -> BTreeSet<StatePart> {
    let (mut all, mut seen, mut open) = (BTreeSet::new(), BTreeSet::<DefineId>::new(), vec![e]);
    while let Some(next) = open.pop() {
        each_expr(next, &mut |part| match &part.kind {
            ExprKind::Cell(id, _) => drop(all.insert(StatePart::Place(*id))),
            ExprKind::Track(id, _) => drop(all.insert(StatePart::Track(*id))),
            ExprKind::Memory(id, _) => drop(all.insert(StatePart::Memory(*id))),
            ExprKind::Site(_, places) => all.extend(places.iter().map(|(id, _)| StatePart::Place(*id))),
            ExprKind::Define(id, _) if seen.insert(*id) => open.push(&ir.defines[id.index()].value),
            _ => {}
        });
    }
    all
}

/// Write set of sentences, callees included.
pub(in crate::check) fn writes(ir: &Rulebook, block: &[Stmt]) -> BTreeSet<StatePart> {
    let mut all = BTreeSet::new();
    statements(block, &mut |stmt| own(ir, stmt, &mut all));
    for callee in graph::reached(ir, block) {
        statements(&ir.rules[callee.index()].body, &mut |stmt| own(ir, stmt, &mut all));
    }
    all
}

/// Adds what a sentence writes by itself, without the sentences inside it and without its callees.
pub(in crate::check) fn own(ir: &Rulebook, stmt: &Stmt, all: &mut BTreeSet<StatePart>) {
    match &stmt.kind {
        StmtKind::SetMemory(id, ..) => drop(all.insert(StatePart::Memory(*id))),
        StmtKind::SetTrack(id, ..) | StmtKind::Step(id, ..) => drop(all.insert(StatePart::Track(*id))),
        StmtKind::Move { from, to, .. } => {
            places(ir, to, all);
            match from {
                Some(from) => places(ir, from, all),
                None => everywhere(ir, all),
            }
        }
        StmtKind::Draw { from, to, except, .. } => {
            places(ir, from, all);
            places(ir, to, all);
            except.iter().for_each(|(_, _, aside)| places(ir, aside, all));
        }
        StmtKind::Divide(_, from, to, _) => {
            places(ir, from, all);
            places(ir, to, all);
        }
        StmtKind::Shuffle(place) => places(ir, place, all),
        StmtKind::Let(..)
        | StmtKind::If(..)
        | StmtKind::Each(..)
        | StmtKind::Repeat { .. }
        | StmtKind::InTurn(..)
        | StmtKind::Call(..)
        | StmtKind::Play(..)
        | StmtKind::Ask(_)
        | StmtKind::BagChoice(_)
        | StmtKind::Order(_)
        | StmtKind::Menu(_)
        | StmtKind::AtOnce(_)
        | StmtKind::Together(..)
        | StmtKind::Transaction(..)
        | StmtKind::Require(..)
        | StmtKind::Say(_)
        | StmtKind::Stop
        | StmtKind::Return
        | StmtKind::EndOuter(_) => {}
    }
}

/// Adds the places that an expression names, and those that refill them; all places if it names none.
fn places(ir: &Rulebook, e: &Expr, all: &mut BTreeSet<StatePart>) {
    let mut named = false;
    each_expr(e, &mut |part| {
        if let ExprKind::Cell(id, _) = &part.kind {
            named = true;
            all.insert(StatePart::Place(*id));
            all.extend(ir.places[id.index()].refilled.as_ref().map(|refill| StatePart::Place(refill.from)));
        }
    });
    if !named {
        everywhere(ir, all);
    }
}

fn everywhere(ir: &Rulebook, all: &mut BTreeSet<StatePart>) {
    all.extend((0..ir.places.len()).map(|at| StatePart::Place(PlaceId(at as u32))));
}
