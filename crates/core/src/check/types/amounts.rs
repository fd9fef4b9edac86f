//! Amounts of the members of a kind, such as the column `1 wool, 2 gold`. Operations on them are desugared into one count per
//! member.

use super::held::{held_in, is_by};
use super::make::{all, binary, card, components_of, count, numeric, poison, test};
use crate::check::codes;
use crate::check::names::{Book, Scope};
use crate::ir::{Binary, ComponentId, Expr, ExprKind, KindId, LocalId, LocalRole, Query, Type};
use tavola_syntax::text::Span;

/// The component of a place that amounts count: the only one, with this kind as its only index. Reports an error otherwise.
pub(crate) fn counted_by(book: &mut Book, held: &[ComponentId], kind: KindId, span: Span) -> Option<ComponentId> {
    let by: Vec<ComponentId> = held.iter().copied().filter(|id| is_by(book, *id, kind)).collect();
    let other = held.iter().find(|id| !by.contains(id)).copied();
    match (by.as_slice(), other) {
        ([only], None) => Some(*only),
        ([_, ..], Some(other)) => {
            let name = book.ir.components[other.index()].name.clone();
            let message = format!("`{name}` may lie there, too, and has no amount");
            let help = "let it lie elsewhere, or name what is meant: `c.cost jar` as a limit, `jar at on[c] is c.cost`";
            book.error(codes::AMOUNTS, span, message, help);
            None
        }
        (several, _) => {
            let what = book.say(&Type::Member(kind));
            let message = match several.len() {
                0 => format!("nothing that may lie there has {what} as its only index"),
                n => format!("{n} sorts of things there have {what} as their index"),
            };
            let help = "one component with that kind as its only index can be counted by amounts";
            book.error(codes::AMOUNTS, span, message, help);
            None
        }
    }
}

/// `squares[w] is w.cost`, `jar at squares[w] is w.cost`: equal amounts of each member, in a place or in a bag.
pub(crate) fn as_many(book: &mut Book, scope: &mut Scope, things: &Expr, amounts: &Expr, span: Span) -> Expr {
    let Type::Amounts(kind) = amounts.ty else { return poison(span) };
    let (held, things) = match (&things.kind, &things.ty) {
        (ExprKind::Count(of, place), _) => (components_of(&of.ty), &**place),
        (_, Type::Bag(components)) => (components.clone(), things),
        _ => (held_in(book, things), things),
    };
    let Some(component) = counted_by(book, &held, kind, things.span) else { return poison(span) };
    let (query, member) = each_of(scope, kind, span);
    let thing = card(component, scope.local(member, span));
    let there = match &things.ty {
        Type::Bag(_) => numeric(ExprKind::CountInBag(Box::new(thing), Box::new(things.clone())), span),
        _ => count(thing, things.clone(), span),
    };
    let same = binary(Binary::Is, there, amount_of(scope, amounts, member), Type::YesNo);
    test(ExprKind::Every(Box::new(query), Box::new(same)), span)
}

/// The condition that a place has at least these amounts.
pub(crate) fn has_amounts(scope: &mut Scope, component: ComponentId, amounts: &Expr, from: &Expr) -> Expr {
    let span = amounts.span;
    let Type::Amounts(kind) = amounts.ty else { return poison(span) };
    let (query, member) = each_of(scope, kind, span);
    let thing = card(component, scope.local(member, span));
    let there = count(thing, from.clone(), from.span);
    let enough = binary(Binary::AtMost, amount_of(scope, amounts, member), there, Type::YesNo);
    test(ExprKind::Every(Box::new(query), Box::new(enough)), span)
}

/// `c in Colour`, with a name that the author cannot use.
pub(crate) fn each_of(scope: &mut Scope, kind: KindId, span: Span) -> (Query, LocalId) {
    let member = scope.hidden("", Type::Member(kind), LocalRole::Binder, span);
    let binders = vec![(member, all(kind, span))];
    (Query { binders, clockwise: None, filter: None, keys: Vec::new(), span }, member)
}

/// The amount of one member.
pub(crate) fn amount_of(scope: &Scope, amounts: &Expr, member: LocalId) -> Expr {
    let member = scope.local(member, amounts.span);
    numeric(ExprKind::Amount(Box::new(amounts.clone()), Box::new(member)), amounts.span)
}

/// Reports things that cannot be counted by amounts of this kind.
pub(crate) fn no_amounts(book: &mut Book, span: Span, kind: KindId) {
    let what = book.say(&Type::Amounts(kind));
    let message = format!("these things cannot be counted by {what}");
    let help = "name a component that has that kind as its only index";
    book.error(codes::AMOUNTS, span, message, help);
}
