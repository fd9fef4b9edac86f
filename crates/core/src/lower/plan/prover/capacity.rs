//! Capacity of places in symbolic states: proofs that a place has room for things.

use super::symbolic_store::{EnvId, Lot, SymbolicStore, Touched};
use super::{PathState, Prover, TakenThing};
use crate::code::{Arith, Expr, ExprId, Set};

impl Prover<'_, '_> {
    /// True if `count` of these pieces, which come from another place, have room in a place. May add a precondition.
    pub(super) fn may_lie(
        &mut self,
        (from, to): (ExprId, ExprId),
        count: ExprId,
        path: &PathState,
        pieces: Set,
    ) -> bool {
        if self.may_lie_in_any_number(to, path.env, pieces) {
            return true;
        }
        let (Some(family), Some(count)) = (self.family(to, path.env), self.eval(count, path.env, &[])) else {
            return false;
        };
        let family = &self.program.layout.families[family as usize];
        pieces.minus(family.holds).is_empty()
            && family.limits.iter().filter(|limit| !limit.pieces.and(pieces).is_empty()).all(|limit| {
                let limited = limit.pieces.and(family.holds);
                let room = self.eval(limit.most, path.env, &[]).and_then(|most| most.checked_sub(count));
                room.filter(|room| *room >= 0).is_some_and(|room| {
                    self.is_empty(to, path, limited) || self.assume_room((from, to), (pieces, limited), room, path)
                })
            })
    }

    /// Assumes that at most `room` of the limited pieces lie in a place before the move. Returns false if the question cannot test that.
    fn assume_room(
        &mut self,
        (from, to): (ExprId, ExprId),
        (these, pieces): (Set, Set),
        room: i32,
        path: &PathState,
    ) -> bool {
        let family = self.family(to, path.env);
        let Some(holds) = family.map(|family| self.program.layout.families[family as usize].holds) else {
            return false;
        };
        let lot = Touched::Things(Lot { family, pieces });
        if self.straight || !self.names.unchanged(SymbolicStore::START, path.env, &lot, &self.program.layout) {
            return false;
        }
        let Some(cell) = self.restate(to, path.env) else { return false };
        let lies = if let (Some(piece), 1) = (pieces.first(), pieces.len()) {
            let piece = self.pool.expr(Expr::Const(piece));
            Expr::Count { cell, piece }
        } else {
            let sorts = self.program.sets.iter().position(|set| set.and(holds) == pieces);
            let Some(sorts) = sorts else { return false };
            let pieces = self.pool.expr(Expr::SetConst(sorts as u32));
            Expr::CountAll { cell, pieces }
        };
        // Pieces without a limit need no room, and neither does a move within a place.
        let elsewhere = self.family(from, path.env).is_some_and(|from| Some(from) != family);
        self.exact &= elsewhere && these.minus(pieces).is_empty();
        let lies = self.pool.expr(lies);
        let room = self.pool.expr(Expr::Const(room));
        let holds = self.pool.expr(Expr::Arith(Arith::AtMost, lies, room));
        self.need(holds, path);
        true
    }

    /// True if a place never runs out of these pieces as long as the target has room: there are at least as many copies of each as all
    /// other places together can hold.
    pub(super) fn never_runs_out(
        &mut self,
        (from, to): (ExprId, ExprId),
        count: ExprId,
        env: EnvId,
        pieces: Set,
    ) -> bool {
        let (Some(supply), Some(goal)) = (self.family(from, env), self.family(to, env)) else { return false };
        let layout = &self.program.layout;
        let mut is_enough = |number: i32| {
            let piece = &layout.pieces[number as usize];
            let others = (0..layout.families.len() as u32).filter(|&family| family != supply);
            let room = others.map(|family| self.room_for(number, family)).sum::<Option<u64>>();
            piece.figure.is_none() && piece.copies.zip(room).is_some_and(|(copies, room)| room <= u64::from(copies))
        };
        let enough = pieces.iter().all(&mut is_enough);
        enough && supply != goal && layout.families[supply as usize].count == 1 && self.is_natural(count, env)
    }

    /// Maximum number of a piece in all places of a family together. `None` if unlimited.
    fn room_for(&mut self, piece: i32, family: u32) -> Option<u64> {
        let family = &self.program.layout.families[family as usize];
        if !family.holds.has(piece) {
            return Some(0);
        }
        let limits = family.limits.iter().filter(|limit| limit.pieces.has(piece));
        let most = limits.filter_map(|limit| self.eval(limit.most, SymbolicStore::START, &[])).min()?;
        Some(u64::try_from(most).ok()? * u64::from(family.count))
    }

    /// True if none of these pieces lies in a place.
    fn is_empty(&mut self, cell: ExprId, path: &PathState, pieces: Set) -> bool {
        let lot = Lot { family: self.family(cell, path.env), pieces };
        let lies = Touched::Things(lot);
        let emptied = |taken: &TakenThing| {
            let (Some(from), Some(since)) = (taken.cell, taken.emptied) else { return false };
            pieces.minus(taken.lot.pieces).is_empty()
                && self.same((cell, path.env), from)
                && self.names.unchanged(since, path.env, &lies, &self.program.layout)
        };
        path.taken.iter().any(emptied)
            || path.facts.iter().any(|fact| {
                let Expr::Arith(Arith::Is, count, none) = self.program.exprs[fact.holds.index()] else { return false };
                let Expr::CountAll { cell: there, pieces: all } = self.program.exprs[count.index()] else {
                    return false;
                };
                fact.yes
                    && self.eval(none, fact.env, &[]) == Some(0)
                    && self.set_of(all).is_some_and(|all| pieces.minus(all).is_empty())
                    && self.same((cell, path.env), (there, fact.env))
                    && self.names.unchanged(fact.env, path.env, &lies, &self.program.layout)
            })
    }

    /// True if a place can hold any number of these pieces.
    pub(super) fn may_lie_in_any_number(&mut self, to: ExprId, env: EnvId, pieces: Set) -> bool {
        let Some(family) = self.family(to, env) else { return false };
        let family = &self.program.layout.families[family as usize];
        pieces.minus(family.holds).is_empty() && family.limits.iter().all(|limit| limit.pieces.and(pieces).is_empty())
    }
}
