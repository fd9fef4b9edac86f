//! Divisions, see [`crate::code::Divide`]: each thing goes into a pile, and a matrix in the state records where.

use crate::code::{Divide, NONE, Program, Set, Slot};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::hidden_parts::hidden::HiddenParts;
use crate::vm::machine::Machine;

/// A division in progress.
struct Matrix {
    /// Its first word.
    base: usize,
    /// The place that is divided.
    from: i32,
}

/// A limit of the piles' places.
struct PileLimit {
    /// The pieces that it counts.
    pieces: Set,
    /// For each pile, the number of these pieces that still fit.
    rooms: Vec<i64>,
}

impl PileLimit {
    /// True if a thing fits into a pile, and its remaining copies fit into this pile and later ones.
    fn takes(&self, piece: i32, pile: usize, next: &NextThing) -> bool {
        let behind = || self.rooms[pile..].iter().fold(0_i64, |all, &room| all.saturating_add(room));
        !self.pieces.has(piece) || self.rooms[pile] > 0 && behind() > i64::from(next.alike)
    }
}

/// The next thing to divide.
struct NextThing {
    /// Its row of the matrix.
    row: usize,
    /// Number of further copies of it.
    alike: i32,
    /// Number of things of earlier rows and its own.
    so_far: i64,
}

impl<'a> Eval<'a> {
    fn matrix(&mut self, divide: &Divide) -> Res<Matrix> {
        let from = self.number(divide.from)?;
        let player = match divide.player {
            Some(player) => self.room(player, self.p.layout.players.saturating_sub(1))?,
            None => 0,
        };
        Ok(Matrix { base: divide.base as usize + player * divide.stride as usize, from })
    }

    /// True if a viewer sees the things of a division and their piles so far.
    pub(in crate::vm) fn is_division_in_sight(&mut self, hidden_parts: &mut HiddenParts, divide: u32) -> bool {
        let p = self.p;
        let divide = &p.divides[divide as usize];
        let parts = [Some(divide.from), Some(divide.piles), divide.player];
        if !parts.into_iter().flatten().all(|part| self.is_in_sight(hidden_parts, part)) {
            return false;
        }
        let matrix = self.with_rollback(|eval| eval.matrix(divide));
        matrix.is_ok_and(|matrix| {
            !hidden_parts.hides_place(matrix.from) && !hidden_parts.hides(matrix.base as Slot, divide.stride)
        })
    }

    /// Number of piles.
    fn pile_count(&mut self, divide: &Divide) -> Res<usize> {
        self.room(divide.piles, divide.room)
    }

    /// Number of things of each row of the matrix, from a row on.
    fn to_divide(&self, divide: &'a Divide, matrix: &Matrix, from: usize) -> impl Iterator<Item = i32> {
        let pieces = divide.pieces[from..].iter().map(|&piece| piece as i32);
        self.m.cells.counts_of(self.s, matrix.from, pieces)
    }

    /// The first thing that is in no pile yet.
    fn next_thing(&self, divide: &'a Divide, matrix: &Matrix) -> Option<NextThing> {
        let mut so_far = 0;
        for (row, there) in self.to_divide(divide, matrix, 0).enumerate() {
            if there == 0 {
                continue;
            }
            so_far += i64::from(there);
            let room = divide.room as usize;
            let noted = row_sum(&self.s[matrix.base + row * room..][..room]);
            if noted < there {
                return Some(NextThing { row, alike: there.wrapping_sub(noted).wrapping_sub(1), so_far });
            }
        }
        None
    }

    pub(in crate::vm) fn divide_done(&mut self, divide: u32) -> Res<i32> {
        let p = self.p;
        let divide = &p.divides[divide as usize];
        let matrix = self.matrix(divide)?;
        Ok(i32::from(self.next_thing(divide, &matrix).is_none()))
    }

    /// The limits of the piles. A limit that no division can keep is left out; the fault comes when the things move.
    fn pile_limits(&mut self, divide: &'a Divide, matrix: &Matrix, piles: usize) -> Res<Vec<PileLimit>> {
        let (p, pile_reg) = (self.p, usize::from(divide.pile_reg));
        let mut found: Vec<PileLimit> = Vec::new();
        let before = self.m.regs[pile_reg];
        for pile in 0..piles {
            self.m.regs[pile_reg] = pile as i32;
            let cell = self.number(divide.to)?;
            let place = usize::try_from(cell).ok().and_then(|cell| p.layout.cells.get(cell));
            let Some(place) = place.filter(|place| !p.layout.families[place.family as usize].limits.is_empty()) else {
                break;
            };
            for (number, limit) in p.layout.families[place.family as usize].limits.iter().enumerate() {
                let index_regs = usize::from(limit.index_regs)..usize::from(limit.index_regs) + limit.dims.len();
                let others = self.m.regs[index_regs.clone()].to_vec();
                let most = self.most_of(limit, place.index)?;
                self.m.regs[index_regs].copy_from_slice(&others);
                let assigned = divide.pieces.iter().enumerate().filter(|(_, piece)| limit.pieces.has(**piece as i32));
                let assigned: i64 =
                    assigned.map(|(row, _)| i64::from(self.s[matrix.base + row * divide.room as usize + pile])).sum();
                let held: i64 =
                    limit.pieces.iter().map(|piece| i64::from(self.m.cells.count(self.s, cell, piece))).sum();
                let room = if most == NONE { i64::MAX } else { i64::from(most) - held - assigned };
                match found.get_mut(number) {
                    Some(of) => of.rooms.push(room),
                    None => found.push(PileLimit { pieces: limit.pieces, rooms: vec![room] }),
                }
            }
        }
        self.m.regs[pile_reg] = before;
        let left = |limit: &PileLimit| {
            let there = self.to_divide(divide, matrix, 0).zip(&divide.pieces).enumerate();
            let counted = there.filter(|(_, (_, piece))| limit.pieces.has(**piece as i32));
            let assigned =
                |row: usize| row_sum(&self.s[matrix.base + row * divide.room as usize..][..divide.room as usize]);
            counted.map(|(row, (there, _))| i64::from(there) - i64::from(assigned(row))).sum::<i64>()
        };
        let room = |limit: &PileLimit| limit.rooms.iter().fold(0_i64, |all, &room| all.saturating_add(room.max(0)));
        found.retain(|limit| limit.rooms.len() == piles && left(limit) <= room(limit));
        Ok(found)
    }

    /// Iterates over the piles that the next thing may go to. With `none_empty`, the remaining things must be able to fill the
    /// empty piles: copies of this thing only piles after it, later things any pile. No pile may exceed the limits of its place.
    #[inline(never)]
    pub(in crate::vm) fn piles<F>(&mut self, divide: u32, reg: usize, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let p = self.p;
        let divide = &p.divides[divide as usize];
        let matrix = self.matrix(divide)?;
        let Some(next) = self.next_thing(divide, &matrix) else {
            return Ok(true);
        };
        let later: i64 = self.to_divide(divide, &matrix, next.row + 1).map(i64::from).sum();
        let (room, piles) = (divide.room as usize, self.pile_count(divide)?);
        let (s, piece) = (self.s, divide.pieces[next.row] as i32);
        let limits = self.pile_limits(divide, &matrix, piles)?;
        let empty = |pile: usize| (0..divide.pieces.len()).all(|row| s[matrix.base + row * room + pile] == 0);
        let noted = &s[matrix.base + next.row * room..][..piles];
        let first = noted.iter().rposition(|&count| count > 0).unwrap_or(0);
        let fill = divide.none_empty && next.so_far + later >= piles as i64;
        let all_empty = (0..piles).filter(|&pile| empty(pile)).count() as i64;
        let mut empty_before = (0..first).filter(|&pile| empty(pile)).count() as i64;
        for pile in first..piles {
            if divide.alike && !orderly(&s[matrix.base..], room, &next, piles, pile) {
                empty_before += i64::from(empty(pile));
                continue;
            }
            let new = empty(pile);
            let still_empty = all_empty - i64::from(new);
            let fits = limits.iter().all(|limit| limit.takes(piece, pile, &next));
            let possible = empty_before <= later && still_empty <= later + i64::from(next.alike);
            if fits && (!fill || possible) && !self.value(reg, pile as i32, f)? {
                return Ok(false);
            }
            empty_before += i64::from(new);
        }
        Ok(true)
    }
}

/// Sum of the counts of a row. It wraps for a damaged state, which can hold any words.
/// `sum_of` is exact for any words, and costs 0.6% of the instructions of a game with many divisions.
fn row_sum(counts: &[i32]) -> i32 {
    counts.iter().fold(0, |all, &count| all.wrapping_add(count))
}

/// True if a thing may go to this pile in the canonical numbering of interchangeable piles. Of two piles that hold the same earlier
/// things, the later one gets no more copies of this thing. The remaining copies, which go to this pile or later ones, must also
/// fit.
fn orderly(matrix: &[i32], room: usize, next: &NextThing, piles: usize, chosen: usize) -> bool {
    let copies = |pile: usize| i64::from(matrix[next.row * room + pile]);
    let tied = |a: usize, b: usize| (0..next.row).all(|row| matrix[row * room + a] == matrix[row * room + b]);
    // Number of further copies that a pile can take; `None`: unlimited. Piles before the chosen one get no more.
    let space =
        |pile: usize| (0..chosen).rev().find(|&other| tied(other, pile)).map(|other| copies(other) - copies(pile));
    let enough = |wanted: i64| {
        let spaces = (chosen..piles).map(space);
        spaces.sum::<Option<i64>>().is_none_or(|all| all >= wanted)
    };
    space(chosen).is_none_or(|space| space > 0) && enough(i64::from(next.alike) + 1)
}

impl Machine {
    /// Records the pile of the next thing.
    pub(in crate::vm) fn divide_note(&mut self, p: &Program, s: &mut [i32], divide: u32, pile: Slot) -> Res<()> {
        let divide = &p.divides[divide as usize];
        let eval = &mut self.eval(p, s);
        let matrix = eval.matrix(divide)?;
        let next = eval.next_thing(divide, &matrix);
        let to = usize::try_from(s[pile as usize]).ok().filter(|&to| to < divide.room as usize);
        let (Some(next), Some(to)) = (next, to) else {
            return self.m.fail(FaultKind::Index, None);
        };
        let count = &mut s[matrix.base + next.row * divide.room as usize + to];
        *count = count.saturating_add(1);
        s[pile as usize] = 0;
        Ok(())
    }

    /// Moves the things into their piles.
    pub(in crate::vm) fn divide_apply(&mut self, p: &Program, s: &mut [i32], divide: u32) -> Res<()> {
        let divide = &p.divides[divide as usize];
        let matrix = self.eval(p, s).matrix(divide)?;
        let (room, piles) = (divide.room as usize, self.eval(p, s).pile_count(divide)?);
        for pile in 0..piles {
            self.m.regs[usize::from(divide.pile_reg)] = pile as i32;
            let to = self.eval(p, s).number(divide.to)?;
            self.carry(p, s, [matrix.from, to], None, None);
            let mut moved = Set::EMPTY;
            for (row, &piece) in divide.pieces.iter().enumerate() {
                let count = s[matrix.base + row * room + pile];
                if count > 0 {
                    self.transfer(s, piece as i32, count, matrix.from, to)?;
                    moved = moved.with(piece as i32);
                }
            }
            self.within_limits(p, s, to, moved)?;
        }
        debug_assert_ne!(matrix.from, NONE, "checked when the matrix was found");
        s[matrix.base..matrix.base + divide.pieces.len() * room].fill(0);
        Ok(())
    }
}
