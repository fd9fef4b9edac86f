//! Units (dimensional analysis): numbers that are amounts of a track or of a component used as money.
//!
//! Amounts of different units that are added or compared are probably a mistake. Only certain cases have a unit. Numbers,
//! settings, columns, products, positions, counts of pieces and tracks of the game itself (prices, weeks) have none, and fit
//! everything.

use super::held::by_player;
use super::make::components_of;
use crate::check::codes;
use crate::check::names::{Book, Scope, Unit};
use crate::ir::{Aggregate, Binary, Builtin, ComponentId, Expr, ExprKind, LocalId, Type};
use tavola_syntax::text::Span;

/// Warns if two sides have different units. `done`: the operation, as a participle.
pub(crate) fn same_unit(book: &mut Book, scope: &Scope, left: &Expr, right: &Expr, done: &str, span: Span) {
    let (Some(a), Some(b)) = (unit(book, scope, left), unit(book, scope, right)) else { return };
    if a != b {
        let (a, b) = (unit_name(book, a), unit_name(book, b));
        let message = format!("`{a}` and `{b}` are {done}");
        let help = format!("say how much one is worth in the other: `1 * ({b} ..)`");
        book.warn(codes::UNITS, span, message, help);
    }
}

/// The unit of a number, if it is certain.
pub(crate) fn unit(book: &Book, scope: &Scope, e: &Expr) -> Option<Unit> {
    let part = |e: &Expr| unit(book, scope, e);
    match &e.kind {
        ExprKind::Local(id) => scope.unit(*id),
        ExprKind::Track(id, _) => by_player(&book.ir.tracks[id.index()].axes).then_some(Unit::Track(*id)),
        ExprKind::Count(things, _) | ExprKind::CountInBag(things, _) => match components_of(&things.ty)[..] {
            [only] if is_money(book, only) => Some(Unit::Money(only)),
            _ => None,
        },
        ExprKind::Binary(Binary::Add | Binary::Sub, a, b) | ExprKind::If(_, a, b) => both(part(a), part(b)),
        ExprKind::Builtin(Builtin::Min | Builtin::Max | Builtin::Gap, args) => {
            args.iter().map(part).reduce(both).flatten()
        }
        ExprKind::Aggregate(Aggregate::Sum | Aggregate::Max | Aggregate::Min, Some(value), _) => part(value),
        ExprKind::Round(a, ..) | ExprKind::LetIn(_, _, a) => part(a),
        ExprKind::Define(id, _) => book.define_units.get(id).copied(),
        _ => None,
    }
}

/// True for money: a component without index that is held by one place per player.
fn is_money(book: &Book, id: ComponentId) -> bool {
    let purses = book.ir.places.iter().filter(|place| place.holds.contains(&id) && by_player(&place.axes));
    let component = &book.ir.components[id.index()];
    component.axes.is_empty() && !component.figure && purses.count() == 1
}

fn unit_name(book: &Book, unit: Unit) -> String {
    match unit {
        Unit::Track(id) => book.ir.tracks[id.index()].name.clone(),
        Unit::Money(id) => book.ir.components[id.index()].name.clone(),
    }
}

/// The unit of a result of two numbers.
fn both(a: Option<Unit>, b: Option<Unit>) -> Option<Unit> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        (a, b) => a.or(b),
    }
}

/// Gives a name the unit of its value.
pub(crate) fn keep_unit(book: &Book, scope: &mut Scope, id: LocalId, value: &Expr) {
    if value.ty == Type::Number {
        scope.keep_unit(id, unit(book, scope, value));
    }
}
