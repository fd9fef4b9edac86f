//! Defines that are worth remembering while one expression is worked out.

use std::collections::BTreeSet;

use crate::code::{Expr, ExprId, Program, Reg, Shape};

/// Marks defines with loops that have at most one parameter, a word.
pub(super) fn mark(p: &mut Program) {
    for at in 0..p.funs.len() {
        let few = matches!(p.funs[at].params[..], [] | [(_, Shape::Word)]);
        p.funs[at].dear = few
            && !matches!(p.exprs[p.funs[at].body.index()], Expr::Tabled { .. })
            && has_loops_of_its_own(p, p.funs[at].body, p.funs[at].params.first().map(|param| param.0));
    }
}

/// Whether it goes through something, and reads no register but its parameter and those of its own names.
fn has_loops_of_its_own(p: &Program, body: ExprId, param: Option<Reg>) -> bool {
    let mut own: Vec<(Reg, u16)> = param.into_iter().map(|reg| (reg, 1)).collect();
    let mut read = Vec::new();
    let (mut open, mut loops, mut seen) = (vec![body], false, BTreeSet::new());
    while let Some(e) = open.pop() {
        if !seen.insert(e) {
            continue;
        }
        let mut expr = p.exprs[e.index()];
        match expr {
            Expr::Reg(reg) | Expr::RegPlus(reg, _) => read.push((reg, 1)),
            Expr::SetRegs { reg, width } => read.push((reg, width)),
            Expr::Regs { reg, shape } => read.push((reg, shape.width() as u16)),
            Expr::Let { reg, .. } => own.push((reg, 1)),
            Expr::LetSet { reg, width, .. } | Expr::LetWords { reg, width, .. } => own.push((reg, width)),
            Expr::Call { fun, .. } => {
                own.extend(p.funs[fun as usize].params.iter().map(|(reg, shape)| (*reg, shape.width() as u16)));
            }
            _ => {}
        }
        if let Some((query, _)) = expr.over() {
            loops = true;
            own.extend(p.queries[query.index()].binders.iter().map(|binder| (binder.reg, binder.width)));
        }
        if !p.each_part(e, &mut |part| open.push(part)) {
            return false;
        }
    }
    let is_own = |reg: Reg| own.iter().any(|&(first, width)| (first..first + width).contains(&reg));
    loops && read.iter().all(|&(reg, width)| (reg..reg + width).all(is_own))
}
