//! Resolves a single name: a name in scope, something that the game declares, or a member of the expected kind.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Def, Meaning, foreign_name};
use crate::check::types::{
    builtin, cell_named, directions_named, global, member, node_index, nothing, number, numeric, option, poison,
    present, seat, wanted_member, yes_no,
};
use crate::ir::{BoardId, Builtin, Expr, ExprKind, Kind, LocalId, PLAYER, Type};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Words of small numbers, which the language writes in digits.
const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Typer<'_> {
    /// Types a name. `want` is the expected type.
    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        match name {
            "yes" | "no" | "none" | "players" => {
                self.book.word_at(name, span);
                return match name {
                    "none" => nothing(Type::Nothing, span),
                    "players" => numeric(ExprKind::Players, span),
                    word => yes_no(word == "yes", span),
                };
            }
            "you" if self.scope.lookup("you").is_none() => {
                let help = "give the rule a parameter, like `p in Player`, and name it";
                return self.book.wrong(codes::YOU_OUTSIDE, span, "`you` is known in sheets only", help);
            }
            _ => {}
        }
        // A player of a scenario can have the name of a card. Then it means the player only where a player is expected.
        let is_called_like_a_member = matches!(self.scope.lookup(name), Some(Meaning::Seat(_)))
            && !want.is_some_and(wants_player)
            && !self.book.names.members(name).is_empty();
        if let Some(found) = self.in_sight(name, span).filter(|_| !is_called_like_a_member) {
            return found;
        }
        if let Some(found) = want.and_then(|want| wanted_member(self.book, name, span, want)) {
            return found;
        }
        let defs = self.book.names.get(name).to_vec();
        let things = matches!(want, Some(Type::Thing(_)));
        let preferred = defs.iter().find(|def| matches!(def, Def::Component(_)) == things).or(defs.first());
        if let Some(def) = preferred {
            return global(self.book, *def, name, span);
        }
        self.any_member(name, span, want)
    }

    fn in_sight(&mut self, name: &str, span: Span) -> Option<Expr> {
        match self.in_scope(name, span)? {
            Meaning::Local(id) => Some(self.scope.local(id, span)),
            Meaning::Seat(n) => Some(seat(number(n, span), span)),
            Meaning::After(..) => Some(self.book.wrong(
                codes::MISPLACED,
                span,
                format!("every player gave an answer `{name}` of their own"),
                format!("say whose: `{name}[p]`"),
            )),
        }
    }

    /// Types a name that is a member of some kind, whatever the expected type.
    pub(super) fn any_member(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        let mut owners = self.book.names.members(name).to_vec();
        if owners.len() > 1 {
            // Directions give way to all other members of the same name.
            owners.retain(|(kind, _)| self.book.ir.boards.iter().all(|board| board.directions != Some(*kind)));
        }
        match owners.as_slice() {
            [] => match cell_named(self.book, name, span, want).or_else(|| directions_named(self.book, name, span)) {
                Some(found) => found,
                None => self.unknown_word(name, span, want),
            },
            [(kind, family)] => member(self.book, *kind, *family, span),
            several => {
                let kinds: Vec<String> = several.iter().map(|(kind, _)| self.book.say(&Type::Member(*kind))).collect();
                let message = format!("`{name}` can be {}", kinds.join(" or "));
                let help = "compare it with something of the kind that is meant, or rename one of them";
                self.book.wrong(codes::AMBIGUOUS, span, message, help)
            }
        }
    }

    fn unknown_word(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        let said = ast::Name { text: name.to_owned(), span };
        let wanted = match want {
            Some(Type::Member(kind)) => self.book.near(&said, self.book.member_names(*kind).into_iter()),
            _ => None,
        };
        let near = wanted.or_else(|| self.book.near(&said, self.scope.names().chain(self.book.names.all())));
        let message = match want {
            Some(Type::Member(kind)) if *kind != PLAYER => {
                format!("there is no `{name}`; expected {}", self.book.say(&Type::Member(*kind)))
            }
            _ => format!("there is no `{name}`"),
        };
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
        let counts = !matches!(want, Some(Type::Member(_)));
        let number = NUMBERS.iter().position(|word| counts && *word == name);
        let near = number.map(|at| format!("write the number: `{at}`").into()).or(near);
        let otherwise = || match want {
            _ if name.chars().count() == 1 => self.where_named(name, want),
            Some(want @ Type::Member(_)) => self.book.such(want),
            _ => "declare it, or write a name that is known here".to_owned(),
        };
        let foreign = foreign_name(name).map(Into::into).or_else(|| self.column_alone(name, span));
        let index = self.scope.named_index(name);
        let near = match index {
            Some(index) if index.is_meant || near.is_none() => Some(format!("name the index: `{}`", index.head).into()),
            _ => near,
        };
        finding.set_help(foreign.or(near).or_else(|| Some(otherwise().into())));
        self.book.missing(name, finding);
        poison(span)
    }

    /// The help for a short name, which comes from a loop, a condition or a parameter.
    fn where_named(&self, name: &str, want: Option<&Type>) -> String {
        let kind = match want {
            Some(Type::Member(kind)) if !self.book.ir.kinds[kind.index()].name.is_empty() => {
                self.book.ir.kinds[kind.index()].name.as_str()
            }
            Some(Type::Number) => {
                return format!(
                    "name it first: `let {name} = 3`, `each {name} in 1..6`, `define f({name}: number) = ..`"
                );
            }
            _ => "Player",
        };
        format!(
            "name it first: `each {name} in {kind}`, `rule turn({name} in {kind})`, `some {name} in {kind} where ..`"
        )
    }

    /// The help for the name of a column without its thing: `tax` for `t.tax`.
    fn column_alone(&self, name: &str, span: Span) -> Option<Remedy> {
        let has_column = |kind: &&Kind| kind.attributes.iter().any(|column| column.name == name);
        let kind = self.book.ir.kinds.iter().find(has_column)?;
        let of_kind = |local: &&str| match self.scope.lookup(local) {
            Some(Meaning::Local(id)) => {
                matches!(self.scope.ty(id), Type::Member(own) if has_column(&&self.book.ir.kinds[own.index()]))
            }
            _ => false,
        };
        let things: Vec<&str> = self.scope.names().filter(of_kind).collect();
        let fix = |thing: &str| Fix::new(format!("write `{thing}.{name}`"), span, format!("{thing}.{name}"));
        Some(match things.as_slice() {
            [] => format!("`{name}` is a column of `{}`: write `x.{name}` for a member `x`", kind.name).into(),
            [.., thing] => {
                let fix = fix(thing).safe_if(things.len() == 1);
                Remedy::new(format!("a column is read of something: `{thing}.{name}`"), fix)
            }
        })
    }

    /// True if an expression has a type without a hint, so that it can be the hint for the other side of a comparison.
    pub(super) fn stands_alone(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &e.kind else {
            return true;
        };
        let is_member_too = || !self.book.names.members(name).is_empty();
        let in_sight = self.scope.lookup(name);
        in_sight.is_some_and(|meaning| !matches!(meaning, Meaning::Seat(_)) || !is_member_too())
            || !self.book.names.get(name).is_empty()
            || matches!(name.as_str(), "players" | "yes" | "no")
    }

    /// Types `n[p]`, an answer of a finished `together` block.
    pub(super) fn answer_of(&mut self, id: LocalId, everybody: bool, who: &ast::Expr, span: Span) -> Expr {
        let who = self.player(who);
        let ty = self.scope.ty(id).clone();
        let plain = matches!(ty, Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_) | Type::Error);
        let ty = if everybody || plain { ty } else { option(ty) };
        Expr { kind: ExprKind::AnswerOf(id, Box::new(who)), ty, span }
    }

    /// Types `north--south`, a link between two spaces.
    pub(super) fn edge(&mut self, a: &ast::Name, b: &ast::Name, span: Span) -> Expr {
        for (nth, board) in self.book.ir.boards.iter().enumerate() {
            let ends = (node_index(self.book, board.nodes, &a.text), node_index(self.book, board.nodes, &b.text));
            let (Some(from), Some(to)) = ends else { continue };
            let at = board.links.iter().position(|link| *link == (from, to) || *link == (to, from));
            let ty = Type::Member(board.edges);
            if let Some(at) = at {
                let (nodes, edges) = (board.nodes, board.edges);
                [a, b].into_iter().for_each(|end| self.book.record_member_of(nodes, end));
                return Expr { kind: ExprKind::Member(edges, at as u32, Vec::new()), ty, span };
            }
            if board.every_pair && from != to {
                return self.pair_of_nodes(BoardId(nth as u32), [a, b], span);
            }
        }
        let message = format!("there is no link between `{}` and `{}`", a.text, b.text);
        let unreadable = [a, b].into_iter().find(|end| self.book.unreadable.contains(&end.text));
        let name = unreadable.map_or(a.text.as_str(), |end| end.text.as_str());
        let help = "add it to the board, or name two spaces that are linked";
        self.book.missing(name, Diagnostic::error(codes::NO_EDGE, span, message).help(help));
        poison(span)
    }

    /// Types `north--south` on a board with `every pair`, where the number of the link depends on the set-up.
    fn pair_of_nodes(&mut self, board: BoardId, [a, b]: [&ast::Name; 2], span: Span) -> Expr {
        let own = &self.book.ir.boards[board.index()];
        let (node, edge) = (Type::Member(own.nodes), Type::Member(own.edges));
        let ends = [a, b].map(|end| {
            let name = ast::Expr { kind: ast::ExprKind::Name(end.text.clone()), span: end.span };
            self.typed(&name, &node)
        });
        let link = builtin(Builtin::Link(board), ends.to_vec(), option(edge), span);
        present(link)
    }
}

/// True if the expected type is a player, or an option, set or list of players.
fn wants_player(want: &Type) -> bool {
    match want {
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => wants_player(inner),
        want => *want == Type::Member(PLAYER),
    }
}
