//! Amounts and places of moves and draws.

use super::Exprs;
use crate::code::{Arith, Binder, Domain, Expr, ExprId, MoveWhat, Query};
use crate::ir::{self, Quantity, Type};
use crate::lower::boxes::split;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(in crate::lower) fn drawn_less(&self, local: ir::LocalId, from: &ir::Expr) -> i32 {
        let ir::ExprKind::Cell(place, _) = &from.kind else {
            return 0;
        };
        match self.scope.type_of(local) {
            Some(Type::Member(kind)) => self.boxes.first_piece(*kind, &self.boxes.book.places[place.index()].holds),
            _ => 0,
        }
    }

    /// For each place, the place from which it is refilled, or itself. `None` if no place is refilled.
    pub(in crate::lower) fn sources(&self) -> Option<Vec<i32>> {
        let refills =
            self.boxes.book.places.iter().enumerate().filter_map(|(at, place)| Some((at, place.refilled.as_ref()?)));
        let mut sources: Vec<i32> = (0..self.emit.program.layout.cells.len() as i32).collect();
        let mut any = false;
        for (at, refill) in refills {
            let (own, source) = (&self.boxes.places[at], &self.boxes.places[refill.from.index()]);
            let count: u32 = own.dims.iter().map(|dim| dim.1).product();
            for index in 0..count {
                let values = split(index, &own.dims);
                let axes = refill.index.iter().zip(&source.dims);
                let cell =
                    axes.fold(0, |cell, (&nth, &(first, size))| cell * size as i32 + values[nth as usize] - first);
                sources[(own.first + index) as usize] = source.first as i32 + cell;
                any = true;
            }
        }
        any.then_some(sources)
    }

    pub(in crate::lower) fn quantity(&mut self, what: &Quantity) -> MoveWhat {
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

    /// Binders that range over places, the last of them the place itself, and the maximum number of places. Places of a row
    /// are enumerated by their indexes, because there may be more of them than a set can hold.
    pub(in crate::lower) fn each_place(&mut self, places: &ir::Expr, span: Span) -> (Vec<Binder>, u32) {
        if let ir::ExprKind::Cell(place, index) = &places.kind
            && let dims = &self.boxes.places[place.index()].dims
            && let (digits, Some(query)) = self.digits(index, dims)
        {
            let cell = self.cell_of(place.index(), &digits, span);
            let last = Binder { reg: self.emit.reg(1), width: 1, domain: Domain::Range(cell, cell) };
            return (query.binders.into_iter().chain([last]).collect(), self.boxes.places[place.index()].count);
        }
        let reg = self.emit.reg(1);
        let domain = Domain::Set(self.expr(places));
        (vec![Binder { reg, width: 1, domain }], self.boxes.domain(&Type::Place))
    }

    /// The first of several places where a thing lies.
    pub(in crate::lower) fn where_it_lies(&mut self, piece: ExprId, places: &ir::Expr, span: Span) -> ExprId {
        let (mut binders, _) = self.each_place(places, span);
        let Some(place) = binders.pop() else { return self.emit.konst(crate::code::NONE, span) };
        let cell = self.emit.push(Expr::Reg(place.reg), span);
        let (count, zero) = (self.emit.push(Expr::Count { cell, piece }, span), self.emit.konst(0, span));
        let filter = Some(self.emit.arith(Arith::Less, zero, count, span));
        // `First` returns the value of its first binder. With more binders the place is computed from them, so it cannot be used.
        if binders.is_empty() {
            let query = self.emit.query_node(Query { binders: vec![place], filter, ..Query::default() });
            return self.emit.push(Expr::First(query), span);
        }
        let query =
            self.emit.query_node(Query { binders: [binders, vec![place]].concat(), filter, ..Query::default() });
        let all = self.emit.push(Expr::ListOf(query, cell), span);
        let one = self.emit.konst(1, span);
        self.emit.push(Expr::Item { list: all, index: one, element: 1 }, span)
    }
}
