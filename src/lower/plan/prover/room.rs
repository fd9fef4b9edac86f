//! Whether there is room for things in a place.

use super::names::{Env, Lot, Touched};
use super::{Prover, Way};
use crate::code::{Arith, Expr, ExprId, Set};

impl Prover<'_, '_> {
    /// Whether so many of these pieces may lie in a place besides what lies there.
    pub(super) fn may_lie(&mut self, to: ExprId, count: ExprId, way: &Way, pieces: Set) -> bool {
        if self.may_lie_in_any_number(to, way.env, pieces) {
            return true;
        }
        let (Some(family), Some(count)) = (self.family(to, way.env), self.eval(count, way.env, &[])) else {
            return false;
        };
        let family = &self.program.layout.families[family as usize];
        pieces.minus(family.holds).is_empty()
            && family.limits.iter().filter(|limit| !limit.pieces.and(pieces).is_empty()).all(|limit| {
                let room = self.eval(limit.most, way.env, &[]).is_some_and(|most| count <= most);
                room && self.is_empty(to, way, limit.pieces.and(family.holds))
            })
    }

    /// Whether none of these pieces lies in a place.
    fn is_empty(&mut self, cell: ExprId, way: &Way, pieces: Set) -> bool {
        let lies = Touched::Things(Lot { family: self.family(cell, way.env), pieces });
        way.facts.iter().any(|fact| {
            let Expr::Arith(Arith::Is, count, none) = self.program.exprs[fact.holds.index()] else { return false };
            let Expr::CountAll { cell: there, pieces: all } = self.program.exprs[count.index()] else { return false };
            fact.yes
                && self.eval(none, fact.env, &[]) == Some(0)
                && self.set_of(all).is_some_and(|all| pieces.minus(all).is_empty())
                && self.same((cell, way.env), (there, fact.env))
                && self.names.unchanged(fact.env, way.env, &lies, &self.program.layout)
        })
    }

    /// Whether any number of these pieces may lie in a place.
    pub(super) fn may_lie_in_any_number(&mut self, to: ExprId, env: Env, pieces: Set) -> bool {
        let Some(family) = self.family(to, env) else { return false };
        let family = &self.program.layout.families[family as usize];
        pieces.minus(family.holds).is_empty() && family.limits.iter().all(|limit| limit.pieces.and(pieces).is_empty())
    }
}
