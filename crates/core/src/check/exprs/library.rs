//! Library functions that every game has: seats, numbers, lists, boards. [`WORDS`] lists all of them.

use super::typer::Typer;
use crate::check::codes;
use crate::check::types::{builtin, list, number, option, poison, same_unit, seat, set};
use crate::ir::{Builtin, Expr, PLAYER, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Types a call of a function.
type How = fn(&mut Call<'_, '_>) -> Expr;

/// Type of a player.
const ONE: Type = Type::Member(PLAYER);

/// All functions by name, each with its typer.
const WORDS: [(&str, How); 26] = [
    ("seat", |call| call.seat()),
    ("left", |call| call.of_player(Builtin::Left, ONE)),
    ("right", |call| call.of_player(Builtin::Right, ONE)),
    ("others", |call| call.of_player(Builtin::Others, set(ONE))),
    ("min", |call| call.of_numbers(Builtin::Min)),
    ("max", |call| call.of_numbers(Builtin::Max)),
    ("cut", |call| call.cut()),
    ("orders", |call| call.orders()),
    ("position", |call| call.position()),
    ("occurrences", |call| call.occurrences()),
    ("site", |call| call.site()),
    ("neighbours", |call| call.neighbours()),
    ("links", |call| call.of_spaces(1, |board, _, link| (Builtin::Links(board), set(link)))),
    ("link", |call| call.of_spaces(2, |board, _, link| (Builtin::Link(board), option(link)))),
    ("distance", |call| call.of_spaces(2, |board, _, _| (Builtin::Distance(board), Type::Number))),
    ("far", |call| call.far()),
    ("reach", |call| call.reach()),
    ("chains", |call| call.chains()),
    ("lines", |call| call.of_grid(Builtin::Lines, |cell| list(set(cell)))),
    ("column", |call| call.of_grid(Builtin::ColumnCells, list)),
    ("row", |call| call.row()),
    ("cell", |call| call.cell()),
    ("ray", |call| call.ray()),
    ("sight", |call| call.sight()),
    ("between", |call| call.between()),
    ("forward", |call| call.forward()),
];

/// Names of all library functions, for suggestions and completion.
pub fn words<'w>() -> impl Iterator<Item = &'w str> {
    WORDS.iter().map(|(word, _)| *word).chain(["rank"])
}

/// A call of a library function.
pub(super) struct Call<'t, 'b> {
    pub(super) typer: &'t mut Typer<'b>,
    pub(super) word: &'static str,
    pub(super) args: &'t [ast::Expr],
    pub(super) span: Span,
    /// Expected type, as a hint.
    pub(super) want: Option<&'t Type>,
}

/// Types a call; `None` if there is no such library function.
pub(super) fn call(
    typer: &mut Typer<'_>,
    name: &str,
    args: &[ast::Expr],
    span: Span,
    want: Option<&Type>,
) -> Option<Expr> {
    let (word, how) = WORDS.iter().find(|(word, _)| *word == name)?;
    Some(how(&mut Call { typer, word, args, span, want }))
}

impl Call<'_, '_> {
    /// Types the arguments; none if their number is wrong.
    pub(super) fn arguments(&mut self, wanted: Vec<Type>) -> Option<Vec<Expr>> {
        self.typer.arguments(self.word, wanted, self.args, self.span)
    }

    /// The call as an expression; an error expression if the arguments are missing.
    pub(super) fn made(&self, which: Builtin, args: Option<Vec<Expr>>, ty: Type) -> Expr {
        args.map_or_else(|| poison(self.span), |args| builtin(which, args, ty, self.span))
    }

    /// Reports an error at the whole call.
    pub(super) fn wrong(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<tavola_syntax::diagnostic::Remedy>,
    ) -> Expr {
        self.typer.book.wrong(code, self.span, message, help)
    }

    fn seat(&mut self) -> Expr {
        match self.arguments(vec![Type::Number]).and_then(|mut args| args.pop()) {
            Some(n) => seat(n, self.span),
            None => poison(self.span),
        }
    }

    fn of_player(&mut self, which: Builtin, ty: Type) -> Expr {
        let args = self.arguments(vec![ONE]);
        self.made(which, args, ty)
    }

    /// Types `min(a, b, c)`.
    fn of_numbers(&mut self, which: Builtin) -> Expr {
        let span = self.span;
        let Some(args) = self.arguments(vec![Type::Number; self.args.len().max(2)]) else { return poison(span) };
        let made = args.into_iter().reduce(|a, b| {
            same_unit(self.typer.book, &self.typer.scope, &a, &b, "compared", span);
            builtin(which, vec![a, b], Type::Number, span)
        });
        made.unwrap_or_else(|| number(0, span))
    }

    fn cut(&mut self) -> Expr {
        let [whole, size] = self.args else {
            return self.wrong(codes::ARGUMENTS, "`cut` takes a list and a number", "write `cut(LIST, 3)`");
        };
        let inner = if let Some(Type::List(inner)) = self.want { Some(&**inner) } else { None };
        let whole = self.a_list(whole, inner);
        if matches!(&whole.ty, Type::List(of) if matches!(**of, Type::Set(_) | Type::List(_))) {
            let help = "cut a list of numbers, members or things";
            let message = "`cut` cannot cut a list of sets or of lists";
            return self.typer.book.wrong(codes::MISMATCH, whole.span, message, help);
        }
        let size = self.typer.number(size);
        let ty = list(whole.ty.clone());
        self.made(Builtin::Cut, Some(vec![whole, size]), ty)
    }

    fn orders(&mut self) -> Expr {
        let help = "ask for one of them: `p chooses line in orders(S)`, `chance line in orders(S)`";
        self.wrong(codes::MISPLACED, "the orders of a set are never listed", help)
    }

    /// Types an expression that must be a list.
    pub(super) fn a_list(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let found = self.typer.value(e, want);
        match &found.ty {
            Type::List(_) | Type::Error => found,
            other => {
                let message = format!("expected a list, found {}", self.typer.book.say(other));
                let help = "a list is `[a, b]`, or `[x in SET by ..]`";
                self.typer.book.wrong(codes::MISMATCH, found.span, message, help)
            }
        }
    }
}
