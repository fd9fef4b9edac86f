//! Coercions between types (subtyping).

use super::held::{bag_of, index_of_kind};
use super::make::{card, card_as_member, list, merge, narrow, option, present, set, thing_as, thing_index, widen};
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::{Attribute, Axis, ComponentId, Expr, ExprKind, KindBody, KindId, LocalId, Type};
use tavola_syntax::text::Span;

/// Help where one member is wanted and several are given.
const FOR_EACH: &str = "for each of them, write `each x in ..` and use `x` in its line";

/// Converts an expression to the expected type, or reports an error.
pub(crate) fn coerce(book: &mut Book, e: Expr, want: &Type) -> Expr {
    match fit(book, e, want) {
        Ok(e) => e,
        Err(e) => {
            let [wanted, found] = book.say_both(want, &e.ty);
            let message = format!("expected {wanted}, found {found}");
            let help = match &e.ty {
                Type::Thing(_) => of_one(book, want),
                Type::Set(inner) | Type::List(inner) if **inner == *want => FOR_EACH.to_owned(),
                _ => book.such(want),
            };
            if let ExprKind::Define(id, _) = e.kind {
                book.misfits.push((id, book.found.len()));
            }
            book.wrong(codes::MISMATCH, e.span, message, help)
        }
    }
}

/// Help where a thing may be of other components than those that are wanted.
fn of_one(book: &Book, want: &Type) -> String {
    match want {
        Type::Thing(wanted) if let Some(one) = wanted.first() => {
            let name = &book.ir.components[one.index()].name;
            format!("to take only these things, name their component: `{{c in {name} at PLACE}}`")
        }
        _ => book.such(want),
    }
}

/// Converts an expression to the expected type. Returns it unchanged in `Err` if that is impossible.
pub(crate) fn fit(book: &mut Book, mut e: Expr, want: &Type) -> Result<Expr, Expr> {
    if e.ty == *want || e.ty == Type::Error || *want == Type::Error {
        return Ok(e);
    }
    match (&e.ty, want) {
        (Type::Nothing, Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_)) => {
            e.ty = want.clone();
            Ok(e)
        }
        (Type::Option(have), Type::Option(inner)) if wider(book, have, inner) => Ok(widen(e, want.clone())),
        (Type::Option(have), Type::Option(inner)) if narrower(book, have, inner) => Ok(narrow(e, want.clone())),
        (_, Type::Option(inner)) => {
            let fitted = fit(book, e, inner)?;
            Ok(if fitted.ty == Type::Error { fitted } else { widen(fitted, want.clone()) })
        }
        (Type::Option(_), _) => {
            let original = e.clone();
            fit(book, present(e), want).map_err(|_| original)
        }
        (Type::Member(have), Type::Member(kind)) if is_one_of(book, &e, *have, *kind) => Ok(widen(e, want.clone())),
        (Type::Member(have), Type::Member(kind)) if !wider(book, &e.ty, want) && book.overlap(*have, *kind) => {
            Ok(narrow(e, want.clone()))
        }
        (Type::Member(kind), Type::Thing(components)) => {
            let kind = *kind;
            match components.iter().find(|id| is_cards(book, **id, kind)).copied() {
                Some(id) => fit(book, card(id, e), want),
                None => prints(book, e, kind, components, want),
            }
        }
        (Type::Thing(components), Type::Member(kind)) => {
            let (components, kind) = (components.clone(), *kind);
            thing_as_member(book, e, &components, kind)
        }
        (Type::Set(things), Type::Set(member)) if prints_within(book, things, member) => Ok(widen(e, want.clone())),
        (have, Type::Bag(_)) if have.is_of_places() => {
            let bag = bag_of(book, e);
            fit(book, bag, want)
        }
        (have, want) if wider(book, have, want) => Ok(widen(e, want.clone())),
        _ => Err(e),
    }
}

/// True if `have` is a subtype of `want`: every value of `have` is a value of `want`.
pub(crate) fn wider(book: &Book, have: &Type, want: &Type) -> bool {
    match (have, want) {
        (Type::Error, _) | (_, Type::Error) => true,
        (a, b) if a == b => true,
        (Type::Member(a), Type::Member(b)) => book.within(*a, *b),
        (Type::Thing(a), Type::Thing(b)) | (Type::Bag(a), Type::Bag(b)) => a.iter().all(|id| b.contains(id)),
        (Type::Set(a), Type::Set(b)) | (Type::List(a), Type::List(b)) => wider(book, a, b),
        (Type::Option(a), Type::Option(b)) => wider(book, a, b),
        (a, Type::Set(b)) if matches!(a, Type::Thing(_) | Type::Place) => wider(book, a, b),
        _ => false,
    }
}

/// True for a literal member that belongs to the expected kind, even if other members of its own kind do not.
pub(crate) fn is_one_of(book: &Book, e: &Expr, have: KindId, want: KindId) -> bool {
    match &e.kind {
        ExprKind::Member(kind, family, _) => {
            *kind == have && have != want && book.families(want).contains(&(*kind, *family))
        }
        ExprKind::Widen(inner) => match inner.ty {
            Type::Member(have) => have == want || is_one_of(book, inner, have, want),
            _ => false,
        },
        _ => false,
    }
}

/// True if some but not all values of `have` are members of `want`.
fn narrower(book: &Book, have: &Type, want: &Type) -> bool {
    match (have, want) {
        (Type::Member(have), Type::Member(want)) => !book.within(*have, *want) && book.overlap(*have, *want),
        _ => false,
    }
}

/// The least common supertype of two types: the wider one, or an option.
pub(crate) fn join(book: &Book, a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Error, other) | (other, Type::Error) => Some(other.clone()),
        _ if wider(book, a, b) => Some(b.clone()),
        _ if wider(book, b, a) => Some(a.clone()),
        (Type::Nothing, other) | (other, Type::Nothing) => Some(match other {
            Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_) => other.clone(),
            plain => option(plain.clone()),
        }),
        (Type::Option(x), Type::Option(y)) => Some(option(join(book, x, y)?)),
        (Type::Option(x), y) | (y, Type::Option(x)) => Some(option(join(book, x, y)?)),
        (Type::Thing(x), Type::Thing(y)) => Some(Type::Thing(merge(x, y))),
        (Type::Bag(x), Type::Bag(y)) => Some(Type::Bag(merge(x, y))),
        (Type::Set(x), Type::Set(y)) => Some(set(join(book, x, y)?)),
        (Type::List(x), Type::List(y)) => Some(list(join(book, x, y)?)),
        _ => None,
    }
}

/// Converts a thing to a member: to one of its indexes, or to its card.
fn thing_as_member(book: &mut Book, e: Expr, components: &[ComponentId], kind: KindId) -> Result<Expr, Expr> {
    let want = Type::Member(kind);
    if let Some(axis) = index_of_kind(book, components, kind) {
        return Ok(thing_index(e, axis, want));
    }
    let axes: Vec<Option<u32>> = components.iter().map(|id| axis_within(book, *id, kind)).collect();
    if !axes.is_empty() && axes.iter().all(Option::is_some) {
        return Ok(thing_as(e, axes, want));
    }
    match prints_of(book, components) {
        Some(all) if book.overlap(all, kind) => {
            let member = card_as_member(e, components, all);
            fit(book, member, &want)
        }
        _ => Err(e),
    }
}

/// The index of a component whose kind is within `kind`, if there is exactly one.
fn axis_within(book: &Book, id: ComponentId, kind: KindId) -> Option<u32> {
    let axes = &book.ir.components[id.index()].axes;
    let fits = |axis: &Axis| matches!(axis, Axis::Kind(own) if book.within(*own, kind));
    let at = axes.iter().position(fits)?;
    axes[at + 1..].iter().all(|axis| !fits(axis)).then_some(at as u32)
}

/// Converts a member of several card kinds to a thing.
fn prints(book: &Book, e: Expr, kind: KindId, components: &[ComponentId], want: &Type) -> Result<Expr, Expr> {
    let prints: Vec<(KindId, u32)> = components
        .iter()
        .filter(|id| book.ir.components[id.index()].axes.len() == 1)
        .filter_map(|id| book.ir.components[id.index()].kind)
        .flat_map(|kind| book.families(kind))
        .collect();
    let members = book.families(kind);
    match members.iter().filter(|member| prints.contains(member)).count() {
        0 => Err(e),
        n if n == members.len() => Ok(widen(e, want.clone())),
        _ => Ok(narrow(e, want.clone())),
    }
}

/// True if things are all cards of kinds within a kind.
fn prints_within(book: &Book, things: &Type, member: &Type) -> bool {
    let (Type::Thing(components), Type::Member(kind)) = (things, member) else { return false };
    let within = |id: &ComponentId| book.ir.components[id.index()].kind.is_some_and(|own| book.within(own, *kind));
    !components.is_empty() && components.iter().all(within)
}

/// Converts a value to the type it is compared with. A member outside of that kind becomes none instead of a fault.
pub(crate) fn fit_to_compare(book: &mut Book, e: Expr, want: &Type) -> Result<Expr, Expr> {
    let mut fitted = fit(book, e, want)?;
    if let ExprKind::Narrow(inner) = &fitted.kind
        && !matches!(inner.ty, Type::Option(_))
        && !matches!(fitted.ty, Type::Option(_))
    {
        fitted.ty = option(fitted.ty);
    }
    Ok(fitted)
}

fn is_cards(book: &Book, id: ComponentId, kind: KindId) -> bool {
    let component = &book.ir.components[id.index()];
    component.kind == Some(kind) && component.axes.len() == 1
}

/// Element type of a collection.
pub(crate) fn element(book: &Book, ty: &Type) -> Option<Type> {
    match ty {
        Type::Set(inner) | Type::List(inner) => Some((**inner).clone()),
        Type::Bag(components) => Some(bag_element(book, components)),
        Type::Error | Type::Nothing => Some(Type::Error),
        _ => None,
    }
}

/// Element type of a bag: a member if it holds the cards of a single kind, otherwise a thing.
fn bag_element(book: &Book, components: &[ComponentId]) -> Type {
    if let [only] = components {
        let component = &book.ir.components[only.index()];
        if let (Some(kind), 1) = (component.kind, component.axes.len()) {
            return Type::Member(kind);
        }
    }
    Type::Thing(components.to_vec())
}

/// The kind with exactly the members of these kinds. Creates it if it does not exist.
pub(crate) fn union_of(book: &mut Book, kinds: &[KindId]) -> Option<KindId> {
    if let [only] = kinds {
        return Some(*only);
    }
    let mut wanted: Vec<(KindId, u32)> = kinds.iter().flat_map(|kind| book.families(*kind)).collect();
    wanted.sort();
    wanted.dedup();
    let known = (0..book.ir.kinds.len() as u32).map(KindId).find(|kind| {
        let mut families = book.families(*kind);
        families.sort();
        families == wanted
    });
    if known.is_some() || book.finished || kinds.is_empty() {
        return known;
    }
    let id = book.add_kind("", KindBody::Union(kinds.to_vec()), Span::NONE);
    union_columns(book, id);
    Some(id)
}

/// The kind of all cards of these components; `None` if some are not cards.
pub(crate) fn prints_of(book: &mut Book, components: &[ComponentId]) -> Option<KindId> {
    let kinds: Option<Vec<KindId>> = components.iter().map(|id| book.ir.components[id.index()].kind).collect();
    union_of(book, &kinds?)
}

/// The kinds that a union or a restricted kind consists of.
pub(crate) fn parts_of(book: &Book, kind: KindId) -> Vec<KindId> {
    match &book.ir.kinds[kind.index()].body {
        KindBody::Union(parts) => parts.clone(),
        KindBody::Subset(of, _) => vec![*of],
        _ => Vec::new(),
    }
}

/// Adds the columns that all parts of a union have with a common type, so that they can be read of the union.
pub(crate) fn union_columns(book: &mut Book, kind: KindId) {
    let parts = parts_of(book, kind);
    let Some(first) = parts.first() else { return };
    for name in column_names(book, *first) {
        let mut values: Vec<Expr> = Vec::new();
        let mut ty: Option<Type> = None;
        for part in &parts {
            let Some(value) = column_of(book, *part, &name) else { break };
            ty = match ty {
                None => Some(value.ty.clone()),
                Some(before) => join(book, &before, &value.ty),
            };
            if ty.is_none() {
                break;
            }
            values.push(value);
        }
        let Some(ty) = ty.filter(|_| values.len() == parts.len()) else { continue };
        let values = values.into_iter().map(|value| coerce(book, value, &ty)).collect();
        book.ir.kinds[kind.index()].attributes.push(Attribute { name, ty, values, span: Span::NONE });
    }
}

fn column_names(book: &Book, kind: KindId) -> Vec<String> {
    let kind = match &book.ir.kinds[kind.index()].body {
        KindBody::Subset(of, _) => *of,
        _ => kind,
    };
    book.ir.kinds[kind.index()].attributes.iter().map(|attribute| attribute.name.clone()).collect()
}

/// Reads a column of a member. The member is the only local in scope.
fn column_of(book: &Book, kind: KindId, name: &str) -> Option<Expr> {
    let span = book.ir.kinds[kind.index()].span;
    let member = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(kind), span };
    let (member, owner) = match &book.ir.kinds[kind.index()].body {
        KindBody::Subset(of, _) => (widen(member, Type::Member(*of)), *of),
        _ => (member, kind),
    };
    let attributes = &book.ir.kinds[owner.index()].attributes;
    let at = attributes.iter().position(|attribute| attribute.name == name && attribute.ty != Type::Text)?;
    let kind = ExprKind::Attribute(Box::new(member), owner, at as u32);
    Some(Expr { kind, ty: attributes[at].ty.clone(), span })
}
