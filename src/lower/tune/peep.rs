//! Small nodes become smaller ones, each where it stands: whoever uses it gets the same value.

use crate::code::{Arith, Expr, ExprId, NONE, Program, Reg, Shape};

use super::operands::{Reading, each_operand, loop_of};

/// Defines with more nodes stay calls.
const MOST_WRITTEN_OUT: usize = 24;

pub(super) fn peep(p: &mut Program) {
    let mut at = 0;
    // What is written out stands at the end and is looked at as well.
    while at < p.exprs.len() {
        if let Expr::Call { fun, args } = p.exprs[at] {
            write_out(p, at, fun as usize, args as usize);
        }
        at += 1;
    }
    for at in 0..p.exprs.len() {
        if let Some(smaller) = smaller(p, p.exprs[at]) {
            p.exprs[at] = smaller;
        }
    }
}

/// A call of a short define whose arguments are plain becomes what the define says. Conditions with several parts stay calls:
/// a refusal names the define as a whole.
fn write_out(p: &mut Program, at: usize, fun: usize, args: usize) {
    let body = p.funs[fun].body;
    let root = p.exprs[body.index()];
    if matches!(
        root,
        Expr::And(..) | Expr::Let { .. } | Expr::LetSet { .. } | Expr::LetWords { .. } | Expr::Call { .. }
    ) {
        return;
    }
    let mut given: Vec<(Reg, Expr)> = Vec::new();
    for (number, &(reg, shape)) in p.funs[fun].params.iter().enumerate() {
        let arg = p.exprs[p.lists[args + number].index()];
        if shape != Shape::Word || !matches!(arg, Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_)) {
            return;
        }
        given.push((reg, arg));
    }
    if !plain(p, body) {
        return;
    }
    let written = copy(p, body, &given);
    p.exprs[at] = p.exprs[written.index()];
}

/// Whether a define is short and has no loops and no names of its own.
fn plain(p: &Program, body: ExprId) -> bool {
    let (mut open, mut seen) = (vec![body], 0);
    while let Some(e) = open.pop() {
        seen += 1;
        let mut expr = p.exprs[e.index()];
        let own = matches!(
            expr,
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::LetWords { .. } | Expr::Regs { .. } | Expr::SetRegs { .. }
        );
        let listed = matches!(
            expr,
            Expr::Call { .. }
                | Expr::List { .. }
                | Expr::ListOfSets { .. }
                | Expr::Pick { .. }
                | Expr::Slice { .. }
                | Expr::SlotsAt { .. }
                | Expr::DivideDone(_)
        );
        if seen > MOST_WRITTEN_OUT || own || listed || loop_of(&mut expr).is_some() {
            return false;
        }
        each_operand(&mut expr, Reading::Word, &mut |part, _| open.push(*part));
    }
    true
}

/// A copy with plain values for parameters. What reads no parameter is shared.
fn copy(p: &mut Program, e: ExprId, given: &[(Reg, Expr)]) -> ExprId {
    let before = p.exprs[e.index()];
    let mut expr = match before {
        Expr::Reg(reg) => given.iter().find(|(param, _)| *param == reg).map_or(before, |(_, arg)| *arg),
        other => other,
    };
    each_operand(&mut expr, Reading::Word, &mut |part, _| *part = copy(p, *part, given));
    if expr == before { e } else { push(p, expr, e) }
}

/// A new node that stands for an old one.
pub(in crate::lower) fn push(p: &mut Program, expr: Expr, old: ExprId) -> ExprId {
    p.exprs.push(expr);
    p.expr_spans.push(p.expr_spans[old.index()]);
    ExprId(p.exprs.len() as u32 - 1)
}

/// The same in fewer steps.
fn smaller(p: &Program, expr: Expr) -> Option<Expr> {
    let leaf = |e: ExprId| p.exprs[e.index()];
    let constant = |e: ExprId| match leaf(e) {
        Expr::Const(value) => Some(value),
        _ => None,
    };
    match expr {
        Expr::Arith(how @ (Arith::Add | Arith::Sub), a, b) => {
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
