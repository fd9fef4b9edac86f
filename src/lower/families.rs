//! Choices that are asked piece by piece: bags, orders, divisions.

use crate::code::{
    Arith, Arm, ArmKind, Ask, Binder, Chosen, Divide, Domain, Expr, ExprId, Notation, Op, Part, Pc, Query, Shape, Tells,
};
use crate::ir::{self, ExprKind, Type};
use crate::text::Span;

use super::Lower;
use super::scope::Home;

impl Lower {
    /// `n..m of BAG as b where C`: thing by thing, in the order of the pieces.
    pub(super) fn family(&mut self, family: &ir::Family, span: Span) {
        if !matches!(self.shape(&family.of.ty), Shape::Bag(_)) {
            self.error(
                "E1020",
                family.of.span,
                "only things in a place can be chosen several at a time",
                "write `2 of hand[p] as kept`; members of a set have a name each: `p chooses a in S, b in S where a is not b`",
            );
            return;
        }
        self.one_secret_place(&family.of);
        let home = self.home_for(family.name);
        let bag = self.emptied(home, span);
        // What must hold of the whole choice makes it something to be finished: nobody may choose himself into a corner.
        let extent = family.who.is_some() && family.filter.is_some();
        if extent {
            self.op(Op::Begin, span);
            self.extents += 1;
        }
        let who = self.thing_by_thing(family, home, bag, span);
        let filter = family.filter.as_ref().map(|filter| {
            let holds = self.expr(filter);
            self.op(Op::Require { holds, why: None }, span);
            holds
        });
        if extent {
            self.extents -= 1;
            self.end_op(self.extents == 0, span);
        }
        let secret = self.secret_of(family.who.as_ref(), &family.seen);
        match place_of(&family.of).filter(|place| place.ty == Type::Place) {
            Some(place) if secret.is_some() || self.is_hidden(place) => {
                let chosen = Chosen { who, less: 0, from: vec![self.expr(place)], moves: Vec::new(), filter };
                self.hold(family.name, home, Tells::Chosen(chosen), secret);
            }
            None if secret.is_some() => self.hold(family.name, home, Tells::Kept, secret),
            _ => {}
        }
    }

    /// The question of a bag, until it is full or enough; who is asked.
    fn thing_by_thing(&mut self, family: &ir::Family, home: Home, bag: u32, span: Span) -> Option<ExprId> {
        let mark = self.frames.mark();
        let of = self.expr(&family.of);
        let chosen = self.local(home, span);
        let taken = self.push(Expr::BagSize(chosen), span);
        let there = self.push(Expr::BagSize(of), span);
        let least = self.expr(&family.least);
        let fixed = family.most.as_ref().is_some_and(|most| most.kind == family.least.kind);
        let most = match &family.most {
            Some(range) => {
                let most = self.expr(range);
                if !fixed {
                    self.not_turned(least, most, family.least.span.to(range.span));
                }
                self.arith(Arith::Min, most, there, span)
            }
            None => there,
        };
        let enough = self.arith(Arith::AtMost, least, there, span);
        self.op(Op::Require { holds: enough, why: None }, span);
        let again = self.here();
        let more = self.arith(Arith::Less, taken, most, span);
        let exit = self.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let next = self.frames.word();
        let need =
            if self.one_is_enough(least) { self.konst(1, span) } else { self.arith(Arith::Sub, least, taken, span) };
        let domain = Domain::NextPiece { bag: of, chosen, need, less: 0 };
        let mut arms = vec![self.piece_arm(domain, next, Notation::Piece, span)];
        if !fixed {
            let may_stop = if self.one_is_enough(least) && self.constant_of(least).is_none() {
                let zero = self.konst(0, span);
                let (some, none) =
                    (self.arith(Arith::Less, zero, taken, span), self.arith(Arith::AtMost, least, zero, span));
                self.push(Expr::Or(some, none), span)
            } else {
                self.arith(Arith::AtMost, least, taken, span)
            };
            arms.push(enough_arm(&arms[0], may_stop));
        }
        let who = family.who.as_ref().map(|who| self.expr(who));
        let prompt = family.prompt.as_ref().map(|prompt| self.text(prompt));
        let seen = self.seen_by(&family.seen);
        let at = self.ask_op(Ask { part: Part::Bag, seen, ..Ask::new(who, prompt, arms, span) }, span);
        self.set_goto(at, 0);
        if family.who.is_some() {
            self.note_deed(span);
        }
        let piece = self.push(Expr::Slot(next), span);
        self.op(Op::Collect { store: bag, piece }, span);
        self.op(Op::Fill { base: next, count: 1, word: 0 }, span);
        self.op(Op::Jump(again), span);
        if !fixed {
            self.set_goto(at, 1);
        }
        self.land(exit);
        self.release(mark, span);
        who
    }

    /// Between 4 and 1 there is no number of things to choose.
    fn not_turned(&mut self, least: ExprId, most: ExprId, span: Span) {
        if self.constant_of(most).is_some_and(|most| self.is_enough(least, most)) {
            return;
        }
        let holds = self.arith(Arith::AtMost, least, most, span);
        let why = Some(self.text(&ir::Text::plain("the range begins above its end")));
        self.op(Op::Require { holds, why }, span);
    }

    /// Whether no more than one thing must be chosen, whatever else is known.
    fn one_is_enough(&self, least: ExprId) -> bool {
        self.is_enough(least, 1)
    }

    /// Whether no more than so many things must be chosen, whatever else is known.
    fn is_enough(&self, least: ExprId, many: i32) -> bool {
        let known = match self.program.exprs[least.index()] {
            Expr::Arith(Arith::Min, known, _) => known,
            _ => least,
        };
        self.constant_of(known).is_some_and(|known| known <= many)
    }

    /// A list or bag in its home, empty; where it is stored.
    fn emptied(&mut self, home: Home, span: Span) -> u32 {
        let store = self.store_of(home, span);
        let value = self.push(Expr::Empty, span);
        self.op(Op::Store { store, value }, span);
        store
    }

    /// An arm over one word that goes to a word of the frame.
    pub(super) fn piece_arm(&mut self, domain: Domain, slot: u32, notation: Notation, span: Span) -> Arm {
        let reg = self.reg(1);
        let binder = Binder { reg, width: 1, domain };
        let query = self.query_node(Query { binders: vec![binder], ..Query::default() });
        let store = self.store(slot, None, 1, Shape::Word);
        let notation = self.notation(notation);
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

    /// `orders(S)`: element by element.
    pub(super) fn order(&mut self, order: &ir::Ordering, span: Span) {
        let ir::Ordering { who, prompt, of: set, name: list, seen } = order;
        if !matches!(self.shape(&set.ty), Shape::Set(_)) {
            self.error(
                "E1020",
                set.span,
                "only the members of a set can be put in order",
                "write `orders({x in KIND where ..})`",
            );
            return;
        }
        let home = self.home_for(*list);
        let line = self.emptied(home, span);
        let mark = self.frames.mark();
        let all = self.expr(set);
        let so_far = self.local(home, span);
        let done = self.push(Expr::ListSize(so_far), span);
        let count = self.push(Expr::SetSize(all), span);
        let again = self.here();
        let more = self.arith(Arith::Less, done, count, span);
        let exit = self.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let next = self.frames.word();
        let used = self.push(Expr::ListSet(so_far), span);
        let rest = self.push(Expr::Minus(all, used), span);
        let notation = match &set.ty {
            Type::Set(inner) => self.notation_of(inner),
            _ => self.notation(Notation::Number),
        };
        let notation = self.legend.types[notation as usize].clone();
        let arms = vec![self.piece_arm(Domain::Set(rest), next, notation, span)];
        let asked = who.is_some();
        let who = who.as_ref().map(|who| self.expr(who));
        let prompt = prompt.as_ref().map(|prompt| self.text(prompt));
        let seen = self.seen_by(seen);
        let at = self.ask_op(Ask { part: Part::Order, seen, ..Ask::new(who, prompt, arms, span) }, span);
        self.set_goto(at, 0);
        if asked {
            self.note_deed(span);
        }
        let value = self.push(Expr::Slot(next), span);
        self.op(Op::Append { store: line, value }, span);
        self.op(Op::Fill { base: next, count: 1, word: 0 }, span);
        self.op(Op::Jump(again), span);
        self.land(exit);
        self.release(mark, span);
        if let Some(secret) = self.secret_of(order.who.as_ref(), &order.seen) {
            self.hold(*list, home, Tells::Ordered, Some(secret));
        }
    }

    /// A division into piles: thing by thing; the things move when all is divided, in a `together` block at its end.
    pub(super) fn divide(&mut self, who: &ir::Expr, what: &ir::Expr, into: &ir::Expr, said: ir::Piles, span: Span) {
        let Some(from) = place_of(what).filter(|place| place.ty == Type::Place) else {
            self.error(
                "E1019",
                what.span,
                "only all things of one place can be divided",
                "put what is to be divided into a place of its own before: `move kept from hand[p] to aside[p]`",
            );
            return;
        };
        let Some((place, index)) = cell_of(into) else {
            self.error(
                "E1019",
                into.span,
                "piles are the places of one row of the table",
                "write `p divides hand[p] into offer[p, 1..2]`",
            );
            return;
        };
        let Some((low, high)) = index.last().and_then(|last| self.bounds(last)) else {
            self.error("E1019", into.span, "the last index says into which piles", "write `offer[p, 1..2]`");
            return;
        };
        let pieces = self.held_pieces(from);
        let dims = self.places[place].dims.clone();
        let room = dims.last().map_or(1, |d| d.1);
        let stride = pieces.len() as u32 * room;
        let (base, player) = self.matrix(stride, span);
        let from = self.expr(from);
        let one = self.konst(1, span);
        let more = self.arith(Arith::Sub, high, low, span);
        let piles = self.arith(Arith::Add, more, one, span);
        let pile_reg = self.reg(1);
        let to = self.pile_cell(place, index, low, pile_reg, span);
        let ir::Piles { none_empty, alike } = said;
        let divide = Divide { from, pieces, piles, room, to, pile_reg, base, player, stride, none_empty, alike };
        self.program.divides.push(divide);
        let id = self.program.divides.len() as u32 - 1;
        self.ask_division(id, who, span);
        match &mut self.part {
            Some(part) => part.divides.push((id, span)),
            None => {
                self.op(Op::DivideApply(id), span);
            }
        }
    }

    fn ask_division(&mut self, id: u32, who: &ir::Expr, span: Span) {
        let mark = self.frames.mark();
        let again = self.here();
        let done = self.push(Expr::DivideDone(id), span);
        let more = self.push(Expr::Not(done), span);
        let exit = self.op(Op::Unless { holds: more, to: Pc(0) }, span);
        let pile = self.frames.word();
        let arms = vec![self.piece_arm(Domain::Piles(id), pile, Notation::Number, span)];
        let who = Some(self.expr(who));
        let part = Part::Division(id);
        let at = self.ask_op(Ask { part, ..Ask::new(who, None, arms, span) }, span);
        self.set_goto(at, 0);
        self.note_deed(span);
        self.op(Op::DivideNote { divide: id, pile }, span);
        self.op(Op::Jump(again), span);
        self.land(exit);
        self.release(mark, span);
    }

    fn held_pieces(&self, place: &ir::Expr) -> Vec<u32> {
        match &place.kind {
            ExprKind::Cell(id, _) => self.program.layout.families.get(id.index()).map_or(Vec::new(), |family| {
                let figures = family.holds.iter().map(|piece| piece as u32);
                let figures = figures.filter(|&piece| self.program.layout.pieces[piece as usize].figure.is_some());
                family.order.iter().copied().chain(figures).collect()
            }),
            _ => (0..self.program.layout.pieces.len() as u32).collect(),
        }
    }

    /// The words of a division's matrix: one for each player inside `together`.
    fn matrix(&mut self, stride: u32, span: Span) -> (u32, Option<ExprId>) {
        match &self.part {
            None => (self.frames.words(stride), None),
            Some(part) => {
                let cursor = part.cursor;
                let base = self.each_words(stride, 0);
                (base, Some(self.push(Expr::Slot(cursor), span)))
            }
        }
    }

    fn bounds(&mut self, last: &ir::Expr) -> Option<(ExprId, ExprId)> {
        match &last.kind {
            ExprKind::Range(low, high) => Some((self.expr(low), self.expr(high))),
            ExprKind::All(kind) => {
                let size = self.kinds[kind.index()].size as i32;
                Some((self.konst(0, last.span), self.konst(size - 1, last.span)))
            }
            _ => None,
        }
    }

    /// The place of a pile (from 0 in the register).
    fn pile_cell(&mut self, place: usize, index: &[ir::Expr], low: ExprId, pile_reg: u16, span: Span) -> ExprId {
        let dims = self.places[place].dims.clone();
        let pile = self.push(Expr::Reg(pile_reg), span);
        let mut values = Vec::new();
        for (at, (expr, &(first, _))) in index.iter().zip(&dims).enumerate() {
            let value = if at + 1 == index.len() { self.arith(Arith::Add, low, pile, span) } else { self.expr(expr) };
            values.push(self.plus(value, -first, span));
        }
        let sizes: Vec<u32> = dims.iter().map(|d| d.1).collect();
        let at = self.radix(&values, &sizes, span);
        let first = self.places[place].first as i32;
        self.plus(at, first, span)
    }
}

/// `done` beside the things of a bag, where enough are chosen.
fn enough_arm(piece: &Arm, when: ExprId) -> Arm {
    let none = Arm { query: None, stores: Vec::new(), types: Vec::new(), ..piece.clone() };
    Arm { kind: ArmKind::Done, when: Some(when), ..none }
}

/// The place in `hand[p]`, also where it stands for the things in it.
fn place_of(what: &ir::Expr) -> Option<&ir::Expr> {
    match &what.kind {
        ExprKind::BagAt(_, place) => Some(place),
        _ if what.ty == Type::Place => Some(what),
        _ => None,
    }
}

fn cell_of(into: &ir::Expr) -> Option<(usize, &Vec<ir::Expr>)> {
    match &into.kind {
        ExprKind::Cell(place, index) => Some((place.index(), index)),
        _ => None,
    }
}
