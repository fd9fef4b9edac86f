//! What stands in a condition and is wanted for each result as well.

use std::mem;

use crate::code::{Expr, ExprId, Query};

use super::keep::{Keeper, WORTH};
use super::operands::{Reading, each_operand, loop_of};
use super::peep::push;

impl Keeper<'_> {
    /// A sort key, or what is worked out for each result (then it is the answer), that stands in the condition as well, is
    /// worked out once for each result: `where votes(p) > 0 by most votes(p)`.
    pub(super) fn share(&mut self, code: &mut Query, value: Option<(ExprId, Reading)>) -> Option<ExprId> {
        let mut filter = code.filter?;
        let value = value.filter(|(_, how)| *how == Reading::Word).map(|(e, _)| e);
        let mut shared = None;
        for at in 0..=code.keys.len() {
            let key = code.keys.get(at).map(|key| key.value);
            let Some(e) = key.or(value.filter(|_| at == code.keys.len())) else { continue };
            if self.node_cost(e) < WORTH {
                continue;
            }
            let Some(reg) = self.new_reg(2) else { return shared };
            let once = push(self.p, Expr::Kept { reg, value: e }, e);
            let with = self.replaced(filter, e, once);
            if with == filter {
                continue;
            }
            filter = with;
            code.kept.resize_with(code.binders.len() + 1, Vec::new);
            code.kept[code.binders.len()].push(reg);
            match code.keys.get_mut(at) {
                Some(key) => key.value = once,
                None => shared = Some(once),
            }
        }
        code.filter = Some(filter);
        shared
    }

    /// At least how many steps a node takes.
    fn node_cost(&self, e: ExprId) -> u32 {
        match self.p.exprs[e.index()] {
            Expr::Call { fun, .. } => 1 + self.costs[fun as usize],
            mut expr => {
                let mut cost = 1;
                each_operand(&mut expr, Reading::Word, &mut |part, _| cost += self.node_cost(*part));
                if loop_of(&mut expr).is_some() { cost + WORTH } else { cost }
            }
        }
    }

    /// The expression with `new` wherever it says the same as `old`, outside of loops.
    fn replaced(&mut self, e: ExprId, old: ExprId, new: ExprId) -> ExprId {
        if self.same(e, old) {
            return new;
        }
        let before = self.p.exprs[e.index()];
        let mut expr = before;
        each_operand(&mut expr, Reading::Word, &mut |part, _| *part = self.replaced(*part, old, new));
        if expr == before { e } else { push(self.p, expr, e) }
    }

    /// Whether two expressions say the same.
    fn same(&self, a: ExprId, b: ExprId) -> bool {
        if a == b {
            return true;
        }
        let (mut one, mut other) = (self.p.exprs[a.index()], self.p.exprs[b.index()]);
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        let aside = |expr: &mut Expr, parts: &mut Vec<ExprId>| {
            if let Expr::Call { fun, args } = expr {
                let count = self.p.funs[*fun as usize].params.len();
                parts.extend_from_slice(&self.p.lists[*args as usize..][..count]);
                *args = 0;
            }
            each_operand(expr, Reading::Word, &mut |part, _| parts.push(mem::take(part)));
        };
        aside(&mut one, &mut parts);
        aside(&mut other, &mut others);
        one == other
            && parts.len() == others.len()
            && parts.iter().zip(&others).all(|(&part, &other)| self.same(part, other))
    }
}
