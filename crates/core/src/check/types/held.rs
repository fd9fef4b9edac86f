//! Static contents of places: the components that they may hold.

use super::make::{all_pieces, merge};
use crate::check::names::Book;
use crate::ir::{Axis, ComponentId, Copies, Expr, ExprKind, KindId, Order, PLAYER, Place, Type, is_open};

/// The things in a place (or places), as a bag.
pub(crate) fn bag_of(book: &Book, place: Expr) -> Expr {
    let holds = held_in(book, &place);
    let span = place.span;
    let things = all_pieces(holds.clone(), span);
    Expr { kind: ExprKind::BagAt(Box::new(things), Box::new(place)), ty: Type::Bag(holds), span }
}

/// The components that a place may hold, as far as the expression determines it.
pub(crate) fn held_in(book: &Book, place: &Expr) -> Vec<ComponentId> {
    match &place.kind {
        ExprKind::Cell(id, _) => book.ir.places[id.index()].holds.clone(),
        ExprKind::Widen(inner) | ExprKind::Only(inner) => held_in(book, inner),
        ExprKind::Binary(_, a, b) => merge(&held_in(book, a), &held_in(book, b)),
        ExprKind::SetOf(value, _) => held_in(book, value),
        ExprKind::SetLiteral(places) => {
            places.iter().fold(Vec::new(), |held, place| merge(&held, &held_in(book, place)))
        }
        _ => (0..book.ir.components.len() as u32).map(ComponentId).collect(),
    }
}

/// The index of things that has the kind `kind`, if it is the same one in all components.
pub(crate) fn index_of_kind(book: &Book, components: &[ComponentId], kind: KindId) -> Option<u32> {
    let mut found = None;
    for id in components {
        let axes = &book.ir.components[id.index()].axes;
        let at = axes.iter().position(|axis| matches!(axis, Axis::Kind(k) if *k == kind))?;
        if found.is_some_and(|other| other != at) {
            return None;
        }
        found = Some(at);
    }
    found.map(|at| at as u32)
}

/// True if a kind is the only index of a component.
pub(crate) fn is_by(book: &Book, id: ComponentId, kind: KindId) -> bool {
    matches!(book.ir.components[id.index()].axes.as_slice(), [Axis::Kind(own)] if *own == kind)
}

/// True if these are figures.
pub(crate) fn are_figures(book: &Book, components: &[ComponentId]) -> bool {
    !components.is_empty() && components.iter().all(|id| book.ir.components[id.index()].figure)
}

/// A place that hides the location of single things, so that they are not figures.
pub(crate) fn hiding<'b>(book: &'b Book, components: &[ComponentId]) -> Option<&'b Place> {
    let ir = &book.ir;
    let one = |id: &&ComponentId| {
        matches!(&ir.components[id.index()].copies, Copies::Each(Expr { kind: ExprKind::Number(1), .. }))
    };
    let mut single = components.iter().filter(one);
    single.find_map(|id| ir.places.iter().find(|place| place.holds.contains(id) && hides(place)))
}

/// True if somebody may not see the contents of a place, or their order.
fn hides(place: &Place) -> bool {
    !is_open(&place.seen) || matches!(place.order, Order::Stack | Order::Shuffled)
}

/// True if `Player` is the only index.
pub(crate) fn by_player(axes: &[Axis]) -> bool {
    matches!(axes, [Axis::Kind(PLAYER)])
}
