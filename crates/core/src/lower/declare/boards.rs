//! The spaces and edges of boards.

use super::Declaring;
use crate::code::{MemberName, Set};
use crate::ir::BoardId;
use crate::lower::boxes::boards::BoardData;
use crate::lower::boxes::fields::SpaceGrid;
use crate::lower::codes;

impl Declaring<'_> {
    /// The edges of a board. The sizes of its node kinds must be known.
    fn board_edges(&mut self, board: BoardId) -> Vec<(u32, u32)> {
        let own = &self.book.boards[board.index()];
        let nodes = self.boxes.kinds[own.nodes.index()].size.min(Set::MOST as u32);
        match self.measured_field(board) {
            Some(field) => field.edges(),
            None if own.every_pair => (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect(),
            None => {
                own.links.iter().map(|&(a, b)| (self.boxes.node(own.nodes, a), self.boxes.node(own.nodes, b))).collect()
            }
        }
    }

    /// Number of edges of a board. Unlike `board_edges` it can be called before the sizes of all kinds are known.
    pub(super) fn count_edges(&mut self, board: BoardId) -> u32 {
        let own = &self.boxes.book.boards[board.index()];
        if own.grid.is_none() && !own.every_pair {
            return own.links.len() as u32;
        }
        self.board_edges(board).len() as u32
    }

    pub(in crate::lower) fn boards(&mut self) {
        for at in 0..self.boxes.book.boards.len() {
            let id = BoardId(at as u32);
            let nodes = self.boxes.kinds[self.boxes.book.boards[at].nodes.index()].size;
            let (edges, field) = (self.board_edges(id), self.measured_field(id));
            self.boxes.boards.push(BoardData { nodes, edges, field });
        }
    }

    pub(super) fn edge_names(&self, board: BoardId) -> Vec<MemberName> {
        let nodes = &self.emit.legend.kinds[self.boxes.book.boards[board.index()].nodes.index()].members;
        let name = |&(a, b): &(u32, u32)| -> MemberName {
            let blank = MemberName::default();
            let a = nodes.get(a as usize).unwrap_or(&blank);
            let b = nodes.get(b as usize).unwrap_or(&blank);
            MemberName {
                notation: format!("{}--{}", a.notation, b.notation),
                title: format!("{} – {}", a.title, b.title),
            }
        };
        self.boxes.boards[board.index()].edges.iter().map(name).collect()
    }

    /// The geometry of a board's spaces, if it has a grid.
    pub(super) fn measured_field(&mut self, board: BoardId) -> Option<SpaceGrid> {
        if let Some(data) = self.boxes.boards.get(board.index()) {
            return data.field;
        }
        let grid = self.book.boards[board.index()].grid.as_ref()?;
        let (columns, rows) = (self.exprs().constant(&grid.columns), self.exprs().constant(&grid.rows));
        let most = Set::MOST as i32;
        let mut field = SpaceGrid { columns: 1, rows: 1, hexes: grid.hexes, wrapped: grid.wrapped };
        if columns < 1 || rows < 1 || columns.saturating_mul(rows) > most {
            let span = grid.columns.span.to(grid.rows.span);
            if !self.emit.findings.iter().any(|finding| finding.code == codes::BOARD_SIZE && finding.span == span) {
                let message =
                    format!("`{}` cannot have {columns} by {rows} spaces", self.book.boards[board.index()].name);
                self.emit.error(
                    codes::BOARD_SIZE,
                    span,
                    message,
                    format!("use at least 1 column and 1 row, and at most {most} spaces in all"),
                );
            }
        } else {
            (field.columns, field.rows) = (columns as u32, rows as u32);
        }
        Some(field)
    }
}
