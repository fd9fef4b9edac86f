//! Reductions over adjacent words: a sum becomes one node without a loop variable, and `sum > 0` stops at the first positive term.

use super::pool::{constant_array, push};
use super::scan::{first_place, is_count, places_with_one};
use crate::code::{AnySum, Arith, Binder, Domain, Expr, ExprId, MOST_WORTH, Program, QueryId, Reg, Set};

/// Rewrites a sum over all values of a single name if it needs no loop variable.
pub(super) fn simplify(p: &mut Program, at: usize) {
    any_is_enough(p, at);
    first_place(p, at);
    let Expr::SumOf(query, value) = p.exprs[at] else { return };
    let query = &p.queries[query.index()];
    let ([Binder { reg, width: 1, domain }], None) = (&query.binders[..], query.filter) else { return };
    let (reg, domain) = (*reg, *domain);
    let sum = match domain {
        Domain::Set(set) => column(p, reg, set, value),
        Domain::Cell { cell, pieces, less } => worth(p, reg, (cell, pieces, less), value),
        _ => None,
    };
    match sum {
        Some(sum) => p.exprs[at] = sum,
        None => places_with_one(p, at),
    }
}

/// Rewrites tests of a sum of counts: the sum is positive as soon as one term is.
fn any_is_enough(p: &mut Program, at: usize) {
    let constant = |e: ExprId, value: i32| p.exprs[e.index()] == Expr::Const(value);
    let expr = p.exprs[at];
    let (sum, above) = match expr {
        Expr::Arith(Arith::Less, zero, sum) if constant(zero, 0) => (sum, true),
        Expr::Arith(Arith::AtMost, one, sum) if constant(one, 1) => (sum, true),
        Expr::Arith(Arith::Is, sum, zero) if constant(zero, 0) => (sum, false),
        Expr::Arith(Arith::IsNot, sum, zero) if constant(zero, 0) => (sum, true),
        _ => return,
    };
    let Expr::SumOf(query, value) = p.exprs[sum.index()] else { return };
    if !is_count(p, value) {
        return;
    }
    let zero = push(p, Expr::Const(0), sum);
    let one = push(p, Expr::Arith(Arith::Less, zero, value), sum);
    let mut code = p.queries[query.index()].clone();
    code.filter = Some(code.filter.map_or(one, |filter| push(p, Expr::And(filter, one), sum)));
    p.queries.push(code);
    let query = QueryId(p.queries.len() as u32 - 1);
    let some = Expr::Some(query);
    if let Expr::Arith(how @ (Arith::Less | Arith::AtMost), wanted, sum) = expr {
        p.any_sums.push(AnySum { at: ExprId(at as u32), query, how, sides: (wanted, sum) });
    }
    p.exprs[at] = if above { some } else { Expr::Not(push(p, some, sum)) };
}

/// The sum of a column of a matrix.
fn column(p: &Program, reg: Reg, set: ExprId, value: ExprId) -> Option<Expr> {
    let Expr::SetConst(set) = p.exprs[set.index()] else { return None };
    let Expr::SlotAt { base, count: all, index } = p.exprs[value.index()] else { return None };
    let Expr::Scaled { a: row, by, b: index, plus: 0 } = p.exprs[index.index()] else { return None };
    let set = p.sets[set as usize];
    let plain = matches!(p.exprs[index.index()], Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_));
    if !plain || p.exprs[row.index()] != Expr::Reg(reg) || p.exprs[index.index()] == Expr::Reg(reg) {
        return None;
    }
    let (step, count) = (u16::try_from(by).ok()?, set.len());
    let room = all.checked_sub(count.checked_sub(1)? * u32::from(step)).filter(|&room| room > 0)?;
    (set == Set::below(count as usize)).then_some(Expr::SumAt { base, step, count: count as u16, room, index })
}

/// The sum of the values that a constant array gives to the things in a place.
fn worth(p: &mut Program, reg: Reg, (cell, pieces, less): (ExprId, ExprId, i32), value: ExprId) -> Option<Expr> {
    let Expr::SetConst(pieces) = p.exprs[pieces.index()] else { return None };
    let Expr::Array { array, index } = p.exprs[value.index()] else { return None };
    if p.exprs[index.index()] != Expr::Reg(reg) {
        return None;
    }
    let mut worth = Vec::new();
    for piece in p.sets[pieces as usize].iter() {
        let one = *p.arrays[array as usize].get(usize::try_from(piece - less).ok()?)?;
        worth.resize(piece as usize, 0);
        worth.push(Some(one).filter(|one| (0..=MOST_WORTH).contains(one))?);
    }
    Some(Expr::Worth { cell, array: constant_array(p, worth) })
}
