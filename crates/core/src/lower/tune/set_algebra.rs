//! Algebraic simplification of set expressions (Muchnick, Advanced Compiler Design and Implementation, 12.3).
//!
//! The rewrites use what is known of sets before play.

use std::collections::BTreeSet;

use super::pool::{constant_array, constant_set, push};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Fun, NONE, Program, QueryId, Reg, Set};

/// Simplifies a node that reads sets. `members`: see [`members`].
pub(super) fn simplify(p: &mut Program, at: usize, members: &BTreeSet<Reg>) {
    if let Expr::SetHas(set, member) = p.exprs[at]
        && matches!(p.exprs[set.index()], Expr::Union(..))
        && let Some(one_of) = one_of(p, members, set, member)
    {
        p.exprs[at] = p.exprs[one_of.index()];
    }
    shifted_set(p, at);
    those_it_is_said_of(p, at);
    set_of_things(p, at);
    nothing_found(p, at);
}

/// Rewrites the set of all members of some sets as a union without a name: `{d for x in A, d in lies_behind(x)}`.
pub(super) fn whole_sets(p: &mut Program, at: usize) {
    let Expr::SetOf(query, value) = p.exprs[at] else { return };
    let mut code = p.queries[query.index()].clone();
    let Some(Binder { reg, domain: Domain::Set(set), .. }) = code.binders.pop() else { return };
    if code.filter.is_some() || !code.keys.is_empty() || p.exprs[value.index()] != Expr::Reg(reg) {
        return;
    }
    p.exprs[at] = if code.binders.is_empty() {
        p.exprs[set.index()]
    } else {
        p.queries.push(code);
        Expr::UnionOf(QueryId(p.queries.len() as u32 - 1), set)
    };
}

/// Registers of names that range over sets: they always hold a member.
pub(super) fn members(p: &Program) -> BTreeSet<Reg> {
    let is_set = |binder: &Binder| matches!(binder.domain, Domain::Set(_) | Domain::Clockwise { .. });
    let binders = || p.queries.iter().flat_map(|query| &query.binders);
    let mut members: BTreeSet<Reg> = binders().filter(|binder| is_set(binder)).map(|binder| binder.reg).collect();
    for binder in binders().filter(|binder| !is_set(binder)) {
        members.remove(&binder.reg);
    }
    members
}

/// A membership test of a leaf in a set of several members, as comparisons with each of them.
fn one_of(p: &mut Program, members: &BTreeSet<Reg>, set: ExprId, member: ExprId) -> Option<ExprId> {
    if !matches!(p.exprs[member.index()], Expr::Slot(_) | Expr::Reg(_)) {
        return None;
    }
    match p.exprs[set.index()] {
        Expr::One(one) => match p.exprs[one.index()] {
            Expr::Reg(reg) if members.contains(&reg) => Some(push(p, Expr::Arith(Arith::Is, one, member), set)),
            _ => None,
        },
        Expr::Union(a, b) => {
            let (a, b) = (one_of(p, members, a, member)?, one_of(p, members, b, member)?);
            Some(push(p, Expr::Or(a, b), set))
        }
        _ => None,
    }
}

/// Constant folding of [`Expr::Shift`]: a shifted constant set is a constant set.
fn shifted_set(p: &mut Program, at: usize) {
    let Expr::Shift(set, by) = p.exprs[at] else { return };
    let Expr::SetConst(set) = p.exprs[set.index()] else { return };
    p.exprs[at] = constant_set(p, p.sets[set as usize].shifted(by));
}

/// `array[member] in {constants}` becomes `member in {those whose array value is one of the constants}`.
fn those_it_is_said_of(p: &mut Program, at: usize) {
    let Expr::SetHas(set, member) = p.exprs[at] else { return };
    let Expr::SetConst(set) = p.exprs[set.index()] else { return };
    let Expr::Array { array, index } = p.exprs[member.index()] else { return };
    let (array, set) = (&p.arrays[array as usize], p.sets[set as usize]);
    if array.len() > Set::MOST {
        return;
    }
    let said = array.iter().enumerate().filter(|(_, said)| set.has(**said));
    let those = constant_set(p, said.fold(Set::EMPTY, |those, (index, _)| those.with(index as i32)));
    let those = push(p, those, ExprId(at as u32));
    p.exprs[at] = Expr::SetHas(those, index);
}

/// Rewrites the set of things in a place, optionally filtered by a constant set, without a loop.
fn set_of_things(p: &mut Program, at: usize) {
    let Expr::SetOf(query, value) = p.exprs[at] else { return };
    let query = &p.queries[query.index()];
    let [Binder { reg, domain: Domain::Cell { cell, pieces, less }, .. }] = query.binders[..] else { return };
    let names = |e: ExprId| p.exprs[e.index()] == Expr::Reg(reg);
    let constant = |set: ExprId| matches!(p.exprs[set.index()], Expr::SetConst(_));
    let among = match query.filter.map(|filter| p.exprs[filter.index()]) {
        None => None,
        Some(Expr::SetHas(set, member)) if constant(set) && names(member) => Some((set, true)),
        Some(Expr::Not(has)) => match p.exprs[has.index()] {
            Expr::SetHas(set, member) if constant(set) && names(member) => Some((set, false)),
            _ => return,
        },
        Some(_) => return,
    };
    if !names(value) {
        return;
    }
    let e = ExprId(at as u32);
    let bag = push(p, Expr::BagAt { cell, pieces }, e);
    let things = Expr::BagSet(bag, less);
    p.exprs[at] = match among {
        None => things,
        Some((set, inside)) => {
            let things = push(p, things, e);
            if inside { Expr::Both(things, set) } else { Expr::Minus(things, set) }
        }
    };
}

/// Rewrites a test for the empty set so that the set need not be built. A define that returns such a set gets a companion define
/// that returns whether the set has a member.
fn nothing_found(p: &mut Program, at: usize) {
    let old = p.exprs[at];
    let Expr::SetEmpty(set) = old else { return };
    p.exprs[at] = match p.exprs[set.index()] {
        Expr::SetConst(constant) => Expr::Const(i32::from(p.sets[constant as usize].is_empty())),
        Expr::Let { reg, value, body } => Expr::Let { reg, value, body: push(p, Expr::SetEmpty(body), set) },
        Expr::If(holds, a, b) => Expr::If(holds, push(p, Expr::SetEmpty(a), set), push(p, Expr::SetEmpty(b), set)),
        // Outside the array, a lookup gives the empty set, and none in the new array.
        Expr::SetArray { array, index } => {
            let any = |set: &Set| if set.is_empty() { NONE } else { 1 };
            let any: Vec<i32> = p.set_arrays[array as usize].iter().map(any).collect();
            let any = Expr::Array { array: constant_array(p, any), index };
            Expr::Arith(Arith::Is, push(p, any, set), push(p, Expr::Const(NONE), set))
        }
        Expr::SetOf(query, value) if names_a_member(p, query, value) => Expr::Not(push(p, Expr::Some(query), set)),
        Expr::Call { fun, args } => match finds_any(p, fun as usize) {
            Some(fun) => Expr::Not(push(p, Expr::Call { fun, args }, set)),
            None => old,
        },
        _ => old,
    };
}

/// The companion define that returns whether the set of a define has a member.
fn finds_any(p: &mut Program, fun: usize) -> Option<u32> {
    let Expr::SetOf(query, value) = p.exprs[p.funs[fun].body.index()] else { return None };
    if !names_a_member(p, query, value) {
        return None;
    }
    let known = p.funs.iter().position(|other| p.exprs[other.body.index()] == Expr::Some(query));
    let any = known.unwrap_or_else(|| {
        let set = p.funs[fun].clone();
        let body = push(p, Expr::Some(query), set.body);
        p.funs.push(Fun { body, ..set });
        p.funs.len() - 1
    });
    Some(any as u32)
}

/// True if a value is a name of a query that holds a member in every result.
fn names_a_member(p: &Program, query: QueryId, value: ExprId) -> bool {
    let query = &p.queries[query.index()];
    let named = query.binders.iter().find(|binder| p.exprs[value.index()] == Expr::Reg(binder.reg));
    let member = |binder: &Binder| matches!(binder.domain, Domain::Set(_) | Domain::Clockwise { .. });
    query.keys.is_empty() && named.is_some_and(member)
}
