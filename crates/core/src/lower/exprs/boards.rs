//! Boards as constant arrays: neighbours, edges, far ends, distances. An array is built when a rule first uses it.

use super::Exprs;
use crate::code::{Arith, Expr, ExprId, NONE, Set};
use crate::ir::BoardId;
use crate::lower::boxes::boards::BoardArray;
use crate::lower::codes;
use tavola_syntax::text::Span;

/// Maximum number of entries in one array of a board (4 MiB).
const MOST_NUMBERS: usize = 1 << 20;

impl Exprs<'_> {
    /// The number of the array of neighbours.
    pub(super) fn neighbours_of(&mut self, board: BoardId) -> u32 {
        self.table(board, BoardArray::Neighbours)
    }

    /// The number of an array of the board, among the program's arrays of sets or of numbers.
    fn table(&mut self, board: BoardId, table: BoardArray) -> u32 {
        if let Some(&made) = self.emit.board_arrays.get(&(board.0, table as u8)) {
            return made;
        }
        let data = &self.boxes.boards[board.index()];
        let number = match table {
            BoardArray::Neighbours | BoardArray::Links | BoardArray::Touching => {
                self.emit.program.set_arrays.push(data.sets(table));
                self.emit.program.set_arrays.len()
            }
            BoardArray::Far | BoardArray::Link | BoardArray::Distance => {
                self.emit.program.arrays.push(data.numbers(table));
                self.emit.program.arrays.len()
            }
        } as u32
            - 1;
        self.emit.board_arrays.insert((board.0, table as u8), number);
        number
    }

    /// `links(d)`
    pub(super) fn links_at(&mut self, board: BoardId, node: ExprId, span: Span) -> ExprId {
        self.sets_of_edges(board, "links", span);
        self.sets_at(board, BoardArray::Links, node, span)
    }

    /// `reach(d, LINKS)`
    pub(super) fn reach(&mut self, board: BoardId, from: ExprId, over: ExprId, span: Span) -> ExprId {
        self.sets_of_edges(board, "reach", span);
        let neighbours = self.table(board, BoardArray::Neighbours);
        let edge = self.table(board, BoardArray::Link);
        self.emit.push(Expr::Reach { neighbours, edge, from, over }, span)
    }

    /// `chains(LINKS)`
    pub(super) fn chains(&mut self, board: BoardId, over: ExprId, span: Span) -> ExprId {
        self.sets_of_edges(board, "chains", span);
        let touching = self.table(board, BoardArray::Touching);
        let width = self.boxes.boards[board.index()].edges.len().div_ceil(32).clamp(1, 8) as u16;
        self.emit.push(Expr::Chains { touching, over, width }, span)
    }

    /// Reports a board with more edges than a set can hold. Unnamed edges may exceed that limit as long as no set of them is needed.
    fn sets_of_edges(&mut self, board: BoardId, word: &str, span: Span) {
        let (count, most) = (self.boxes.boards[board.index()].edges.len(), Set::MOST);
        let named = !self.boxes.book.kinds[self.boxes.book.boards[board.index()].edges.index()].name.is_empty();
        if count > most && !named {
            let message = format!(
                "`{}` has {count} links; `{word}` works with at most {most}",
                self.boxes.book.boards[board.index()].name
            );
            self.emit.error(
                codes::TOO_MANY_MEMBERS,
                span,
                message,
                "use `neighbours`, `link` and `distance`, or make the board smaller",
            );
        }
    }

    pub(super) fn sets_at(&mut self, board: BoardId, table: BoardArray, index: ExprId, span: Span) -> ExprId {
        let array = self.table(board, table);
        match self.emit.constant_of(index) {
            Some(at) => {
                let sets = &self.emit.program.set_arrays[array as usize];
                let set = usize::try_from(at).ok().and_then(|at| sets.get(at)).copied().unwrap_or(Set::EMPTY);
                self.emit.set(set, span)
            }
            None => self.emit.push(Expr::SetArray { array, index }, span),
        }
    }

    /// `array[a * nodes + b]`
    pub(super) fn pair(&mut self, board: BoardId, table: BoardArray, args: &[ExprId], span: Span) -> ExprId {
        let data = &self.boxes.boards[board.index()];
        let (nodes, rows) = (data.nodes, if table == BoardArray::Far { data.edges.len() } else { data.nodes as usize });
        if rows * nodes as usize > MOST_NUMBERS {
            let message =
                format!("`{}` has {rows} links, too many for `far`", self.boxes.book.boards[board.index()].name);
            self.emit.error(codes::BOARD_SIZE, span, message, "make the board smaller");
            return self.emit.konst(NONE, span);
        }
        let array = self.table(board, table);
        let row = self.emit.times(args[0], nodes as i32, span);
        let index = self.emit.arith(Arith::Add, row, args[1], span);
        match self.emit.constant_of(index) {
            Some(at) => {
                let numbers = &self.emit.program.arrays[array as usize];
                let number = usize::try_from(at).ok().and_then(|at| numbers.get(at)).copied().unwrap_or(NONE);
                self.emit.konst(number, span)
            }
            None => self.emit.push(Expr::Array { array, index }, span),
        }
    }

    /// `left(p)`, `right(p)`: the seat that is `by` seats further clockwise.
    pub(super) fn next_seat(&mut self, by: i32, player: ExprId, span: Span) -> ExprId {
        let n = self.boxes.choices.seats.len() as i32;
        self.emit.array((0..n).map(|p| (p + by).rem_euclid(n)).collect(), player, span)
    }

    /// `others(p)`
    pub(super) fn other_seats(&mut self, player: ExprId, span: Span) -> ExprId {
        let n = self.boxes.choices.seats.len() as i32;
        let all = Set::below(n as usize);
        self.emit.set_array((0..n).map(|p| all.minus(Set::EMPTY.with(p))).collect(), player, span)
    }
}
