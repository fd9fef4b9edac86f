//! Conversion of members to things: cards and pieces.

use super::fit::coerce;
use super::make::{pieces, present, set, whole};
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::{ComponentId, Expr, KindId, Type};

/// Checks a place or a set of places.
pub(crate) fn place_or_places(book: &mut Book, place: Expr) -> Expr {
    match &place.ty {
        Type::Set(inner) if **inner == Type::Place => place,
        _ => coerce(book, place, &Type::Place),
    }
}

/// All things of a member of a card kind, over all further indexes, if `components` has such things.
pub(crate) fn prints_among(book: &mut Book, member: &Expr, components: &[ComponentId]) -> Option<Expr> {
    let Type::Member(kind) = member.ty else { return None };
    let id = book.cards_of(kind)?;
    let several = book.ir.components[id.index()].axes.len() > 1;
    (several && components.contains(&id)).then(|| as_things(book, member.clone()))
}

/// True if values of a type are things: pieces, or members of a kind that is a component.
pub(crate) fn is_thing(book: &Book, ty: &Type) -> bool {
    match ty {
        Type::Thing(_) => true,
        Type::Member(kind) => book.cards_of(*kind).is_some() || cards_of_several(book, *kind).is_some(),
        _ => false,
    }
}

/// Converts a member of a part (or a set of them) to a member of the component's kind.
fn as_print(book: &mut Book, found: Expr, id: ComponentId) -> Expr {
    let Some(kind) = book.ir.components[id.index()].kind else { return found };
    let member = Type::Member(kind);
    let want = if matches!(found.ty, Type::Set(_)) { set(member) } else { member };
    coerce(book, found, &want)
}

/// The components whose cards together are exactly the members of a union.
fn cards_of_several(book: &Book, kind: KindId) -> Option<Vec<ComponentId>> {
    let components = &book.ir.components;
    let parts: Vec<(ComponentId, KindId)> = (0..components.len() as u32)
        .map(ComponentId)
        .filter(|id| components[id.index()].axes.len() == 1)
        .filter_map(|id| components[id.index()].kind.map(|own| (id, own)))
        .filter(|(_, own)| *own != kind && book.within(*own, kind))
        .collect();
    let found: usize = parts.iter().map(|(_, own)| book.families(*own).len()).sum();
    (found > 0 && found == book.families(kind).len()).then(|| parts.into_iter().map(|(id, _)| id).collect())
}

/// Converts members of a card kind to things, over all further indexes.
pub(crate) fn as_things(book: &mut Book, found: Expr) -> Expr {
    let found = present(found);
    let kind = match &found.ty {
        Type::Error | Type::Thing(_) => return found,
        Type::Set(inner) if matches!(**inner, Type::Thing(_)) => return found,
        Type::Member(kind) => Some(*kind),
        Type::Set(inner) => match **inner {
            Type::Member(kind) => Some(kind),
            _ => None,
        },
        _ => None,
    };
    if let Type::Member(kind) = found.ty
        && let Some(several) = cards_of_several(book, kind)
    {
        return coerce(book, found, &Type::Thing(several));
    }
    match kind.and_then(|kind| book.cards_of(kind).or_else(|| book.cards_with(kind))) {
        Some(id) => {
            let span = found.span;
            let found = as_print(book, found, id);
            let rest = book.ir.components[id.index()].axes[1..].iter().map(|axis| whole(axis, span));
            pieces(id, std::iter::once(found).chain(rest).collect(), span)
        }
        None => {
            let message = format!("expected a thing from the components, found {}", book.say(&found.ty));
            let help = book.such(&Type::Thing(Vec::new()));
            book.wrong(codes::MISMATCH, found.span, message, help)
        }
    }
}
