//! Fusion of an existential query over a list of sets with the count of an intersection: `some l in lines where size(l and s) is
//! 4` becomes one node ([`Expr::SomeOverlaps`]).

use super::pool::{constant_set, push};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Program, Reg, Set};

/// Rewrites `some` over a list of sets whose filter bounds the size of an intersection. No loop variable is needed then.
pub(super) fn simplify(p: &mut Program, at: usize) {
    let Expr::Some(query) = p.exprs[at] else { return };
    let code = &p.queries[query.index()];
    let ([Binder { reg, width, domain: Domain::List(list) }], Some(filter), []) =
        (&code.binders[..], code.filter, &code.keys[..])
    else {
        return;
    };
    let (reg, width, list) = (*reg, *width, *list);
    let Some((size, least, most)) = size_bounds(p, filter) else { return };
    let own = u32::from(reg)..u32::from(reg) + u32::from(width);
    let free = |p: &Program, e: ExprId| !p.may_read(e, std::slice::from_ref(&own));
    let Some(set) = common(p, size, (reg, width), &free) else { return };
    p.exprs[at] = Expr::SomeOverlaps { list, set, width, least, most };
}

/// The set whose size a condition bounds, and the inclusive bounds.
fn size_bounds(p: &Program, e: ExprId) -> Option<(ExprId, u16, u16)> {
    let Expr::Arith(how, a, b) = p.exprs[e.index()] else { return None };
    let number = |e: ExprId| match p.exprs[e.index()] {
        Expr::Const(value) => u16::try_from(value).ok(),
        _ => None,
    };
    let size = |e: ExprId| match p.exprs[e.index()] {
        Expr::SetSize(set) => Some(set),
        _ => None,
    };
    match (how, size(a), number(b), number(a), size(b)) {
        (Arith::Is, Some(set), Some(n), ..) | (Arith::Is, .., Some(n), Some(set)) => Some((set, n, n)),
        (Arith::AtMost, Some(set), Some(n), ..) => Some((set, 0, n)),
        (Arith::AtMost, .., Some(n), Some(set)) => Some((set, n, u16::MAX)),
        (Arith::Less, Some(set), Some(n), ..) => Some((set, 0, n.checked_sub(1)?)),
        (Arith::Less, .., Some(n), Some(set)) => Some((set, n.checked_add(1)?, u16::MAX)),
        _ => None,
    }
}

/// The other operand of an intersection with the set that has this name.
fn common(
    p: &mut Program,
    e: ExprId,
    (reg, width): (Reg, u16),
    free: &dyn Fn(&Program, ExprId) -> bool,
) -> Option<ExprId> {
    let name = Expr::SetRegs { reg, width };
    let is_name = |p: &Program, e: ExprId| p.exprs[e.index()] == name;
    match p.exprs[e.index()] {
        Expr::Both(a, b) if is_name(p, a) && free(p, b) => Some(b),
        Expr::Both(a, b) if is_name(p, b) && free(p, a) => Some(a),
        Expr::Matching { column, index, value, among } if is_name(p, among) && free(p, index) && free(p, value) => {
            let all = constant_set(p, Set::below(usize::from(p.columns[column as usize].count)));
            let among = push(p, all, e);
            Some(push(p, Expr::Matching { column, index, value, among }, e))
        }
        _ => None,
    }
}
