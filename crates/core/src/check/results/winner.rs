//! The items `winner`, `payoff` and `always`.

use crate::check::codes;
use crate::check::declare::{plain, unknown_param};
use crate::check::exprs::{Typer, is_same_for_all, ranking as ranked, refuse_common_keys};
use crate::check::names::Book;
use crate::check::types::{coerce, list, set, wider};
use crate::ir::{
    Define, DefineId, DisplayRow, Expr, ExprKind, Invariant, Local, LocalId, LocalRole, Measure, MeasureSort,
};
use crate::ir::{PLAYER, Query, Showing, Text, TextPart, Type, Winner};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Types a row of `always`: an invariant.
pub(super) fn always(book: &mut Book, row: &ast::Always) {
    let mut typer = Typer::new(book);
    let holds = typer.condition(&row.holds);
    let holds = formula(typer.scope.locals, "always", holds, row.span);
    book.ir.always.push(Invariant { what: plain(&row.what), holds });
}

fn formula(locals: Vec<Local>, name: &str, value: Expr, span: Span) -> Define {
    Define { name: name.to_owned(), params: 0, locals, value, span }
}

/// Types a query like `winner p in Player by most fame[p]`.
pub(super) fn winner(book: &mut Book, query: &ast::Query, item: &ast::Item) {
    if book.ir.winner.is_some() {
        let help = "write one query, and add tie-breaks with `then`";
        book.error(codes::NAME_TWICE, item.head, "there are two lines `winner`", help);
        return;
    }
    let mut typer = Typer::new(book);
    let mut made = typer.query_with_any_keys(query, LocalRole::Binder);
    if let (Some((name, _)), Some((id, _))) = (query.binders.first(), made.binders.first()) {
        let ty = typer.scope.ty(*id).clone();
        if !wider(typer.book, &ty, &Type::Member(PLAYER)) {
            let message = format!("`winner` ranks players, and `{}` is {}", name.text, typer.book.say(&ty));
            let help = "write `winner p in Player by most ..`, with the value of the group of `p`";
            return typer.book.error(codes::MISMATCH, query.span, message, help);
        }
    }
    let is_alone = typer.book.ir.players.1 == 1;
    let together = together(&made);
    if !together && !is_alone {
        let name = query.binders.first().map_or("p", |(name, _)| name.text.as_str());
        let message = "this is the same for all players, so it ranks nobody";
        let help = format!(
            "use `{name}` in it: `by most points[{name}]`; where all win or lose together, say when before `by`: `where CONDITION by ..`"
        );
        refuse_common_keys(typer.book, &mut made, message, &help);
    }
    let others = others(&made);
    let measures = measures(&made, &typer.scope.locals);
    let ranks = ranking(&mut typer, made, item);
    let ranking_of_others = others.map(|others| ranking(&mut typer, others, item));
    let mut add = |define: Define| {
        book.ir.defines.push(define);
        DefineId(book.ir.defines.len() as u32 - 1)
    };
    book.ir.winner = Some(Winner { ranks: add(ranks), others: ranking_of_others.map(add), together, measures });
}

/// Types a formula like `payoff p in Player = won[p]`.
pub(super) fn payoff(book: &mut Book, player: &ast::Param, value: &ast::Expr, item: &ast::Item) {
    if book.ir.payoff.is_some() {
        book.error(codes::NAME_TWICE, item.head, "there are two lines `payoff`", "write one formula for all players");
        return;
    }
    let mut typer = Typer::new(book);
    let mut local = unknown_param(player);
    local.ty = Type::Member(PLAYER);
    typer.scope.locals.push(local);
    let is_everybody = match &player.ty {
        ast::ParamType::In(domain) => {
            matches!(typer.container(domain, None).kind, ExprKind::All(PLAYER) | ExprKind::Nothing)
        }
        _ => false,
    };
    if !is_everybody {
        let help = "write `payoff p in Player = ..`";
        typer.book.error(codes::MISMATCH, player.name.span, "every player has a payoff", help);
    }
    typer.scope.refuse_and_see(typer.book, &player.name, LocalId(0));
    let value = typer.number(value);
    let locals = typer.scope.locals;
    book.ir.payoff = Some(Define { params: 1, ..formula(locals, "payoff", value, item.head) });
}

/// A define whose value is a ranking of players.
fn ranking(typer: &mut Typer<'_>, query: Query, item: &ast::Item) -> Define {
    let ranking = ranked(&typer.scope, query, item.head);
    let ranking = coerce(typer.book, ranking, &list(set(Type::Member(PLAYER))));
    formula(typer.scope.locals.clone(), "winner", ranking, item.head)
}

/// True if all players win together, or nobody does: a query that ranges over all of them, with a condition and keys that are the same
/// for all.
fn together(query: &Query) -> bool {
    let [(_, Expr { kind: ExprKind::All(PLAYER), .. })] = query.binders.as_slice() else { return false };
    let Some(filter) = &query.filter else { return false };
    let common = |e: &Expr| is_same_for_all(e, &query.binders);
    common(filter) && query.keys.iter().all(|key| common(&key.value))
}

/// The keys by which a query ranks players. The players are its first local.
fn measures(query: &Query, locals: &[Local]) -> Vec<Measure> {
    let [(LocalId(0), _)] = query.binders.as_slice() else { return Vec::new() };
    let measure = |sort, value: &Expr| {
        let text = Text { parts: vec![TextPart::Value(value.clone())] };
        let (of, name, how, locals, instead) =
            (Some(PLAYER), String::new(), Showing::Values, locals.to_vec(), Vec::new());
        Measure { sort, row: DisplayRow { of, name, how, text, locals, instead, span: value.span } }
    };
    let condition = query.filter.iter().map(|filter| measure(MeasureSort::Condition, filter));
    let sort = |most| if most { MeasureSort::Most } else { MeasureSort::Least };
    condition.chain(query.keys.iter().map(|key| measure(sort(key.most), &key.value))).collect()
}

/// The query that ranks the players who do not fulfil its condition.
fn others(query: &Query) -> Option<Query> {
    let filter = query.filter.as_ref()?;
    let not = Expr { kind: ExprKind::Not(filter.clone()), ..Expr::clone(filter) };
    Some(Query { filter: Some(Box::new(not)), ..query.clone() })
}
