//! The node arena and the constant pool: new nodes, and constants that are stored once.

use crate::code::{Expr, ExprId, Program, Set};

/// A new node that stands for an old one.
pub(in crate::lower) fn push(p: &mut Program, expr: Expr, old: ExprId) -> ExprId {
    p.exprs.push(expr);
    p.expr_spans.push(p.expr_spans[old.index()]);
    ExprId(p.exprs.len() as u32 - 1)
}

/// The number of a constant array.
pub(super) fn constant_array(p: &mut Program, array: Vec<i32>) -> u32 {
    let known = p.arrays.iter().position(|other| *other == array);
    if known.is_none() {
        p.arrays.push(array);
    }
    known.unwrap_or(p.arrays.len() - 1) as u32
}

/// A constant set.
pub(super) fn constant_set(p: &mut Program, set: Set) -> Expr {
    let known = p.sets.iter().position(|other| *other == set);
    if known.is_none() {
        p.sets.push(set);
    }
    Expr::SetConst(known.unwrap_or(p.sets.len() - 1) as u32)
}
