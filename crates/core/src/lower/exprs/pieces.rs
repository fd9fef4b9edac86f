//! Things by their indexes: a piece, a set of pieces, one index of a thing.

use super::Exprs;
use crate::code::{Expr, ExprId, NONE, Set};
use crate::ir::{self, ExprKind, Type};
use crate::lower::boxes::{ComponentData, split};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// A thing as a piece, also if it is given as a member of its kind of cards.
    pub(super) fn piece_word(&mut self, thing: &ir::Expr) -> ExprId {
        let id = self.expr(thing);
        let (piece, all) = match &thing.ty {
            Type::Member(kind) => {
                let own = self.boxes.book.components.iter().position(|component| component.kind == Some(*kind));
                let all = own.map(|own| self.boxes.pieces_of(&[ir::ComponentId(own as u32)]));
                (self.emit.plus(id, self.first_piece_of(*kind), thing.span), all)
            }
            Type::Thing(components) => (id, Some(self.boxes.pieces_of(components))),
            _ => return id,
        };
        if let Some(all) = all {
            self.emit.notes.things.pieces.entry(piece).or_insert(all);
        }
        piece
    }

    /// Things as a set of pieces.
    pub(super) fn piece_set(&mut self, things: &ir::Expr) -> ExprId {
        match &things.ty {
            Type::Set(inner) => {
                let set = self.expr(things);
                match **inner {
                    Type::Member(kind) => {
                        let by = self.first_piece_of(kind);
                        if by == 0 { set } else { self.emit.push(Expr::Shift(set, by), things.span) }
                    }
                    _ => set,
                }
            }
            _ => {
                let piece = self.piece_word(things);
                match self.emit.constant_of(piece) {
                    Some(piece) => self.emit.set(Set::EMPTY.with(piece), things.span),
                    None => self.emit.push(Expr::One(piece), things.span),
                }
            }
        }
    }

    fn first_piece_of(&self, kind: ir::KindId) -> i32 {
        let own = self.boxes.book.components.iter().position(|component| component.kind == Some(kind));
        own.map_or(0, |at| self.boxes.components[at].first as i32)
    }

    pub(in crate::lower) fn piece(&mut self, component: usize, index: &[ir::Expr], span: Span) -> ExprId {
        let data = &self.boxes.components[component];
        if let ([only], [(from, _)]) = (index, data.dims.as_slice())
            && matches!(&only.ty, Type::Set(inner) if matches!(**inner, Type::Member(_)))
        {
            let (set, by) = (self.expr(only), data.first as i32 - from);
            return match self.known_set(set) {
                Some(set) => self.emit.set(set.shifted(by), span),
                None => self.emit.push(Expr::Shift(set, by), span),
            };
        }
        if let Some(made) = self.known_pieces(data, index, span) {
            return made;
        }
        self.over_sets(index, &data.dims, span, |lower, digits| {
            let at = lower.counted(digits, &data.dims, span);
            lower.piece_of(data, at, span)
        })
    }

    /// A piece by its number among those of its component.
    pub(super) fn piece_of(&mut self, data: &ComponentData, at: ExprId, span: Span) -> ExprId {
        let piece = self.emit.plus(at, data.first as i32, span);
        let all = (data.first..data.first + data.count).fold(Set::EMPTY, |all, piece| all.with(piece as i32));
        self.emit.notes.things.pieces.insert(piece, all);
        piece
    }

    /// Things with an index that is a constant set within its range: one constant set of pieces for each combination of the other
    /// indexes.
    fn known_pieces(&mut self, data: &ComponentData, index: &[ir::Expr], span: Span) -> Option<ExprId> {
        let mut sets: Vec<Option<Vec<i32>>> = Vec::new();
        let (mut words, mut sizes) = (Vec::new(), Vec::new());
        for (expr, &dim) in index.iter().zip(&data.dims) {
            let (first, size) = dim;
            let values: Vec<i32> = match (&expr.kind, &expr.ty) {
                (ExprKind::Range(low, high), _) => {
                    let (low, high) = (self.expr(low), self.expr(high));
                    (self.emit.constant_of(low)?..=self.emit.constant_of(high)?).collect()
                }
                (_, Type::Set(_)) => {
                    let set = self.expr(expr);
                    self.known_set(set)?.iter().collect()
                }
                _ => {
                    words.push(self.digit_of(expr, dim));
                    sizes.push(size);
                    sets.push(None);
                    continue;
                }
            };
            let digits =
                values.iter().map(|value| value.checked_sub(first).filter(|&at| (0..size as i32).contains(&at)));
            sets.push(Some(digits.collect::<Option<Vec<i32>>>()?));
        }
        if sets.iter().all(Option::is_none) {
            return None;
        }
        let rows = sizes.iter().product::<u32>();
        let choices = (0..rows).map(|row| {
            let dims: Vec<(i32, u32)> = sizes.iter().map(|&size| (0, size)).collect();
            let mut fixed = split(row, &dims).into_iter();
            let mut all = vec![0i32];
            for (set, &(_, size)) in sets.iter().zip(&data.dims) {
                let values = set.clone().unwrap_or_else(|| fixed.next().into_iter().collect());
                all = all.iter().flat_map(|at| values.iter().map(move |value| at * size as i32 + value)).collect();
            }
            all.into_iter().fold(Set::EMPTY, |set, at| set.with(data.first as i32 + at))
        });
        let choices = choices.collect();
        let row = self.emit.radix(&words, &sizes, span);
        Some(self.emit.set_array(choices, row, span))
    }

    /// The value of a set that is the same in all positions.
    pub(super) fn known_set(&self, set: ExprId) -> Option<Set> {
        match self.emit.program.exprs[set.index()] {
            Expr::SetConst(at) => Some(self.emit.program.sets[at as usize]),
            Expr::Union(a, b) => Some(self.known_set(a)?.or(self.known_set(b)?)),
            Expr::Minus(a, b) => Some(self.known_set(a)?.minus(self.known_set(b)?)),
            _ => None,
        }
    }

    pub(super) fn thing_index(&mut self, thing: &ir::Expr, axis: usize, span: Span) -> ExprId {
        let id = self.expr(thing);
        let mut values = vec![NONE; self.emit.program.layout.pieces.len()];
        if let Type::Thing(components) = &thing.ty {
            for component in components {
                let data = &self.boxes.components[component.index()];
                for at in 0..data.count {
                    let index = split(at, &data.dims).get(axis).copied();
                    values[(data.first + at) as usize] = index.unwrap_or(NONE);
                }
            }
        }
        self.emit.array(values, id, span)
    }
}
