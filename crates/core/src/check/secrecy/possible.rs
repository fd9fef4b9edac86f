//! Flows through what can fail: whether a sheet can be done, and whether an option is offered, is observable.
//!
//! The functions return the reads that this depends on.

use std::collections::BTreeSet;

use super::origins::{Origins, named};
use super::reads::Read;
use crate::ir::visit;
use crate::ir::{
    Ask, BagChoice, Binary, ComponentId, Expr, ExprKind, LocalId, Past, PlaceLimit, Quantity, Query, Stmt, StmtKind,
    TrackId, Type,
};

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
    let is = |e: &Expr, wanted: fn(&ExprKind) -> bool| wanted(&origins.definition(e).kind);
    matches!(&domain.kind, ExprKind::Range(low, high) if is(low, |kind| matches!(kind, ExprKind::Number(..=0)))
        && is(high, |kind| matches!(kind, ExprKind::Number(0..) | ExprKind::Count(..) | ExprKind::Size(_))))
}

/// The reads that decide whether a sentence other than `require` fails; `None` if it cannot fail.
pub(super) fn of_effect(origins: &Origins<'_>, stmt: &Stmt) -> Option<Vec<Read>> {
    match &stmt.kind {
        StmtKind::Step(track, at, by) if may_refuse(origins, *track, by) => {
            Some(at.iter().chain([by]).flat_map(|e| origins.reads(e)).collect())
        }
        StmtKind::Move { what, from, to, .. } => {
            let there = of_things(origins, what, from.as_ref());
            let room = of_room(origins, what, from.as_ref(), to);
            let both = there.is_some() || room.is_some();
            both.then(|| there.into_iter().chain(room).flatten().collect())
        }
        StmtKind::Draw { count, to, .. } => limits_of(origins, to).map(|_| origins.reads(count)),
        _ => None,
    }
}

/// True if a step may lead past an end of a track that refuses it. A number is negative only if it is a difference.
fn may_refuse(origins: &Origins<'_>, track: TrackId, by: &Expr) -> bool {
    let track = &origins.book.ir.tracks[track.index()];
    let falls = is_difference(origins, by, Some(&mut BTreeSet::new()));
    let rises = !matches!(&by.kind, ExprKind::Number(..=0)) && !is_negated(by);
    let ends = |end: &Option<Expr>, past: Past| end.is_some() && past == Past::Refuse;
    falls && ends(&track.low, track.past_bottom) || rises && ends(&track.high, track.past_top)
}

/// True for `0 - n`.
pub(super) fn is_negated(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Binary(Binary::Sub, zero, _) if matches!(zero.kind, ExprKind::Number(0)))
}

/// True if a number is computed by subtracting. `names`: the names of the rule that were followed; `None` in the body of a define.
fn is_difference(origins: &Origins<'_>, e: &Expr, mut names: Option<&mut BTreeSet<LocalId>>) -> bool {
    let mut found = false;
    visit::each_expr(e, &mut |part| {
        found |= match &part.kind {
            ExprKind::Number(n) => *n < 0,
            ExprKind::Binary(Binary::Sub, ..) => true,
            ExprKind::Define(id, _) => is_difference(origins, &origins.book.ir.defines[id.index()].value, None),
            ExprKind::Local(id) => names.as_deref_mut().is_some_and(|names| {
                let value = origins.value(*id).filter(|_| names.insert(*id));
                value.is_some_and(|value| is_difference(origins, value, Some(names)))
            }),
            _ => false,
        }
    });
    found
}

/// The reads that decide whether enough things of a sort lie in a place; `None` if they surely do. Chosen things lie where they were
/// chosen.
fn of_things(origins: &Origins<'_>, what: &Quantity, from: Option<&Expr>) -> Option<Vec<Read>> {
    let (Quantity::Exactly(n, things), Some(from)) = (what, from) else { return None };
    let there = origins.reads(&count(things, from));
    if named(things).is_some_and(|name| origins.is_thing(name)) || there.is_empty() && is_supply(origins, things, from)
    {
        return None;
    }
    Some(there.into_iter().chain(origins.reads(n)).collect())
}

/// True if these things start in a place. A supply is taken to suffice.
fn is_supply(origins: &Origins<'_>, things: &Expr, from: &Expr) -> bool {
    let ExprKind::Cell(place, _) = &from.kind else { return false };
    let starts = |id: &ComponentId| {
        origins.book.ir.components[id.index()].start.places.iter().any(|start| start.place == *place)
    };
    match &things.ty {
        Type::Thing(components) | Type::Bag(components) => components.iter().all(starts),
        Type::Set(of) => matches!(&**of, Type::Thing(components) if components.iter().all(starts)),
        _ => false,
    }
}

/// The reads that decide whether a place has room; `None` if it has no limit. The number of all things in it is public.
fn of_room(origins: &Origins<'_>, what: &Quantity, from: Option<&Expr>, to: &Expr) -> Option<Vec<Read>> {
    let limits = limits_of(origins, to)?;
    let mut reads = match what {
        Quantity::Exactly(n, _) => origins.reads(n),
        Quantity::UpTo(_, things) | Quantity::All(things) => {
            from.map(|from| origins.reads(&count(things, from))).unwrap_or_default()
        }
        Quantity::Bag(_) | Quantity::Figure(_) => Vec::new(),
    };
    if limits.iter().any(|limit| !limit.of.is_empty()) {
        reads.extend(origins.contents(to));
    }
    Some(reads)
}

/// The limits of a place, if it has any.
fn limits_of<'b>(origins: &Origins<'b>, to: &Expr) -> Option<&'b [PlaceLimit]> {
    let ExprKind::Cell(id, _) = &to.kind else { return None };
    Some(origins.book.ir.places[id.index()].limits.as_slice()).filter(|limits| !limits.is_empty())
}

fn count(things: &Expr, from: &Expr) -> Expr {
    let count = ExprKind::Count(Box::new(things.clone()), Box::new(from.clone()));
    Expr { kind: count, ty: Type::Number, span: from.span }
}

/// The reads that decide whether a bag can be chosen.
pub(super) fn of_bag_choice(origins: &Origins<'_>, choice: &BagChoice) -> Vec<Read> {
    if matches!(choice.least.kind, ExprKind::Number(0)) && choice.filter.is_none() {
        return Vec::new();
    }
    let size = Expr { kind: ExprKind::Size(Box::new(choice.of.clone())), ty: Type::Number, span: choice.of.span };
    let parts = [&size, &choice.least].into_iter().chain(&choice.most).chain(&choice.filter);
    parts.flat_map(|e| origins.reads(e)).collect()
}

/// The reads that decide whether a question has an option.
pub(super) fn of_ask(origins: &Origins<'_>, ask: &Ask) -> Vec<Read> {
    let always = ask.arms.iter().any(|arm| arm.query.is_none() && arm.when.is_none());
    if always || ask.who.is_none() {
        return Vec::new();
    }
    let queries = ask.arms.iter().filter_map(|arm| arm.query.as_ref()).flat_map(|query| of_query(origins, query));
    queries.chain(ask.arms.iter().filter_map(|arm| arm.when.as_ref()).flat_map(|when| origins.reads(when))).collect()
}
