//! Conversions of members between kinds (unions, parts, remainders of a kind), and between things and members.

use super::Exprs;
use crate::code::{Binder, Domain, Expr, ExprId, NONE, Query};
use crate::ir::{self, Axis, ComponentId, KindId, Type};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// For each member of `from`, the same member of `to`; [`NONE`] if `to` does not have it.
    fn converted(&self, from: KindId, to: KindId) -> Vec<i32> {
        let to = &self.boxes.kinds[to.index()].leaves;
        let same = |leaf: &(u32, u32)| to.iter().position(|other| other == leaf).map_or(NONE, |at| at as i32);
        self.boxes.kinds[from.index()].leaves.iter().map(same).collect()
    }

    /// The constant difference between the numbers of members in two kinds, if there is one.
    pub(super) fn convert_offset(&self, from: KindId, to: KindId) -> Option<i32> {
        if from == to { Some(0) } else { offset(&self.converted(from, to)) }
    }

    /// Converts a member to another kind.
    pub(super) fn convert(&mut self, value: ExprId, from: KindId, to: KindId, span: Span) -> ExprId {
        if from == to {
            return value;
        }
        let map = self.converted(from, to);
        match offset(&map) {
            Some(by) => self.emit.plus(value, by, span),
            None => self.emit.array(map, value, span),
        }
    }

    /// Converts a set of members to another kind.
    pub(super) fn convert_set(&mut self, set: ExprId, from: KindId, to: KindId, span: Span) -> ExprId {
        if from == to {
            return set;
        }
        let map = self.converted(from, to);
        match offset(&map) {
            Some(0) => set,
            Some(by) => self.emit.push(Expr::Shift(set, by), span),
            None => self.each_member(set, map, span),
        }
    }

    /// Maps the members of a set through an array.
    pub(super) fn each_member(&mut self, set: ExprId, map: Vec<i32>, span: Span) -> ExprId {
        let reg = self.emit.reg(1);
        let binders = vec![Binder { reg, width: 1, domain: Domain::Set(set) }];
        let member = self.emit.push(Expr::Reg(reg), span);
        let value = self.emit.array(map, member, span);
        let query = self.emit.query_node(Query { binders, ..Query::default() });
        self.emit.push(Expr::SetOf(query, value), span)
    }

    /// Converts a member to a kind to which it may not belong.
    pub(in crate::lower) fn narrowed(&mut self, inner: &ir::Expr, to: &Type, span: Span) -> ExprId {
        let value = self.expr(inner);
        let (plain, soft) = match (to, &inner.ty) {
            (Type::Option(plain), Type::Option(_)) => (&**plain, false),
            (Type::Option(plain), _) => (&**plain, true),
            _ => (to, false),
        };
        let Some(from) = kind_of(&inner.ty) else { return value };
        let map = match plain {
            Type::Thing(components) => self.prints(from, components),
            _ => kind_of(plain).map_or_else(Vec::new, |to| self.converted(from, to)),
        };
        if soft { self.emit.array(map, value, span) } else { self.narrow(value, map, span) }
    }

    /// For each piece, the member of a kind of cards that it is.
    pub(super) fn members_of_prints(&self, components: &[ComponentId], kind: KindId) -> Vec<i32> {
        let mut members = vec![NONE; self.emit.program.layout.pieces.len()];
        for (member, piece) in self.prints(kind, components).into_iter().enumerate() {
            if let Some(slot) = usize::try_from(piece).ok().and_then(|piece| members.get_mut(piece)) {
                *slot = member as i32;
            }
        }
        members
    }

    /// Maps a word through an array; a fault if the array has no value for it. None stays none.
    pub(in crate::lower) fn narrow(&mut self, value: ExprId, map: Vec<i32>, span: Span) -> ExprId {
        let known = self.emit.constant_of(value).and_then(|at| map.get(usize::try_from(at).ok()?).copied());
        if let Some(known) = known.filter(|&known| known != NONE) {
            return self.emit.konst(known, span);
        }
        let array = self.emit.array_number(map);
        self.emit.push(Expr::Narrow { array, index: value }, span)
    }

    /// For each piece, the member of a kind that its index (or print) is, or the number if `to` is no kind.
    pub(super) fn thing_as(&mut self, thing: &ir::Expr, axes: &[Option<u32>], to: &Type, span: Span) -> ExprId {
        let id = self.expr(thing);
        let mut values = vec![NONE; self.emit.program.layout.pieces.len()];
        let Type::Thing(components) = &thing.ty else { return id };
        for (component, axis) in components.iter().zip(axes) {
            let Some(axis) = *axis else { continue };
            let (data, at) = (&self.boxes.components[component.index()], axis as usize);
            let after: u32 = data.dims.iter().skip(at + 1).map(|dim| dim.1).product();
            let (first, size) = data.dims.get(at).map_or((0, 1), |dim| (dim.0, dim.1.max(1)));
            let map = match (self.boxes.book.components[component.index()].axes.get(at), kind_of(to)) {
                (Some(Axis::Kind(from)), Some(to)) => self.converted(*from, to),
                _ => (first..first + size as i32).collect(),
            };
            for piece in 0..data.count {
                let member = (piece / after.max(1) % size) as usize;
                values[(data.first + piece) as usize] = map.get(member).copied().unwrap_or(NONE);
            }
        }
        self.emit.array(values, id, span)
    }

    /// For each member of a kind of cards, the piece that it is, if the components include cards of several kinds.
    pub(in crate::lower) fn prints(&self, kind: KindId, components: &[ComponentId]) -> Vec<i32> {
        let mut pieces = vec![NONE; self.boxes.kinds[kind.index()].size as usize];
        for component in components {
            let card = &self.boxes.book.components[component.index()];
            if let Some(own) = card.kind.filter(|_| card.axes.len() == 1) {
                let first = self.boxes.components[component.index()].first as i32;
                for (at, member) in self.converted(own, kind).into_iter().enumerate() {
                    if let Some(slot) = usize::try_from(member).ok().and_then(|member| pieces.get_mut(member)) {
                        *slot = first + at as i32;
                    }
                }
            }
        }
        pieces
    }

    /// Converts a member of a kind of cards to a piece.
    pub(in crate::lower) fn print(
        &mut self,
        member: ExprId,
        kind: KindId,
        components: &[ComponentId],
        span: Span,
    ) -> ExprId {
        let map = self.prints(kind, components);
        match offset(&map) {
            Some(by) => self.emit.plus(member, by, span),
            None => self.emit.array(map, member, span),
        }
    }
}

/// The constant difference between positions and values of the array, if there is one.
pub(in crate::lower) fn offset(map: &[i32]) -> Option<i32> {
    let by = *map.first().filter(|&&first| first != NONE)?;
    map.iter().enumerate().all(|(at, &to)| to == at as i32 + by).then_some(by)
}

/// The kind of a member type, also inside an option.
pub(in crate::lower) fn kind_of(ty: &Type) -> Option<KindId> {
    match ty {
        Type::Member(kind) => Some(*kind),
        Type::Option(inner) => kind_of(inner),
        _ => None,
    }
}
