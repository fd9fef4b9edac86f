//! Draws: things leave a shuffled place or a stack one by one; which one is chance.

use crate::code::{Arith, Ask, Domain, Expr, ExprId, MoveWhat, Notation, Op, Pc, Set, TextId};
use crate::ir::{self, Type};
use crate::text::Span;

use super::Lower;

impl Lower {
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
        // One is drawn without counting.
        let counts = except.is_some() || self.constant_of(value) != Some(1);
        if counts {
            self.op(Op::Set { slot: left, value }, span);
        }
        let (cell, target) = (self.expr(from), self.expr(to));
        let fruitless = except.and_then(|_| self.refilled(from)).map(|_| self.frames.word());
        let again = self.here();
        let one = self.konst(1, span);
        let left_now = self.push(Expr::Slot(left), span);
        let more = self.arith(Arith::AtMost, one, left_now, span);
        let enough = counts.then(|| self.op(Op::Unless { holds: more, to: Pc(0) }, span));
        let all = Set::below(self.program.layout.pieces.len());
        let pieces = self.set(all, span);
        let there = self.push(Expr::CountAll { cell, pieces }, span);
        let some = self.arith(Arith::AtMost, one, there, span);
        let in_vain = fruitless.map(|word| self.once_more(word, some, span));
        if let Some(source) = self.refilled(from) {
            self.op(Op::Refill { empty: cell, from: source }, span);
        }
        let empty = self.op(Op::Unless { holds: some, to: Pc(0) }, span);
        self.ask_drawn(from, (cell, pieces), drawn, span);
        let piece = self.push(Expr::Slot(drawn), span);
        if let Some(except) = except {
            let keep = self.excepted(except, from, (cell, piece), span);
            self.op(Op::Fill { base: drawn, count: 1, word: 0 }, span);
            self.op(Op::Jump(again), span);
            self.land(keep);
        }
        self.move_op(MoveWhat::Exactly(one, piece), Some(cell), target, span);
        self.op(Op::Fill { base: drawn, count: 1, word: 0 }, span);
        if counts {
            self.change(left, -1, span);
        }
        if let Some(word) = fruitless {
            self.op(Op::Fill { base: word, count: 1, word: 0 }, span);
        }
        if counts {
            self.op(Op::Jump(again), span);
        }
        enough.into_iter().chain([empty]).chain(in_vain).for_each(|jump| self.land(jump));
        self.release(mark, span);
    }

    /// A place that is empty is refilled once: if all that came was excepted, the draw ends there (the jump that is to land
    /// behind it). `word` is 1 from a refill to the next thing that is kept.
    fn once_more(&mut self, word: u32, some: ExprId, span: Span) -> Pc {
        let none = self.not(some, span);
        let skip = self.op(Op::Unless { holds: none, to: Pc(0) }, span);
        let filled = self.push(Expr::Slot(word), span);
        let first = self.not(filled, span);
        let in_vain = self.op(Op::Unless { holds: first, to: Pc(0) }, span);
        self.change(word, 1, span);
        self.land(skip);
        in_vain
    }

    /// What is excepted goes aside; the jump taken where the thing is kept.
    fn excepted(
        &mut self,
        (local, holds, aside): &(ir::LocalId, ir::Expr, ir::Expr),
        from: &ir::Expr,
        (cell, piece): (ExprId, ExprId),
        span: Span,
    ) -> Pc {
        let less = self.drawn_less(*local, from);
        let home = self.home_for(*local);
        let member = self.plus(piece, -less, span);
        self.save(home, member, span);
        let holds = self.expr(holds);
        let keep = self.op(Op::Unless { holds, to: Pc(0) }, span);
        let aside = self.expr(aside);
        let one = self.konst(1, span);
        self.move_op(MoveWhat::Exactly(one, piece), Some(cell), aside, span);
        keep
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

    /// The place from which a place is refilled.
    fn refilled(&mut self, from: &ir::Expr) -> Option<ExprId> {
        let ir::ExprKind::Cell(place, own) = &from.kind else { return None };
        let refill = self.book.places[place.index()].refilled.clone()?;
        let index: Vec<ExprId> = refill.index.iter().map(|nth| self.expr(&own[*nth as usize])).collect();
        Some(self.cell_of(refill.from.index(), &index, from.span))
    }

    /// `drawn from the deck`, with the place's name.
    fn draw_prompt(&mut self, from: &ir::Expr) -> Option<TextId> {
        let ir::ExprKind::Cell(place, _) = &from.kind else { return None };
        let name = self.book.places[place.index()].name.replace('_', " ");
        Some(self.text(&ir::Text::plain(format!("drawn from the {name}"))))
    }

    fn ask_drawn(&mut self, from: &ir::Expr, (cell, pieces): (ExprId, ExprId), drawn: u32, span: Span) {
        let prompt = self.draw_prompt(from);
        let domain = if self.keeps_order() { Domain::Next { cell } } else { Domain::Cell { cell, pieces, less: 0 } };
        let arms = vec![self.piece_arm(domain, drawn, Notation::Piece, span)];
        let at = self.ask_op(Ask::new(None, prompt, arms, span), span);
        self.set_goto(at, 0);
    }
}
