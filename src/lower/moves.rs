//! Moves, steps of tracks.

use crate::code::{
    Arith, Ask, Binder, Domain, End, Expr, ExprId, Keep, Move, MoveWhat, Op, PastEnd, Pc, Query, Shape, Step,
};
use crate::ir::{self, Past, Quantity, StackEnd, Type};
use crate::text::Span;

use super::Lower;

impl Lower {
    pub(super) fn move_stmt(
        &mut self,
        what: &Quantity,
        from: Option<&ir::Expr>,
        (to, end): (&ir::Expr, Option<StackEnd>),
        span: Span,
    ) {
        if end.is_some() && !self.packs(to) {
            self.error(
                "E1017",
                span,
                "this place keeps no order",
                "name a place: a stack, or a shuffled place to an end of which a rule of the game itself moves things",
            );
        }
        let end = end.map(|end| match end {
            StackEnd::Top => End::Top,
            StackEnd::Bottom => End::Bottom,
        });
        let moved = what;
        let what = self.quantity(what);
        let to = self.expr(to);
        self.held_moves(moved, to);
        match from {
            Some(from) if matches!(from.ty, Type::Set(_)) => match (moved, what) {
                (Quantity::Exactly(_, thing), MoveWhat::Exactly(_, piece)) if is_name(thing) => {
                    let from = self.where_it_lies(piece, from, span);
                    self.move_to(Move { what, from: Some(from), to, end, begun: None, sure: false }, span);
                }
                (_, MoveWhat::Bag(bag)) => self.move_from_several(bag, from, (to, end), span),
                _ => self.move_from_each(what, from, (to, end), span),
            },
            _ => {
                let from = from.map(|from| self.expr(from));
                self.move_to(Move { what, from, to, end, begun: None, sure: false }, span);
            }
        }
    }

    /// Whether any place of the set-up keeps order.
    pub(super) fn keeps_order(&self) -> bool {
        self.program.layout.families.iter().any(|family| family.kept.is_some())
    }

    /// Whether a place that is named keeps packets.
    fn packs(&self, place: &ir::Expr) -> bool {
        let ir::ExprKind::Cell(place, _) = &place.kind else { return false };
        let family = self.program.layout.families.get(place.index());
        family.and_then(|family| family.kept).is_some_and(|kept| kept.how != Keep::Row)
    }

    fn quantity(&mut self, what: &Quantity) -> MoveWhat {
        let many = |things: &ir::Expr| matches!(things.ty, Type::Set(_));
        match what {
            Quantity::Exactly(n, things) if many(things) => MoveWhat::ExactlyOf(self.expr(n), self.piece_set(things)),
            Quantity::Exactly(n, things) => MoveWhat::Exactly(self.expr(n), self.piece_word(things)),
            Quantity::UpTo(n, things) if many(things) => MoveWhat::UpToOf(self.expr(n), self.piece_set(things)),
            Quantity::UpTo(n, things) => MoveWhat::UpTo(self.expr(n), self.piece_word(things)),
            Quantity::All(things) => MoveWhat::All(self.piece_set(things)),
            Quantity::Bag(bag) => MoveWhat::Bag(self.expr(bag)),
            Quantity::Figure(thing) => MoveWhat::Figure(self.piece_word(thing)),
        }
    }

    pub(super) fn move_op(&mut self, what: MoveWhat, from: Option<ExprId>, to: ExprId, span: Span) {
        self.move_to(Move { what, from, to, end: None, begun: None, sure: false }, span);
    }

    fn move_to(&mut self, code: Move, span: Span) {
        self.program.moves.push(code);
        self.op(Op::Move(self.program.moves.len() as u32 - 1), span);
    }

    /// The same move from each of several places; all of it is one sentence.
    fn move_from_each(&mut self, what: MoveWhat, from: &ir::Expr, (to, end): (ExprId, Option<End>), span: Span) {
        let mark = self.frames.mark();
        let (binders, room) = self.each_place(from, span);
        let (room, stride) = (room.min(4096) as u16, binders.len() as u16);
        let query = self.query_node(Query { binders, ..Query::default() });
        let list = self.frames.words(2 + u32::from(room) * u32::from(stride));
        self.op(Op::EachStart { query, list, stride, room }, span);
        let first = self.program.stores.len() as u16;
        let values = self.frames.words(u32::from(stride));
        let begun = self.keeps_order().then(|| self.frames.word());
        for at in 0..u32::from(stride) {
            self.store(values + at, None, 1, Shape::Word);
        }
        let next = self.op(Op::EachNext { list, stride, room, first, count: stride as u8, exit: Pc(0) }, span);
        let from = self.push(Expr::Slot(values + u32::from(stride) - 1), span);
        self.move_to(Move { what, from: Some(from), to, end, begun, sure: false }, span);
        self.op(Op::Jump(next), span);
        self.land(next);
        self.release(mark, span);
    }

    /// Names that range over places, of which the last is the place; and how many there are at most. The places of a row
    /// are found by their indexes: there may be more of them than a set holds.
    fn each_place(&mut self, places: &ir::Expr, span: Span) -> (Vec<Binder>, u32) {
        if let ir::ExprKind::Cell(place, index) = &places.kind
            && let (values, Some(query)) = self.index_values(index, span)
        {
            let cell = self.cell_of(place.index(), &values, span);
            let last = Binder { reg: self.reg(1), width: 1, domain: Domain::Range(cell, cell) };
            return (query.binders.into_iter().chain([last]).collect(), self.places[place.index()].count);
        }
        let reg = self.reg(1);
        let domain = Domain::Set(self.expr(places));
        (vec![Binder { reg, width: 1, domain }], self.domain(&Type::Place))
    }

    /// The first of several places where a thing lies.
    fn where_it_lies(&mut self, piece: ExprId, places: &ir::Expr, span: Span) -> ExprId {
        let (mut binders, _) = self.each_place(places, span);
        let Some(place) = binders.pop() else { return self.konst(crate::code::NONE, span) };
        let cell = self.push(Expr::Reg(place.reg), span);
        let (count, zero) = (self.push(Expr::Count { cell, piece }, span), self.konst(0, span));
        let filter = Some(self.arith(Arith::Less, zero, count, span));
        // The place is worked out of the names before it; a result is the value of the first name.
        if binders.is_empty() {
            let query = self.query_node(Query { binders: vec![place], filter, ..Query::default() });
            return self.push(Expr::First(query), span);
        }
        let query = self.query_node(Query { binders: [binders, vec![place]].concat(), filter, ..Query::default() });
        let all = self.push(Expr::ListOf(query, cell), span);
        let one = self.konst(1, span);
        self.push(Expr::Item { list: all, index: one, element: 1 }, span)
    }

    /// A bag out of several places: from each what the places before it do not have, from the last to the first.
    fn move_from_several(&mut self, bag: ExprId, from: &ir::Expr, (to, end): (ExprId, Option<End>), span: Span) {
        let Some(cells) = self.known_places(from) else { return };
        let pieces = self.set(crate::code::Set::below(self.program.layout.pieces.len()), span);
        let there: Vec<ExprId> = cells.iter().map(|&cell| self.push(Expr::BagAt { cell, pieces }, span)).collect();
        let mut left = vec![bag];
        for &there in &there {
            let rest = self.push(Expr::BagMinus(left[left.len() - 1], there), span);
            left.push(rest);
        }
        let (missing, zero) = (self.push(Expr::BagSize(left[cells.len()]), span), self.konst(0, span));
        let holds = self.arith(Arith::Is, missing, zero, span);
        self.op(Op::Require { holds, why: None }, span);
        let mark = self.frames.mark();
        let begun = self.keeps_order().then(|| self.frames.word());
        for (at, &from) in cells.iter().enumerate().rev() {
            let part = self.push(Expr::BagMinus(left[at], left[at + 1]), span);
            let what = MoveWhat::Bag(part);
            self.move_to(Move { what, from: Some(from), to, end, begun, sure: false }, span);
        }
        self.release(mark, span);
    }

    pub(super) fn ask_op(&mut self, ask: Ask, span: Span) -> Pc {
        self.program.asks.push(ask);
        let id = crate::code::AskId(self.program.asks.len() as u32 - 1);
        self.op(Op::Ask(id), span)
    }

    pub(super) fn step(&mut self, track: usize, index: &[ir::Expr], by: &ir::Expr, span: Span) {
        let book = self.book.clone();
        let data = self.tracks[track].clone();
        let info = &book.tracks[track];
        let low = info.low.as_ref().map(|low| self.constant(low));
        let high = info.high.as_ref().map(|high| self.constant(high));
        let at = self.index(index, &data.dims, span);
        let by = self.expr(by);
        // In a transaction of the same rule nothing is past an end before it closes.
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
        self.program.steps.push(Step {
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
        self.op(Op::Step(self.program.steps.len() as u32 - 1), span);
        let now = self.variable_at(&data, at, span);
        if let (Past::Do(rule), Some(high)) = (info.past_top, high) {
            let high = self.konst(high, span);
            let past = self.arith(Arith::Less, high, now, span);
            self.past_end(rule, past, index, span);
        }
        if let (Past::Do(rule), Some(low)) = (info.past_bottom, low) {
            let low = self.konst(low, span);
            let past = self.arith(Arith::Less, now, low, span);
            self.past_end(rule, past, index, span);
        }
    }

    fn past_end(&mut self, rule: ir::RuleId, past: ExprId, index: &[ir::Expr], span: Span) {
        let past = match self.transactions.word() {
            Some(word) => {
                let open = self.push(Expr::Slot(word), span);
                let closed = self.push(Expr::Not(open), span);
                self.both(closed, past, span)
            }
            None => past,
        };
        let skip = self.op(Op::Unless { holds: past, to: Pc(0) }, span);
        let values: Vec<ExprId> = index.iter().map(|index| self.expr(index)).collect();
        self.call(rule, &values, false, span);
        self.land(skip);
    }
}

/// Whether it is a thing that was chosen or ranged over, not a sort of things.
fn is_name(thing: &ir::Expr) -> bool {
    match &thing.kind {
        ir::ExprKind::Local(_) => true,
        ir::ExprKind::Widen(inner) | ir::ExprKind::Only(inner) => is_name(inner),
        ir::ExprKind::Piece(_, index) => index.first().is_some_and(is_name),
        _ => false,
    }
}
