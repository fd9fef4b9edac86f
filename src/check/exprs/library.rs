//! The words that every game has: boards, seats, numbers, lists.

use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::check::names::defs::Def;
use crate::ir::{BoardId, Builtin, Expr, ExprKind, KindBody, KindId, PLAYER, Type};
use crate::syntax::ast;
use crate::text::Span;

/// How a link is written.
const A_LINK: &str = "a link is `north--south`, or a name of the kind after `joined by`";

/// All of them, for suggestions.
pub(super) const WORDS: [&str; 27] = [
    "neighbours",
    "links",
    "far",
    "link",
    "distance",
    "reach",
    "chains",
    "lines",
    "row",
    "column",
    "cell",
    "ray",
    "sight",
    "between",
    "forward",
    "position",
    "occurrences",
    "left",
    "right",
    "others",
    "min",
    "max",
    "cut",
    "seat",
    "site",
    "orders",
    "rank",
];

impl Typer<'_> {
    /// A library word with its arguments; `None` if it is none.
    pub(super) fn library(&mut self, name: &str, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Option<Expr> {
        let made = match name {
            "site" => self.site(args, span, want),
            "seat" => self.seat_call(args, span),
            "left" => self.of_player(Builtin::Left, name, args, Type::Member(PLAYER), span),
            "right" => self.of_player(Builtin::Right, name, args, Type::Member(PLAYER), span),
            "others" => self.of_player(Builtin::Others, name, args, set(Type::Member(PLAYER)), span),
            "min" => self.smallest(Builtin::Min, name, args, span),
            "max" => self.smallest(Builtin::Max, name, args, span),
            "position" => self.position(args, span),
            "occurrences" => self.occurrences(args, span),
            "cut" => self.cut(args, span, want),
            "neighbours" if args.len() == 2 => self.beside(args, span),
            "neighbours" | "links" | "distance" | "link" => self.of_nodes(name, args, span),
            "reach" => self.reach(args, span),
            "ray" => self.ray(args, span),
            "sight" => self.sight(args, span),
            "between" => self.cells_between(args, span),
            "forward" => self.forward(args, span),
            "far" => self.far(args, span),
            "chains" => self.chains(args, span),
            "cell" if args.len() == 1 => self.cell_of(&args[0], span),
            "cell" if args.len() == 3 => self.as_counted(name, args, span),
            "row" if args.len() == 2 => self.as_counted(name, args, span),
            "lines" | "row" | "column" | "cell" => self.of_grid(name, args, span),
            "orders" => self.wrong(
                codes::MISPLACED,
                span,
                "the orders of a set are never listed",
                "they can be asked for: `p chooses line in orders(S)`, `chance line in orders(S)`",
            ),
            _ => return None,
        };
        Some(made)
    }

    fn seat_call(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some(mut args) = self.arguments("seat", vec![Type::Number], args, span) else {
            return self.poison(span);
        };
        match args.pop() {
            Some(n) => Expr { kind: ExprKind::Seat(Box::new(n)), ty: Type::Member(PLAYER), span },
            None => self.poison(span),
        }
    }

    fn of_player(&mut self, which: Builtin, name: &str, args: &[ast::Expr], ty: Type, span: Span) -> Expr {
        match self.arguments(name, vec![Type::Member(PLAYER)], args, span) {
            Some(args) => self.builtin(which, args, ty, span),
            None => self.poison(span),
        }
    }

    fn smallest(&mut self, which: Builtin, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        match self.arguments(name, vec![Type::Number; args.len().max(2)], args, span) {
            Some(args) => {
                let mut rest = args.into_iter();
                let first = rest.next().unwrap_or_else(|| self.poison(span));
                rest.fold(first, |a, b| {
                    self.same_unit(&a, &b, "compared", span);
                    self.builtin(which, vec![a, b], Type::Number, span)
                })
            }
            None => self.poison(span),
        }
    }

    fn cut(&mut self, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let [list, size] = args else {
            let help = "write `cut(LIST, 3)`";
            return self.wrong(codes::ARGUMENTS, span, "`cut` wants a list and a number", help);
        };
        let inner = match want {
            Some(Type::List(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let list = self.a_list(list, inner.as_ref());
        let size = self.number(size);
        let ty = Type::List(Box::new(list.ty.clone()));
        self.builtin(Builtin::Cut, vec![list, size], ty, span)
    }

    pub(super) fn a_list(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let list = self.value(e, want);
        match &list.ty {
            Type::List(_) | Type::Error => list,
            other => {
                let message = format!("this is {}, but a list is wanted", self.book.say(other));
                self.wrong(codes::MISMATCH, list.span, message, "a list is `[a, b]`, or `[x in SET by ..]`")
            }
        }
    }

    /// `neighbours(d)`, `links(d)`, `link(a, b)`, `distance(a, b)`
    fn of_nodes(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let wanted = if matches!(name, "neighbours" | "links") { 1 } else { 2 };
        if args.len() != wanted {
            let message = format!("`{name}` wants {wanted} argument{}", if wanted == 1 { "" } else { "s" });
            let help = match name {
                "neighbours" | "links" => format!("write `{name}(SPACE)`"),
                _ => format!("write `{name}(a, b)`"),
            };
            return self.wrong(codes::ARGUMENTS, span, message, help);
        }
        let hint = self.only_nodes();
        let first = self.value(&args[0], hint.as_ref());
        let first = self.present(first);
        if name == "distance" && first.ty == Type::Number {
            let second = self.number(&args[1]);
            return self.builtin(Builtin::Gap, vec![first, second], Type::Number, span);
        }
        let Some((board, nodes, edges)) = self.board_of(&first, name) else {
            args[1..].iter().for_each(|arg| {
                self.value(arg, None);
            });
            return self.poison(span);
        };
        let node = Type::Member(nodes);
        let first = self.coerce(first, &node);
        let edge = Type::Member(edges);
        match name {
            "neighbours" => self.builtin(Builtin::Neighbours(board), vec![first], set(node), span),
            "links" => self.builtin(Builtin::Links(board), vec![first], set(edge), span),
            _ => {
                let second = self.typed(&args[1], &node);
                let (which, ty) = match name {
                    "link" => (Builtin::Link(board), Type::Option(Box::new(edge))),
                    _ => (Builtin::Distance(board), Type::Number),
                };
                self.builtin(which, vec![first, second], ty, span)
            }
        }
    }

    /// `far(c, d)`: the other end of a link.
    fn far(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [edge, node] = args else {
            let help = "write `far(LINK, SPACE)`";
            return self.wrong(codes::ARGUMENTS, span, "`far` wants a link and one of its ends", help);
        };
        let edge = self.value(edge, None);
        let edge = self.present(edge);
        if edge.ty == Type::Error {
            return self.poison(span);
        }
        let Some(board) = self.board_of_edge(&edge.ty) else {
            let message = format!("this is {}, but a link of a board is wanted", self.book.say(&edge.ty));
            return self.wrong(codes::MISMATCH, edge.span, message, A_LINK);
        };
        let node_type = Type::Member(self.book.ir.boards[board.index()].nodes);
        let node = self.typed(node, &node_type);
        self.builtin(Builtin::Far(board), vec![edge, node], node_type, span)
    }

    fn board_of_edge(&self, ty: &Type) -> Option<BoardId> {
        match ty {
            Type::Member(kind) => match self.book.ir.kinds[kind.index()].body {
                KindBody::Edges(board) => Some(board),
                _ => None,
            },
            _ => None,
        }
    }

    /// `chains(LINKS)`, `chains(SPACES)`: the connected parts of a set.
    fn chains(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let ([over] | [over, _]) = args else {
            let help = "write `chains(LINKS)`, or `chains(SPACES)`";
            return self.wrong(codes::ARGUMENTS, span, "`chains` wants a set of links or of spaces", help);
        };
        let hint = match self.book.ir.boards.as_slice() {
            [board] => Some(set(Type::Member(board.edges))),
            _ => None,
        };
        let over = self.value(over, hint.as_ref());
        let board = match &over.ty {
            Type::Error => return self.poison(span),
            Type::Set(edge) => self.board_of_edge(edge),
            _ => None,
        };
        if let Some(made) = board.is_none().then(|| self.chains_of_nodes(over.clone(), args.get(1), span)).flatten() {
            return made;
        }
        if let (Some(_), Some(ways)) = (board, args.get(1)) {
            let help = "take it out: only cells are connected in directions";
            return self.wrong(codes::MISMATCH, ways.span, "links have no directions", help);
        }
        let Some(board) = board else {
            let message = format!("this is {}, but a set of links or spaces is wanted", self.book.say(&over.ty));
            let help =
                "write `{c in LINK where ..}`, with the name after `joined by`, `links(SPACE)`, or a set of spaces";
            return self.wrong(codes::MISMATCH, over.span, message, help);
        };
        self.book.used.insert(Def::Board(board));
        let ty = Type::List(Box::new(over.ty.clone()));
        self.builtin(Builtin::Chains(board), vec![over], ty, span)
    }

    /// `cell(t.east)`: the cell at the pair of a column.
    fn cell_of(&mut self, arg: &ast::Expr, span: Span) -> Expr {
        let ast::ExprKind::Attribute(base, name) = &arg.kind else {
            return self.wrong(
                codes::ARGUMENTS,
                span,
                "`cell` wants a column and a row, or a column of pairs",
                "write `cell(3, 1)`, or `cell(t.east)` where `east` is a column of pairs `(3, 1)`",
            );
        };
        let grid = self.only_grid("cell", span);
        let of = base;
        let base = self.value(of, None);
        let base = self.present(base);
        let member = self.printed(base);
        let pair = match member.ty {
            Type::Error => return self.poison(span),
            Type::Member(kind) => {
                let read = |name: ast::Name| cell_at(of, name, span);
                if let Some(column) = self.column_by_word(kind, name, read) {
                    return self.value(&column, None);
                }
                self.pair_named(kind, &name.text).map(|at| (kind, at))
            }
            _ => None,
        };
        let Some((kind, at)) = pair else {
            let message = format!("{} has no column of pairs `{}`", self.book.say(&member.ty), name.text);
            return self.wrong(
                codes::UNKNOWN_ATTRIBUTE,
                name.span,
                message,
                "`cell` reads a column whose cells are pairs `(3, 1)`; a column and a row are two numbers: `cell(3, 1)`",
            );
        };
        self.book.pairs_used.insert((kind, at));
        let Some((board, nodes)) = grid else { return self.poison(span) };
        let everywhere = self.book.ir.kinds[kind.index()].pairs[at as usize].values.iter().all(Option::is_some);
        let cell = Type::Member(nodes);
        let ty = if everywhere { cell } else { Type::Option(Box::new(cell)) };
        Expr { kind: ExprKind::CellOf(Box::new(member), kind, at, board), ty, span }
    }

    /// The boards with a grid, and the kinds of their cells.
    fn grids(&self) -> Vec<(BoardId, KindId)> {
        let boards = self.book.ir.boards.iter().enumerate();
        let grids = boards.filter(|(_, board)| board.grid.is_some());
        grids.map(|(at, board)| (BoardId(at as u32), board.nodes)).collect()
    }

    /// The only board with a grid; reported if there is none or several.
    pub(super) fn only_grid(&mut self, word: &str, span: Span) -> Option<(BoardId, KindId)> {
        let grids = self.grids();
        let [(board, nodes)] = grids.as_slice() else {
            let message = format!("`{word}` needs a board with a grid, here are {}", grids.len());
            let help = match grids.len() {
                0 => "write `board NAME of KIND` with `grid: columns, rows` or `hexes: columns, rows`",
                _ => {
                    "it is not clear which of the boards is meant; write the cell as players read it, `b3`, where only a cell of one of them fits"
                }
            };
            self.wrong(codes::NO_BOARD, span, message, help);
            return None;
        };
        self.book.used.insert(Def::Board(*board));
        Some((*board, *nodes))
    }

    /// `lines(n)`, `row(i)`, `column(i)`, `cell(i, j)`
    fn of_grid(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let wanted = if name == "cell" { 2 } else { 1 };
        let args = self.arguments(name, vec![Type::Number; wanted], args, span);
        let Some((board, _)) = self.only_grid(name, span) else { return self.poison(span) };
        match args {
            Some(args) => self.on_grid(name, board, args, span),
            None => self.poison(span),
        }
    }

    /// A word about columns and rows of this board.
    pub(super) fn on_grid(&mut self, name: &str, board: BoardId, args: Vec<Expr>, span: Span) -> Expr {
        let cell = Type::Member(self.book.ir.boards[board.index()].nodes);
        let (which, ty) = match name {
            "lines" => (Builtin::Lines(board), Type::List(Box::new(set(cell)))),
            "row" => (Builtin::RowCells(board), set(cell)),
            "column" => (Builtin::ColumnCells(board), Type::List(Box::new(cell))),
            _ if self.book.ir.boards[board.index()].grid.as_ref().is_some_and(|grid| grid.wrapped) => {
                (Builtin::CellAt(board), cell)
            }
            _ => (Builtin::CellAt(board), Type::Option(Box::new(cell))),
        };
        self.builtin(which, args, ty, span)
    }

    /// `a11`: the same as `cell(1, 11)`, as players read it. Of several boards the one whose cells are wanted here.
    pub(super) fn cell_named(&mut self, name: &str, span: Span, want: Option<&Type>) -> Option<Expr> {
        let (column, row) = crate::ir::read_cell(name)?;
        let grids = self.grids();
        let wanted = grids.iter().find(|(_, nodes)| want.is_some_and(|want| is_of(*nodes, want)));
        let &(board, nodes) = match grids.as_slice() {
            [only] => only,
            _ => wanted?,
        };
        self.book.used.insert(Def::Board(board));
        let args = [column, row].map(|at| crate::check::exprs::typer::number(i64::from(at), span)).to_vec();
        let wrapped = self.book.ir.boards[board.index()].grid.as_ref().is_some_and(|grid| grid.wrapped);
        let cell = Type::Member(nodes);
        let ty = if wrapped { cell } else { Type::Option(Box::new(cell)) };
        Some(self.builtin(Builtin::CellAt(board), args, ty, span))
    }

    pub(super) fn only_nodes(&self) -> Option<Type> {
        match self.book.ir.boards.as_slice() {
            [board] => Some(Type::Member(board.nodes)),
            _ => None,
        }
    }

    pub(super) fn board_of(&mut self, node: &Expr, word: &str) -> Option<(BoardId, KindId, KindId)> {
        let kind = match node.ty {
            Type::Member(kind) => kind,
            Type::Error => return None,
            _ => {
                let message = format!("this is {}, but a space of a board is wanted", self.book.say(&node.ty));
                let help = "a space is a member of the kind after `board .. of`";
                self.book.error(codes::MISMATCH, node.span, message, help);
                return None;
            }
        };
        let boards: Vec<(usize, KindId, KindId)> = self
            .book
            .ir
            .boards
            .iter()
            .enumerate()
            .filter(|(_, board)| self.book.within(kind, board.nodes))
            .map(|(at, board)| (at, board.nodes, board.edges))
            .collect();
        match boards.as_slice() {
            [(at, nodes, edges)] => Some((BoardId(*at as u32), *nodes, *edges)),
            found => {
                let message = format!(
                    "`{word}` needs a board with {} as a space, here are {}",
                    self.book.say(&node.ty),
                    found.len()
                );
                let help = "its spaces are the members of the kind of one board: `board NAME of KIND`";
                self.book.error(codes::NO_BOARD, node.span, message, help);
                None
            }
        }
    }
}

/// Whether cells of this kind are wanted, alone or several.
fn is_of(nodes: KindId, want: &Type) -> bool {
    match want {
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => is_of(nodes, inner),
        want => *want == Type::Member(nodes),
    }
}

pub(super) fn set(ty: Type) -> Type {
    Type::Set(Box::new(ty))
}

/// `cell(t.east)`
fn cell_at(of: &ast::Expr, column: ast::Name, span: Span) -> ast::Expr {
    let word = ast::Expr { kind: ast::ExprKind::Name("cell".to_owned()), span };
    let pair = ast::Expr { kind: ast::ExprKind::Attribute(Box::new(of.clone()), column), span };
    ast::Expr { kind: ast::ExprKind::Call(Box::new(word), vec![pair]), span }
}
