//! Defines that are worth remembering while one expression is worked out.

use std::mem;

use crate::code::{Expr, ExprId, Program, QueryId, Reg, Shape};

/// Marks defines with loops that have at most one parameter, a word.
pub(super) fn mark(p: &mut Program) {
    for at in 0..p.funs.len() {
        let few = matches!(p.funs[at].params[..], [] | [(_, Shape::Word)]);
        p.funs[at].dear =
            few && has_loops_of_its_own(p, p.funs[at].body, p.funs[at].params.first().map(|param| param.0));
    }
}

/// Whether it goes through something, and reads no register but its parameter and those of its own names.
fn has_loops_of_its_own(p: &Program, body: ExprId, param: Option<Reg>) -> bool {
    let (mut own, mut read) = (vec![false; usize::from(Reg::MAX) + 1], Vec::new());
    if let Some(param) = param {
        own[usize::from(param)] = true;
    }
    let (mut open, mut loops, mut seen) = (vec![body], false, vec![false; p.exprs.len()]);
    while let Some(e) = open.pop() {
        if mem::replace(&mut seen[e.index()], true) {
            continue;
        }
        let mut expr = p.exprs[e.index()];
        match expr {
            Expr::Reg(reg) | Expr::RegPlus(reg, _) => read.push((reg, 1)),
            Expr::SetRegs { reg, width } => read.push((reg, width)),
            Expr::Regs { reg, shape } => read.push((reg, shape.width() as u16)),
            Expr::Let { reg, .. } => own[usize::from(reg)] = true,
            Expr::LetSet { reg, width, .. } | Expr::LetWords { reg, width, .. } => name(&mut own, reg, width),
            Expr::Call { fun, .. } => {
                for &(reg, shape) in &p.funs[fun as usize].params {
                    name(&mut own, reg, shape.width() as u16);
                }
            }
            _ => {}
        }
        if let Some((query, _)) = expr.over() {
            loops = true;
            names_of(p, *query, &mut own);
        }
        if !p.each_part(e, &mut |part| open.push(part)) {
            return false;
        }
    }
    loops && read.iter().all(|&(reg, width)| own[usize::from(reg)..][..usize::from(width)].iter().all(|&own| own))
}

fn names_of(p: &Program, query: QueryId, own: &mut [bool]) {
    for binder in &p.queries[query.index()].binders {
        name(own, binder.reg, binder.width);
    }
}

fn name(own: &mut [bool], reg: Reg, width: u16) {
    own[usize::from(reg)..][..usize::from(width)].fill(true);
}
