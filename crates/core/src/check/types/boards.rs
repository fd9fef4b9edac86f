//! Resolution of the board that an expression means, and of directions and cells of grids.

use super::make::{builtin, number, option, poison, set};
use crate::check::codes;
use crate::check::names::{Book, Def};
use crate::ir::{BoardId, Builtin, Expr, Grid, KindBody, KindId, Type};
use tavola_syntax::text::Span;

/// `orthogonal` and `diagonal`, unless the game declares something with that name.
pub(crate) fn directions_named(book: &mut Book, name: &str, span: Span) -> Option<Expr> {
    let diagonal = match name {
        "orthogonal" => false,
        "diagonal" => true,
        _ => return None,
    };
    book.word_at(name, span);
    let Some((board, _, way)) = directed(book, name, span) else { return Some(poison(span)) };
    if diagonal && grid_of(book, board).is_some_and(|grid| grid.hexes) {
        let help = "write `Direction` or `orthogonal`: all six directions lead over a side";
        return Some(book.wrong(codes::MISPLACED, span, "hexagons have no diagonal directions", help));
    }
    let which = if diagonal { Builtin::Diagonal(board) } else { Builtin::Orthogonal(board) };
    Some(builtin(which, Vec::new(), set(way), span))
}

/// The only board with directions: board, type of its cells, type of its directions.
pub(crate) fn directed(book: &mut Book, word: &str, span: Span) -> Option<(BoardId, Type, Type)> {
    let (board, nodes): (BoardId, KindId) = only_grid(book, word, span)?;
    let way = book.ir.boards[board.index()].directions?;
    Some((board, Type::Member(nodes), Type::Member(way)))
}

/// The board whose links have this type.
pub(crate) fn board_of_edge(book: &Book, ty: &Type) -> Option<BoardId> {
    match ty {
        Type::Member(kind) => match book.ir.kinds[kind.index()].body {
            KindBody::Edges(board) => Some(board),
            _ => None,
        },
        _ => None,
    }
}

/// The boards with a grid, and the kinds of their cells.
fn grids(book: &Book) -> Vec<(BoardId, KindId)> {
    let boards = book.ir.boards.iter().enumerate();
    let grids = boards.filter(|(_, board)| board.grid.is_some());
    grids.map(|(at, board)| (BoardId(at as u32), board.nodes)).collect()
}

/// The only board with a grid. Reports an error if there is none or more than one.
pub(crate) fn only_grid(book: &mut Book, word: &str, span: Span) -> Option<(BoardId, KindId)> {
    let grids = grids(book);
    let [(board, nodes)] = grids.as_slice() else {
        let message = format!("`{word}` needs exactly one board with a grid, this game has {}", grids.len());
        let help = match (grids.len(), word) {
            (0, _) => "write `board NAME of KIND` with `grid: columns, rows` or `hexes: columns, rows`".to_owned(),
            (_, "cell") => "write the cell as players read it, `b3`, where cells of one board are expected".to_owned(),
            _ => format!(
                "`{word}` cannot say which board: keep one grid, and declare the other board with `kind NAME = {{a, b}}` \
                 and links `a -- b`"
            ),
        };
        book.error(codes::NO_BOARD, span, message, help);
        return None;
    };
    book.used.insert(Def::Board(*board));
    Some((*board, *nodes))
}

/// The grid of a board.
pub(crate) fn grid_of(book: &Book, board: BoardId) -> Option<&Grid> {
    book.ir.boards[board.index()].grid.as_ref()
}

/// `cell(i, j)`. On a wrapped board it always exists, so the type is not an option.
pub(crate) fn cell_at(book: &Book, board: BoardId, args: Vec<Expr>, span: Span) -> Expr {
    let cell = Type::Member(book.ir.boards[board.index()].nodes);
    let ty = if grid_of(book, board).is_some_and(|grid| grid.wrapped) { cell } else { option(cell) };
    builtin(Builtin::CellAt(board), args, ty, span)
}

/// `a11`: the same as `cell(1, 11)`. With several boards, the one whose cells are expected here.
pub(crate) fn cell_named(book: &mut Book, name: &str, span: Span, want: Option<&Type>) -> Option<Expr> {
    let (column, row) = crate::ir::read_cell(name)?;
    let grids = grids(book);
    let wanted = grids.iter().find(|(_, nodes)| want.is_some_and(|want| is_of(*nodes, want)));
    let &(board, _) = match grids.as_slice() {
        [only] => only,
        _ => wanted?,
    };
    book.used.insert(Def::Board(board));
    book.word_at(name, span);
    let args = [column, row].map(|at| number(i64::from(at), span)).to_vec();
    Some(cell_at(book, board, args, span))
}

/// The type of the spaces of the only board.
pub(crate) fn only_nodes(book: &Book) -> Option<Type> {
    match book.ir.boards.as_slice() {
        [board] => Some(Type::Member(board.nodes)),
        _ => None,
    }
}

/// The board that has this space: board, kind of its spaces, kind of its links. Reports an error if it is not exactly one.
pub(crate) fn board_of(book: &mut Book, node: &Expr, word: &str) -> Option<(BoardId, KindId, KindId)> {
    let kind = match node.ty {
        Type::Member(kind) => kind,
        Type::Error => return None,
        _ => {
            let message = format!("expected a space of a board, found {}", book.say(&node.ty));
            let help = match node.ty {
                Type::Thing(_) => format!("write `{word}(site(..))`: `site` is the space where a thing lies"),
                _ => "a space is a member of the kind after `board .. of`".to_owned(),
            };
            book.error(codes::MISMATCH, node.span, message, help);
            return None;
        }
    };
    let boards: Vec<(usize, KindId, KindId)> = book
        .ir
        .boards
        .iter()
        .enumerate()
        .filter(|(_, board)| book.within(kind, board.nodes))
        .map(|(at, board)| (at, board.nodes, board.edges))
        .collect();
    match boards.as_slice() {
        [(at, nodes, edges)] => Some((BoardId(*at as u32), *nodes, *edges)),
        found => {
            let message = format!(
                "`{word}` needs exactly one board with {} as a space, this game has {}",
                book.say(&node.ty),
                found.len()
            );
            let help = "its spaces are the members of the kind of one board: `board NAME of KIND`";
            book.error(codes::NO_BOARD, node.span, message, help);
            None
        }
    }
}

/// True if cells of this kind are expected, one or several.
fn is_of(nodes: KindId, want: &Type) -> bool {
    match want {
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => is_of(nodes, inner),
        want => *want == Type::Member(nodes),
    }
}
