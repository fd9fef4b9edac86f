//! Moves of things. Things are conserved: what leaves a place arrives in another.
//!
//! An unlimited piece ([`crate::code::Piece::copies`] is `None`) has `i32::MAX / 2` copies in its supply at the start and moves
//! like any other.

use super::events::Event;
use crate::code::{Entry, ExprId, Move, MoveWhat, NONE, PlaceLimit, Program, Set, Slot};
use crate::vm::eval::evaluator::Eval;
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::machine::Machine;

impl Machine {
    /// Runs a move operation.
    #[inline(never)]
    pub(in crate::vm) fn do_move(&mut self, p: &Program, s: &mut [i32], code: &Move) -> Res<()> {
        let mut eval = self.eval(p, s);
        let to = eval.number(code.to)?;
        let from = match code.from {
            Some(from) => eval.number(from)?,
            None => NONE,
        };
        if let MoveWhat::Figure(piece) = code.what
            && let Some(piece) = self.put_plain(p, s, piece, to, code.begun)?
        {
            return if code.sure { Ok(()) } else { self.within_limits(p, s, to, Set::EMPTY.with(piece)) };
        }
        if let MoveWhat::All(pieces) = code.what {
            let mut eval = self.eval(p, s);
            let nothing = match eval.all_counts(from, pieces) {
                Some(counts) => s[counts].iter().fold(0, |any, count| any | count) == 0,
                None => {
                    let pieces = eval.held(from, pieces)?;
                    self.m.cells.there(s, from, pieces).is_empty()
                }
            };
            if nothing {
                return Ok(());
            }
        }
        self.carry(p, s, [from, to], code.end, code.begun);
        let mut eval = self.eval(p, s);
        let moved = match code.what {
            MoveWhat::Exactly(count, piece) => {
                let (count, piece) = (eval.number(count)?, eval.number(piece)?);
                self.move_piece(s, piece, count, from, to)?
            }
            MoveWhat::UpTo(count, piece) => {
                let (count, piece) = (eval.number(count)?, eval.number(piece)?);
                let there =
                    self.m.cells.count(s, from, piece).min(self.room_for(p, s, Set::EMPTY.with(piece), from, to)?);
                self.move_piece(s, piece, count.clamp(0, there.max(0)), from, to)?
            }
            MoveWhat::ExactlyOf(count, pieces) => self.move_some(p, s, count, pieces, [from, to], true)?,
            MoveWhat::UpToOf(count, pieces) => self.move_some(p, s, count, pieces, [from, to], false)?,
            MoveWhat::All(pieces) => {
                let pieces = eval.held(from, pieces)?;
                self.move_all(s, pieces, from, to)?
            }
            MoveWhat::Bag(bag) => self.move_bag(p, s, bag, from, to)?,
            MoveWhat::Figure(piece) => {
                let piece = eval.number(piece)?;
                self.move_figure(s, piece, to)?
            }
        };
        self.arrived(s, code.begun);
        if code.sure || moved.is_empty() {
            return Ok(());
        }
        self.within_limits(p, s, to, moved)
    }

    /// Moves a number of one piece. Returns what moved.
    fn move_piece(&mut self, s: &mut [i32], piece: i32, count: i32, from: i32, to: i32) -> Res<Set> {
        if count == 0 {
            return Ok(Set::EMPTY);
        }
        self.transfer(s, piece, count, from, to)?;
        Ok(Set::EMPTY.with(piece))
    }

    /// Moves all things of a set of pieces.
    pub(super) fn move_all(&mut self, s: &mut [i32], pieces: Set, from: i32, to: i32) -> Res<Set> {
        let mut moved = Set::EMPTY;
        if let (Some(row), Some(_)) = (self.m.cells.row(from), self.m.cells.row(to)) {
            // One at a time, so that the order of the row is kept.
            let things: Vec<i32> = s[row].iter().filter_map(|&word| Entry(word).piece()).collect();
            for piece in things.into_iter().filter(|&piece| pieces.has(piece)) {
                moved = moved.or(self.move_piece(s, piece, 1, from, to)?);
            }
            return Ok(moved);
        }
        if let Some((first, counts)) = self.m.cells.counts(from) {
            for (piece, at) in (first..).zip(counts) {
                if s[at] != 0 && pieces.has(piece) {
                    self.transfer(s, piece, s[at], from, to)?;
                    moved = moved.with(piece);
                }
            }
            return Ok(moved);
        }
        for piece in self.m.cells.there(s, from, pieces).iter() {
            let count = self.m.cells.count(s, from, piece);
            if count != 0 {
                self.transfer(s, piece, count, from, to)?;
                moved = moved.with(piece);
            }
        }
        Ok(moved)
    }

    /// Moves a number of things of a set of pieces, if that leaves no choice: exactly this number, or at most.
    fn move_some(
        &mut self,
        p: &Program,
        s: &mut [i32],
        count: ExprId,
        pieces: ExprId,
        [from, to]: [i32; 2],
        exact: bool,
    ) -> Res<Set> {
        let mut eval = self.eval(p, s);
        let mut count = i64::from(eval.number(count)?);
        let pieces = eval.held(from, pieces)?;
        let there = |piece: i32| self.m.cells.count(s, from, piece);
        let sorts =
            pieces.iter().fold(Set::EMPTY, |sorts, piece| if there(piece) > 0 { sorts.with(piece) } else { sorts });
        if !exact {
            count = count.min(i64::from(self.room_for(p, s, sorts, from, to)?));
        }
        let there = |piece: i32| self.m.cells.count(s, from, piece);
        let all: i64 = sorts.iter().map(|piece| i64::from(there(piece))).sum();
        if count < 0 || count > all {
            if exact {
                return self.m.fail(FaultKind::NotEnough, None);
            }
            return if count < 0 { Ok(Set::EMPTY) } else { self.move_all(s, sorts, from, to) };
        }
        match sorts.first() {
            _ if count == all => self.move_all(s, sorts, from, to),
            Some(only) if sorts.len() == 1 => self.move_piece(s, only, count as i32, from, to),
            _ if count == 0 => Ok(Set::EMPTY),
            _ => self.m.fail(FaultKind::Ambiguous, None),
        }
    }

    fn move_bag(&mut self, p: &Program, s: &mut [i32], bag: ExprId, from: i32, to: i32) -> Res<Set> {
        let start = self.eval(p, s).load(bag)?;
        let mut moved = Set::EMPTY;
        let mut at = start;
        while let Some(gap) = self.m.stack[at..].iter().position(|&count| count != 0) {
            at += gap;
            moved = moved.or(self.move_piece(s, (at - start) as i32, self.m.stack[at], from, to)?);
            at += 1;
        }
        self.m.stack.truncate(start);
        Ok(moved)
    }

    fn move_figure(&mut self, s: &mut [i32], piece: i32, to: i32) -> Res<Set> {
        let Some(slot) = self.m.cells.figure(piece) else {
            return self.m.fail(FaultKind::NoValue, None);
        };
        let from = s[slot];
        self.put_figure(s, slot, piece, from, to)?;
        Ok(Set::EMPTY.with(piece))
    }

    /// Moves a figure between places that keep no order. Returns none if one of them keeps order or the piece is no figure.
    fn put_plain(
        &mut self,
        p: &Program,
        s: &mut [i32],
        piece: ExprId,
        to: i32,
        begun: Option<Slot>,
    ) -> Res<Option<i32>> {
        let piece = self.eval(p, s).number(piece)?;
        let cells = &self.m.cells;
        let Some(slot) = cells.figure(piece) else { return Ok(None) };
        let from = s[slot];
        if begun.is_some()
            || cells.order_of(from).is_some()
            || cells.order_of(to).is_some()
            || !cells.holds(to).has(piece)
        {
            return Ok(None);
        }
        s[slot] = to;
        self.watch.happened(Event::Moved { piece, count: 1, from, to, end: None }, self.m.pc);
        Ok(Some(piece))
    }

    fn put_figure(&mut self, s: &mut [i32], slot: usize, piece: i32, from: i32, to: i32) -> Res<()> {
        if !self.m.cells.holds(to).has(piece) {
            return self.m.fail(FaultKind::NotHeld, None);
        }
        let knowers = self.leaves(s, piece, 1, from)?;
        s[slot] = to;
        self.watch.happened(Event::Moved { piece, count: 1, from, to, end: None }, self.m.pc);
        self.comes(s, piece, 1, to, knowers)
    }

    /// Moves things; all moves go through this function. The caller checks limits once everything has arrived.
    pub(in crate::vm) fn transfer(&mut self, s: &mut [i32], piece: i32, count: i32, from: i32, to: i32) -> Res<()> {
        let take = self.m.cells.slot(from, piece);
        let there = take.map_or_else(|| self.m.cells.count(s, from, piece), |take| s[take]);
        if count < 0 || count > there {
            return self.m.fail(FaultKind::NotEnough, None);
        }
        let (Some(take), Some(put)) = (take, self.m.cells.slot(to, piece)) else {
            return match self.m.cells.figure(piece) {
                Some(slot) => self.put_figure(s, slot, piece, from, to),
                None => self.m.fail(FaultKind::NotHeld, None),
            };
        };
        let knowers = self.leaves(s, piece, count, from)?;
        s[take] -= count;
        let Some(sum) = s[put].checked_add(count) else {
            return self.m.fail(FaultKind::Overflow, None);
        };
        s[put] = sum;
        self.watch.happened(Event::Moved { piece, count, from, to, end: self.carry.end }, self.m.pc);
        self.comes(s, piece, count, to, knowers)
    }

    /// Fails if a place exceeds one of its limits after `moved` arrived.
    pub(in crate::vm) fn within_limits(&mut self, p: &Program, s: &[i32], cell: i32, moved: Set) -> Res<()> {
        let layout = &p.layout;
        let Some(place) = usize::try_from(cell).ok().and_then(|cell| layout.cells.get(cell)) else {
            return Ok(());
        };
        let family = &layout.families[place.family as usize];
        for limit in &family.limits {
            if limit.pieces.and(moved).is_empty() {
                continue;
            }
            if self.passed(p, s, (cell, place.index), limit)?.is_some() {
                return self.m.overfill(cell, limit.most);
            }
        }
        Ok(())
    }

    /// The number of things and the maximum of a limit, if the place with these indexes exceeds it.
    #[inline]
    pub(in crate::vm) fn passed(
        &mut self,
        p: &Program,
        s: &[i32],
        (cell, index): (i32, u32),
        limit: &PlaceLimit,
    ) -> Res<Option<(i64, i32)>> {
        let most = self.eval(p, s).most_of(limit, index)?;
        let there = self.m.cells.there(s, cell, limit.pieces);
        let there: i64 = there.iter().map(|piece| i64::from(self.m.cells.count(s, cell, piece))).sum();
        Ok((most != NONE && there > i64::from(most)).then_some((there, most)))
    }

    /// Number of further things of these pieces that fit into a place, for limits that count all of them.
    fn room_for(&mut self, p: &Program, s: &[i32], pieces: Set, from: i32, to: i32) -> Res<i32> {
        let layout = &p.layout;
        let mut room = i32::MAX;
        let place = usize::try_from(to).ok().and_then(|to| layout.cells.get(to)).filter(|_| from != to);
        let Some(place) = place else { return Ok(room) };
        for limit in &layout.families[place.family as usize].limits {
            if pieces.minus(limit.pieces).is_empty() {
                let most = self.eval(p, s).most_of(limit, place.index)?;
                let held: i64 = limit.pieces.iter().map(|piece| i64::from(self.m.cells.count(s, to, piece))).sum();
                if most != NONE {
                    room = room.min((i64::from(most) - held).clamp(0, i64::from(i32::MAX)) as i32);
                }
            }
        }
        Ok(room)
    }

    /// Fails if a draw is certain to exceed a limit of the target place, whatever is drawn.
    pub(in crate::vm) fn has_room(&mut self, p: &Program, s: &[i32], count: ExprId, cells: [ExprId; 3]) -> Res<()> {
        let mut eval = self.eval(p, s);
        let count = i64::from(eval.number(count)?);
        let [from, source, to] = [eval.number(cells[0])?, eval.number(cells[1])?, eval.number(cells[2])?];
        let place =
            usize::try_from(to).ok().and_then(|to| p.layout.cells.get(to)).filter(|_| to != from && to != source);
        let Some(place) = place else { return Ok(()) };
        let lying = |machine: &Self, cell: i32, fits: &dyn Fn(i32) -> bool| -> i64 {
            let pieces = machine.m.cells.holds(cell);
            pieces
                .iter()
                .filter(|&piece| fits(piece))
                .map(|piece| i64::from(machine.m.cells.count(s, cell, piece)))
                .sum()
        };
        let to_be_drawn = |machine: &Self, fits: &dyn Fn(i32) -> bool| {
            let more = if source == from { 0 } else { lying(machine, source, fits) };
            lying(machine, from, fits).saturating_add(more)
        };
        let drawn = count.min(to_be_drawn(self, &|_| true));
        for limit in &p.layout.families[place.family as usize].limits {
            // The draw may begin with things that the limit does not count.
            let surely = drawn - to_be_drawn(self, &|piece| !limit.pieces.has(piece));
            let most = self.eval(p, s).most_of(limit, place.index)?;
            let held = lying(self, to, &|piece| limit.pieces.has(piece));
            if surely > 0 && most != NONE && held.saturating_add(surely) > i64::from(most) {
                return self.m.overfill(to, limit.most);
            }
        }
        Ok(())
    }
}

impl Eval<'_> {
    /// Maximum of a limit for the place with these indexes; none: unlimited. It overwrites the registers of the indexes.
    #[inline]
    pub(in crate::vm) fn most_of(&mut self, limit: &PlaceLimit, index: u32) -> Res<i32> {
        limit.place_regs(index, &mut self.m.regs);
        self.word(limit.most)
    }
}
