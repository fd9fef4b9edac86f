//! Peephole simplification: constant folding and algebraic identities on single nodes (Aho et al., Compilers, 8.7; Muchnick, 12.3).
//!
//! Nodes are rewritten in place, so that every use of a node gets the same value.

use super::equal::equal;
use super::inline::{inline_calls, renamed};
use super::pool::{constant_array, push};
use super::{intersect, reduce, set_algebra};
use crate::code::{Arith, Expr, ExprId, NONE, Program, Reg};

/// Simplifies the nodes of a program. `next` is the next free register, which is advanced.
pub fn peephole(p: &mut Program, next: &mut u32) {
    let mut at = 0;
    while at < p.exprs.len() {
        simplify(p, at);
        named_where_there(p, at);
        at += 1;
    }
    inline_calls(p, next);
    let members = set_algebra::members(p);
    let mut at = 0;
    while at < p.exprs.len() {
        simplify(p, at);
        one_array(p, at);
        set_algebra::simplify(p, at, &members);
        let e = ExprId(at as u32);
        while let Expr::And(first, c) = p.exprs[at]
            && let Expr::And(a, b) = p.exprs[first.index()]
        {
            let rest = push(p, Expr::And(b, c), e);
            p.exprs[at] = Expr::And(a, rest);
        }
        at += 1;
    }
    at = 0;
    while at < p.exprs.len() {
        reduce::simplify(p, at);
        set_algebra::whole_sets(p, at);
        simplify(p, at);
        at += 1;
    }
    (0..p.exprs.len()).for_each(|at| intersect::simplify(p, at));
}

/// Simplifies a node until no rule applies.
fn simplify(p: &mut Program, at: usize) {
    loop {
        if let Some(half) = half(p, p.exprs[at]) {
            // A refusal cites the operand that is left.
            (p.exprs[at], p.expr_spans[at]) = (p.exprs[half.index()], p.expr_spans[half.index()]);
        } else if let Some(smaller) = smaller(p, p.exprs[at]).or_else(|| simpler(p, p.exprs[at])) {
            p.exprs[at] = smaller;
        } else {
            return;
        }
    }
}

/// A node with the same value in fewer steps.
fn smaller(p: &Program, expr: Expr) -> Option<Expr> {
    let leaf = |e: ExprId| p.exprs[e.index()];
    let constant = |e: ExprId| match leaf(e) {
        Expr::Const(value) => Some(value),
        _ => None,
    };
    match expr {
        Expr::Arith(how @ (Arith::Add | Arith::Sub), a, b) => {
            if how == Arith::Add
                && let Some(scaled) = scaled(p, a, b)
            {
                return Some(scaled);
            }
            let (e, by) = match (constant(a), constant(b)) {
                (None, Some(by)) if how == Arith::Add => (a, by),
                (None, Some(by)) => (a, by.checked_neg()?),
                (Some(by), None) if how == Arith::Add => (b, by),
                _ => return None,
            };
            match leaf(e) {
                _ if by == NONE => None,
                Expr::Reg(reg) => Some(Expr::RegPlus(reg, by)),
                Expr::Slot(slot) => Some(Expr::SlotPlus(slot, by)),
                _ => None,
            }
        }
        Expr::SlotAt { base, count, index } => {
            let index = u32::try_from(constant(index)?).ok()?;
            (index < count).then_some(Expr::Slot(base + index))
        }
        Expr::Array { array, index } => {
            let at = usize::try_from(constant(index)?).ok();
            Some(Expr::Const(at.and_then(|at| p.arrays[array as usize].get(at)).copied().unwrap_or(NONE)))
        }
        Expr::BagSize(bag) => match leaf(bag) {
            Expr::BagAt { cell, pieces } => Some(Expr::CountAll { cell, pieces }),
            _ => None,
        },
        Expr::Count { cell, piece } => {
            let (cell, piece) = (constant(cell)?, constant(piece)?);
            let cell = p.layout.cells.get(usize::try_from(cell).ok()?)?;
            let offset = p.layout.families[cell.family as usize].offsets.get(usize::try_from(piece).ok()?)?;
            offset.map(|offset| Expr::Slot(cell.base + u32::from(offset)))
        }
        _ => None,
    }
}

/// A condition with the same truth value in fewer steps.
fn simpler(p: &Program, expr: Expr) -> Option<Expr> {
    let leaf = |e: ExprId| p.exprs[e.index()];
    let holds = |e: ExprId| match leaf(e) {
        Expr::Const(value) => Some(value != 0),
        _ => None,
    };
    match expr {
        Expr::Not(a) => match leaf(a) {
            Expr::Arith(Arith::Is, a, b) => Some(Expr::Arith(Arith::IsNot, a, b)),
            Expr::Arith(Arith::IsNot, a, b) => Some(Expr::Arith(Arith::Is, a, b)),
            Expr::Const(value) => Some(Expr::Const(i32::from(value == 0))),
            Expr::Not(a) if is_condition(leaf(a)) => Some(leaf(a)),
            _ => None,
        },
        Expr::Arith(Arith::Is, a, b) => match (leaf(a), leaf(b)) {
            (condition, Expr::Const(1)) if is_condition(condition) => Some(condition),
            (condition, Expr::Const(0)) if is_condition(condition) => Some(Expr::Not(a)),
            (Expr::SetSize(set), Expr::Const(0)) => Some(Expr::SetEmpty(set)),
            _ => None,
        },
        Expr::And(a, b) => match (leaf(a), leaf(b)) {
            (Expr::Const(0), _) => Some(Expr::Const(0)),
            // No set contains none.
            (Expr::Arith(Arith::IsNot, x, none), has @ Expr::SetHas(_, y)) => {
                (leaf(none) == Expr::Const(NONE) && equal(p, x, y)).then_some(has)
            }
            _ => None,
        },
        Expr::Or(a, b) => match (holds(a), holds(b)) {
            (Some(true), _) => Some(Expr::Const(1)),
            (_, Some(true)) if cannot_fault(p, leaf(a)) => Some(Expr::Const(1)),
            _ => None,
        },
        _ => None,
    }
}

/// The operand of a condition that decides it, if the other operand is constant.
fn half(p: &Program, expr: Expr) -> Option<ExprId> {
    let (a, b, neutral) = match expr {
        Expr::And(a, b) => (a, b, true),
        Expr::Or(a, b) => (a, b, false),
        _ => return None,
    };
    let known = |e: ExprId| match p.exprs[e.index()] {
        Expr::Const(value) => (value != 0) == neutral,
        _ => false,
    };
    if known(a) { Some(b) } else { (known(b) && is_condition(p.exprs[a.index()])).then_some(a) }
}

/// True if evaluation certainly cannot fault: a leaf, or a comparison of leaves.
fn cannot_fault(p: &Program, expr: Expr) -> bool {
    let plain = |e: ExprId| matches!(p.exprs[e.index()], Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_));
    match expr {
        Expr::Arith(Arith::Is | Arith::IsNot, a, b) => plain(a) && plain(b),
        _ => matches!(expr, Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_)),
    }
}

/// Composes two nested array lookups into one.
fn one_array(p: &mut Program, at: usize) {
    let Expr::Array { array, index: inside } = p.exprs[at] else { return };
    let Expr::Array { array: inner, index } = p.exprs[inside.index()] else { return };
    let outer = &p.arrays[array as usize];
    let of = |&at: &i32| usize::try_from(at).ok().and_then(|at| outer.get(at)).copied().unwrap_or(NONE);
    let both: Vec<i32> = p.arrays[inner as usize].iter().map(of).collect();
    p.exprs[at] = Expr::Array { array: constant_array(p, both), index };
}

/// Common subexpression elimination: a value that is tested for none and then bound by `let` is bound first and evaluated once.
fn named_where_there(p: &mut Program, at: usize) {
    let e = ExprId(at as u32);
    if let Expr::And(there, named) = p.exprs[at] {
        let (Some(value), Expr::Let { reg, value: again, body }) = (there_is(p, there), p.exprs[named.index()]) else {
            return;
        };
        if equal(p, value, again) {
            let there = asked_by_name(p, there, reg);
            let body = push(p, Expr::And(there, body), e);
            p.exprs[at] = Expr::Let { reg, value, body };
        }
    }
    let Expr::If(holds, yes, no) = p.exprs[at] else { return };
    let Expr::Let { reg: inner, value: again, body: yes } = p.exprs[yes.index()] else { return };
    // The condition may have bound it already.
    let (reg, value, holds) = match p.exprs[holds.index()] {
        Expr::Let { reg, value, body } if equal(p, value, again) => (reg, value, body),
        condition => {
            let (there, rest) = match condition {
                Expr::And(there, rest) => (there, Some(rest)),
                _ => (holds, None),
            };
            let Some(value) = there_is(p, there).filter(|value| equal(p, *value, again)) else { return };
            let there = asked_by_name(p, there, inner);
            let holds = rest.map_or(there, |rest| push(p, Expr::And(there, rest), holds));
            (inner, value, holds)
        }
    };
    let mut body = yes;
    if inner != reg {
        body = renamed(p, yes, inner, reg).unwrap_or_else(|| {
            let name = push(p, Expr::Reg(reg), value);
            push(p, Expr::Let { reg: inner, value: name, body: yes }, e)
        });
    }
    let body = push(p, Expr::If(holds, body, no), e);
    p.exprs[at] = Expr::Let { reg, value, body };
}

/// The value that a condition compares with none, if that is all it does.
fn there_is(p: &Program, there: ExprId) -> Option<ExprId> {
    let Expr::Arith(Arith::IsNot, value, none) = p.exprs[there.index()] else { return None };
    (p.exprs[none.index()] == Expr::Const(NONE)).then_some(value)
}

/// The condition that a value is not none, applied to the register that holds it.
fn asked_by_name(p: &mut Program, there: ExprId, reg: Reg) -> ExprId {
    let Expr::Arith(_, value, none) = p.exprs[there.index()] else { return there };
    let name = push(p, Expr::Reg(reg), value);
    push(p, Expr::Arith(Arith::IsNot, name, none), there)
}

/// `x * 4 + y`, or the sum of that and a constant.
fn scaled(p: &Program, a: ExprId, b: ExprId) -> Option<Expr> {
    match (p.exprs[a.index()], p.exprs[b.index()]) {
        (Expr::Scaled { a, by, b, plus: 0 }, Expr::Const(plus)) if plus != NONE => {
            Some(Expr::Scaled { a, by, b, plus })
        }
        (Expr::Arith(Arith::Mul, a, by), _) => match p.exprs[by.index()] {
            Expr::Const(by) if by != NONE => Some(Expr::Scaled { a, by, b, plus: 0 }),
            _ => None,
        },
        _ => None,
    }
}

/// True if the value of a node is always 0 or 1.
fn is_condition(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Arith(Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot, ..)
            | Expr::Not(_)
            | Expr::SetHas(..)
            | Expr::SetEmpty(_)
            | Expr::SetIs(..)
            | Expr::Some(_)
            | Expr::Every(..)
    )
}
