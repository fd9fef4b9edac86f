//! Built-in functions for directions and for connected cells.

use super::Exprs;
use crate::code::{Arith, Expr, ExprId, Set};
use crate::ir::BoardId;
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// `ray(c, d)`
    pub(super) fn ray(&mut self, board: BoardId, from: ExprId, way: ExprId, span: Span) -> ExprId {
        let steps = self.emit.array_number(self.grid(board).steps());
        self.emit.push(Expr::Ray { steps, from, way }, span)
    }

    /// `sight(c, DIRECTIONS, STOPS)`
    pub(super) fn sight(&mut self, board: BoardId, from: ExprId, ways: ExprId, stops: ExprId, span: Span) -> ExprId {
        let steps = self.emit.array_number(self.grid(board).steps());
        self.emit.push(Expr::Sight { steps, from, ways, stops }, span)
    }

    /// `between(a, b)`
    pub(super) fn between(&mut self, board: BoardId, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        let cells = field.columns * field.rows;
        let index = self.emit.radix(&[a, b], &[cells, cells], span);
        self.emit.set_array(field.between(), index, span)
    }

    /// `orthogonal`
    pub(super) fn orthogonal(&mut self, board: BoardId, span: Span) -> ExprId {
        let field = self.grid(board);
        self.emit.set(field.those(|(column, row)| field.hexes || column == 0 || row == 0), span)
    }

    /// `diagonal`
    pub(super) fn diagonal(&mut self, board: BoardId, span: Span) -> ExprId {
        let field = self.grid(board);
        self.emit.set(field.those(|(column, row)| column != 0 && row != 0), span)
    }

    /// `forward(p)`
    pub(super) fn forward(&mut self, board: BoardId, player: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        let forward = [field.those(|(_, row)| row > 0), field.those(|(_, row)| row < 0)];
        self.emit.set_array(forward.into(), player, span)
    }

    /// `neighbours(c, DIRECTIONS)`: a table lookup if the directions are known, or known for each player.
    pub(super) fn beside(&mut self, board: BoardId, cell: ExprId, ways: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        if let Some(ways) = self.known_set(ways) {
            return self.emit.set_array(field.beside(ways, false), cell, span);
        }
        if let Some((rows, index)) = self.known_sets(ways) {
            let all = rows.iter().flat_map(|ways| field.beside(*ways, false)).collect();
            let at = self.emit.radix(&[index, cell], &[rows.len() as u32, field.columns * field.rows], span);
            return self.emit.set_array(all, at, span);
        }
        let (steps, stops) = (self.emit.array_number(field.steps()), self.emit.set(Set::ALL, span));
        self.emit.push(Expr::Sight { steps, from: cell, ways, stops }, span)
    }

    /// All values of a set that depends only on an index into constant sets, and that index.
    fn known_sets(&self, e: ExprId) -> Option<(Vec<Set>, ExprId)> {
        match self.emit.program.exprs[e.index()] {
            Expr::SetArray { array, index } => Some((self.emit.program.set_arrays[array as usize].clone(), index)),
            Expr::Minus(sets, without) => {
                let ((sets, index), without) = (self.known_sets(sets)?, self.known_set(without)?);
                Some((sets.into_iter().map(|set| set.minus(without)).collect(), index))
            }
            _ => None,
        }
    }

    /// The n-th row as a player counts: the first player from below, the other player from above.
    pub(super) fn row_for(&mut self, board: BoardId, n: ExprId, player: ExprId, span: Span) -> ExprId {
        let field = self.grid(board);
        self.named(n, span, |lower, n| {
            let first = lower.emit.konst(0, span);
            let is_first = lower.emit.arith(Arith::Is, player, first, span);
            let all = lower.emit.konst(field.rows as i32 + 1, span);
            let other = lower.emit.arith(Arith::Sub, all, n, span);
            lower.emit.branch(is_first, n, other, span)
        })
    }

    /// Lowers `reach` and `chains` of spaces.
    pub(super) fn connected(&mut self, board: BoardId, chains: bool, args: &[ExprId], span: Span) -> ExprId {
        let ways = args.get(if chains { 1 } else { 2 });
        let neighbours = match ways {
            None => self.neighbours_of(board),
            Some(&ways) => self.beside_in(board, ways, chains, span),
        };
        if chains {
            let width = self.boxes.boards[board.index()].nodes.div_ceil(32).clamp(1, 8) as u16;
            return self.emit.push(Expr::Chains { touching: neighbours, over: args[0], width }, span);
        }
        self.emit.push(Expr::ReachNodes { neighbours, from: args[0], among: args[1] }, span)
    }

    /// The array of neighbours in directions that must be known before play.
    fn beside_in(&mut self, board: BoardId, ways: ExprId, back: bool, span: Span) -> u32 {
        let field = self.boxes.boards[board.index()].field.expect("the checker requires a board with a grid");
        let known = self.known_set(ways).unwrap_or_else(|| {
            self.emit.error(
                codes::NOT_KNOWN_BEFORE,
                span,
                "the directions that connect cells must be known before the game begins",
                "write `Direction`, `orthogonal`, `diagonal`, or a set of directions by name",
            );
            Set::EMPTY
        });
        self.emit.set_array_number(field.beside(known, back))
    }
}
