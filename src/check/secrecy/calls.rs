//! What is asked and logged inside the rules that a rule calls: it stands under the conditions around the call.

use super::Book;
use super::flow::{Flow, Through};
use crate::ir::visit::same;
use crate::ir::{Expr, ExprKind, LocalId, RuleId};

/// That somebody is asked, or that a line is there (for everybody: none), in the names of the rule.
#[derive(Clone)]
pub(super) struct Told {
    pub(super) who: Option<Expr>,
    pub(super) through: Through,
}

/// A call and the arguments that are known.
pub(super) type Called = (RuleId, Vec<Expr>);

/// A name of the called rule: nobody that the caller has a name for.
const STRANGER: LocalId = LocalId(u32::MAX);

/// For every rule what is asked and logged while it runs, in it and in what it calls.
pub(super) fn told_by(book: &Book) -> Vec<Vec<Told>> {
    let mut leaks = Vec::new();
    let own = book.ir.rules.iter().map(|rule| {
        let mut flow = Flow::new(book, &[], &mut leaks);
        flow.rule(rule);
        (flow.heard, flow.calls)
    });
    let own: Vec<(Vec<Told>, Vec<Called>)> = own.collect();
    let mut all = vec![None; own.len()];
    (0..own.len()).for_each(|at| all_of(RuleId(at as u32), &own, &mut all));
    all.into_iter().map(Option::unwrap_or_default).collect()
}

fn all_of(rule: RuleId, own: &[(Vec<Told>, Vec<Called>)], all: &mut Vec<Option<Vec<Told>>>) {
    if all[rule.index()].is_some() {
        return;
    }
    let (heard, calls) = &own[rule.index()];
    // Rules that call each other in a circle are a finding of their own.
    all[rule.index()] = Some(heard.clone());
    let mut found = heard.clone();
    for (callee, args) in calls {
        all_of(*callee, own, all);
        for told in all[callee.index()].iter().flatten().filter_map(|told| for_caller(told, args)) {
            add(&mut found, told);
        }
    }
    all[rule.index()] = Some(found);
}

/// Adds what is not there yet.
pub(super) fn add(all: &mut Vec<Told>, told: Told) {
    let known = |other: &Told| {
        let same_player = match (&other.who, &told.who) {
            (None, None) => true,
            (Some(a), Some(b)) => same(a, b),
            _ => false,
        };
        other.through == told.through && same_player
    };
    if !all.iter().any(known) {
        all.push(told);
    }
}

/// The same in the names of the caller, if it can be said in them.
pub(super) fn for_caller(told: &Told, args: &[Expr]) -> Option<Told> {
    let who = match &told.who {
        Some(who) => Some(in_caller(who, args)?),
        None => None,
    };
    Some(Told { who, through: told.through })
}

fn in_caller(e: &Expr, args: &[Expr]) -> Option<Expr> {
    let each = |all: &[Expr]| all.iter().map(|part| in_caller(part, args)).collect::<Option<Vec<Expr>>>();
    let kind = match &e.kind {
        ExprKind::Local(id) => match args.get(id.index()) {
            Some(arg) => return Some(arg.clone()),
            None => ExprKind::Local(STRANGER),
        },
        ExprKind::Widen(inner) | ExprKind::Only(inner) => return in_caller(inner, args),
        ExprKind::Builtin(which, all) => ExprKind::Builtin(*which, each(all)?),
        ExprKind::Memory(id, all) => ExprKind::Memory(*id, each(all)?),
        ExprKind::Seat(inner) => ExprKind::Seat(Box::new(in_caller(inner, args)?)),
        ExprKind::Number(_) | ExprKind::Setting(_) | ExprKind::Players => e.kind.clone(),
        _ => return None,
    };
    Some(Expr { kind, ty: e.ty.clone(), span: e.span })
}
