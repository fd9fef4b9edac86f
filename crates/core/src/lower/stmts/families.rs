//! Choices that are asked one thing at a time: bags, orders, divisions.

use super::Lower;
use crate::code::{
    Arith, Arm, ArmKind, Ask, AskPart, Binder, Chosen, Divide, Domain, Expr, ExprId, HiddenInfo, Notation, Op, Pc,
    Query, ValueShape,
};
use crate::ir::{self, ExprKind, Type};
use crate::lower::codes;
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

impl Lower<'_> {
    /// Lowers `n..m of BAG as b where C`: a question for each thing, in the order of the pieces.
    pub(in crate::lower) fn family(&mut self, family: &ir::BagChoice, span: Span) {
        if !matches!(self.boxes.shape(&family.of.ty), ValueShape::Bag(_)) {
            self.emit.error(
                codes::SHAPE,
                family.of.span,
                "only things in a place can be chosen several at a time",
                "write `2 of hand[p] as kept`; for members of a set: `p chooses a in S, b in S where a is not b`",
            );
            return;
        }
        self.one_secret_place(&family.of);
        let home = self.home_for(family.name);
        let bag = self.exprs().emptied(home, span);
        // The condition on the whole choice becomes an extent that must be finished, so that no player is offered a dead end.
        let extent = family.who.is_some() && family.filter.is_some();
        if extent {
            self.emit.op(Op::Begin, span);
            self.extents += 1;
        }
        let who = self.thing_by_thing(family, home, bag, span);
        let filter = family.filter.as_ref().map(|filter| {
            let holds = self.exprs().expr(filter);
            self.emit.op(Op::Require { holds, why: None }, span);
            holds
        });
        if extent {
            self.extents -= 1;
            self.emit.end_op(self.extents == 0, span);
        }
        let secret = self.exprs().secret_of(family.who.as_ref(), &family.seen);
        match place_of(&family.of).filter(|place| place.ty == Type::Place) {
            Some(place) if secret.is_some() || self.is_hidden(place) => {
                let chosen = Chosen { who, less: 0, from: vec![self.exprs().expr(place)], moves: Vec::new(), filter };
                self.hold(family.name, home, HiddenInfo::Chosen(chosen), secret);
            }
            None if secret.is_some() => self.hold(family.name, home, HiddenInfo::Stored, secret),
            _ => {}
        }
    }

    /// Emits the loop that asks for the things of a bag. Returns the player who is asked.
    fn thing_by_thing(&mut self, family: &ir::BagChoice, home: Home, bag: u32, span: Span) -> Option<ExprId> {
        let mark = self.frames.mark();
        let of = self.exprs().expr(&family.of);
        let chosen = self.exprs().local(home, span);
        let taken = self.emit.push(Expr::BagSize(chosen), span);
        let there = self.emit.push(Expr::BagSize(of), span);
        let least = self.exprs().expr(&family.least);
        let fixed = family.most.as_ref().is_some_and(|most| most.kind == family.least.kind);
        let most = match &family.most {
            Some(range) => {
                let most = self.exprs().expr(range);
                if !fixed {
                    self.exprs().not_turned(least, most, family.least.span.to(range.span));
                }
                self.emit.arith(Arith::Min, most, there, span)
            }
            None => there,
        };
        let enough = self.emit.arith(Arith::AtMost, least, there, span);
        self.emit.op(Op::Require { holds: enough, why: None }, span);
        let again = self.emit.here();
        let more = self.emit.arith(Arith::Less, taken, most, span);
        let exit = self.emit.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let next = self.frames.word();
        let need = family.who.as_ref().map(|_| match self.one_is_enough(least) {
            true => self.emit.konst(1, span),
            false => self.emit.arith(Arith::Sub, least, taken, span),
        });
        let domain = Domain::NextPiece { bag: of, chosen, need, less: 0 };
        let mut arms = vec![self.piece_arm(domain, next, Notation::Piece, span)];
        if !fixed {
            let may_stop = if self.one_is_enough(least) && self.emit.constant_of(least).is_none() {
                let zero = self.emit.konst(0, span);
                let some = self.emit.arith(Arith::Less, zero, taken, span);
                let none = self.emit.arith(Arith::AtMost, least, zero, span);
                self.emit.push(Expr::Or(some, none), span)
            } else {
                self.emit.arith(Arith::AtMost, least, taken, span)
            };
            arms.push(enough_arm(&arms[0], may_stop));
        }
        let who = family.who.as_ref().map(|who| self.exprs().expr(who));
        let prompt = family.prompt.as_ref().map(|prompt| self.exprs().text(prompt));
        let seen = self.exprs().seen_by(&family.seen);
        let at = self.ask_op(Ask { part: AskPart::Bag, seen, ..Ask::new(who, prompt, arms, span) }, span);
        self.set_goto(at, 0);
        if family.who.is_some() {
            self.note_deed(span);
        }
        let piece = self.emit.push(Expr::Slot(next), span);
        self.emit.op(Op::Collect { store: bag, piece }, span);
        self.emit.op(Op::Fill { base: next, count: 1, word: 0 }, span);
        self.emit.op(Op::Jump(again), span);
        if !fixed {
            self.set_goto(at, 1);
        }
        self.emit.backpatch(exit);
        self.release(mark, span);
        who
    }

    /// True if the minimum number of things to choose is known to be at most 1.
    fn one_is_enough(&self, least: ExprId) -> bool {
        self.emit.is_enough(least, 1)
    }

    /// An arm over one word, stored into a word of the frame.
    pub(super) fn piece_arm(&mut self, domain: Domain, slot: u32, notation: Notation, span: Span) -> Arm {
        let reg = self.emit.reg(1);
        let binder = Binder { reg, width: 1, domain };
        let query = self.emit.query_node(Query { binders: vec![binder], ..Query::default() });
        let store = self.emit.store(slot, None, 1, ValueShape::Word);
        let notation = self.emit.notation(notation);
        Arm {
            kind: ArmKind::Choice,
            label: None,
            when: None,
            query: Some(query),
            stores: vec![store],
            types: vec![notation],
            goto: Pc(0),
            begins: false,
            sure: false,
            needs: None,
            span,
        }
    }

    /// Lowers `orders(S)`: a question for each element.
    pub(in crate::lower) fn order(&mut self, order: &ir::Ordering, span: Span) {
        let ir::Ordering { who, prompt, of: set, name: list, seen } = order;
        if !matches!(self.boxes.shape(&set.ty), ValueShape::Set(_)) {
            self.emit.error(
                codes::SHAPE,
                set.span,
                "only the members of a set can be put in order",
                "write `orders({x in KIND where ..})`",
            );
            return;
        }
        let home = self.home_for(*list);
        let line = self.exprs().emptied(home, span);
        let mark = self.frames.mark();
        let all = self.exprs().expr(set);
        let so_far = self.exprs().local(home, span);
        let done = self.emit.push(Expr::ListSize(so_far), span);
        let count = self.emit.push(Expr::SetSize(all), span);
        let again = self.emit.here();
        let more = self.emit.arith(Arith::Less, done, count, span);
        let exit = self.emit.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let next = self.frames.word();
        let used = self.emit.push(Expr::ListSet(so_far), span);
        let rest = self.emit.push(Expr::Minus(all, used), span);
        let notation = match &set.ty {
            Type::Set(inner) => self.exprs().notation_of(inner),
            _ => self.emit.notation(Notation::Number),
        };
        let notation = self.emit.legend.types[notation as usize].clone();
        let arms = vec![self.piece_arm(Domain::Set(rest), next, notation, span)];
        let asked = who.is_some();
        let who = who.as_ref().map(|who| self.exprs().expr(who));
        let prompt = prompt.as_ref().map(|prompt| self.exprs().text(prompt));
        let seen = self.exprs().seen_by(seen);
        let at = self.ask_op(Ask { part: AskPart::Order, seen, ..Ask::new(who, prompt, arms, span) }, span);
        self.set_goto(at, 0);
        if asked {
            self.note_deed(span);
        }
        let value = self.emit.push(Expr::Slot(next), span);
        self.emit.op(Op::Append { store: line, value }, span);
        self.emit.op(Op::Fill { base: next, count: 1, word: 0 }, span);
        self.emit.op(Op::Jump(again), span);
        self.emit.backpatch(exit);
        self.release(mark, span);
        if let Some(secret) = self.exprs().secret_of(order.who.as_ref(), &order.seen) {
            self.hold(*list, home, HiddenInfo::Ordered, Some(secret));
        }
    }

    /// Lowers a division into piles: a question for each thing. All things move at the end, in a `together` block at the end of it.
    pub(in crate::lower) fn divide(
        &mut self,
        who: &ir::Expr,
        what: &ir::Expr,
        into: &ir::Expr,
        said: ir::Piles,
        span: Span,
    ) {
        let Some(from) = place_of(what).filter(|place| place.ty == Type::Place) else {
            self.emit.error(
                codes::DIVISION,
                what.span,
                "only all things of one place can be divided",
                "first move the things to a place of their own: `move kept from hand[p] to aside[p]`",
            );
            return;
        };
        let Some((place, index)) = cell_of(into) else {
            self.emit.error(
                codes::DIVISION,
                into.span,
                "the piles must be places of one row of the table",
                "write `p divides hand[p] into offer[p, 1..2]`",
            );
            return;
        };
        let Some((low, high)) = index.last().and_then(|last| self.exprs().bounds(last)) else {
            self.emit.error(
                codes::DIVISION,
                into.span,
                "the last index must be a range of piles",
                "write `offer[p, 1..2]`",
            );
            return;
        };
        let pieces = self.held_pieces(from);
        let dims = self.boxes.places[place].dims.clone();
        let room = dims.last().map_or(1, |d| d.1);
        let stride = pieces.len() as u32 * room;
        let (base, player) = self.matrix(stride, span);
        self.takes_from(from);
        let from = self.exprs().expr(from);
        let one = self.emit.konst(1, span);
        let more = self.emit.arith(Arith::Sub, high, low, span);
        let piles = self.emit.arith(Arith::Add, more, one, span);
        let pile_reg = self.emit.reg(1);
        let to = self.exprs().pile_cell(place, index, low, pile_reg, span);
        let ir::Piles { none_empty, alike } = said;
        let divide = Divide { from, pieces, piles, room, to, pile_reg, base, player, stride, none_empty, alike };
        self.emit.program.divides.push(divide);
        let id = self.emit.program.divides.len() as u32 - 1;
        self.ask_division(id, who, span);
        match &mut self.part {
            Some(part) => part.divides.push((id, span)),
            None => {
                self.emit.op(Op::DivideApply(id), span);
            }
        }
    }

    fn ask_division(&mut self, id: u32, who: &ir::Expr, span: Span) {
        let mark = self.frames.mark();
        let again = self.emit.here();
        let done = self.emit.push(Expr::DivideDone(id), span);
        let more = self.emit.push(Expr::Not(done), span);
        let exit = self.emit.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let pile = self.frames.word();
        let arms = vec![self.piece_arm(Domain::Piles(id), pile, Notation::Number, span)];
        let who = Some(self.exprs().expr(who));
        let part = AskPart::Division(id);
        let at = self.ask_op(Ask { part, ..Ask::new(who, None, arms, span) }, span);
        self.set_goto(at, 0);
        self.note_deed(span);
        self.emit.op(Op::DivideNote { divide: id, pile }, span);
        self.emit.op(Op::Jump(again), span);
        self.emit.backpatch(exit);
        self.release(mark, span);
    }

    fn held_pieces(&self, place: &ir::Expr) -> Vec<u32> {
        match &place.kind {
            ExprKind::Cell(id, _) => self.emit.program.layout.families.get(id.index()).map_or(Vec::new(), |family| {
                let figures = family.holds.iter().map(|piece| piece as u32);
                let figures = figures.filter(|&piece| self.emit.program.layout.pieces[piece as usize].figure.is_some());
                family.order.iter().copied().chain(figures).collect()
            }),
            _ => (0..self.emit.program.layout.pieces.len() as u32).collect(),
        }
    }

    /// Allocates the matrix of a division; inside `together`, one for each player.
    fn matrix(&mut self, stride: u32, span: Span) -> (u32, Option<ExprId>) {
        match &self.part {
            None => (self.frames.words(stride), None),
            Some(part) => {
                let cursor = part.cursor;
                let base = self.each_words(stride, 0);
                (base, Some(self.emit.push(Expr::Slot(cursor), span)))
            }
        }
    }
}

/// The arm `done` of a bag's question, offered once enough things are chosen.
fn enough_arm(piece: &Arm, when: ExprId) -> Arm {
    let none = Arm { query: None, stores: Vec::new(), types: Vec::new(), ..piece.clone() };
    Arm { kind: ArmKind::Done, when: Some(when), ..none }
}

/// The place of `hand[p]`, given as a place or as the things in it.
fn place_of(what: &ir::Expr) -> Option<&ir::Expr> {
    match &what.kind {
        ExprKind::BagAt(_, place) => Some(place),
        _ if what.ty == Type::Place => Some(what),
        _ => None,
    }
}

pub(in crate::lower) fn cell_of(into: &ir::Expr) -> Option<(usize, &Vec<ir::Expr>)> {
    match &into.kind {
        ExprKind::Cell(place, index) => Some((place.index(), index)),
        _ => None,
    }
}
