//! Iteration over places that keep order.

use super::evaluator::Eval;
use crate::code::{Entry, ExprId, OrderKind, Set};
use crate::vm::fault::kind::Res;
use crate::vm::state::packets;

impl<'a> Eval<'a> {
    /// True if a place has an order that the rules can read: rows, and the packets of a stack.
    pub(super) fn in_order(&self, cell: i32) -> bool {
        self.m.cells.order_of(cell).is_some_and(|order| order.how != OrderKind::Shuffled)
    }

    /// Iterates over the things of a row from left to right, or of a stack from the top down (packet by packet). Questions list
    /// each piece once, at its first occurrence.
    #[inline(never)]
    pub(in crate::vm) fn ordered<F>(
        &mut self,
        cell: i32,
        pieces: ExprId,
        less: i32,
        reg: usize,
        ask: bool,
        f: &mut F,
    ) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let pieces = self.held(cell, pieces)?;
        let mut seen = Set::EMPTY;
        let mut next = |eval: &mut Self, piece: i32| {
            if !pieces.has(piece) || ask && seen.has(piece) {
                return Ok(true);
            }
            seen = seen.with(piece);
            let count = if ask { eval.m.cells.count(eval.s, cell, piece) } else { 1 };
            eval.thing(reg, piece - less, count, ask, f)
        };
        if let Some(row) = self.m.cells.row(cell) {
            for piece in self.s[row].iter().filter_map(|&word| Entry(word).piece()) {
                if !next(self, piece)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let mark = self.m.stack.len();
        self.push_packets(cell);
        let mut on = true;
        for at in mark..self.m.stack.len() {
            on = next(self, self.m.stack[at])?;
            if !on {
                break;
            }
        }
        self.m.stack.truncate(mark);
        Ok(on)
    }

    /// Pushes all things of a place that keeps packets on the stack, one by one. The unordered middle counts as a packet.
    fn push_packets(&mut self, cell: i32) {
        let Some(order) = self.m.cells.order_of(cell) else { return };
        let words = &self.s[order.range()];
        let pieces = |words: &'a [i32]| words.iter().filter_map(|&word| Entry(word).piece());
        let (top, _) = packets::counts(words);
        let (above, below) = packets::entries(words).split_at(top);
        self.m.stack.extend(pieces(above));
        for piece in self.m.cells.holds(cell).iter() {
            let middle = self.m.cells.count(self.s, cell, piece).saturating_sub(packets::packed(words, piece));
            self.m.stack.extend((0..middle.min(words.len() as i32)).map(|_| piece));
        }
        self.m.stack.extend(pieces(below));
    }

    /// Iterates over the things that may leave a place next.
    #[inline(never)]
    pub(super) fn next_to_leave<F>(&mut self, cell: ExprId, reg: usize, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let cell = self.operand(cell)?;
        let words = match self.m.cells.order_of(cell) {
            Some(order) if order.how != OrderKind::Row => &self.s[order.range()],
            _ => &[],
        };
        let packed = packets::entries(words);
        let packet = match packets::counts(words) {
            (0, _) => None,
            _ => Some(&packed[packets::around(packed, 0)]),
        };
        for piece in self.m.cells.holds(cell).iter() {
            let count = match packet {
                Some(packet) => packets::among(packet, piece),
                None => self.m.cells.count(self.s, cell, piece).saturating_sub(packets::among(packed, piece)),
            };
            if !self.thing(reg, piece, count, ask, f)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
