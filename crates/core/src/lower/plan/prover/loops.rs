//! Loops in symbolic execution: proofs that no iteration can fail, whatever the iterations before it did.

use std::ops::Range;

use super::symbolic_store::WordValue;
use super::{PathState, Prover, TakenThing};
use crate::code::{Move, MoveWhat, Op, QueryId, Set, Slot};

/// The effects of a loop body, over all its paths.
struct LoopEffects<'a> {
    moves: Vec<&'a Move>,
    /// The words that they write: the first word, and the number of words.
    words: Vec<(Slot, u32)>,
}

impl<'a> Prover<'a, '_> {
    /// Follows a loop of moves over the values of a name. Returns the position after the loop if no iteration can fail.
    pub(super) fn follow_loop(&mut self, query: QueryId, next: usize, path: &mut PathState) -> Option<usize> {
        let Op::EachNext { first, count: 1, exit, .. } = self.program.ops[next] else { return None };
        let LoopEffects { moves, mut words } = self.loop_effects(next + 1..exit.index())?;
        let query = &self.program.queries[query.index()];
        let ([binder], slot) = (query.binders.as_slice(), &self.program.stores[usize::from(first)]) else {
            return None;
        };
        if binder.width != 1 || slot.index.is_some() {
            return None;
        }
        words.push((slot.base, 1));
        let (before, names, needs) = (path.env, self.chosen.len(), self.needs.clone());
        let mut round = PathState { at: next + 1, until: Some(next), ..path.clone() };
        if let Some(holds) = query.filter {
            self.learn(&mut round.facts, holds, before, true);
        }
        if !self.choose(binder, before, &mut round.facts) {
            return None;
        }
        // Any number of other iterations may come before this one, so their effects are unknown values.
        words.iter().for_each(|&(first, count)| self.writes(&mut round, first, count, WordValue::Unknown));
        let mut others = round.clone();
        let all = Set::below(self.program.layout.pieces.len());
        self.moved_repeatedly(&moves, &mut others, all);
        round.env = self.names.slot(others.env, slot.base, 1, WordValue::Chosen(binder.reg));
        let pieces = self.distinct_pieces(&moves, names, &round);
        if pieces.is_none() {
            round.taken = others.taken;
        }
        if !self.succeeds(round) {
            return None;
        }
        // The loop may have no iteration, in which case the needs of its body are not necessary.
        self.exact &= self.needs == needs;
        self.chosen.truncate(names);
        words.into_iter().for_each(|(first, count)| self.writes(path, first, count, WordValue::Unknown));
        self.moved_repeatedly(&moves, path, pieces.unwrap_or(all));
        Some(exit.index())
    }

    /// The effects of operations. `None` if they do more than move things and write words.
    fn loop_effects(&self, ops: Range<usize>) -> Option<LoopEffects<'a>> {
        let program = self.program;
        let (mut moves, mut words) = (Vec::new(), Vec::new());
        for op in &program.ops[ops] {
            match *op {
                Op::Move(number) => moves.push(&program.moves[number as usize]),
                Op::Set { slot, .. } => words.push((slot, 1)),
                Op::Fill { base, count, .. } => words.push((base, count)),
                Op::Unless { .. } | Op::Jump(_) => {}
                _ => return None,
            }
        }
        (!moves.is_empty()).then_some(LoopEffects { moves, words })
    }

    /// The pieces moved, if each iteration moves one piece and never the same. `name`: the number of the loop's name.
    fn distinct_pieces(&mut self, moves: &[&Move], name: usize, round: &PathState) -> Option<Set> {
        let [Move { what: MoveWhat::Exactly(_, piece), .. }] = moves else { return None };
        let found = self.pieces_by(name, *piece, round.env, &round.facts)?;
        let known = Set::below(self.program.layout.pieces.len());
        let pieces = found.iter().map(|found| found.1).filter(|&piece| known.has(piece)).fold(Set::EMPTY, Set::with);
        (pieces.len() as usize == found.len()).then_some(pieces)
    }

    /// Records that such things were moved, an unknown number of times.
    fn moved_repeatedly(&mut self, moves: &[&Move], path: &mut PathState, pieces: Set) {
        for code in moves {
            self.moved(code, path, pieces);
            if let Some(taken) = path.taken.last_mut() {
                *taken = TakenThing { lot: taken.lot, piece: None, cell: None, emptied: None };
            }
        }
    }
}
