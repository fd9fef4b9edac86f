//! Operations that take things from places. Chosen things may be among them, and then lie elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::Lower;
use crate::code::{Op, Pc, Take};
use crate::ir::{self, ExprKind};

impl Lower<'_> {
    /// Records that the next operation takes things from a place.
    pub(super) fn takes_from(&mut self, place: &ir::Expr) {
        let family = match &place.kind {
            ExprKind::Cell(place, _) => Some(place.index() as u32),
            _ => None,
        };
        self.emit.program.takes.push(Take { at: self.emit.here(), family });
    }

    /// Records that the next operations draw from a place and from the place that refills it.
    pub(super) fn draws_from(&mut self, place: &ir::Expr) {
        self.takes_from(place);
        if let ExprKind::Cell(place, _) = &place.kind
            && let Some(refill) = &self.book.places[place.index()].refilled
        {
            let family = Some(refill.from.index() as u32);
            self.emit.program.takes.push(Take { at: self.emit.here(), family });
        }
    }

    /// Propagates takes through the call graph: a call takes what its callee takes.
    pub(super) fn resolve_takes(&mut self) {
        let program = &mut self.emit.program;
        if program.held.is_empty() {
            return program.takes.clear();
        }
        program.takes.sort_by_key(|take| take.at);
        let mut taken: BTreeMap<Pc, BTreeSet<Option<u32>>> = BTreeMap::new();
        let mut calls = Vec::new();
        // Rules are emitted before their callees.
        for rule in program.rules.iter().rev() {
            let code = rule.entry..rule.end;
            let first = program.takes.partition_point(|take| take.at < code.start);
            let own = program.takes[first..].iter().take_while(|take| take.at < code.end);
            let mut all: BTreeSet<Option<u32>> = own.map(|take| take.family).collect();
            for (op, at) in program.ops[code.start.index()..code.end.index()].iter().zip(code.start.0..) {
                let Op::Call { entry, .. } = op else { continue };
                for &family in taken.get(entry).into_iter().flatten() {
                    calls.push(Take { at: Pc(at), family });
                    all.insert(family);
                }
            }
            for entry in [Some(rule.entry), rule.checked].into_iter().flatten() {
                taken.insert(entry, all.clone());
            }
        }
        program.takes.append(&mut calls);
    }
}
