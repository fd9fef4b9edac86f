//! Queries: the domains of their names, their filters and keys.

use super::Exprs;
use super::scope::Home;
use crate::code;
use crate::code::{Binder, Domain, QueryId, ValueShape};
use crate::ir::{self, ExprKind, Type};

impl Exprs<'_> {
    pub(in crate::lower) fn query(&mut self, query: &ir::Query) -> QueryId {
        self.query_with(query, |_| ()).0
    }

    /// Lowers a query and, with its names in registers, something that is evaluated for each result.
    pub(in crate::lower) fn query_with<T>(
        &mut self,
        query: &ir::Query,
        f: impl FnOnce(&mut Self) -> T,
    ) -> (QueryId, T) {
        let binders = self.binders(query);
        let filter = query.filter.as_ref().map(|filter| self.expr(filter));
        let filter = filter.filter(|id| self.emit.constant_of(*id).is_none_or(|value| value == 0));
        let keys = query.keys.iter().map(|key| code::Key { most: key.most, value: self.expr(&key.value) }).collect();
        let value = f(self);
        (self.emit.query_node(code::Query { binders, filter, keys, ..code::Query::default() }), value)
    }

    /// Binds the names of a query to registers.
    pub(in crate::lower) fn binders(&mut self, query: &ir::Query) -> Vec<Binder> {
        let mut binders = Vec::new();
        for (at, (local, domain)) in query.binders.iter().enumerate() {
            let (shape, mut lowered) = self.domain_of(*local, domain);
            if let (Some((which, from)), Domain::Set(set)) = (&query.clockwise, lowered)
                && *which as usize == at
            {
                let from = self.expr(from);
                lowered = Domain::Clockwise { set, from, of: self.boxes.choices.seats.len() as u16 };
            }
            let reg = self.name_reg(*local, shape);
            self.emit.note_numbers(reg, lowered);
            binders.push(Binder { reg, width: shape.width() as u16, domain: lowered });
        }
        binders
    }

    /// Allocates a register for a name in the current scope.
    pub(super) fn name_reg(&mut self, local: ir::LocalId, shape: ValueShape) -> code::Reg {
        let reg = self.emit.reg(shape.width());
        if let Some(ty) = self.scope.type_of(local).cloned() {
            self.note_member(reg, &ty);
        }
        self.scope.set(local, Home::Reg(reg, shape));
        reg
    }

    /// Records the kind to which the values of a register belong.
    pub(in crate::lower) fn note_member(&mut self, reg: code::Reg, ty: &Type) {
        match ty {
            Type::Member(kind) => self.emit.members.push((reg, self.boxes.kinds[kind.index()].size)),
            Type::Option(inner) => self.note_member(reg, inner),
            _ => {}
        }
    }

    pub(super) fn domain_of(&mut self, local: ir::LocalId, domain: &ir::Expr) -> (ValueShape, Domain) {
        if let ExprKind::Range(low, high) = &domain.kind {
            return (ValueShape::Word, Domain::Range(self.expr(low), self.expr(high)));
        }
        match &domain.ty {
            Type::Bag(components) => {
                let less = self.local_less(local, components);
                if let ExprKind::BagAt(things, place) = &domain.kind
                    && place.ty == Type::Place
                {
                    let (cell, pieces) = (self.expr(place), self.piece_set(things));
                    return (ValueShape::Word, Domain::Cell { cell, pieces, less });
                }
                (ValueShape::Word, Domain::Bag { bag: self.expr(domain), less })
            }
            Type::List(inner) => {
                let shape = self.boxes.shape(inner);
                (shape, Domain::List(self.expr(domain)))
            }
            _ => match self.known_numbers(domain) {
                Some(list) => (ValueShape::Word, Domain::List(list)),
                None => (ValueShape::Word, Domain::Set(self.expr(domain))),
            },
        }
    }

    /// The difference between pieces and the values of a name: cards of one kind are its members, other things are pieces.
    pub(super) fn local_less(&self, local: ir::LocalId, components: &[ir::ComponentId]) -> i32 {
        match self.scope.type_of(local) {
            Some(Type::Member(kind)) => self.boxes.first_piece(*kind, components),
            _ => 0,
        }
    }

    /// Maximum number of values in a domain. The ends of a range may name what was chosen before, so they are read from its lowered form.
    pub(in crate::lower) fn results(&self, domain: &ir::Expr, lowered: Domain) -> u32 {
        if let Domain::Range(low, high) = lowered {
            return match (self.emit.constant_of(low), self.emit.constant_of(high)) {
                (Some(low), Some(high)) => high.saturating_sub(low).saturating_add(1).max(0) as u32,
                _ => 256,
            };
        }
        if let ir::ExprKind::SetLiteral(items) = &domain.kind {
            return items.len() as u32;
        }
        match &domain.ty {
            Type::Set(inner) => self.boxes.domain(inner),
            Type::List(inner) => self.boxes.room(inner),
            Type::Bag(components) => {
                let pieces = self.boxes.pieces_of(components);
                let copies = |piece: i32| self.emit.program.layout.pieces[piece as usize].copies.unwrap_or(64);
                pieces.iter().map(copies).sum()
            }
            _ => 1,
        }
    }
}
