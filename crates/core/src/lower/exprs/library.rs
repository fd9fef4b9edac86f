//! Library words.

use super::Exprs;
use crate::code::{Arith, Expr, ExprId, ValueShape};
use crate::ir::{self, Builtin, Type};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(super) fn builtin(&mut self, word: Builtin, args: &[ir::Expr], ty: &Type, span: Span) -> ExprId {
        if word == Builtin::Position {
            return self.position(args, span);
        }
        let ids: Vec<ExprId> = args.iter().map(|arg| self.expr(arg)).collect();
        match word {
            Builtin::Position => unreachable!("its arguments are read as it needs them"),
            Builtin::Occurrences => self.emit.push(Expr::Occurrences(ids[0], ids[1]), span),
            Builtin::Left | Builtin::Right | Builtin::Others => self.seat_word(word, ids[0], span),
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
            Builtin::Neighbours(board)
            | Builtin::Links(board)
            | Builtin::Far(board)
            | Builtin::Link(board)
            | Builtin::Distance(board)
            | Builtin::Reach(board)
            | Builtin::Chains(board) => self.board_word(word, board, &ids, span),
            Builtin::Lines(board) | Builtin::RowCells(board) | Builtin::ColumnCells(board) | Builtin::CellAt(board) => {
                self.field_word(word, board, &ids, span)
            }
            Builtin::RowFor(board)
            | Builtin::Ray(board)
            | Builtin::Sight(board)
            | Builtin::Between(board)
            | Builtin::Beside(board)
            | Builtin::Orthogonal(board)
            | Builtin::Diagonal(board)
            | Builtin::Forward(board) => self.direction_word(word, board, &ids, span),
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
