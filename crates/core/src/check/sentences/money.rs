//! Desugaring of payments: `p gains 3 fame`, `p pays 2 coins to q`, and `cost:` of sheets.

use super::made::{opposite, push};
use super::moves::move_amounts;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def, Meaning, in_words};
use crate::check::types::{
    are_so_many, binary, by_player, coerce, count, has_amounts, may_lie, negate, numeric, pieces, place_or_places,
    present, yes_no,
};
use crate::ir::{
    Binary, Block, ComponentId, Copies, Expr, ExprKind, LocalId, PLAYER, PlaceId, Quantity, StartIndex, Stmt, StmtKind,
    TrackId, Type,
};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Something of a player that can be gained or paid.
#[derive(Clone, Copy)]
enum Money {
    /// A track indexed by players alone.
    Track(TrackId),
    /// A component with a purse for each player: component, purse, bank.
    Coins(ComponentId, PlaceId, Option<PlaceId>),
    /// A number that a menu remembers, such as movement points.
    Points(LocalId),
}

/// `p gains n fame`
pub(super) fn gains(
    typer: &mut Typer<'_>,
    who: &ast::Expr,
    n: &ast::Expr,
    of: &ast::Name,
    span: Span,
    out: &mut Block,
) {
    let who = typer.player(who);
    let n = typer.number(n);
    if let Some(money) = money(typer, of) {
        let gain = gain(typer, money, who, n, span);
        out.extend(gain);
    }
}

/// `p pays n fame to q`
pub(super) fn pays(
    typer: &mut Typer<'_>,
    who: &ast::Expr,
    n: &ast::Expr,
    of: &ast::Name,
    to: Option<&ast::Expr>,
    span: Span,
    out: &mut Block,
) {
    let who = typer.player(who);
    let n = typer.number(n);
    let to = to.map(|to| payee(typer, to, of));
    if let Some(money) = money(typer, of) {
        let enough = enough(typer, money, &who, &n);
        push(out, StmtKind::Require(enough, None), span);
        let paid = pay(typer, money, who, n, to, span);
        out.extend(paid);
    }
}

/// The player who is paid.
fn payee(typer: &mut Typer<'_>, to: &ast::Expr, of: &ast::Name) -> Expr {
    let player = Type::Member(PLAYER);
    let found = typer.value(to, Some(&player));
    if !found.ty.is_of_places() {
        return coerce(typer.book, found, &player);
    }
    let help =
        format!("without `to` it goes back to where all `{}` start; to another place things go with `move`", of.text);
    let rest = Span { start: of.span.end, ..of.span.to(to.span) };
    let help = Remedy::new(help, Fix::remove("leave out the place", rest).safe_if(false));
    typer.book.wrong(codes::MISMATCH, found.span, "a payment goes to a player, and this is a place", help)
}

fn money(typer: &mut Typer<'_>, of: &ast::Name) -> Option<Money> {
    if let Some(Meaning::Local(id)) = typer.scope.lookup(&of.text)
        && typer.scope.is_remembered(id)
        && matches!(typer.scope.ty(id), Type::Number | Type::Error)
    {
        typer.in_scope(&of.text, of.span);
        return Some(Money::Points(id));
    }
    for def in typer.book.names.get(&of.text).to_vec() {
        match def {
            Def::Track(id) if by_player(&typer.book.ir.tracks[id.index()].axes) => {
                typer.book.refer(def, of.span);
                return Some(Money::Track(id));
            }
            Def::Component(id) => return coins(typer, id, of),
            _ => {}
        }
    }
    let mut near: Vec<String> = Vec::new();
    near.extend(typer.book.ir.tracks.iter().filter(|t| by_player(&t.axes)).map(|t| t.name.clone()));
    near.extend(typer.book.ir.components.iter().map(|component| component.name.clone()));
    let mut finding = match typer.book.names.get(&of.text).is_empty() && typer.book.names.members(&of.text).is_empty() {
        true => Diagnostic::error(codes::UNKNOWN_NAME, of.span, format!("there is no `{}`", of.text)),
        false => Diagnostic::error(codes::NO_PURSE, of.span, format!("nobody can gain or pay `{}`", of.text)),
    };
    let help = typer.book.near(of, near.iter().map(String::as_str)).or_else(|| {
        Some("use a track with a value for each player, or a component with a purse for each player".into())
    });
    finding.set_help(help);
    typer.book.missing(&of.text, finding);
    None
}

fn coins(typer: &mut Typer<'_>, id: ComponentId, of: &ast::Name) -> Option<Money> {
    typer.book.refer(Def::Component(id), of.span);
    let purses: Vec<u32> = (0..typer.book.ir.places.len() as u32)
        .filter(|at| {
            let place = &typer.book.ir.places[*at as usize];
            place.holds.contains(&id) && by_player(&place.axes)
        })
        .collect();
    let component = &typer.book.ir.components[id.index()];
    let plain = component.axes.is_empty();
    match purses.as_slice() {
        [purse] if plain => {
            let bank = component.start.places.first().map(|start| start.place);
            let unlimited = matches!(component.copies, Copies::Unlimited);
            let bank = bank.filter(|bank| unlimited || bank.index() != *purse as usize);
            typer.book.used.insert(Def::Place(PlaceId(*purse)));
            Some(Money::Coins(id, PlaceId(*purse), bank))
        }
        found => {
            let message = format!("`{}` has {} purses", of.text, found.len());
            let help = "let one place indexed by Player alone hold it, or write a `move`";
            typer.book.error(codes::NO_PURSE, of.span, message, help);
            None
        }
    }
}

/// The place of a bank, where all of its money starts.
fn place_of_bank(book: &Book, id: ComponentId, bank: PlaceId, span: Span) -> Expr {
    let start = book.ir.components[id.index()].start.places.first();
    let at = start.into_iter().flat_map(|start| &start.axes).filter_map(|axis| match axis {
        StartIndex::At(at) => Some(at.clone()),
        StartIndex::Of(_) => None,
    });
    cell(bank, at.collect(), span)
}

fn gain(typer: &mut Typer<'_>, money: Money, who: Expr, n: Expr, span: Span) -> Block {
    let kind = match money {
        Money::Track(id) => StmtKind::Step(id, vec![who], n),
        Money::Points(id) => {
            let now = typer.scope.local(id, span);
            StmtKind::Let(id, binary(Binary::Add, now, n, Type::Number))
        }
        Money::Coins(id, purse, bank) => {
            let from = bank.map(|bank| place_of_bank(typer.book, id, bank, span));
            hand_over(id, n, from, cell(purse, vec![who], span), span)
        }
    };
    vec![Stmt { kind, span }]
}

fn pay(typer: &mut Typer<'_>, money: Money, who: Expr, n: Expr, to: Option<Expr>, span: Span) -> Block {
    let mut out = Block::new();
    match money {
        Money::Track(id) => {
            push(&mut out, StmtKind::Step(id, vec![who], opposite(n.clone())), span);
            if let Some(to) = to {
                push(&mut out, StmtKind::Step(id, vec![to], n), span);
            }
        }
        Money::Points(id) => {
            let now = typer.scope.local(id, span);
            push(&mut out, StmtKind::Let(id, binary(Binary::Sub, now, n, Type::Number)), span);
        }
        Money::Coins(id, purse, bank) => {
            let target = match to {
                Some(to) => Some(cell(purse, vec![to], span)),
                None => bank.map(|bank| place_of_bank(typer.book, id, bank, span)),
            };
            if let Some(target) = target {
                push(&mut out, hand_over(id, n, Some(cell(purse, vec![who], span)), target, span), span);
            }
        }
    }
    out
}

/// The condition that a player has at least this amount.
fn enough(typer: &mut Typer<'_>, money: Money, who: &Expr, n: &Expr) -> Expr {
    let span = n.span;
    match money {
        Money::Track(id) => {
            let low = typer.book.ir.tracks[id.index()].low.clone();
            let needed = match low {
                Some(Expr { kind: ExprKind::Number(0), .. }) => n.clone(),
                Some(low) => binary(Binary::Add, low, n.clone(), Type::Number),
                None => return yes_no(true, span),
            };
            let needed = Expr { span, ..needed };
            let has = numeric(ExprKind::Track(id, vec![who.clone()]), span);
            binary(Binary::AtMost, needed, has, Type::YesNo)
        }
        Money::Points(id) => {
            let has = typer.scope.local(id, span);
            binary(Binary::AtMost, n.clone(), has, Type::YesNo)
        }
        Money::Coins(id, purse, _) => {
            let has = count(coin(id, span), cell(purse, vec![who.clone()], span), span);
            binary(Binary::AtMost, n.clone(), has, Type::YesNo)
        }
    }
}

/// A `cost:` line.
pub(crate) struct Priced {
    /// The condition that it can be paid.
    pub(crate) holds: Expr,
    /// The payment.
    pub(crate) paid: Block,
    /// The things that are paid, and the place or places that they come from.
    pub(crate) things: Option<(Expr, Expr)>,
}

/// A `cost:` line: the condition that it can be paid, and the payment.
pub(crate) fn cost(typer: &mut Typer<'_>, cost: &ast::Cost, you: LocalId, span: Span) -> Option<Priced> {
    let condition = cost.when.as_ref().map(|(holds, e)| {
        let e = typer.condition(e);
        if *holds { e } else { negate(e) }
    });
    let priced = match &cost.from {
        None => cost_money(typer, cost, you, span)?,
        Some(from) => cost_things(typer, cost, from, span)?,
    };
    Some(match condition {
        None => priced,
        Some(condition) => {
            let free = negate(condition.clone());
            let holds = binary(Binary::Or, free, priced.holds, Type::YesNo);
            Priced {
                holds,
                paid: vec![Stmt { kind: StmtKind::If(condition, priced.paid, Block::new()), span }],
                ..priced
            }
        }
    })
}

/// Reason for players why a cost cannot be paid: `it costs 2 coins, which is more than there is`.
pub(crate) fn too_expensive(cost: &ast::Cost) -> String {
    let named = |e: &ast::Expr| match &e.kind {
        ast::ExprKind::Name(name) => Some(name.replace('_', " ")),
        _ => None,
    };
    let of = cost.of.as_ref().and_then(named);
    match (&cost.amount.kind, of) {
        (ast::ExprKind::Number(n), Some(of)) => format!("it costs {n} {of}, which is more than there is"),
        (_, Some(of)) => format!("not enough {of} to pay for it"),
        _ => "it cannot be paid".to_owned(),
    }
}

fn cost_money(typer: &mut Typer<'_>, cost: &ast::Cost, you: LocalId, span: Span) -> Option<Priced> {
    let Some(ast::Expr { kind: ast::ExprKind::Name(name), span: at }) = &cost.of else {
        let help = "write `2 jar from A to B`, or what the player has: `2 coins`";
        typer.book.error(codes::NO_PURSE, span, "this cost does not say from where it is paid", help);
        return None;
    };
    let money = money(typer, &ast::Name { text: name.clone(), span: *at })?;
    let n = typer.number(&cost.amount);
    let to = cost.to.as_ref().map(|to| payee(typer, to, &ast::Name { text: name.clone(), span: *at }));
    let who = typer.scope.local(you, span);
    let holds = enough(typer, money, &who, &n);
    let paid = pay(typer, money, who, n, to, span);
    Some(Priced { holds, paid, things: None })
}

fn cost_things(typer: &mut Typer<'_>, cost: &ast::Cost, from: &ast::Expr, span: Span) -> Option<Priced> {
    let from = typer.value(from, Some(&Type::Place));
    let from = place_or_places(typer.book, from);
    let (Some(of), Some(to)) = (&cost.of, &cost.to) else {
        let help = paid_in_words(cost);
        typer.book.error(codes::NO_FROM, span, "this cost does not say what is paid, or where to", help);
        return None;
    };
    let n = present(typer.value(&cost.amount, Some(&Type::Number)));
    if let Type::Amounts(kind) = n.ty {
        let to = typer.typed(to, &Type::Place);
        let component = typer.moved_by(of, kind)?;
        if from.ty == Type::Error || to.ty == Type::Error {
            return None;
        }
        let holds = has_amounts(&mut typer.scope, component, &n, &from);
        let things = Some((coin(component, span), from.clone()));
        let mut paid = Block::new();
        move_amounts(typer, (n, kind, of, false), Some(from), to, (None, span), &mut paid);
        return Some(Priced { holds, paid, things });
    }
    let n = coerce(typer.book, n, &Type::Number);
    let things = typer.things(of);
    let to = typer.typed(to, &Type::Place);
    if things.ty == Type::Error || from.ty == Type::Error || to.ty == Type::Error {
        return None;
    }
    may_lie(typer.book, &things, Some(&from), &to, span);
    are_so_many(typer.book, &n, &things);
    let there = count(things.clone(), from.clone(), from.span);
    let holds = binary(Binary::AtMost, n.clone(), there, Type::YesNo);
    let paid = Some((things.clone(), from.clone()));
    let what = Quantity::Exactly(n, things);
    let kind = StmtKind::Move { what, from: Some(from), to, end: None };
    Some(Priced { holds, paid: vec![Stmt { kind, span }], things: paid })
}

/// Help for a payment without a number or a target, with the words of the author: `write 1 c from hand[you] to discard`.
fn paid_in_words(cost: &ast::Cost) -> String {
    let part = |e: Option<&ast::Expr>| e.and_then(in_words);
    let (n, of) = match &cost.of {
        None => (Some("1".to_owned()), in_words(&cost.amount)),
        of => (in_words(&cost.amount), part(of.as_ref())),
    };
    let to = match &cost.to {
        None => Some("PLACE".to_owned()),
        to => part(to.as_ref()),
    };
    match (n, of, part(cost.from.as_ref()), to) {
        (Some(n), Some(of), Some(from), Some(to)) => format!("write `{n} {of} from {from} to {to}`"),
        _ => "write `2 jar from A to B`".to_owned(),
    }
}

fn cell(id: PlaceId, at: Vec<Expr>, span: Span) -> Expr {
    Expr { kind: ExprKind::Cell(id, at), ty: Type::Place, span }
}

fn coin(id: ComponentId, span: Span) -> Expr {
    pieces(id, Vec::new(), span)
}

fn hand_over(id: ComponentId, n: Expr, from: Option<Expr>, to: Expr, span: Span) -> StmtKind {
    StmtKind::Move { what: Quantity::Exactly(n, coin(id, span)), from, to, end: None }
}
