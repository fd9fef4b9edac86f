//! Moves, draws, steps of tracks.

use crate::code::{
    Arith, Ask, Binder, Domain, Expr, ExprId, Move, MoveWhat, Notation, Op, Part, PastEnd, Pc, Query, Shape, Step,
    TextId,
};
use crate::ir::{self, Past, Quantity, Type};
use crate::text::Span;

use super::Lower;

impl Lower {
    pub(super) fn move_stmt(
        &mut self,
        what: &Quantity,
        from: Option<&ir::Expr>,
        to: &ir::Expr,
        to_end: bool,
        span: Span,
    ) {
        if to_end {
            self.error("E1017", span, "no place of this set-up keeps its things in order yet").help =
                Some("leave out `top of` and `bottom of`".into());
        }
        let moved = what;
        let what = self.quantity(what);
        let to = self.expr(to);
        self.held_moves(moved, to);
        match from {
            Some(from) if matches!(from.ty, Type::Set(_)) => self.move_from_each(what, from, to, span),
            _ => {
                let from = from.map(|from| self.expr(from));
                self.move_op(what, from, to, span);
            }
        }
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

    fn move_op(&mut self, what: MoveWhat, from: Option<ExprId>, to: ExprId, span: Span) {
        self.program.moves.push(Move { what, from, to, sure: false });
        self.op(Op::Move(self.program.moves.len() as u32 - 1), span);
    }

    /// The same move from each of several places.
    fn move_from_each(&mut self, what: MoveWhat, from: &ir::Expr, to: ExprId, span: Span) {
        let mark = self.frames.mark();
        let (binders, room) = self.each_place(from, span);
        let (room, stride) = (room.min(4096) as u16, binders.len() as u16);
        let query = self.query_node(Query { binders, filter: None, keys: Vec::new() });
        let list = self.frames.words(2 + u32::from(room) * u32::from(stride));
        self.op(Op::EachStart { query, list, stride, room }, span);
        let first = self.program.stores.len() as u16;
        let values = self.frames.words(u32::from(stride));
        for at in 0..u32::from(stride) {
            self.store(values + at, None, 1, Shape::Word);
        }
        let next = self.op(Op::EachNext { list, stride, room, first, count: stride as u8, exit: Pc(0) }, span);
        let from = self.push(Expr::Slot(values + u32::from(stride) - 1), span);
        self.move_op(what, Some(from), to, span);
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

    /// Things leave a shuffled place one by one; which one is chance.
    pub(super) fn draw(
        &mut self,
        count: &ir::Expr,
        from: &ir::Expr,
        to: &ir::Expr,
        except: Option<&(ir::LocalId, ir::Expr, ir::Expr)>,
        span: Span,
    ) {
        let mark = self.frames.mark();
        let (left, drawn) = (self.frames.word(), self.frames.word());
        let value = self.expr(count);
        self.op(Op::Set { slot: left, value }, span);
        let (cell, target) = (self.expr(from), self.expr(to));
        let again = self.here();
        let one = self.konst(1, span);
        let left_now = self.push(Expr::Slot(left), span);
        let more = self.arith(Arith::AtMost, one, left_now, span);
        let enough = self.op(Op::Unless { holds: more, to: Pc(0) }, span);
        self.refill(from, cell, span);
        let all = crate::code::Set::below(self.program.layout.pieces.len());
        let pieces = self.set(all, span);
        let there = self.push(Expr::CountAll { cell, pieces }, span);
        let some = self.arith(Arith::AtMost, one, there, span);
        let empty = self.op(Op::Unless { holds: some, to: Pc(0) }, span);
        let prompt = self.draw_prompt(from);
        self.ask_drawn((cell, pieces), drawn, prompt, span);
        let piece = self.push(Expr::Slot(drawn), span);
        if let Some((local, holds, aside)) = except {
            let less = self.drawn_less(*local, from);
            let home = self.home_for(*local);
            let member = self.plus(piece, -less, span);
            self.save(home, member, span);
            let holds = self.expr(holds);
            let keep = self.op(Op::Unless { holds, to: Pc(0) }, span);
            let aside = self.expr(aside);
            self.move_op(MoveWhat::Exactly(one, piece), Some(cell), aside, span);
            self.op(Op::Jump(again), span);
            self.land(keep);
        }
        self.move_op(MoveWhat::Exactly(one, piece), Some(cell), target, span);
        self.op(Op::Clear { base: drawn, count: 1 }, span);
        self.change(left, -1, span);
        self.op(Op::Jump(again), span);
        self.land(enough);
        self.land(empty);
        self.release(mark, span);
    }

    fn drawn_less(&self, local: ir::LocalId, from: &ir::Expr) -> i32 {
        let ir::ExprKind::Cell(place, _) = &from.kind else {
            return 0;
        };
        match self.scope.type_of(local) {
            Some(Type::Member(kind)) => self.first_piece(*kind, &self.book.places[place.index()].holds),
            _ => 0,
        }
    }

    fn refill(&mut self, from: &ir::Expr, cell: ExprId, span: Span) {
        let ir::ExprKind::Cell(place, _) = &from.kind else {
            return;
        };
        if let Some(source) = self.book.places[place.index()].refilled {
            let source = self.places[source.index()].first as i32;
            let from = self.konst(source, span);
            self.op(Op::Refill { empty: cell, from }, span);
        }
    }

    /// `drawn from the deck`, with the place's name.
    fn draw_prompt(&mut self, from: &ir::Expr) -> Option<TextId> {
        let ir::ExprKind::Cell(place, _) = &from.kind else { return None };
        let name = self.book.places[place.index()].name.replace('_', " ");
        Some(self.text(&ir::Text::plain(format!("drawn from the {name}"))))
    }

    fn ask_drawn(&mut self, (cell, pieces): (ExprId, ExprId), drawn: u32, prompt: Option<TextId>, span: Span) {
        let domain = Domain::Cell { cell, pieces, less: 0 };
        let arms = vec![self.piece_arm(domain, drawn, Notation::Piece, span)];
        let at =
            self.ask_op(Ask { who: None, prompt, arms, search: false, part: Part::Whole, at_once: None, span }, span);
        self.set_goto(at, 0);
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
        let past = |past: Past| match past {
            Past::Refuse => PastEnd::Refuse,
            Past::Stay => PastEnd::Stay,
            Past::Do(_) => PastEnd::Go,
        };
        let (top, bottom) = (past(info.past_top), past(info.past_bottom));
        self.program.steps.push(Step { base: data.base, count: data.count, index: at, by, low, high, top, bottom });
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
        let skip = self.op(Op::Unless { holds: past, to: Pc(0) }, span);
        let values: Vec<ExprId> = index.iter().map(|index| self.expr(index)).collect();
        self.call(rule, &values, false, span);
        self.land(skip);
    }
}
