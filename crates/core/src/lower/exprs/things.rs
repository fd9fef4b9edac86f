//! Expressions of things and places.

use super::Exprs;
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Query, ValueShape};
use crate::ir::{self, ExprKind, Type};
use crate::lower::boxes::VariableData;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(in crate::lower) fn thing(&mut self, expr: &ir::Expr) -> ExprId {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Piece(component, index) => self.piece(component.index(), index, span),
            ExprKind::Pieces(components) => {
                let all = self.boxes.pieces_of(components);
                self.emit.set(all, span)
            }
            ExprKind::ThingIndex(thing, axis) => self.thing_index(thing, *axis as usize, span),
            ExprKind::Cell(place, index) => self.cell(place.index(), index, span),
            ExprKind::Count(things, places) => self.count(things, places, span),
            ExprKind::BagAt(things, places) => self.bag_at(things, places, span),
            ExprKind::CountInBag(thing, bag) => {
                let bag = self.expr(bag);
                self.count_in_bag(thing, bag, span)
            }
            ExprKind::Site(figure, homes) => self.site(figure, homes, span),
            other => unreachable!("{other:?} is not a thing"),
        }
    }

    fn cell(&mut self, place: usize, index: &[ir::Expr], span: Span) -> ExprId {
        let dims = &self.boxes.places[place].dims;
        self.over_sets(index, dims, span, |lower, digits| lower.cell_of(place, digits, span))
    }

    /// A place by its indexes, each counted from 0.
    pub(in crate::lower) fn cell_of(&mut self, place: usize, digits: &[ExprId], span: Span) -> ExprId {
        let data = &self.boxes.places[place];
        let at = self.counted(digits, &data.dims, span);
        let cell = self.emit.plus(at, data.first as i32, span);
        self.emit.notes.things.places.insert(cell, place as u32);
        cell
    }

    /// Number of these things in these places.
    fn count(&mut self, things: &ir::Expr, places: &ir::Expr, span: Span) -> ExprId {
        let ExprKind::Cell(place, index) = &places.kind else {
            let cell = self.expr(places);
            return match places.ty {
                Type::Set(_) => self.count_in_cells(things, cell, span),
                _ => self.count_in(things, cell, span),
            };
        };
        let dims = &self.boxes.places[place.index()].dims;
        let (digits, query) = self.digits(index, dims);
        let value = match self.count_word(things, place.index(), &digits, span) {
            Some(direct) => direct,
            None => {
                let cell = self.cell_of(place.index(), &digits, span);
                self.count_in(things, cell, span)
            }
        };
        match query {
            None => value,
            Some(query) => {
                let query = self.emit.query_node(query);
                self.emit.push(Expr::SumOf(query, value), span)
            }
        }
    }

    fn count_in(&mut self, things: &ir::Expr, cell: ExprId, span: Span) -> ExprId {
        if matches!(things.ty, Type::Set(_)) {
            let pieces = self.piece_set(things);
            return self.emit.push(Expr::CountAll { cell, pieces }, span);
        }
        let piece = self.piece_word(things);
        self.emit.push(Expr::Count { cell, piece }, span)
    }

    fn count_in_cells(&mut self, things: &ir::Expr, cells: ExprId, span: Span) -> ExprId {
        let reg = self.emit.reg(1);
        let binder = Binder { reg, width: 1, domain: Domain::Set(cells) };
        let cell = self.emit.push(Expr::Reg(reg), span);
        let value = self.count_in(things, cell, span);
        let query = self.emit.query_node(Query { binders: vec![binder], ..Query::default() });
        self.emit.push(Expr::SumOf(query, value), span)
    }

    /// A count as one word of the state, if the row of the place and the component are known. No lookup at run time is needed.
    fn count_word(&mut self, things: &ir::Expr, place: usize, cell: &[ExprId], span: Span) -> Option<ExprId> {
        let (component, index) = match &things.kind {
            ExprKind::Piece(component, index) if !matches!(things.ty, Type::Set(_)) => (component.index(), index),
            _ => return None,
        };
        if self.boxes.book.components[component].figure {
            let (stands, cell) = (self.stands(things, span), self.cell_of(place, cell, span));
            return Some(self.emit.arith(Arith::Is, stands, cell, span));
        }
        let data = &self.boxes.components[component];
        let family = self.emit.program.layout.families.get(place)?;
        let offset = (*family.offsets.get(data.first as usize)?)?;
        let words = family.words();
        let (first_cell, cells) = (family.first, family.count);
        let base = self.emit.program.layout.cells.get(first_cell as usize)?.base;
        let dims = &self.boxes.places[place].dims;
        let at = self.counted(cell, dims, span);
        let at = self.emit.times(at, words as i32, span);
        let number = self.number_of(index, &data.dims, span);
        let piece = self.emit.plus(number, i32::from(offset), span);
        let at =
            if self.emit.constant_of(at) == Some(0) { piece } else { self.emit.arith(Arith::Add, at, piece, span) };
        let store = VariableData { base, dims: Vec::new(), count: cells * words, shape: ValueShape::Word };
        let word = self.variable_at(&store, at, span);
        let piece = self.piece_of(data, number, span);
        let counted = (self.cell_of(place, cell, span), piece);
        self.emit.notes.things.counts.insert(word, counted);
        Some(word)
    }

    fn count_in_bag(&mut self, things: &ir::Expr, bag: ExprId, span: Span) -> ExprId {
        if !matches!(things.ty, Type::Set(_)) {
            let piece = self.piece_word(things);
            return self.emit.push(Expr::BagGet(bag, piece), span);
        }
        let pieces = self.piece_set(things);
        let reg = self.emit.reg(1);
        let piece = self.emit.push(Expr::Reg(reg), span);
        let value = self.emit.push(Expr::BagGet(bag, piece), span);
        let binder = Binder { reg, width: 1, domain: Domain::Set(pieces) };
        let query = self.emit.query_node(Query { binders: vec![binder], ..Query::default() });
        self.emit.push(Expr::SumOf(query, value), span)
    }
}
