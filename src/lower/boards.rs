//! Boards as constant arrays: neighbours, edges, far ends, distances. Each array is made when a rule first asks for it.

use std::collections::VecDeque;

use crate::code::{Arith, Expr, ExprId, MemberName, NONE, Set};
use crate::ir::{BoardId, Builtin, KindBody, KindId};
use crate::text::Span;

use super::Lower;
use super::fields::Field;

/// Numbers in one array of a board, at most: 4 MiB.
const MOST_NUMBERS: usize = 1 << 20;

/// A board for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardData {
    /// How many nodes.
    pub(super) nodes: u32,
    /// The edges as pairs of nodes.
    pub(super) edges: Vec<(u32, u32)>,
    /// How the spaces lie, of boards that make them.
    pub(super) field: Option<Field>,
    /// The arrays that are made already, by [`Table`].
    made: [Option<u32>; 6],
}

/// The arrays of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Table {
    /// Of a node the nodes beside it.
    Neighbours,
    /// Of a node its edges.
    Links,
    /// Of an edge those that share a node with it.
    Touching,
    /// Of an edge and a node the other end.
    Far,
    /// Of two nodes the edge between them.
    Link,
    /// Of two nodes the steps of the shortest way.
    Distance,
}

impl Lower {
    /// The edges of a board. The kinds of its nodes are measured.
    pub(super) fn board_edges(&mut self, board: BoardId) -> Vec<(u32, u32)> {
        let book = self.book.clone();
        let own = &book.boards[board.index()];
        let nodes = self.kinds[own.nodes.index()].size.min(Set::MOST as u32);
        match self.field(board) {
            Some(field) => field.edges(),
            None if own.every_pair => (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect(),
            None => own.links.iter().map(|&(a, b)| (self.node(own.nodes, a), self.node(own.nodes, b))).collect(),
        }
    }

    /// How many edges a board has. Unlike [`Lower::board_edges`] it may be asked before all kinds are measured.
    pub(super) fn count_edges(&mut self, board: BoardId) -> u32 {
        let own = &self.book.boards[board.index()];
        if own.grid.is_none() && !own.every_pair {
            return own.links.len() as u32;
        }
        self.board_edges(board).len() as u32
    }

    /// The member that a name in the lines of a board means: names are counted over all parts of a union.
    fn node(&self, kind: KindId, name: u32) -> u32 {
        let (mut open, mut left) = (vec![(kind, 0)], name as usize);
        while let Some((kind, first)) = open.pop() {
            let families = &self.kinds[kind.index()].families;
            match &self.book.kinds[kind.index()].body {
                KindBody::Union(parts) => {
                    open.extend(parts.iter().zip(families).map(|(part, at)| (*part, first + at)).rev());
                }
                _ => match families.get(left) {
                    Some(at) => return first + at,
                    None => left -= families.len(),
                },
            }
        }
        0
    }

    pub(super) fn boards(&mut self) {
        for at in 0..self.book.boards.len() {
            let id = BoardId(at as u32);
            let nodes = self.kinds[self.book.boards[at].nodes.index()].size;
            let (edges, field) = (self.board_edges(id), self.field(id));
            self.boards.push(BoardData { nodes, edges, field, made: [None; 6] });
        }
    }

    pub(super) fn edge_names(&self, board: BoardId) -> Vec<MemberName> {
        let nodes = &self.legend.kinds[self.book.boards[board.index()].nodes.index()].members;
        let name = |&(a, b): &(u32, u32)| -> MemberName {
            let blank = MemberName::default();
            let a = nodes.get(a as usize).unwrap_or(&blank);
            let b = nodes.get(b as usize).unwrap_or(&blank);
            MemberName {
                notation: format!("{}--{}", a.notation, b.notation),
                title: format!("{} – {}", a.title, b.title),
            }
        };
        self.boards[board.index()].edges.iter().map(name).collect()
    }

    /// The number of an array, among those of sets or of numbers.
    fn table(&mut self, board: BoardId, table: Table) -> u32 {
        if let Some(made) = self.boards[board.index()].made[table as usize] {
            return made;
        }
        let data = &self.boards[board.index()];
        let number = match table {
            Table::Neighbours | Table::Links | Table::Touching => {
                self.program.set_arrays.push(data.sets(table));
                self.program.set_arrays.len()
            }
            Table::Far | Table::Link | Table::Distance => {
                self.program.arrays.push(data.numbers(table));
                self.program.arrays.len()
            }
        } as u32
            - 1;
        self.boards[board.index()].made[table as usize] = Some(number);
        number
    }

    /// A question to a board.
    pub(super) fn board_word(&mut self, word: Builtin, args: &[ExprId], span: Span) -> ExprId {
        match word {
            Builtin::Neighbours(board) => self.sets_at(board, Table::Neighbours, args[0], span),
            Builtin::Links(board) => {
                self.sets_of_edges(board, "links", span);
                self.sets_at(board, Table::Links, args[0], span)
            }
            Builtin::Far(board) => self.pair(board, Table::Far, args, span),
            Builtin::Link(board) => self.pair(board, Table::Link, args, span),
            Builtin::Distance(board) => self.pair(board, Table::Distance, args, span),
            Builtin::Reach(board) => {
                self.sets_of_edges(board, "reach", span);
                let neighbours = self.table(board, Table::Neighbours);
                let edge = self.table(board, Table::Link);
                self.push(Expr::Reach { neighbours, edge, from: args[0], over: args[1] }, span)
            }
            Builtin::Chains(board) => {
                self.sets_of_edges(board, "chains", span);
                let touching = self.table(board, Table::Touching);
                let width = self.boards[board.index()].edges.len().div_ceil(32).clamp(1, 8) as u16;
                self.push(Expr::Chains { touching, over: args[0], width }, span)
            }
            other => self.field_word(other, args, span),
        }
    }

    /// Edges that are not named may be more than a set can hold; then no set of them can be asked for.
    fn sets_of_edges(&mut self, board: BoardId, word: &str, span: Span) {
        let (count, most) = (self.boards[board.index()].edges.len(), Set::MOST);
        let named = !self.book.kinds[self.book.boards[board.index()].edges.index()].name.is_empty();
        if count > most && !named {
            let message = format!(
                "`{}` has {count} links, and `{word}` can tell {most} apart at most",
                self.book.boards[board.index()].name
            );
            self.error("E1001", span, message, "use `neighbours`, `link` and `distance`, or make the board smaller");
        }
    }

    fn sets_at(&mut self, board: BoardId, table: Table, index: ExprId, span: Span) -> ExprId {
        let array = self.table(board, table);
        match self.constant_of(index) {
            Some(at) => {
                let sets = &self.program.set_arrays[array as usize];
                let set = usize::try_from(at).ok().and_then(|at| sets.get(at)).copied().unwrap_or(Set::EMPTY);
                self.set(set, span)
            }
            None => self.push(Expr::SetArray { array, index }, span),
        }
    }

    /// `array[a * nodes + b]`
    fn pair(&mut self, board: BoardId, table: Table, args: &[ExprId], span: Span) -> ExprId {
        let data = &self.boards[board.index()];
        let (nodes, rows) = (data.nodes, if table == Table::Far { data.edges.len() } else { data.nodes as usize });
        if rows * nodes as usize > MOST_NUMBERS {
            let message = format!("`{}` has {rows} links, too many for `far`", self.book.boards[board.index()].name);
            self.error("E1005", span, message, "make the board smaller");
            return self.konst(NONE, span);
        }
        let array = self.table(board, table);
        let row = self.times(args[0], nodes as i32, span);
        let index = self.arith(Arith::Add, row, args[1], span);
        match self.constant_of(index) {
            Some(at) => {
                let numbers = &self.program.arrays[array as usize];
                let number = usize::try_from(at).ok().and_then(|at| numbers.get(at)).copied().unwrap_or(NONE);
                self.konst(number, span)
            }
            None => self.push(Expr::Array { array, index }, span),
        }
    }

    /// `left(p)`, `right(p)`, `others(p)`.
    pub(super) fn seat_word(&mut self, word: Builtin, player: ExprId, span: Span) -> ExprId {
        let n = self.choices.seats.len() as i32;
        match word {
            Builtin::Left => self.array((0..n).map(|p| (p + 1) % n).collect(), player, span),
            Builtin::Right => self.array((0..n).map(|p| (p + n - 1) % n).collect(), player, span),
            _ => {
                let all = Set::below(n as usize);
                self.set_array((0..n).map(|p| all.minus(Set::EMPTY.with(p))).collect(), player, span)
            }
        }
    }
}

impl BoardData {
    fn ends(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let both =
            |(edge, &(a, b)): (usize, &(u32, u32))| [(edge, a as usize, b as usize), (edge, b as usize, a as usize)];
        self.edges.iter().enumerate().flat_map(both)
    }

    fn sets(&self, table: Table) -> Vec<Set> {
        let mut sets = vec![Set::EMPTY; self.nodes as usize];
        for (edge, here, there) in self.ends() {
            let member = if table == Table::Neighbours { there } else { edge };
            sets[here] = sets[here].with(member as i32);
        }
        if table == Table::Touching {
            return self.edges.iter().map(|&(a, b)| sets[a as usize].or(sets[b as usize])).collect();
        }
        sets
    }

    fn numbers(&self, table: Table) -> Vec<i32> {
        let n = self.nodes as usize;
        if table == Table::Distance {
            return distances(&self.sets(Table::Neighbours));
        }
        let rows = if table == Table::Far { self.edges.len() } else { n };
        let mut numbers = vec![NONE; rows * n];
        for (edge, here, there) in self.ends() {
            match table {
                Table::Far => numbers[edge * n + here] = there as i32,
                _ => numbers[here * n + there] = edge as i32,
            }
        }
        numbers
    }
}

/// Breadth first from every node; -1 where there is no way.
fn distances(neighbours: &[Set]) -> Vec<i32> {
    let n = neighbours.len();
    let mut all = vec![-1; n * n];
    for from in 0..n {
        let row = &mut all[from * n..(from + 1) * n];
        row[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for there in neighbours[here].iter() {
                if row[there as usize] < 0 {
                    row[there as usize] = row[here] + 1;
                    queue.push_back(there as usize);
                }
            }
        }
    }
    all
}
