//! Draws: things leave a shuffled place or a stack one by one, chosen by chance.

use super::Lower;
use crate::code::{Arith, Ask, Domain, Expr, ExprId, MoveWhat, Notation, Op, Pc, Set, TextId};
use crate::ir;
use tavola_syntax::text::Span;

impl Lower<'_> {
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
        let value = self.exprs().expr(count);
        // Drawing a single thing needs no counter.
        let counts = except.is_some() || self.emit.constant_of(value) != Some(1);
        if counts {
            self.emit.op(Op::Set { slot: left, value }, span);
        }
        self.draws_from(from);
        let (cell, target) = (self.exprs().expr(from), self.exprs().expr(to));
        let source = self.refilled(from);
        let fruitless = except.and(source).map(|_| self.frames.word());
        if except.is_none() && self.has_limits(to) {
            self.emit.op(Op::Room { count: value, from: cell, source: source.unwrap_or(cell), to: target }, span);
        }
        let again = self.emit.here();
        let one = self.emit.konst(1, span);
        let left_now = self.emit.push(Expr::Slot(left), span);
        let more = self.emit.arith(Arith::AtMost, one, left_now, span);
        let enough = counts.then(|| self.emit.op(Op::Unless { holds: more, to: Pc(0) }, span));
        let all = Set::below(self.emit.program.layout.pieces.len());
        let pieces = self.emit.set(all, span);
        let there = self.emit.push(Expr::CountAll { cell, pieces }, span);
        let some = self.emit.arith(Arith::AtMost, one, there, span);
        let in_vain = fruitless.map(|word| self.once_more(word, some, span));
        if let Some(source) = source {
            self.emit.op(Op::Refill { empty: cell, from: source }, span);
        }
        let empty = self.emit.op(Op::Unless { holds: some, to: Pc(0) }, span);
        self.ask_drawn(from, (cell, pieces), drawn, span);
        let piece = self.emit.push(Expr::Slot(drawn), span);
        if let Some(except) = except {
            let jump = self.excepted(except, from, (cell, piece), span);
            self.emit.op(Op::Fill { base: drawn, count: 1, word: 0 }, span);
            self.emit.op(Op::Jump(again), span);
            self.emit.backpatch(jump);
        }
        self.move_op(MoveWhat::Exactly(one, piece), Some(cell), target, span);
        self.emit.op(Op::Fill { base: drawn, count: 1, word: 0 }, span);
        if counts {
            self.change(left, -1, span);
        }
        if let Some(word) = fruitless {
            self.emit.op(Op::Fill { base: word, count: 1, word: 0 }, span);
        }
        if counts {
            self.emit.op(Op::Jump(again), span);
        }
        enough.into_iter().chain([empty]).chain(in_vain).for_each(|jump| self.emit.backpatch(jump));
        self.release(mark, span);
    }

    /// Emits the test that an empty place is refilled only once, so that a draw ends if all refilled things are excepted. Returns the
    /// jump that leaves the draw. `word` is 1 from a refill until a thing is kept.
    fn once_more(&mut self, word: u32, some: ExprId, span: Span) -> Pc {
        let none = self.emit.not(some, span);
        let skip = self.emit.op(Op::Unless { holds: none, to: Pc(0) }, span);
        let filled = self.emit.push(Expr::Slot(word), span);
        let first = self.emit.not(filled, span);
        let in_vain = self.emit.op(Op::Unless { holds: first, to: Pc(0) }, span);
        self.change(word, 1, span);
        self.emit.backpatch(skip);
        in_vain
    }

    /// Moves an excepted thing aside. Returns the jump that is taken if the thing is kept.
    fn excepted(
        &mut self,
        (local, holds, aside): &(ir::LocalId, ir::Expr, ir::Expr),
        from: &ir::Expr,
        (cell, piece): (ExprId, ExprId),
        span: Span,
    ) -> Pc {
        let less = self.exprs().drawn_less(*local, from);
        let home = self.home_for(*local);
        let member = self.emit.plus(piece, -less, span);
        self.exprs().save(home, member, span);
        let holds = self.exprs().expr(holds);
        let jump = self.emit.op(Op::Unless { holds, to: Pc(0) }, span);
        let aside = self.exprs().expr(aside);
        let one = self.emit.konst(1, span);
        self.move_op(MoveWhat::Exactly(one, piece), Some(cell), aside, span);
        jump
    }

    /// True if a place may have limits.
    fn has_limits(&self, to: &ir::Expr) -> bool {
        let places = &self.book.places;
        match &to.kind {
            ir::ExprKind::Cell(place, _) => !places[place.index()].limits.is_empty(),
            _ => places.iter().any(|place| !place.limits.is_empty()),
        }
    }

    /// The place from which a place is refilled. A place that is not named directly is looked up; one without refill maps to itself.
    fn refilled(&mut self, from: &ir::Expr) -> Option<ExprId> {
        let ir::ExprKind::Cell(place, own) = &from.kind else {
            let sources = self.exprs().sources()?;
            let cell = self.exprs().expr(from);
            return Some(self.emit.array(sources, cell, from.span));
        };
        let refill = self.book.places[place.index()].refilled.clone()?;
        let axes = refill.index.iter().zip(self.boxes.places[refill.from.index()].dims.clone());
        let digits: Vec<ExprId> = axes.map(|(nth, dim)| self.exprs().digit_of(&own[*nth as usize], dim)).collect();
        Some(self.exprs().cell_of(refill.from.index(), &digits, from.span))
    }

    /// The prompt `drawn from the deck`, with the name of the place.
    fn draw_prompt(&mut self, from: &ir::Expr) -> Option<TextId> {
        let ir::ExprKind::Cell(place, _) = &from.kind else { return None };
        let name = self.book.places[place.index()].name.replace('_', " ");
        Some(self.exprs().text(&ir::Text::plain(format!("drawn from the {name}"))))
    }

    fn ask_drawn(&mut self, from: &ir::Expr, (cell, pieces): (ExprId, ExprId), drawn: u32, span: Span) {
        let prompt = self.draw_prompt(from);
        let domain = if self.keeps_order() { Domain::Next { cell } } else { Domain::Cell { cell, pieces, less: 0 } };
        let arms = vec![self.piece_arm(domain, drawn, Notation::Piece, span)];
        let at = self.ask_op(Ask::new(None, prompt, arms, span), span);
        self.set_goto(at, 0);
    }
}
