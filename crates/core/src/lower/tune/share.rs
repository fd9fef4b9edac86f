//! What stands in a condition and is wanted for each result as well.

use crate::code::{Expr, ExprId, Query, Reading};

use super::alike::alike;
use super::keep::QueryKeeper;
use super::pool::push;

impl QueryKeeper<'_> {
    /// A sort key, or what is worked out for each result (then it is the answer), that stands in the condition as well, is
    /// worked out once for each result: `where votes(p) > 0 by most votes(p)`.
    pub(super) fn share(&mut self, code: &mut Query, value: Option<(ExprId, Reading)>) -> Option<ExprId> {
        let mut filter = code.filter?;
        let value = value.filter(|(_, how)| *how == Reading::Word).map(|(e, _)| e);
        let mut shared = None;
        for at in 0..=code.keys.len() {
            let key = code.keys.get(at).map(|key| key.value);
            let Some(e) = key.or(value.filter(|_| at == code.keys.len())) else { continue };
            if !self.is_worth_it(e) {
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

    /// The expression with `new` wherever it says the same as `old`, outside of loops.
    fn replaced(&mut self, e: ExprId, old: ExprId, new: ExprId) -> ExprId {
        if alike(self.p, e, old) {
            return new;
        }
        let before = self.p.exprs[e.index()];
        let mut expr = before;
        expr.each_operand(Reading::Word, &mut |part, _| *part = self.replaced(*part, old, new));
        if expr == before { e } else { push(self.p, expr, e) }
    }
}
