//! Maintenance of order during moves: rows close up, packets go on and under stacks.

use super::carry::Carry;
use crate::code::{End, Entry, OrderKind, Program, Slot};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::machine::Machine;
use crate::vm::state::cells::OrderAt;
use crate::vm::state::packets::{self, Packets};

impl Machine {
    /// Begins a move.
    #[inline]
    pub(in crate::vm) fn carry(
        &mut self,
        p: &Program,
        s: &[i32],
        [from, to]: [i32; 2],
        end: Option<End>,
        begun: Option<Slot>,
    ) {
        if self.m.cells.have_orders() {
            self.begin_carry(p, s, [from, to], end, begun);
        }
    }

    #[inline(never)]
    fn begin_carry(&mut self, p: &Program, s: &[i32], [from, to]: [i32; 2], end: Option<End>, begun: Option<Slot>) {
        let begun = begun.is_some_and(|slot| s[slot as usize] != 0);
        self.carry = Carry { end, begun, from: 0, seen: 0 };
        let packs = |cell: i32| self.m.cells.order_of(cell).is_some_and(|order| order.how != OrderKind::Row);
        if packs(from) || packs(to) {
            self.carry.from = self.sight(p, s, from);
            self.carry.seen = self.carry.from | self.sight(p, s, to);
        }
    }

    /// Ends a move. Records for later moves of the same sentence whether something has been put down.
    #[inline]
    pub(super) fn arrived(&self, s: &mut [i32], begun: Option<Slot>) {
        if let Some(slot) = begun {
            s[slot as usize] = i32::from(self.carry.begun);
        }
    }

    /// The players who see into a place: a bit for each seat, then one for everybody else. A condition that faults hides.
    fn sight(&mut self, p: &Program, s: &[i32], cell: i32) -> u32 {
        let Some(place) = usize::try_from(cell).ok().and_then(|cell| p.layout.cells.get(cell)) else {
            return 0;
        };
        let sight = &p.layout.families[place.family as usize].sight;
        let everybody = (1u32 << (p.layout.players.min(30) + 1)) - 1;
        let mut sees = 0;
        for seer in &sight.seers {
            let mut rest = place.index;
            for (at, &(first, size)) in sight.dims.iter().enumerate().rev() {
                self.m.regs[usize::from(sight.index_regs) + at] = first + (rest % size.max(1)) as i32;
                rest /= size.max(1);
            }
            if seer.when.is_some_and(|when| !self.eval(p, s).with_rollback(|eval| eval.holds(when)).unwrap_or(false)) {
                continue;
            }
            let who = match seer.who {
                None => Some(everybody),
                Some(who) if seer.one => {
                    let seat = self.eval(p, s).with_rollback(|eval| eval.word(who)).ok();
                    let seat = seat.and_then(|who| u32::try_from(who).ok());
                    seat.and_then(|seat| 1u32.checked_shl(seat))
                }
                Some(who) => {
                    let set = self.eval(p, s).with_rollback(|eval| eval.set(who)).ok();
                    set.map(|who| who.0[0] as u32)
                }
            };
            sees |= who.unwrap_or(0) & everybody;
        }
        sees
    }

    /// Removes things from the order of a place, before they leave. Returns the players who certainly know each of them.
    #[inline]
    pub(in crate::vm) fn leaves(&mut self, s: &mut [i32], piece: i32, count: i32, from: i32) -> Res<u32> {
        match self.m.cells.order_of(from) {
            None => Ok(self.carry.from),
            Some(order) => self.take_out(s, order, piece, count, from),
        }
    }

    #[inline(never)]
    fn take_out(&mut self, s: &mut [i32], order: OrderAt, piece: i32, count: i32, from: i32) -> Res<u32> {
        if count as usize > order.range().len() {
            // Only a corrupt state has more things than the place has room for.
            return self.m.fail(FaultKind::NotEnough, None);
        }
        let (there, all) = (self.m.cells.count(s, from, piece), self.m.cells.all(s, from));
        let words = &mut s[order.range()];
        if order.how == OrderKind::Row {
            for _ in 0..count {
                row_without(words, piece);
            }
            return Ok(self.carry.from);
        }
        let mut knowers = u32::MAX;
        for gone in 0..count {
            let middle = there - gone - packets::packed(words, piece);
            knowers &= Packets::new(words).leave(piece, middle, self.carry.seen);
        }
        Packets::new(words).settle(all - count);
        Ok(self.carry.from | knowers)
    }

    /// Adds things to the order of a place, after they arrived.
    #[inline]
    pub(super) fn comes(&mut self, s: &mut [i32], piece: i32, count: i32, to: i32, knowers: u32) -> Res<()> {
        match self.m.cells.order_of(to) {
            None => Ok(()),
            Some(order) => self.put_down(s, order, [piece, count, to], knowers),
        }
    }

    #[inline(never)]
    fn put_down(&mut self, s: &mut [i32], order: OrderAt, [piece, count, to]: [i32; 3], knowers: u32) -> Res<()> {
        let all = self.m.cells.all(s, to);
        let words = &mut s[order.range()];
        let end = match (order.how, self.carry.end) {
            (OrderKind::Row, _) => {
                let put = append(words, piece, count);
                return if put { Ok(()) } else { self.m.fail(FaultKind::Full, None) };
            }
            (_, Some(end)) => end,
            (OrderKind::Stack, None) => End::Top,
            (OrderKind::Shuffled, None) => {
                Packets::new(words).clear();
                return Ok(());
            }
        };
        for _ in 0..count {
            if !Packets::new(words).put(end, piece, knowers, self.carry.begun) {
                return self.m.fail(FaultKind::Full, None);
            }
            self.carry.begun = true;
        }
        Packets::new(words).settle(all);
        Ok(())
    }

    /// Forgets the order of a place that keeps packets.
    pub(super) fn shuffle(&mut self, s: &mut [i32], cell: i32) {
        if let Some(order) = self.m.cells.order_of(cell)
            && order.how != OrderKind::Row
        {
            s[order.range()].fill(0);
        }
    }
}

/// Number of things in a row. The words after them are 0.
fn row_length(words: &[i32]) -> usize {
    words.partition_point(|&word| word != 0)
}

/// Removes the leftmost thing of a piece from a row.
fn row_without(words: &mut [i32], piece: i32) {
    let things = row_length(words);
    let row = &mut words[..things];
    if let Some(at) = row.iter().position(|&word| Entry(word).piece() == Some(piece)) {
        row.copy_within(at + 1.., at);
        row[things - 1] = 0;
    }
}

/// Appends things of a piece to a row. Returns false if there is no room.
fn append(words: &mut [i32], piece: i32, count: i32) -> bool {
    let things = row_length(words);
    let end = usize::try_from(count).ok().and_then(|count| things.checked_add(count));
    match end.and_then(|end| words.get_mut(things..end)) {
        // Only a corrupt state has things behind the end of a row.
        Some(free) if free.iter().all(|&word| word == 0) => {
            free.fill(Entry::new(piece).0);
            true
        }
        _ => false,
    }
}
