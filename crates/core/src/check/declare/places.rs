//! Declares `places`: where components are, and who sees them.

use super::components::axis;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def, fold, nearest};
use crate::check::types::{axis_type, coerce, counted_by, same_axis};
use crate::ir::{Axis, ComponentId, LocalRole, Order, Place, PlaceId, PlaceLimit, Refill, Seer, Type};
use tavola_syntax::syntax::ast::{self, ItemKind};

fn rows<'a>(items: &[&'a ast::Item]) -> impl Iterator<Item = &'a ast::Place> {
    items.iter().flat_map(|item| if let ItemKind::Places(rows) = &item.kind { rows.as_slice() } else { &[] })
}

/// Declares names, indexes, contents and order of places.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for row in rows(items) {
        let axes: Vec<Axis> = row.head.axes.iter().filter_map(|index| axis(book, index)).collect();
        // The cell could not be read, so everything is allowed in this place.
        let unread = row.holds.is_empty() && book.unreadable.contains(&row.head.name.text);
        // So it is if a name in it is not known.
        let held: Vec<Option<ComponentId>> = row.holds.iter().map(|name| component(book, name)).collect();
        let holds = match unread || held.contains(&None) {
            true => (0..book.ir.components.len()).map(|at| ComponentId(at as u32)).collect(),
            false => held.into_iter().flatten().collect(),
        };
        if row.holds.is_empty() && !unread {
            let message = format!("`{}` does not say what it may hold", row.head.name.text);
            book.error(codes::HELD, row.head.span, message, "name components in the column `holds`");
        }
        let place = Place {
            name: row.head.name.text.clone(),
            axis_names: axis_names(&row.head),
            axes,
            holds,
            order: match row.order {
                Some(ast::Order::Row) => Order::Row,
                Some(ast::Order::Stack) => Order::Stack,
                Some(ast::Order::Shuffled) => Order::Shuffled,
                Some(ast::Order::Heap) | None => Order::Heap,
            },
            refilled: None,
            limits: Vec::new(),
            seen: vec![Seer::All(None)],
            span: row.head.name.span,
        };
        if matches!(place.order, Order::Stack | Order::Shuffled) || !seen_by_all(&row.seen) {
            for held in &place.holds {
                book.ir.components[held.index()].figure = false;
            }
        }
        book.claim(&row.head.name, Def::Place(PlaceId(book.ir.places.len() as u32)));
        book.ir.places.push(place);
    }
}

/// True if the column `seen by` shows a place to everybody, without a condition.
fn seen_by_all(seen: &[ast::Seer]) -> bool {
    let all =
        |seer: &ast::Seer| seer.when.is_none() && matches!(&seer.who.kind, ast::ExprKind::Name(who) if who == "all");
    seen.is_empty() || seen.iter().any(all)
}

/// Names of indexes; empty for unnamed ones.
pub(super) fn axis_names(head: &ast::Head) -> Vec<String> {
    head.axes.iter().map(|axis| axis.binder.as_ref().map_or_else(String::new, |name| name.text.clone())).collect()
}

/// The component of this name, or the nearest name. With the nearest one, a misspelt component in `holds` causes no further
/// findings.
fn component(book: &mut Book, name: &ast::Name) -> Option<ComponentId> {
    if let Some(found) = book.names.component(&name.text) {
        book.record(Def::Component(found), name.span);
        return Some(found);
    }
    book.unknown("component", name, |book| components(book).map(str::to_owned).collect());
    let near = nearest(&name.text, components(book)).and_then(|near| book.names.component(near));
    book.unsound |= near.is_none();
    near
}

fn components(book: &Book) -> impl Iterator<Item = &str> {
    book.ir.components.iter().map(|component| component.name.as_str())
}

/// Types limits, refills and `seen by`.
pub(super) fn values(book: &mut Book, items: &[&ast::Item]) {
    for (at, row) in rows(items).enumerate() {
        let refilled = row.refilled.as_ref().and_then(|(from, own)| refill(book, at, &row.head, (from, own)));
        let axes = book.ir.places[at].axes.clone();
        let limits = row.limits.iter().map(|limit| place_limit(book, &row.head, &axes, limit)).collect();
        let seen = seers(book, &row.head, &axes, &row.seen);
        let place = &mut book.ir.places[at];
        (place.refilled, place.limits, place.seen) = (refilled, limits, seen);
    }
}

fn refill(book: &mut Book, at: usize, head: &ast::Head, (name, own): (&ast::Name, &[ast::Name])) -> Option<Refill> {
    let Some(from) = book.names.place(&name.text) else {
        book.unknown("place", name, |book| book.ir.places.iter().map(|place| place.name.clone()).collect());
        return None;
    };
    book.refer(Def::Place(from), name.span);
    let (place, other) = (&book.ir.places[at], &book.ir.places[from.index()]);
    if let Some(missing) = other.holds.iter().find(|id| !place.holds.contains(id)) {
        let message =
            format!("`{}` may hold `{}`, this place may not", name.text, book.ir.components[missing.index()].name);
        book.error(codes::HELD, name.span, message, "add it to the column `holds` of this place");
    }
    let index = refill_index(book, at, head, from, (name, own))?;
    Some(Refill { from, index })
}

/// Positions of the own indexes of a place that select the place it is refilled from. Each index must be given and have the same
/// range, as otherwise one player's things could go to another player.
fn refill_index(
    book: &mut Book,
    at: usize,
    head: &ast::Head,
    from: PlaceId,
    (name, own): (&ast::Name, &[ast::Name]),
) -> Option<Vec<u32>> {
    let wanted = book.ir.places[from.index()].axes.clone();
    if wanted.len() != own.len() {
        let message = match (wanted.len(), own.len()) {
            (_, 0) => format!("there are several `{}`: say which one", name.text),
            (0, _) => format!("there is one `{}`, it has no indexes", name.text),
            (n, _) => format!("`{}` has {n} index{}", name.text, if n == 1 { "" } else { "es" }),
        };
        let help = match wanted.len() {
            0 => format!("write `refilled from {}`", name.text),
            _ => format!(
                "name the index of this place and use it: `deck[p in Player]`, `refilled from {}[p]`",
                name.text
            ),
        };
        book.error(codes::ARGUMENTS, name.span, message, help);
        return None;
    }
    let axes = book.ir.places[at].axes.clone();
    let mut index = Vec::new();
    for (said, wanted) in own.iter().zip(&wanted) {
        let binders = || head.axes.iter().map(|axis| axis.binder.as_ref().map_or("", |name| name.text.as_str()));
        let Some(nth) = binders().position(|binder| binder == said.text) else {
            let message = format!("this place has no index `{}`", said.text);
            let near = book.near(said, binders().filter(|binder| !binder.is_empty()));
            let help = near.unwrap_or_else(|| {
                format!("name it where the place is declared: `{}[{} in ..]`", head.name.text, said.text).into()
            });
            book.error(codes::UNKNOWN_NAME, said.span, message, help);
            return None;
        };
        if !axes.get(nth).is_some_and(|axis| same_axis(axis, wanted)) {
            let message = format!("`{}` is not an index of `{}`", said.text, name.text);
            let help = "the indexes of both places are of the same kind, or the same numbers";
            book.error(codes::MISMATCH, said.span, message, help);
            return None;
        }
        if let Some(binder) = &head.axes[nth].binder {
            book.index.refer(said.span, binder.span);
        }
        index.push(nth as u32);
    }
    Some(index)
}

/// A typer with the indexes of a head in scope.
pub(super) fn head_typer<'b>(book: &'b mut Book, head: &ast::Head, axes: &[Axis]) -> Typer<'b> {
    let mut typer = Typer::new(book);
    typer.scope.within_head(head);
    for (index, axis) in head.axes.iter().zip(axes) {
        match &index.binder {
            Some(name) => {
                typer.scope.declare_local(typer.book, name, axis_type(axis), LocalRole::Param);
            }
            None => {
                typer.scope.hidden("", axis_type(axis), LocalRole::Param, head.span);
            }
        }
    }
    typer
}

fn place_limit(book: &mut Book, head: &ast::Head, axes: &[Axis], limit: &ast::PlaceLimit) -> PlaceLimit {
    let mut typer = head_typer(book, head, axes);
    let most = typer.value(&limit.most, Some(&Type::Number));
    let amounts = if let Type::Amounts(kind) = most.ty { Some(kind) } else { None };
    let most = if amounts.is_some() { most } else { coerce(typer.book, most, &Type::Number) };
    if let Some(few) = fold(book, &most, None).filter(|most| *most < 0) {
        let message = format!("a place cannot hold {few} things");
        book.error(codes::OUT_OF_RANGE, most.span, message, "write a number from 0, or leave the cell empty");
    }
    let of: Vec<ComponentId> = limit.of.iter().filter_map(|name| component(book, name)).collect();
    let held = book.names.place(&head.name.text).map(|id| book.ir.places[id.index()].holds.clone());
    for (id, name) in of.iter().zip(&limit.of) {
        if held.as_ref().is_some_and(|held| !held.contains(id)) {
            let message = format!("`{}` may not lie there at all", name.text);
            book.error(codes::HELD, name.span, message, "add it to the column `holds`, or leave out its limit");
        }
    }
    if let Some(kind) = amounts {
        let counted = if of.is_empty() { held.unwrap_or_default() } else { of };
        let by = counted_by(book, &counted, kind, most.span);
        return PlaceLimit { span: most.span, most, of: by.into_iter().collect() };
    }
    PlaceLimit { span: most.span, most, of }
}

/// Types a list like `p, all when p in open`. An empty list means seen by all.
pub(super) fn seers(book: &mut Book, head: &ast::Head, axes: &[Axis], seen: &[ast::Seer]) -> Vec<Seer> {
    if seen.is_empty() {
        return vec![Seer::All(None)];
    }
    let from = book.found.len();
    let all: Vec<Seer> = seen.iter().filter_map(|seer| head_typer(book, head, axes).seer(seer)).collect();
    // Whoever cannot be read may be everybody.
    if book.found.len() > from { vec![Seer::All(None)] } else { all }
}
