//! What decides whether a sheet can be done: `p does A, if possible` tells everybody whether it could be.

use super::reads::Read;
use super::sources::Sources;
use crate::ir::{Ask, Expr, ExprKind, LocalId, Query, Type};

/// Whether there is something to choose decides it: how many things lie somewhere is public.
pub(super) fn of_query(sources: &Sources<'_>, query: &Query) -> Vec<Read> {
    let mut reads = Vec::new();
    for (_, domain) in query.binders.iter().filter(|(_, domain)| !has_nought(sources, domain)) {
        let is_none = ExprKind::IsNone(Box::new(domain.clone()));
        reads.extend(sources.reads(&Expr { kind: is_none, ty: Type::YesNo, span: domain.span }));
    }
    reads.extend(query.filter.iter().flat_map(|filter| sources.reads(filter)));
    reads
}

/// `0..high at hand[p]`: nought can always be chosen.
fn has_nought(sources: &Sources<'_>, domain: &Expr) -> bool {
    let is = |e: &Expr, wanted: fn(&ExprKind) -> bool| wanted(&sources.resolved(e).kind);
    matches!(&domain.kind, ExprKind::Range(low, high) if is(low, |kind| matches!(kind, ExprKind::Number(..=0)))
        && is(high, |kind| matches!(kind, ExprKind::Number(0..) | ExprKind::Count(..) | ExprKind::Size(_))))
}

/// A question to whoever does the sheet decides it, if it may have no answer.
pub(super) fn of_ask(sources: &Sources<'_>, ask: &Ask) -> Vec<Read> {
    let of_you = ask.who.as_ref().is_some_and(|who| matches!(who.kind, ExprKind::Local(LocalId(0))));
    let always = ask.arms.iter().any(|arm| arm.query.is_none() && arm.when.is_none());
    if always || !of_you {
        return Vec::new();
    }
    let queries = ask.arms.iter().filter_map(|arm| arm.query.as_ref()).flat_map(|query| of_query(sources, query));
    queries.chain(ask.arms.iter().filter_map(|arm| arm.when.as_ref()).flat_map(|when| sources.reads(when))).collect()
}
