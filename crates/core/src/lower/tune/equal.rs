//! Equality of expressions up to the names that they bind (alpha-equivalence).

use std::mem;

use crate::code::{Expr, ExprId, Program, QueryId, Reg};

/// True if two expressions have the same value wherever both are evaluated. The names that they bind may differ.
pub(super) fn equal(p: &Program, a: ExprId, b: ExprId) -> bool {
    Alpha { p, names: Vec::new() }.node(a, b)
}

struct Alpha<'p> {
    p: &'p Program,
    /// Pairs of bound names that correspond to each other.
    names: Vec<(Reg, Reg)>,
}

impl Alpha<'_> {
    fn node(&mut self, a: ExprId, b: ExprId) -> bool {
        if a == b && self.names.is_empty() {
            return true;
        }
        let (one, other) = (self.p.exprs[a.index()], self.p.exprs[b.index()]);
        match (one, other) {
            (Expr::Reg(a), Expr::Reg(b)) => return self.name(a, b),
            (Expr::RegPlus(a, more), Expr::RegPlus(b, other)) => return more == other && self.name(a, b),
            (Expr::Let { reg: x, value, body }, Expr::Let { reg: y, value: other, body: rest }) => {
                return self.node(value, other) && self.with(&[(x, y)], |pairs| pairs.node(body, rest));
            }
            (Expr::SetConst(a), Expr::SetConst(b)) => return self.p.sets[a as usize] == self.p.sets[b as usize],
            (Expr::SetRegs { .. } | Expr::Regs { .. }, _) => {
                return one == other && !self.names.iter().any(|&(a, b)| a != b);
            }
            // Registers of cached values and of wide names belong to one of the expressions only.
            (Expr::LetSet { .. } | Expr::LetWords { .. } | Expr::Hoisted { .. } | Expr::DivideDone(_), _) => {
                return false;
            }
            _ => {}
        }
        let Some([ours, theirs]) = self.p.parts_of_alike(one, other) else { return false };
        if !ours.operands.iter().zip(&theirs.operands).all(|(a, b)| self.node(*a, *b)) {
            return false;
        }
        match (ours.over, theirs.over) {
            (Some(one), Some(other)) => self.query((one, ours.each), (other, theirs.each)),
            _ => true,
        }
    }

    fn name(&self, a: Reg, b: Reg) -> bool {
        match self.names.iter().rev().find(|(x, y)| *x == a || *y == b) {
            Some(pair) => *pair == (a, b),
            None => a == b,
        }
    }

    fn with(&mut self, names: &[(Reg, Reg)], f: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.names.len();
        self.names.extend_from_slice(names);
        let same = f(self);
        self.names.truncate(before);
        same
    }

    fn query(&mut self, (a, answer): (QueryId, Option<ExprId>), (b, other): (QueryId, Option<ExprId>)) -> bool {
        let p = self.p;
        let (one, two) = (&p.queries[a.index()], &p.queries[b.index()]);
        if a == b && answer == other && self.names.is_empty() {
            return true;
        }
        if !one.is_plain() || !two.is_plain() || one.binders.len() != two.binders.len() {
            return false;
        }
        let before = self.names.len();
        let mut same = true;
        for (x, y) in one.binders.iter().zip(&two.binders) {
            let (mut domain, mut domain_of_other) = (x.domain, y.domain);
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            domain.operands_mut(&mut |part, _| ours.push(mem::take(part)));
            domain_of_other.operands_mut(&mut |part, _| theirs.push(mem::take(part)));
            same = same && domain == domain_of_other && x.width == y.width;
            same = same && ours.iter().zip(&theirs).all(|(a, b)| self.node(*a, *b));
            self.names.push((x.reg, y.reg));
        }
        let keys = |query: &crate::code::Query| query.keys.iter().map(|key| (key.most, key.value)).collect::<Vec<_>>();
        let (ours, theirs) = (keys(one), keys(two));
        same = same && ours.len() == theirs.len() && one.filter.is_some() == two.filter.is_some();
        same = same && one.filter.zip(two.filter).is_none_or(|(a, b)| self.node(a, b));
        same = same && ours.iter().zip(&theirs).all(|((a, x), (b, y))| a == b && self.node(*x, *y));
        same = same && answer.is_some() == other.is_some() && answer.zip(other).is_none_or(|(a, b)| self.node(a, b));
        self.names.truncate(before);
        same
    }
}
