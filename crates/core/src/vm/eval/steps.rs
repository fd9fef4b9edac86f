//! Movement on boards: along directions, and to neighbours.

use super::evaluator::Eval;
use crate::code::{DIRECTIONS, ExprId, NONE, Set};
use crate::vm::fault::kind::Res;

impl Eval<'_> {
    /// The cells in line of sight, see [`crate::code::Expr::Sight`].
    #[inline(never)]
    pub(in crate::vm) fn sight(&mut self, steps: u32, from: ExprId, ways: ExprId, stops: ExprId) -> Res<Set> {
        let from = self.operand(from)?;
        let ways = self.set(ways)?;
        let stops = self.set(stops)?;
        self.m.step()?;
        let steps = &self.p.arrays[steps as usize];
        let mut seen = Set::EMPTY;
        if from == NONE {
            return Ok(seen);
        }
        for way in ways.iter() {
            let mut here = from;
            while let Some(next) = step(steps, here, way).filter(|next| *next != from) {
                seen = seen.with(next);
                if stops.has(next) {
                    break;
                }
                here = next;
            }
        }
        Ok(seen)
    }

    /// Pushes the list of cells from one on in a direction.
    pub(super) fn ray(&mut self, steps: u32, from: ExprId, way: ExprId) -> Res<()> {
        let (from, way) = (self.operand(from)?, self.operand(way)?);
        self.m.step()?;
        let header = self.m.stack.len();
        self.m.stack.push(0);
        if from == NONE || way == NONE {
            return Ok(());
        }
        let steps = &self.p.arrays[steps as usize];
        let mut here = from;
        while let Some(next) = step(steps, here, way).filter(|next| *next != from) {
            self.m.stack.push(next);
            self.m.stack[header] += 1;
            here = next;
        }
        Ok(())
    }

    /// The nodes that are connected within a set to some of its members, by breadth-first search.
    pub(super) fn reach_nodes(&mut self, neighbours: u32, from: ExprId, among: ExprId) -> Res<Set> {
        let from = self.set(from)?;
        let among = self.set(among)?;
        let neighbours = &self.p.set_arrays[neighbours as usize];
        let (mut reached, mut wave) = (Set::EMPTY, from.and(among));
        while !wave.is_empty() {
            reached = reached.or(wave);
            let mut next = Set::EMPTY;
            for node in wave.iter() {
                self.m.step()?;
                next = next.or(neighbours.get(node as usize).copied().unwrap_or_default());
            }
            wave = next.and(among).minus(reached);
        }
        Ok(reached)
    }
}

/// The next cell in a direction, if there is one.
#[inline(always)]
fn step(steps: &[i32], cell: i32, way: i32) -> Option<i32> {
    let at = usize::try_from(cell).ok()? * DIRECTIONS + usize::try_from(way).ok()?;
    steps.get(at).copied().filter(|next| *next != NONE)
}
