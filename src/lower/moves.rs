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
            self.error("E1017", span, "this place keeps no order").help = Some(
                "name a place: a stack, or a shuffled place to an end of which a rule of the game itself moves things"
                    .into(),
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
            Some(from) if matches!(from.ty, Type::Set(_)) => self.move_from_each(what, from, (to, end), span),
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
        let query = self.query_node(Query { binders, filter: None, keys: Vec::new() });
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
