//! Loops in symbolic execution: whether no iteration can fail, whatever other iterations did before it.

use std::ops::Range;

use super::symbolic_store::WordValue;
use super::{Prover, TakenThing, WayState};
use crate::code::{Move, MoveWhat, Op, QueryId, Set, Slot};

/// What the operations of a round do, on one way or another.
struct Doings<'a> {
    moves: Vec<&'a Move>,
    /// The words that they write: the first, how many.
    words: Vec<(Slot, u32)>,
}

impl<'a> Prover<'a, '_> {
    /// A loop of moves for each value of a name: where it goes on if no round of it can fail.
    pub(super) fn goes_round(&mut self, query: QueryId, next: usize, way: &mut WayState) -> Option<usize> {
        let Op::EachNext { first, count: 1, exit, .. } = self.program.ops[next] else { return None };
        let Doings { moves, mut words } = self.doings(next + 1..exit.index())?;
        let query = &self.program.queries[query.index()];
        let ([binder], slot) = (query.binders.as_slice(), &self.program.stores[usize::from(first)]) else {
            return None;
        };
        if binder.width != 1 || slot.index.is_some() {
            return None;
        }
        words.push((slot.base, 1));
        let (before, names, needs) = (way.env, self.chosen.len(), self.needs.clone());
        let mut round = WayState { at: next + 1, until: Some(next), ..way.clone() };
        if let Some(holds) = query.filter {
            self.learn(&mut round.facts, holds, before, true);
        }
        if !self.choose(binder, before, &mut round.facts) {
            return None;
        }
        // What other rounds do lies before each of them.
        words.iter().for_each(|&(first, count)| self.writes(&mut round, first, count, WordValue::Unknown));
        let mut others = round.clone();
        let all = Set::below(self.program.layout.pieces.len());
        self.moved_often(&moves, &mut others, all);
        round.env = self.names.slot(others.env, slot.base, 1, WordValue::Chosen(binder.reg));
        let pieces = self.another_each_time(&moves, names, &round);
        if pieces.is_none() {
            round.taken = others.taken;
        }
        if !self.ends_well(round) {
            return None;
        }
        // There may be no round.
        self.exact &= self.needs == needs;
        self.chosen.truncate(names);
        words.into_iter().for_each(|(first, count)| self.writes(way, first, count, WordValue::Unknown));
        self.moved_often(&moves, way, pieces.unwrap_or(all));
        Some(exit.index())
    }

    /// What operations do; none where they do more than move things and write words.
    fn doings(&self, ops: Range<usize>) -> Option<Doings<'a>> {
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
        (!moves.is_empty()).then_some(Doings { moves, words })
    }

    /// If each round of a loop moves one piece, another one each time: which. `name`: the number of the name of the loop.
    fn another_each_time(&mut self, moves: &[&Move], name: usize, round: &WayState) -> Option<Set> {
        let [Move { what: MoveWhat::Exactly(_, piece), .. }] = moves else { return None };
        let found = self.pieces_by(name, *piece, round.env, &round.facts)?;
        let known = Set::below(self.program.layout.pieces.len());
        let pieces = found.iter().map(|found| found.1).filter(|&piece| known.has(piece)).fold(Set::EMPTY, Set::with);
        (pieces.len() as usize == found.len()).then_some(pieces)
    }

    /// Notes that such things were moved, no one knows how often, and which of them.
    fn moved_often(&mut self, moves: &[&Move], way: &mut WayState, pieces: Set) {
        for code in moves {
            self.moved(code, way, pieces);
            if let Some(taken) = way.taken.last_mut() {
                *taken = TakenThing { lot: taken.lot, piece: None, cell: None, emptied: None };
            }
        }
    }
}
