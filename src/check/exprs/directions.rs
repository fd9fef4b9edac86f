//! Words about directions, and about what is connected among spaces.

use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::check::names::defs::Def;
use crate::ir::{BoardId, Builtin, Expr, ExprKind, KindId, PLAYER, Type};
use crate::syntax::ast;
use crate::text::Span;

use super::library::set;

/// How directions are written.
const DIRECTIONS: &str = "directions are `Direction` (all), `orthogonal`, `diagonal`, `forward(p)`, or a set of some";

impl Typer<'_> {
    /// `orthogonal`, `diagonal`: unless something else is called so.
    pub(super) fn directions_named(&mut self, name: &str, span: Span) -> Option<Expr> {
        let diagonal = match name {
            "orthogonal" => false,
            "diagonal" => true,
            _ => return None,
        };
        let Some((board, _, way)) = self.directed(name, span) else { return Some(self.poison(span)) };
        if diagonal && self.book.ir.boards[board.index()].grid.as_ref().is_some_and(|grid| grid.hexes) {
            let help = "all six directions lead over a side: `Direction`, or `orthogonal`";
            return Some(self.wrong(codes::MISPLACED, span, "hexagons have no diagonal directions", help));
        }
        let which = if diagonal { Builtin::Diagonal(board) } else { Builtin::Orthogonal(board) };
        Some(self.builtin(which, Vec::new(), set(way), span))
    }

    /// `forward(p)`
    pub(super) fn forward(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let args = self.arguments("forward", vec![Type::Member(PLAYER)], args, span);
        let Some((board, _, way)) = self.directed("forward", span) else { return self.poison(span) };
        let Some(args) = args.filter(|_| self.sit_opposite("forward", span)) else { return self.poison(span) };
        self.builtin(Builtin::Forward(board), args, set(way), span)
    }

    /// `row(i, p)`, `cell(i, j, p)`: rows as a player counts them.
    pub(super) fn as_counted(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Expr {
        let mut wanted = vec![Type::Number; args.len() - 1];
        wanted.push(Type::Member(PLAYER));
        let args = self.arguments(name, wanted, args, span);
        let Some((board, _)) = self.only_grid(name, span) else { return self.poison(span) };
        let Some(mut args) = args.filter(|_| self.sit_opposite(name, span)) else { return self.poison(span) };
        let (Some(player), Some(row)) = (args.pop(), args.pop()) else { return self.poison(span) };
        let row = self.builtin(Builtin::RowFor(board), vec![row, player], Type::Number, span);
        args.push(row);
        self.on_grid(name, board, args, span)
    }

    /// Rows are counted by two players who sit opposite, or by one.
    fn sit_opposite(&mut self, word: &str, span: Span) -> bool {
        let most = self.book.ir.players.1;
        if most > 2 {
            let message = format!("`{word}` cannot tell how {most} players sit around the board");
            let help =
                "rows are counted by one or two players, who sit opposite; for more of them write a table by `p.seat`";
            self.book.error(codes::NO_BOARD, span, message, help);
        }
        most <= 2
    }

    /// `ray(c, d)`
    pub(super) fn ray(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some((board, cell, way)) = self.directed("ray", span) else { return self.poison(span) };
        match self.arguments("ray", vec![cell.clone(), way], args, span) {
            Some(args) => self.builtin(Builtin::Ray(board), args, Type::List(Box::new(cell)), span),
            None => self.poison(span),
        }
    }

    /// `sight(c, DIRECTIONS, STOPS)`
    pub(super) fn sight(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some((board, cell, way)) = self.directed("sight", span) else { return self.poison(span) };
        let [from, ways, stops] = args else {
            let help = "write `sight(CELL, DIRECTIONS, CELLS)`: the cells are those where the view ends";
            return self.wrong(codes::ARGUMENTS, span, "`sight` wants a cell, directions, and a set of cells", help);
        };
        let args = vec![self.typed(from, &cell), self.ways(ways, &way), self.typed(stops, &set(cell.clone()))];
        self.builtin(Builtin::Sight(board), args, set(cell), span)
    }

    /// `neighbours(c, DIRECTIONS)`
    pub(super) fn beside(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some((board, cell, way)) = self.directed("neighbours", span) else { return self.poison(span) };
        let args = vec![self.typed(&args[0], &cell), self.ways(&args[1], &way)];
        self.builtin(Builtin::Beside(board), args, set(cell), span)
    }

    /// `between(a, b)`
    pub(super) fn cells_between(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some((board, cell, _)) = self.directed("between", span) else { return self.poison(span) };
        if self.book.ir.boards[board.index()].grid.as_ref().is_some_and(|grid| grid.wrapped) {
            let help = "say in which direction: `sight(a, d, {b}) - {b}`";
            return self.wrong(codes::MISPLACED, span, "on a wrapped board two ways lead from cell to cell", help);
        }
        match self.arguments("between", vec![cell.clone(), cell.clone()], args, span) {
            Some(args) => self.builtin(Builtin::Between(board), args, set(cell), span),
            None => self.poison(span),
        }
    }

    /// `reach(t, LINKS)`, `reach(t, SPACES)`, `reach(SPACES, SPACES, DIRECTIONS)`
    pub(super) fn reach(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if !(2..=3).contains(&args.len()) {
            let help = "write `reach(SPACE, LINKS)`, or `reach(SPACE, SPACES)`";
            return self.wrong(codes::ARGUMENTS, span, "`reach` wants a space, and a set of links or of spaces", help);
        }
        let hint = self.only_nodes();
        let first = self.value(&args[0], hint.as_ref());
        let first = self.present(first);
        let probe = match &first.ty {
            Type::Set(one) => Expr { ty: (**one).clone(), ..first.clone() },
            _ => first.clone(),
        };
        let Some((board, nodes, edges)) = self.board_of(&probe, "reach") else {
            args[1..].iter().for_each(|arg| {
                self.value(arg, None);
            });
            return self.poison(span);
        };
        let (node, links) = (Type::Member(nodes), set(Type::Member(edges)));
        let over = self.value(&args[1], Some(&links));
        let of_links = over.ty == links || matches!(over.ty, Type::Error | Type::Nothing);
        if of_links && !matches!(first.ty, Type::Set(_)) && args.len() == 2 {
            let (first, over) = (self.coerce(first, &node), self.coerce(over, &links));
            return self.builtin(Builtin::Reach(board), vec![first, over], set(node), span);
        }
        if over.ty == links {
            let help = "over links leads `reach(SPACE, LINKS)`; from several spaces, or in directions, `reach(SPACES, SPACES)`";
            return self.wrong(codes::MISMATCH, over.span, "here are links, but a set of spaces is wanted", help);
        }
        let first = if matches!(first.ty, Type::Set(_)) { first } else { one(self.coerce(first, &node)) };
        let mut made = vec![self.coerce(first, &set(node.clone())), self.coerce(over, &set(node.clone()))];
        if let Some(ways) = args.get(2) {
            let Some(ways) = self.ways_of(board, "reach", ways) else { return self.poison(span) };
            made.push(ways);
        }
        self.builtin(Builtin::ReachNodes(board), made, set(node), span)
    }

    /// `chains(SPACES)`, `chains(SPACES, DIRECTIONS)`
    pub(super) fn chains_of_nodes(&mut self, over: Expr, ways: Option<&ast::Expr>, span: Span) -> Option<Expr> {
        let Type::Set(node) = over.ty.clone() else { return None };
        let Type::Member(kind) = *node else { return None };
        if !self.book.ir.boards.iter().any(|board| self.book.within(kind, board.nodes)) {
            return None;
        }
        let (board, nodes, _) = self.board_of(&Expr { ty: *node, ..over.clone() }, "chains")?;
        self.book.used.insert(Def::Board(board));
        let all = set(Type::Member(nodes));
        let mut made = vec![self.coerce(over, &all)];
        if let Some(ways) = ways {
            let Some(ways) = self.ways_of(board, "chains", ways) else { return Some(self.poison(span)) };
            made.push(ways);
        }
        Some(self.builtin(Builtin::ChainsOfNodes(board), made, Type::List(Box::new(all)), span))
    }

    /// Directions on this board.
    fn ways_of(&mut self, board: BoardId, word: &str, ways: &ast::Expr) -> Option<Expr> {
        let (grid, _, way) = self.directed(word, ways.span)?;
        if grid != board {
            let help = "only on a board with `grid:` or `hexes:` are there directions";
            self.book.error(codes::NO_BOARD, ways.span, "this board has no directions", help);
            return None;
        }
        Some(self.ways(ways, &way))
    }

    /// A set of directions, or one of them.
    fn ways(&mut self, e: &ast::Expr, way: &Type) -> Expr {
        let found = self.value(e, Some(&set(way.clone())));
        let found = self.present(found);
        match &found.ty {
            Type::Set(of) if **of == *way => found,
            Type::Error => found,
            Type::Nothing => self.coerce(found, &set(way.clone())),
            of if of == way => one(found),
            other => {
                let message = format!("this is {}, but directions are wanted", self.book.say(other));
                self.wrong(codes::MISMATCH, found.span, message, DIRECTIONS)
            }
        }
    }

    /// The only board with directions: its cells, its directions.
    fn directed(&mut self, word: &str, span: Span) -> Option<(BoardId, Type, Type)> {
        let (board, nodes): (BoardId, KindId) = self.only_grid(word, span)?;
        let way = self.book.ir.boards[board.index()].directions?;
        Some((board, Type::Member(nodes), Type::Member(way)))
    }
}

/// `{x}`
fn one(e: Expr) -> Expr {
    let (ty, span) = (set(e.ty.clone()), e.span);
    Expr { kind: ExprKind::SetLiteral(vec![e]), ty, span }
}
