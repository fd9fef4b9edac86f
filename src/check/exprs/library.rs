//! The words that every game has: boards, seats, numbers, lists.

use crate::check::codes;
use crate::check::names::Def;
use crate::check::typer::Typer;
use crate::ir::{BoardId, Builtin, Expr, ExprKind, KindBody, KindId, PLAYER, Type};
use crate::syntax::ast;
use crate::text::Span;

/// All of them, for suggestions.
pub(super) const WORDS: [&str; 21] = [
    "neighbours",
    "links",
    "far",
    "link",
    "distance",
    "reach",
    "lines",
    "row",
    "column",
    "cell",
    "left",
    "right",
    "others",
    "min",
    "max",
    "cut",
    "reverse",
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
            "cut" => self.cut(args, span, want),
            "reverse" => self.reverse(args, span, want),
            "neighbours" | "links" | "reach" | "distance" | "link" => self.of_nodes(name, args, span),
            "far" => self.far(args, span),
            "lines" | "row" | "column" | "cell" => self.of_grid(name, args, span),
            "orders" => self.wrong_help(
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
                rest.fold(first, |a, b| self.builtin(which, vec![a, b], Type::Number, span))
            }
            None => self.poison(span),
        }
    }

    fn cut(&mut self, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let [list, size] = args else {
            return self.wrong(codes::ARGUMENTS, span, "`cut` wants a list and a number");
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

    fn reverse(&mut self, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let [list] = args else {
            return self.wrong(codes::ARGUMENTS, span, "`reverse` wants a list");
        };
        let list = self.a_list(list, want);
        let ty = list.ty.clone();
        self.builtin(Builtin::Reverse, vec![list], ty, span)
    }

    fn a_list(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let list = self.value(e, want);
        match &list.ty {
            Type::List(_) | Type::Error => list,
            other => {
                let message = format!("this is {}, but a list is wanted", self.book.say(other));
                self.wrong(codes::MISMATCH, list.span, message)
            }
        }
    }

    /// `neighbours(d)`, `links(d)`, `reach(d, LINKS)`, `link(a, b)`, `distance(a, b)`
    fn of_nodes(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let wanted = if matches!(name, "neighbours" | "links") { 1 } else { 2 };
        if args.len() != wanted {
            let message = format!("`{name}` wants {wanted} argument{}", if wanted == 1 { "" } else { "s" });
            return self.wrong(codes::ARGUMENTS, span, message);
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
            "reach" => {
                let over = self.typed(&args[1], &set(edge));
                self.builtin(Builtin::Reach(board), vec![first, over], set(node), span)
            }
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
            return self.wrong(codes::ARGUMENTS, span, "`far` wants a link and one of its ends");
        };
        let edge = self.value(edge, None);
        let edge = self.present(edge);
        let board = match edge.ty {
            Type::Member(kind) => match self.book.ir.kinds[kind.index()].body {
                KindBody::Edges(board) => Some(board),
                _ => None,
            },
            Type::Error => return self.poison(span),
            _ => None,
        };
        let Some(board) = board else {
            let message = format!("this is {}, but a link of a board is wanted", self.book.say(&edge.ty));
            return self.wrong(codes::MISMATCH, edge.span, message);
        };
        let node_type = Type::Member(self.book.ir.boards[board.index()].nodes);
        let node = self.typed(node, &node_type);
        self.builtin(Builtin::Far(board), vec![edge, node], node_type, span)
    }

    /// `lines(n)`, `row(i)`, `column(i)`, `cell(i, j)`
    fn of_grid(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let grids: Vec<(BoardId, KindId)> = self
            .book
            .ir
            .boards
            .iter()
            .enumerate()
            .filter(|(_, board)| board.grid.is_some())
            .map(|(at, board)| (BoardId(at as u32), board.nodes))
            .collect();
        let wanted = if name == "cell" { 2 } else { 1 };
        let args = self.arguments(name, vec![Type::Number; wanted], args, span);
        let [(board, nodes)] = grids.as_slice() else {
            let message = format!("`{name}` needs a board with a grid, here are {}", grids.len());
            return self.wrong(codes::NO_BOARD, span, message);
        };
        let Some(args) = args else { return self.poison(span) };
        let (board, cell) = (*board, Type::Member(*nodes));
        self.book.used.insert(Def::Board(board));
        let (which, ty) = match name {
            "lines" => (Builtin::Lines(board), Type::List(Box::new(set(cell)))),
            "row" => (Builtin::RowCells(board), set(cell)),
            "column" => (Builtin::ColumnCells(board), Type::List(Box::new(cell))),
            _ => (Builtin::CellAt(board), Type::Option(Box::new(cell))),
        };
        self.builtin(which, args, ty, span)
    }

    fn only_nodes(&self) -> Option<Type> {
        match self.book.ir.boards.as_slice() {
            [board] => Some(Type::Member(board.nodes)),
            _ => None,
        }
    }

    fn board_of(&mut self, node: &Expr, word: &str) -> Option<(BoardId, KindId, KindId)> {
        let kind = match node.ty {
            Type::Member(kind) => kind,
            Type::Error => return None,
            _ => {
                let message = format!("this is {}, but a space of a board is wanted", self.book.say(&node.ty));
                self.book.error(codes::MISMATCH, node.span, message);
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
                self.book.error(codes::NO_BOARD, node.span, message);
                None
            }
        }
    }
}

fn set(ty: Type) -> Type {
    Type::Set(Box::new(ty))
}
