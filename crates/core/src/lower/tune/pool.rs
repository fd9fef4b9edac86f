//! The node arena and the constant pool: appends nodes, and interns constants.

use crate::code::{Expr, ExprId, Program, Set};

/// Appends a node that replaces an old one. It has the same source.
pub(in crate::lower) fn push(p: &mut Program, expr: Expr, old: ExprId) -> ExprId {
    p.exprs.push(expr);
    p.expr_spans.push(p.expr_spans[old.index()]);
    ExprId(p.exprs.len() as u32 - 1)
}

/// The number of a constant array; equal arrays share one.
pub(super) fn constant_array(p: &mut Program, array: Vec<i32>) -> u32 {
    let known = p.arrays.iter().position(|other| *other == array);
    if known.is_none() {
        p.arrays.push(array);
    }
    known.unwrap_or(p.arrays.len() - 1) as u32
}

/// A constant set; equal sets share one.
pub(super) fn constant_set(p: &mut Program, set: Set) -> Expr {
    let known = p.sets.iter().position(|other| *other == set);
    if known.is_none() {
        p.sets.push(set);
    }
    Expr::SetConst(known.unwrap_or(p.sets.len() - 1) as u32)
}
