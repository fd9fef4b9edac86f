//! Library functions for the spaces and links of a board: neighbours, distances, connected parts.

use super::library::Call;
use super::typer::Typer;
use crate::check::codes;
use crate::check::names::Def;
use crate::check::types::{
    board_of, board_of_edge, builtin, coerce, directed, list, one, only_nodes, poison, present, set,
};
use crate::ir::{BoardId, Builtin, Expr, Type};
use tavola_syntax::syntax::ast;

/// Help for a missing link.
const A_LINK: &str = "a link is `north--south`, or a name of the kind after `joined by`";
/// Help for missing directions.
const DIRECTIONS: &str = "directions are `Direction` (all), `orthogonal`, `diagonal`, `forward(p)`, or a set of some";

impl Call<'_, '_> {
    /// Types `neighbours(d)`, `neighbours(c, DIRECTIONS)`.
    pub(super) fn neighbours(&mut self) -> Expr {
        let [cell, ways] = self.args else {
            return self.of_spaces(1, |board, node, _| (Builtin::Neighbours(board), set(node)));
        };
        let Some((board, kind, way)) = directed(self.typer.book, self.word, self.span) else {
            return poison(self.span);
        };
        let args = vec![self.typer.typed(cell, &kind), self.typer.ways(ways, &way)];
        self.made(Builtin::Beside(board), Some(args), set(kind))
    }

    /// Types a function of one or two spaces. `gives` maps the board and the types of spaces and links to the function and its
    /// result type.
    pub(super) fn of_spaces(&mut self, wanted: usize, gives: fn(BoardId, Type, Type) -> (Builtin, Type)) -> Expr {
        let (word, span) = (self.word, self.span);
        if self.args.len() != wanted {
            let (what, help) = match wanted {
                1 => ("1 argument", format!("write `{word}(SPACE)`")),
                _ => ("2 arguments", format!("write `{word}(a, b)`")),
            };
            return self.wrong(codes::ARGUMENTS, format!("`{word}` takes {what}"), help);
        }
        let first = self.a_space();
        if word == "distance" && first.ty == Type::Number {
            let second = self.typer.number(&self.args[1]);
            return builtin(Builtin::Gap, vec![first, second], Type::Number, span);
        }
        let Some((board, nodes, edges)) = board_of(self.typer.book, &first, word) else {
            self.typer.look_at(&self.args[1..]);
            return poison(span);
        };
        let node = Type::Member(nodes);
        let mut args = vec![coerce(self.typer.book, first, &node)];
        args.extend(self.args.get(1).map(|second| self.typer.typed(second, &node)));
        let (which, ty) = gives(board, node, Type::Member(edges));
        builtin(which, args, ty, span)
    }

    /// Types the first argument, with a space as the hint.
    fn a_space(&mut self) -> Expr {
        let hint = only_nodes(self.typer.book);
        present(self.typer.value(&self.args[0], hint.as_ref()))
    }

    /// Types `far(c, d)`: the other end of a link.
    pub(super) fn far(&mut self) -> Expr {
        let [edge, node] = self.args else {
            return self.wrong(codes::ARGUMENTS, "`far` takes a link and one of its ends", "write `far(LINK, SPACE)`");
        };
        let edge = present(self.typer.value(edge, None));
        if edge.ty == Type::Error {
            return poison(self.span);
        }
        let book = &mut *self.typer.book;
        let Some(board) = board_of_edge(book, &edge.ty) else {
            let message = format!("expected a link of a board, found {}", book.say(&edge.ty));
            return book.wrong(codes::MISMATCH, edge.span, message, A_LINK);
        };
        let kind = Type::Member(book.ir.boards[board.index()].nodes);
        let node = self.typer.typed(node, &kind);
        self.made(Builtin::Far(board), Some(vec![edge, node]), kind)
    }

    /// Types `reach(t, LINKS)`, `reach(t, SPACES)`, `reach(SPACES, SPACES, DIRECTIONS)`: the reachable spaces.
    pub(super) fn reach(&mut self) -> Expr {
        let span = self.span;
        if !(2..=3).contains(&self.args.len()) {
            let help = "write `reach(SPACE, LINKS)`, or `reach(SPACE, SPACES)`";
            return self.wrong(codes::ARGUMENTS, "`reach` takes a space, and a set of links or of spaces", help);
        }
        let first = self.a_space();
        let probe = match &first.ty {
            Type::Set(one) => Expr { ty: (**one).clone(), ..first.clone() },
            _ => first.clone(),
        };
        let Some((board, nodes, edges)) = board_of(self.typer.book, &probe, "reach") else {
            self.typer.look_at(&self.args[1..]);
            return poison(span);
        };
        let (node, links) = (Type::Member(nodes), set(Type::Member(edges)));
        let over = self.typer.value(&self.args[1], Some(&links));
        let of_links = over.ty == links || matches!(over.ty, Type::Error | Type::Nothing);
        let book = &mut *self.typer.book;
        if of_links && !matches!(first.ty, Type::Set(_)) && self.args.len() == 2 {
            let args = vec![coerce(book, first, &node), coerce(book, over, &links)];
            return builtin(Builtin::Reach(board), args, set(node), span);
        }
        if over.ty == links {
            let help =
                "write `reach(SPACE, LINKS)` for links, `reach(SPACES, SPACES)` for several spaces or directions";
            return book.wrong(codes::MISMATCH, over.span, "expected a set of spaces, found links", help);
        }
        let spaces = set(node.clone());
        let first = if matches!(first.ty, Type::Set(_)) { first } else { one(coerce(book, first, &node)) };
        let mut made = vec![coerce(book, first, &spaces), coerce(book, over, &spaces)];
        if let Some(ways) = self.args.get(2) {
            let Some(ways) = self.ways_of(board, ways) else { return poison(span) };
            made.push(ways);
        }
        builtin(Builtin::ReachNodes(board), made, spaces, span)
    }

    /// Types `chains(LINKS)`, `chains(SPACES)`: the connected components of a set.
    pub(super) fn chains(&mut self) -> Expr {
        let ([over] | [over, _]) = self.args else {
            let help = "write `chains(LINKS)`, or `chains(SPACES)`";
            return self.wrong(codes::ARGUMENTS, "`chains` takes a set of links or of spaces", help);
        };
        let hint = match self.typer.book.ir.boards.as_slice() {
            [board] => Some(set(Type::Member(board.edges))),
            _ => None,
        };
        let over = self.typer.value(over, hint.as_ref());
        let board = match &over.ty {
            Type::Error => return poison(self.span),
            Type::Set(edge) => board_of_edge(self.typer.book, edge),
            _ => None,
        };
        let ways = self.args.get(1);
        let Some(board) = board else {
            if let Some(made) = self.chains_of_nodes(over.clone(), ways) {
                return made;
            }
            let book = &mut *self.typer.book;
            let message = format!("expected a set of links or spaces, found {}", book.say(&over.ty));
            let help =
                "write `{c in LINK where ..}`, with the name after `joined by`, `links(SPACE)`, or a set of spaces";
            return book.wrong(codes::MISMATCH, over.span, message, help);
        };
        let book = &mut *self.typer.book;
        if let Some(ways) = ways {
            let help = "remove it: only cells are connected in directions";
            return book.wrong(codes::MISMATCH, ways.span, "links have no directions", help);
        }
        book.used.insert(Def::Board(board));
        let ty = list(over.ty.clone());
        builtin(Builtin::Chains(board), vec![over], ty, self.span)
    }

    /// Types `chains(SPACES)`, `chains(SPACES, DIRECTIONS)`.
    fn chains_of_nodes(&mut self, over: Expr, ways: Option<&ast::Expr>) -> Option<Expr> {
        let Type::Set(node) = over.ty.clone() else { return None };
        let Type::Member(kind) = *node else { return None };
        let book = &mut *self.typer.book;
        if !book.ir.boards.iter().any(|board| book.within(kind, board.nodes)) {
            return None;
        }
        let (board, nodes, _) = board_of(book, &Expr { ty: *node, ..over.clone() }, "chains")?;
        book.used.insert(Def::Board(board));
        let all = set(Type::Member(nodes));
        let mut made = vec![coerce(book, over, &all)];
        if let Some(ways) = ways {
            let Some(ways) = self.ways_of(board, ways) else { return Some(poison(self.span)) };
            made.push(ways);
        }
        Some(builtin(Builtin::ChainsOfNodes(board), made, list(all), self.span))
    }

    /// Types directions on this board. Reports a board without directions.
    fn ways_of(&mut self, board: BoardId, ways: &ast::Expr) -> Option<Expr> {
        let (grid, _, way) = directed(self.typer.book, self.word, ways.span)?;
        if grid != board {
            let help = "use a board with `grid:` or `hexes:`";
            self.typer.book.error(codes::NO_BOARD, ways.span, "this board has no directions", help);
            return None;
        }
        Some(self.typer.ways(ways, &way))
    }
}

impl Typer<'_> {
    /// Types a set of directions. A single direction becomes a set.
    pub(super) fn ways(&mut self, e: &ast::Expr, way: &Type) -> Expr {
        let several = set(way.clone());
        let found = present(self.value(e, Some(&several)));
        match &found.ty {
            Type::Error => found,
            ty if *ty == several => found,
            ty if ty == way => one(found),
            Type::Nothing => coerce(self.book, found, &several),
            other => {
                let message = format!("expected directions, found {}", self.book.say(other));
                self.book.wrong(codes::MISMATCH, found.span, message, DIRECTIONS)
            }
        }
    }
}
