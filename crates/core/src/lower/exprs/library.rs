//! Library words.

use super::Exprs;
use crate::code::{Arith, Expr, ExprId, ValueShape};
use crate::ir::{self, Builtin, Type};
use crate::lower::boxes::boards::BoardArray;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(super) fn builtin(&mut self, word: Builtin, args: &[ir::Expr], ty: &Type, span: Span) -> ExprId {
        let ids: Vec<ExprId> = match word {
            // It reads its arguments as it needs them.
            Builtin::Position => Vec::new(),
            _ => args.iter().map(|arg| self.expr(arg)).collect(),
        };
        match word {
            Builtin::Position => self.position(args, span),
            Builtin::Occurrences => self.emit.push(Expr::Occurrences(ids[0], ids[1]), span),
            Builtin::Left => self.next_seat(1, ids[0], span),
            Builtin::Right => self.next_seat(-1, ids[0], span),
            Builtin::Others => self.other_seats(ids[0], span),
            Builtin::Min => self.fold_all(Arith::Min, &ids, span),
            Builtin::Max => self.fold_all(Arith::Max, &ids, span),
            Builtin::Gap => self.emit.arith(Arith::Gap, ids[0], ids[1], span),
            Builtin::Cut => {
                let room = match ty {
                    Type::List(inner) => match self.boxes.shape(inner) {
                        ValueShape::List { width, .. } => width - 1,
                        _ => 1,
                    },
                    _ => 1,
                };
                self.emit.push(Expr::Cut { list: ids[0], size: ids[1], room }, span)
            }
            Builtin::Neighbours(board) => self.sets_at(board, BoardArray::Neighbours, ids[0], span),
            Builtin::Links(board) => self.links_at(board, ids[0], span),
            Builtin::Far(board) => self.pair(board, BoardArray::Far, &ids, span),
            Builtin::Link(board) => self.pair(board, BoardArray::Link, &ids, span),
            Builtin::Distance(board) => self.pair(board, BoardArray::Distance, &ids, span),
            Builtin::Reach(board) => self.reach(board, ids[0], ids[1], span),
            Builtin::Chains(board) => self.chains(board, ids[0], span),
            Builtin::Lines(board) => self.lines(board, ids[0], span),
            Builtin::RowCells(board) => self.row_cells(board, ids[0], span),
            Builtin::ColumnCells(board) => self.column_cells(board, ids[0], span),
            Builtin::CellAt(board) => self.cell_at(board, &ids, span),
            Builtin::RowFor(board) => self.row_for(board, ids[0], ids[1], span),
            Builtin::Ray(board) => self.ray(board, ids[0], ids[1], span),
            Builtin::Sight(board) => self.sight(board, ids[0], ids[1], ids[2], span),
            Builtin::Between(board) => self.between(board, ids[0], ids[1], span),
            Builtin::Beside(board) => self.beside(board, ids[0], ids[1], span),
            Builtin::Orthogonal(board) => self.orthogonal(board, span),
            Builtin::Diagonal(board) => self.diagonal(board, span),
            Builtin::Forward(board) => self.forward(board, ids[0], span),
            Builtin::ReachNodes(board) => self.connected(board, false, &ids, span),
            Builtin::ChainsOfNodes(board) => self.connected(board, true, &ids, span),
        }
    }

    fn fold_all(&mut self, op: Arith, ids: &[ExprId], span: Span) -> ExprId {
        let mut ids = ids.iter();
        let first = *ids.next().expect("the checker requires at least one argument");
        ids.fold(first, |a, &b| self.emit.arith(op, a, b, span))
    }
}
