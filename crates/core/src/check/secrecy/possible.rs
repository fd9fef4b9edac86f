//! Flows through `if possible`: whether a sheet can be done is observable.
//!
//! The functions return the reads that this depends on.

use super::origins::{Origins, named};
use super::reads::Read;
use crate::ir::{Ask, Expr, ExprKind, LocalId, Quantity, Query, Type};

/// The reads that decide whether a query has a result. The number of things in a place is public.
pub(super) fn of_query(origins: &Origins<'_>, query: &Query) -> Vec<Read> {
    let mut reads = Vec::new();
    for (_, domain) in query.binders.iter().filter(|(_, domain)| !has_nought(origins, domain)) {
        reads.extend(origins.reads(&emptiness(domain)));
    }
    reads.extend(query.filter.iter().flat_map(|filter| origins.reads(filter)));
    reads
}

/// The condition that a set or a place is empty. The number of things in a place is public, so of a place only its indexes are read.
pub(super) fn emptiness(of: &Expr) -> Expr {
    Expr { kind: ExprKind::IsNone(Box::new(of.clone())), ty: Type::YesNo, span: of.span }
}

/// True for a range that always contains 0, such as `0..high at hand[p]`.
fn has_nought(origins: &Origins<'_>, domain: &Expr) -> bool {
    let is = |e: &Expr, wanted: fn(&ExprKind) -> bool| wanted(&origins.resolved(e).kind);
    matches!(&domain.kind, ExprKind::Range(low, high) if is(low, |kind| matches!(kind, ExprKind::Number(..=0)))
        && is(high, |kind| matches!(kind, ExprKind::Number(0..) | ExprKind::Count(..) | ExprKind::Size(_))))
}

/// The reads that decide whether enough things of a sort lie in a place. Chosen things lie where they were chosen.
pub(super) fn of_move(origins: &Origins<'_>, what: &Quantity, from: Option<&Expr>) -> Vec<Read> {
    let (Quantity::Exactly(_, things), Some(from)) = (what, from) else { return Vec::new() };
    if named(things).is_some() {
        return Vec::new();
    }
    let count = ExprKind::Count(Box::new(things.clone()), Box::new(from.clone()));
    origins.reads(&Expr { kind: count, ty: Type::Number, span: from.span })
}

/// The reads that decide whether a question to the player who does the sheet has an option.
pub(super) fn of_ask(origins: &Origins<'_>, ask: &Ask) -> Vec<Read> {
    let of_you = ask.who.as_ref().is_some_and(|who| matches!(who.kind, ExprKind::Local(LocalId(0))));
    let always = ask.arms.iter().any(|arm| arm.query.is_none() && arm.when.is_none());
    if always || !of_you {
        return Vec::new();
    }
    let queries = ask.arms.iter().filter_map(|arm| arm.query.as_ref()).flat_map(|query| of_query(origins, query));
    queries.chain(ask.arms.iter().filter_map(|arm| arm.when.as_ref()).flat_map(|when| origins.reads(when))).collect()
}
