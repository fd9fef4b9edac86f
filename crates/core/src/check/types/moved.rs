//! Checks whether things may lie where they are moved.

use super::held::held_in;
use super::make::components_of;
use crate::check::codes;
use crate::check::names::{Book, fold};
use crate::ir::{Copies, Expr, ExprKind, Order, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Reports a move of more copies of a thing than there are in the box.
pub(crate) fn are_so_many(book: &mut Book, n: &Expr, things: &Expr) {
    let ExprKind::Piece(id, at) = &things.kind else { return };
    if matches!(things.ty, Type::Set(_)) {
        return;
    }
    let component = &book.ir.components[id.index()];
    let copies = match (&component.copies, at.first().map(|at| &at.kind)) {
        (Copies::Each(copies), _) => Some(copies),
        (Copies::Column, Some(ExprKind::Member(kind, family, _))) => {
            book.family((*kind, *family)).and_then(|family| family.copies.as_ref())
        }
        _ => None,
    };
    let (low, high) = book.ir.players;
    let mut most = None;
    for players in low..=high {
        let known = |e: &Expr| fold(book, e, Some(i64::from(players)));
        match (known(n), copies.and_then(known)) {
            (Some(n), Some(copies)) if n > copies => most = most.max(Some(copies)),
            _ => return,
        }
    }
    if let Some(copies) = most {
        let (message, at) = (format!("there are only {copies} of `{}` in the box", component.name), component.span);
        let help = "write a smaller number, `up to`, or change the column `count`";
        book.error(codes::TOO_MANY, n.span, message, help);
        book.label(at, "declared here");
    }
}

/// Checks that the places may hold the things. For one thing that may be of several components, each place must hold at least
/// one of these: rules test which one it is before they move it.
pub(crate) fn may_lie(book: &mut Book, things: &Expr, from: Option<&Expr>, to: &Expr, span: Span) {
    let several = matches!(&things.ty, Type::Thing(components) if components.len() > 1);
    all_or_some_may_lie(book, things, several || matches!(things.kind, ExprKind::Pieces(_)), from, to, span);
}

/// Checks that the places may hold all of the things, or with `some` at least one component of them.
pub(crate) fn all_or_some_may_lie(
    book: &mut Book,
    things: &Expr,
    some: bool,
    from: Option<&Expr>,
    to: &Expr,
    span: Span,
) {
    if things.ty == Type::Error || from.is_some_and(|from| from.ty == Type::Error) {
        return;
    }
    let moved = components_of(&things.ty);
    let sides = from.into_iter().chain([to]);
    for place in sides {
        let held = held_in(book, place);
        let stranger = if some {
            (!moved.iter().any(|id| held.contains(id))).then(|| moved.first()).flatten()
        } else {
            moved.iter().find(|id| !held.contains(id))
        };
        let Some(stranger) = stranger else { continue };
        let name = &book.ir.components[stranger.index()].name;
        let message = match &place.kind {
            ExprKind::Cell(id, _) => format!("`{}` may not hold `{name}`", book.ir.places[id.index()].name),
            _ => format!("`{name}` can never lie there"),
        };
        let help = "name it in the column `holds` of the place";
        book.error(codes::HELD, if place.span.is_none() { span } else { place.span }, message, help);
        if let ExprKind::Cell(id, _) = &place.kind {
            book.label(book.ir.places[id.index()].span, "declared here");
        }
    }
}

/// Reports `top of` or `bottom of` a place that has neither.
pub(crate) fn stack_end(book: &mut Book, end: Option<ast::End>, to: &Expr, span: Span) {
    if let (Some(_), ExprKind::Cell(id, _)) = (end, &to.kind) {
        let place = &book.ir.places[id.index()];
        let (what, help) = match place.order {
            Order::Heap => ("heap", "its order must be `stack` or `shuffled`"),
            Order::Row => ("row", "remove it: new things go to the right end"),
            Order::Stack | Order::Shuffled => return,
        };
        let message = format!("`{}` is a {what}: it has no top and no bottom", place.name);
        let declared = place.span;
        book.error(codes::HELD, span, message, help);
        book.label(declared, "declared here");
    }
}

/// Name of a place that is neither shuffled nor a stack.
pub(crate) fn loose(book: &Book, place: &Expr) -> Option<String> {
    let ExprKind::Cell(id, _) = &place.kind else { return None };
    let place = &book.ir.places[id.index()];
    matches!(place.order, Order::Heap | Order::Row).then(|| place.name.clone())
}
