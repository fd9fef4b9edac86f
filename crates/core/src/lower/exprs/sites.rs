//! Positions of figures.

use super::Exprs;
use crate::code::{ExprId, NONE, Slot, ValueShape};
use crate::ir::{self, ExprKind};
use crate::lower::boxes::{VariableData, split};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// The position of a figure, as the value of one index of these places.
    pub(in crate::lower) fn site(&mut self, figure: &ir::Expr, homes: &[(ir::PlaceId, u32)], span: Span) -> ExprId {
        let mut values = vec![NONE; self.emit.program.layout.cells.len()];
        for &(place, axis) in homes {
            let data = &self.boxes.places[place.index()];
            for at in 0..data.count {
                values[(data.first + at) as usize] = split(at, &data.dims)[axis as usize];
            }
        }
        let stands = self.stands(figure, span);
        self.emit.array(values, stands, span)
    }

    /// The number of the place where a figure stands. The words of all figures are adjacent.
    pub(in crate::lower) fn stands(&mut self, figure: &ir::Expr, span: Span) -> ExprId {
        let pieces = &self.emit.program.layout.pieces;
        let slots: Vec<Option<Slot>> = pieces.iter().map(|piece| piece.figure).collect();
        let (base, count, at) = match &figure.kind {
            ExprKind::Piece(component, index) => {
                let data = &self.boxes.components[component.index()];
                let at = self.number_of(index, &data.dims, span);
                (slots.get(data.first as usize).copied().flatten(), data.count, at)
            }
            _ => {
                let base = slots.iter().flatten().min().copied();
                let number = |slot: &Option<Slot>| slot.zip(base).map_or(NONE, |(slot, base)| (slot - base) as i32);
                let numbers = slots.iter().map(number).collect();
                let piece = self.piece_word(figure);
                (base, slots.iter().flatten().count() as u32, self.emit.array(numbers, piece, span))
            }
        };
        let Some(base) = base else {
            return self.emit.konst(NONE, span);
        };
        let data = VariableData { base, dims: Vec::new(), count, shape: ValueShape::Word };
        self.variable_at(&data, at, span)
    }
}
