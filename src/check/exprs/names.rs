//! What a single word means: a name in sight, something of the game, or a member of the kind that is wanted here.

use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, all, number, yes_no};
use crate::check::names::defs::Def;
use crate::check::types::fit::card;
use crate::diagnostic::Diagnostic;
use crate::ir::{BoardId, Builtin, ComponentId, Expr, ExprKind, KindBody, KindId, LocalId, PLAYER, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// A word, with what is wanted where it stands.
    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        match name {
            "yes" | "no" => return yes_no(name == "yes", span),
            "none" => {
                return Expr { kind: ExprKind::Nothing, ty: Type::Nothing, span };
            }
            "players" => {
                return Expr { kind: ExprKind::Players, ty: Type::Number, span };
            }
            "you" if self.lookup("you").is_none() => return self.no_you(span),
            _ => {}
        }
        if let Some(found) = self.in_sight(name, span) {
            return found;
        }
        if let Some(found) = want.and_then(|want| self.wanted_member(name, span, want)) {
            return found;
        }
        let defs = self.book.names.get(name).to_vec();
        let things = matches!(want, Some(Type::Thing(_)));
        let preferred = defs.iter().find(|def| matches!(def, Def::Component(_)) == things).or(defs.first());
        if let Some(def) = preferred {
            return self.global(*def, name, span);
        }
        self.any_member(name, span, want)
    }

    fn no_you(&mut self, span: Span) -> Expr {
        self.wrong(
            codes::YOU_OUTSIDE,
            span,
            "`you` is known in sheets only",
            "give the rule a parameter, like `p in Player`, and name it",
        )
    }

    fn in_sight(&mut self, name: &str, span: Span) -> Option<Expr> {
        match self.lookup(name)?.meaning.clone() {
            Meaning::Local(id) => Some(self.local(id, span)),
            Meaning::Seat(n) => Some(seat(n, span)),
            Meaning::After(..) => Some(self.wrong(
                codes::MISPLACED,
                span,
                format!("every player gave an answer `{name}` of their own"),
                format!("say whose: `{name}[p]`"),
            )),
        }
    }

    /// The member of the wanted kind that a word means.
    fn wanted_member(&mut self, name: &str, span: Span, want: &Type) -> Option<Expr> {
        match want {
            Type::Option(inner) | Type::Set(inner) | Type::List(inner) => self.wanted_member(name, span, inner),
            Type::Member(kind) => {
                let (owner, family) = self.book.member_of(*kind, name)?;
                Some(self.member(owner, family, span))
            }
            Type::Thing(components) => components.iter().find_map(|id| self.print(*id, name, span)),
            _ => None,
        }
    }

    /// The family of the wanted kind that a word means.
    pub(super) fn wanted_family(&self, name: &str, want: &Type) -> Option<(KindId, u32)> {
        match want {
            Type::Option(inner) | Type::Set(inner) | Type::List(inner) => self.wanted_family(name, inner),
            Type::Member(kind) => self.book.member_of(*kind, name),
            Type::Thing(components) => components.iter().find_map(|id| {
                let kind = self.book.ir.components[id.index()].kind?;
                self.book.member_of(kind, name)
            }),
            _ => None,
        }
    }

    /// A print by its name; where whose it is must still be said, the member.
    fn print(&mut self, id: ComponentId, name: &str, span: Span) -> Option<Expr> {
        let kind = self.book.ir.components[id.index()].kind?;
        let (owner, family) = self.book.member_of(kind, name)?;
        let member = self.member(owner, family, span);
        let member = self.coerce(member, &Type::Member(kind));
        let counted = self.book.ir.components[id.index()].axes.len() > 1;
        Some(if counted { member } else { card(id, member) })
    }

    /// A member without parameters.
    pub(super) fn member(&mut self, kind: KindId, family: u32, span: Span) -> Expr {
        let params = match &self.book.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families[family as usize].params.len(),
            _ => 0,
        };
        if params > 0 {
            let name = self.book.member_names(kind)[family as usize].to_owned();
            let message = format!("`{name}` has {params} parameter{}", if params == 1 { "" } else { "s" });
            return self.wrong(codes::ARGUMENTS, span, message, format!("say which one: `{name}(..)`"));
        }
        Expr { kind: ExprKind::Member(kind, family, Vec::new()), ty: Type::Member(kind), span }
    }

    /// Something of the game by itself.
    fn global(&mut self, def: Def, name: &str, span: Span) -> Expr {
        self.uses(def);
        let ir = &self.book.ir;
        match def {
            Def::Setting(id) => {
                let ty = ir.settings[id.index()].ty.clone();
                Expr { kind: ExprKind::Setting(id), ty, span }
            }
            Def::Kind(id) => all(id, span),
            Def::Component(id) => self.component(id, span),
            Def::Place(id) if ir.places[id.index()].axes.is_empty() => {
                Expr { kind: ExprKind::Cell(id, Vec::new()), ty: Type::Place, span }
            }
            Def::Track(id) if ir.tracks[id.index()].axes.is_empty() => {
                Expr { kind: ExprKind::Track(id, Vec::new()), ty: Type::Number, span }
            }
            Def::Memory(id) if ir.memory[id.index()].axes.is_empty() => {
                let ty = ir.memory[id.index()].ty.clone();
                Expr { kind: ExprKind::Memory(id, Vec::new()), ty, span }
            }
            Def::Define(id) if ir.defines[id.index()].params == 0 => {
                let ty = ir.defines[id.index()].value.ty.clone();
                Expr { kind: ExprKind::Define(id, Vec::new()), ty, span }
            }
            Def::Place(_) | Def::Track(_) | Def::Memory(_) => self.wrong(
                codes::ARGUMENTS,
                span,
                format!("there are several `{name}`"),
                format!("say which one: `{name}[..]`"),
            ),
            Def::Define(_) | Def::Table(_) => self.wrong(
                codes::ARGUMENTS,
                span,
                format!("`{name}` has parameters"),
                format!("say of what: `{name}(..)`"),
            ),
            Def::Board(_) => self.wrong(
                codes::WRONG_SORT,
                span,
                format!("`{name}` is the board itself"),
                "name the kind of its spaces or of its links",
            ),
            Def::Rule(_) => self.not_a_value(name, span),
        }
    }

    /// A rule stands where a value is wanted.
    pub(super) fn not_a_value(&mut self, name: &str, span: Span) -> Expr {
        self.wrong(
            codes::NOT_A_VALUE,
            span,
            format!("`{name}` does something, it has no value"),
            "what is only worked out is a `define`",
        )
    }

    /// A component by its name alone: the thing, or all of them.
    pub(super) fn component(&mut self, id: ComponentId, span: Span) -> Expr {
        let component = &self.book.ir.components[id.index()];
        if component.axes.is_empty() {
            return Expr { kind: ExprKind::Piece(id, Vec::new()), ty: Type::Thing(vec![id]), span };
        }
        let ty = Type::Set(Box::new(Type::Thing(vec![id])));
        Expr { kind: ExprKind::Pieces(vec![id]), ty, span }
    }

    /// A word that is a member of some kind, whatever is wanted.
    fn any_member(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        let mut owners = self.book.names.members(name).to_vec();
        if owners.len() > 1 {
            // Directions are called so only where nothing else is.
            owners.retain(|(kind, _)| self.book.ir.boards.iter().all(|board| board.directions != Some(*kind)));
        }
        match owners.as_slice() {
            [] => match self.cell_named(name, span, want).or_else(|| self.directions_named(name, span)) {
                Some(found) => found,
                None => self.unknown_word(name, span, want),
            },
            [(kind, family)] => self.member(*kind, *family, span),
            several => {
                let kinds: Vec<String> = several.iter().map(|(kind, _)| self.book.say(&Type::Member(*kind))).collect();
                let message = format!("`{name}` can be {}", kinds.join(" or "));
                self.wrong(
                    codes::AMBIGUOUS,
                    span,
                    message,
                    "compare it with something of the kind that is meant, or rename one of them",
                )
            }
        }
    }

    fn unknown_word(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        let wanted = match want {
            Some(Type::Member(kind)) => self.book.near(name, self.book.member_names(*kind).into_iter()),
            _ => None,
        };
        let near = wanted.or_else(|| {
            let sight = self.sight.iter().map(|seen| seen.name.as_str());
            self.book.near(name, sight.chain(self.book.names.all()))
        });
        let message = match want {
            Some(Type::Member(kind)) if *kind != PLAYER => {
                format!("there is no `{name}`; {} is wanted here", self.book.say(&Type::Member(*kind)))
            }
            _ => format!("there is no `{name}`"),
        };
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, span, message);
        let otherwise = || match want {
            Some(want @ Type::Member(_)) => self.book.such(want),
            _ => "declare it, or write a name that is in sight here".to_owned(),
        };
        finding.help = near.or_else(|| Some(otherwise()));
        self.book.missing(name, finding);
        self.poison(span)
    }

    /// Whether a word means something by itself, so that it tells the type of what it is compared with.
    pub(super) fn stands_alone(&self, e: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &e.kind else {
            return true;
        };
        self.lookup(name).is_some()
            || !self.book.names.get(name).is_empty()
            || matches!(name.as_str(), "players" | "yes" | "no")
    }

    /// An answer of a `together` block that is over: `n[p]`.
    pub(super) fn answer_of(&mut self, id: LocalId, everybody: bool, who: &ast::Expr, span: Span) -> Expr {
        let who = self.typed(who, &Type::Member(PLAYER));
        let ty = self.locals[id.index()].ty.clone();
        let plain = matches!(ty, Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_) | Type::Error);
        let ty = if everybody || plain { ty } else { Type::Option(Box::new(ty)) };
        Expr { kind: ExprKind::AnswerOf(id, Box::new(who)), ty, span }
    }

    /// `north--south`
    pub(super) fn edge(&mut self, a: &ast::Name, b: &ast::Name, span: Span) -> Expr {
        for (nth, board) in self.book.ir.boards.iter().enumerate() {
            let ends = (self.node_index(board.nodes, &a.text), self.node_index(board.nodes, &b.text));
            let (Some(from), Some(to)) = ends else { continue };
            let at = board.links.iter().position(|link| *link == (from, to) || *link == (to, from));
            let ty = Type::Member(board.edges);
            if let Some(at) = at {
                return Expr { kind: ExprKind::Member(board.edges, at as u32, Vec::new()), ty, span };
            }
            if board.every_pair && from != to {
                return self.pair_of_nodes(BoardId(nth as u32), [a, b], span);
            }
        }
        let message = format!("there is no link between `{}` and `{}`", a.text, b.text);
        let lost = [a, b].into_iter().find(|end| self.book.lost.contains(&end.text));
        let name = lost.map_or(a.text.as_str(), |end| end.text.as_str());
        let help = "add it to the board, or name two spaces that are linked";
        self.book.missing(name, Diagnostic::error(codes::NO_EDGE, span, message).help(help));
        self.poison(span)
    }

    /// `north--south` on a board where every pair is linked: which edge it is depends on the set-up.
    fn pair_of_nodes(&mut self, board: BoardId, [a, b]: [&ast::Name; 2], span: Span) -> Expr {
        let own = &self.book.ir.boards[board.index()];
        let (node, edge) = (Type::Member(own.nodes), Type::Member(own.edges));
        let ends = [a, b].map(|end| {
            let name = ast::Expr { kind: ast::ExprKind::Name(end.text.clone()), span: end.span };
            self.typed(&name, &node)
        });
        let link = self.builtin(Builtin::Link(board), ends.to_vec(), Type::Option(Box::new(edge)), span);
        self.present(link)
    }

    /// The position of a node among the nodes of a board.
    pub(in crate::check) fn node_index(&self, nodes: KindId, name: &str) -> Option<u32> {
        self.book.member_names(nodes).iter().position(|node| *node == name).map(|at| at as u32)
    }

    /// A library word with these arguments.
    pub(super) fn builtin(&self, which: Builtin, args: Vec<Expr>, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(which, args), ty, span }
    }
}

/// `seat(n)`
pub(super) fn seat(n: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Seat(Box::new(number(n, span))), ty: Type::Member(PLAYER), span }
}
