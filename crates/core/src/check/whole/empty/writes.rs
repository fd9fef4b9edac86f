//! What sentences may change, with all that they call.

use std::collections::{BTreeMap, BTreeSet};

use super::form::Writable;
use crate::ir::{self, visit};
use crate::ir::{Expr, ExprKind, PlaceId, RuleId, Rulebook, Stmt, StmtKind};

/// What each rule may change.
pub(super) struct Writes<'b> {
    ir: &'b Rulebook,
    rules: BTreeMap<RuleId, BTreeSet<Writable>>,
}

impl<'b> Writes<'b> {
    pub(super) fn new(ir: &'b Rulebook) -> Self {
        Self { ir, rules: BTreeMap::new() }
    }

    /// What a rule may change.
    pub(super) fn of_rule(&mut self, id: RuleId) -> BTreeSet<Writable> {
        if let Some(known) = self.rules.get(&id) {
            return known.clone();
        }
        self.rules.insert(id, BTreeSet::new());
        let all = self.of(&self.ir.rules[id.index()].body);
        self.rules.insert(id, all.clone());
        all
    }

    /// What sentences may change.
    pub(super) fn of(&mut self, block: &[Stmt]) -> BTreeSet<Writable> {
        let mut all = BTreeSet::new();
        visit::statements(block, &mut |stmt| own(self.ir, stmt, &mut all));
        for callee in ir::callees_of(self.ir, block) {
            all.extend(self.of_rule(callee));
        }
        all
    }
}

fn own(ir: &Rulebook, stmt: &Stmt, all: &mut BTreeSet<Writable>) {
    match &stmt.kind {
        StmtKind::SetMemory(id, ..) => drop(all.insert(Writable::Memory(*id))),
        StmtKind::SetTrack(id, ..) | StmtKind::Step(id, ..) => drop(all.insert(Writable::Track(*id))),
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
        _ => {}
    }
}

/// The places that an expression names, and those that refill them; all where it names none.
fn places(ir: &Rulebook, e: &Expr, all: &mut BTreeSet<Writable>) {
    let mut named = false;
    visit::each_expr(e, &mut |part| {
        if let ExprKind::Cell(id, _) = &part.kind {
            named = true;
            all.insert(Writable::Place(*id));
            all.extend(ir.places[id.index()].refilled.as_ref().map(|refill| Writable::Place(refill.from)));
        }
    });
    if !named {
        everywhere(ir, all);
    }
}

fn everywhere(ir: &Rulebook, all: &mut BTreeSet<Writable>) {
    all.extend((0..ir.places.len()).map(|at| Writable::Place(PlaceId(at as u32))));
}
