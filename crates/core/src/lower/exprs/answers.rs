//! Storage for the answers of a `together` block.

use super::Exprs;
use crate::code::{NONE, Op, Slot, ValueShape};
use crate::ir::{self, Block, LocalId, LocalRole, StmtKind};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// Number of words for one player: their answers and the matrices of their divisions.
    pub(in crate::lower) fn pool_size(&self, names: &[LocalId], body: &Block) -> u32 {
        let mut size = 0u32;
        for name in names {
            size = size.saturating_add(self.answer_shape(*name).width());
        }
        ir::visit::statements(body, &mut |stmt| {
            if let StmtKind::Divide(_, what, into, _) = &stmt.kind {
                size = size.saturating_add(self.matrix_size(what, into));
            }
        });
        size
    }

    pub(in crate::lower) fn answer_shape(&self, name: LocalId) -> ValueShape {
        self.scope.type_of(name).map_or(ValueShape::Word, |ty| self.boxes.shape(ty))
    }

    fn matrix_size(&self, what: &ir::Expr, into: &ir::Expr) -> u32 {
        let place = |expr: &ir::Expr| match &expr.kind {
            ir::ExprKind::Cell(id, _) => Some(id.index()),
            ir::ExprKind::BagAt(_, place) => match &place.kind {
                ir::ExprKind::Cell(id, _) => Some(id.index()),
                _ => None,
            },
            _ => None,
        };
        let pieces = place(what)
            .and_then(|at| self.emit.program.layout.families.get(at))
            .map_or(self.emit.program.layout.pieces.len(), |family| family.order.len());
        let room = place(into).and_then(|at| self.boxes.places[at].dims.last()).map_or(1, |d| d.1);
        pieces as u32 * room
    }

    /// The names that the block declares for each player, without duplicates.
    pub(in crate::lower) fn together_names(&self, body: &Block) -> Vec<LocalId> {
        let mut born = Vec::new();
        ir::visit::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(local, _) => born.push(*local),
            StmtKind::BagChoice(family) => born.push(family.name),
            StmtKind::Order(order) => born.push(order.name),
            StmtKind::Ask(ask) => {
                born.extend(ask.arms.iter().flat_map(|arm| &arm.query).flat_map(|q| q.binders.iter().map(|b| b.0)));
            }
            _ => {}
        });
        born.retain(|local| self.scope.role(*local) == Some(LocalRole::Together));
        born.sort_unstable();
        born.dedup();
        born
    }

    /// Initialises an answer to none, which is its value for players who are not asked.
    pub(in crate::lower) fn not_asked(&mut self, base: Slot, shape: ValueShape, span: Span) {
        if shape != ValueShape::Word {
            return;
        }
        self.emit.op(Op::Fill { base, count: self.boxes.choices.seats.len() as u32, word: NONE }, span);
    }
}
