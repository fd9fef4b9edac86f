//! Moves of things and steps of tracks.

use super::Lower;
use super::loops::MOST_RESULTS;
use crate::code::{
    Arith, Ask, End, Expr, ExprId, Move, MoveWhat, Op, OrderKind, PastEnd, Pc, Query, TrackStep, ValueShape,
};
use crate::ir::{self, Past, Quantity, StackEnd, Type};
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Lower<'_> {
    pub(super) fn move_stmt(
        &mut self,
        what: &Quantity,
        from: Option<&ir::Expr>,
        (to, end): (&ir::Expr, Option<StackEnd>),
        span: Span,
    ) {
        if end.is_some() && !self.packs(to) {
            let (message, help) = match to.kind {
                ir::ExprKind::Local(_) => {
                    ("this name may stand for any place, also one that keeps no order", "name the stack itself")
                }
                _ => (
                    "this place keeps no order",
                    "name a stack, or a shuffled place to whose top or bottom a rule of the game itself moves things",
                ),
            };
            self.emit.error(codes::NO_ORDER, span, message, help);
        }
        let end = end.map(|end| match end {
            StackEnd::Top => End::Top,
            StackEnd::Bottom => End::Bottom,
        });
        let moved = what;
        let what = self.exprs().quantity(what);
        let to = self.exprs().expr(to);
        self.held_moves(moved, to);
        if let Some(from) = from {
            self.takes_from(from);
        }
        match from {
            Some(from) if matches!(from.ty, Type::Set(_)) => match (moved, what) {
                (Quantity::Exactly(_, thing), MoveWhat::Exactly(_, piece)) if is_name(thing) => {
                    let from = self.exprs().where_it_lies(piece, from, span);
                    self.move_to(Move { what, from: Some(from), to, end, begun: None, sure: false }, span);
                }
                (_, MoveWhat::Bag(bag)) => self.move_from_several(bag, from, (to, end), span),
                _ => self.move_from_each(what, from, (to, end), span),
            },
            _ => {
                let from = from.map(|from| self.exprs().expr(from));
                self.move_to(Move { what, from, to, end, begun: None, sure: false }, span);
            }
        }
    }

    /// True if any place of the set-up keeps order.
    pub(super) fn keeps_order(&self) -> bool {
        self.emit.program.layout.families.iter().any(|family| family.stored_order.is_some())
    }

    /// True if the place is named directly and keeps packets.
    fn packs(&self, place: &ir::Expr) -> bool {
        let ir::ExprKind::Cell(place, _) = &place.kind else { return false };
        let family = self.emit.program.layout.families.get(place.index());
        family.and_then(|family| family.stored_order).is_some_and(|kept| kept.how != OrderKind::Row)
    }

    pub(super) fn move_op(&mut self, what: MoveWhat, from: Option<ExprId>, to: ExprId, span: Span) {
        self.move_to(Move { what, from, to, end: None, begun: None, sure: false }, span);
    }

    fn move_to(&mut self, code: Move, span: Span) {
        self.emit.program.moves.push(code);
        self.emit.op(Op::Move(self.emit.program.moves.len() as u32 - 1), span);
    }

    /// One statement that moves things from each of several places.
    fn move_from_each(&mut self, what: MoveWhat, from: &ir::Expr, (to, end): (ExprId, Option<End>), span: Span) {
        let mark = self.frames.mark();
        let (binders, room) = self.exprs().each_place(from, span);
        let (room, stride) = (room.min(MOST_RESULTS) as u16, binders.len() as u16);
        let query = self.emit.query_node(Query { binders, ..Query::default() });
        let list = self.frames.words(2 + u32::from(room) * u32::from(stride));
        self.emit.op(Op::EachStart { query, list, stride, room }, span);
        let first = self.emit.program.stores.len() as u16;
        let values = self.frames.words(u32::from(stride));
        let begun = self.keeps_order().then(|| self.frames.word());
        for at in 0..u32::from(stride) {
            self.emit.store(values + at, None, 1, ValueShape::Word);
        }
        let next = self.emit.op(Op::EachNext { list, stride, room, first, count: stride as u8, exit: Pc(0) }, span);
        let from = self.emit.push(Expr::Slot(values + u32::from(stride) - 1), span);
        self.move_to(Move { what, from: Some(from), to, end, begun, sure: false }, span);
        self.emit.op(Op::Jump(next), span);
        self.emit.backpatch(next);
        self.release(mark, span);
    }

    /// Moves a bag out of several places, from the last to the first. Each contributes what the places before it do not have.
    fn move_from_several(&mut self, bag: ExprId, from: &ir::Expr, (to, end): (ExprId, Option<End>), span: Span) {
        let Some(cells) = self.exprs().known_places(from) else { return };
        let pieces = self.emit.set(crate::code::Set::below(self.emit.program.layout.pieces.len()), span);
        let there: Vec<ExprId> = cells.iter().map(|&cell| self.emit.push(Expr::BagAt { cell, pieces }, span)).collect();
        let mut left = vec![bag];
        for &there in &there {
            let rest = self.emit.push(Expr::BagMinus(left[left.len() - 1], there), span);
            left.push(rest);
        }
        let (missing, zero) = (self.emit.push(Expr::BagSize(left[cells.len()]), span), self.emit.konst(0, span));
        let holds = self.emit.arith(Arith::Is, missing, zero, span);
        self.emit.op(Op::Require { holds, why: None }, span);
        let mark = self.frames.mark();
        let begun = self.keeps_order().then(|| self.frames.word());
        for (at, &from) in cells.iter().enumerate().rev() {
            let part = self.emit.push(Expr::BagMinus(left[at], left[at + 1]), span);
            let what = MoveWhat::Bag(part);
            self.move_to(Move { what, from: Some(from), to, end, begun, sure: false }, span);
        }
        self.release(mark, span);
    }

    pub(super) fn ask_op(&mut self, ask: Ask, span: Span) -> Pc {
        self.emit.program.asks.push(ask);
        let id = crate::code::AskId(self.emit.program.asks.len() as u32 - 1);
        self.emit.op(Op::Ask(id), span)
    }

    pub(in crate::lower) fn step(&mut self, track: usize, index: &[ir::Expr], by: &ir::Expr, span: Span) {
        let data = self.boxes.tracks[track].clone();
        let info = &self.book.tracks[track];
        let low = info.low.as_ref().map(|low| self.exprs().constant(low));
        let high = info.high.as_ref().map(|high| self.exprs().constant(high));
        let at = self.exprs().index(index, &data, span);
        let by = self.exprs().expr(by);
        // Inside a transaction of the same rule, the ends are not checked before it closes.
        let (low, high, open) = match self.transactions.inside {
            true => (None, None, None),
            false => (low, high, self.transactions.word()),
        };
        let past = |past: Past| match past {
            Past::Refuse => PastEnd::Refuse,
            Past::Stay => PastEnd::Stay,
            Past::Do(_) => PastEnd::Go,
        };
        let (top, bottom) = (past(info.past_top), past(info.past_bottom));
        self.emit.program.steps.push(TrackStep {
            base: data.base,
            count: data.count,
            index: at,
            by,
            low,
            high,
            top,
            bottom,
            open,
        });
        self.emit.op(Op::Step(self.emit.program.steps.len() as u32 - 1), span);
        let now = self.exprs().variable_at(&data, at, span);
        if let (Past::Do(rule), Some(high)) = (info.past_top, high) {
            let high = self.emit.konst(high, span);
            let past = self.emit.arith(Arith::Less, high, now, span);
            self.past_end(rule, past, index, span);
        }
        if let (Past::Do(rule), Some(low)) = (info.past_bottom, low) {
            let low = self.emit.konst(low, span);
            let past = self.emit.arith(Arith::Less, now, low, span);
            self.past_end(rule, past, index, span);
        }
    }

    fn past_end(&mut self, rule: ir::RuleId, past: ExprId, index: &[ir::Expr], span: Span) {
        let past = match self.transactions.word() {
            Some(word) => {
                let open = self.emit.push(Expr::Slot(word), span);
                let closed = self.emit.push(Expr::Not(open), span);
                self.emit.both(closed, past, span)
            }
            None => past,
        };
        let skip = self.emit.op(Op::Unless { holds: past, to: Pc(0) }, span);
        let values: Vec<ExprId> = index.iter().map(|index| self.exprs().expr(index)).collect();
        self.call(rule, &values, false, span);
        self.emit.backpatch(skip);
    }
}

/// True if the expression is one specific thing that was chosen or iterated over.
fn is_name(thing: &ir::Expr) -> bool {
    match &thing.kind {
        ir::ExprKind::Local(_) => true,
        ir::ExprKind::Widen(inner) | ir::ExprKind::Only(inner) => is_name(inner),
        ir::ExprKind::Piece(_, index) => index.first().is_some_and(is_name),
        _ => false,
    }
}
