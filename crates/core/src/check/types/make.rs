//! Constructors of expressions and types.

use crate::ir::visit::same;
use crate::ir::{Axis, Binary, Builtin, ComponentId, Expr, ExprKind, KindId, PLAYER, Type};
use tavola_syntax::text::Span;

/// The type of a set.
pub(crate) fn set(ty: Type) -> Type {
    Type::Set(Box::new(ty))
}

/// The type of a list.
pub(crate) fn list(ty: Type) -> Type {
    Type::List(Box::new(ty))
}

/// The type of an optional value.
pub(crate) fn option(ty: Type) -> Type {
    Type::Option(Box::new(ty))
}

/// Type of an index.
pub(crate) fn axis_type(axis: &Axis) -> Type {
    match axis {
        Axis::Kind(kind) => Type::Member(*kind),
        Axis::Numbers(..) => Type::Number,
    }
}

/// True if two axes have the same domain.
pub(crate) fn same_axis(a: &Axis, b: &Axis) -> bool {
    match (a, b) {
        (Axis::Kind(a), Axis::Kind(b)) => a == b,
        (Axis::Numbers(low, high), Axis::Numbers(least, most)) => same(low, least) && same(high, most),
        _ => false,
    }
}

/// The components that a value of this type consists of.
pub(crate) fn components_of(ty: &Type) -> Vec<ComponentId> {
    match ty {
        Type::Thing(components) | Type::Bag(components) => components.clone(),
        Type::Set(inner) | Type::List(inner) | Type::Option(inner) => components_of(inner),
        _ => Vec::new(),
    }
}

/// Union of two lists, in order and without duplicates.
pub(crate) fn merge(a: &[ComponentId], b: &[ComponentId]) -> Vec<ComponentId> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|id| !a.contains(id)));
    all
}

/// An expression with an error that has been reported.
pub(crate) fn poison(span: Span) -> Expr {
    nothing(Type::Error, span)
}

/// `none`, or the empty value of a type.
pub(crate) fn nothing(ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Nothing, ty, span }
}

/// `3`
pub(crate) fn number(n: i64, span: Span) -> Expr {
    numeric(ExprKind::Number(n), span)
}

/// An expression of type number.
pub(crate) fn numeric(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Number, span }
}

/// An expression of type yes or no.
pub(crate) fn test(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::YesNo, span }
}

/// The constant `yes` or `no`.
pub(crate) fn yes_no(holds: bool, span: Span) -> Expr {
    test(ExprKind::YesNo(holds), span)
}

/// The negation of a condition.
pub(crate) fn negate(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Not(inner) => *inner,
        _ => {
            let span = e.span;
            test(ExprKind::Not(Box::new(e)), span)
        }
    }
}

/// A binary operation with the type of its result.
pub(crate) fn binary(op: Binary, a: Expr, b: Expr, ty: Type) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

/// A call of a library function.
pub(crate) fn builtin(which: Builtin, args: Vec<Expr>, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Builtin(which, args), ty, span }
}

/// Conversion to a wider type.
pub(crate) fn widen(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Widen(Box::new(e)), ty, span }
}

/// Conversion to a kind that has only some of the members.
pub(crate) fn narrow(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Narrow(Box::new(e)), ty, span }
}

/// The value of an option, or the only element of a collection.
pub(crate) fn only(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Only(Box::new(e)), ty, span }
}

/// The value of an option; anything else unchanged.
pub(crate) fn present(e: Expr) -> Expr {
    match &e.ty {
        Type::Option(inner) => {
            let inner = (**inner).clone();
            only(e, inner)
        }
        _ => e,
    }
}

/// `{x}`
pub(crate) fn one(e: Expr) -> Expr {
    let (ty, span) = (set(e.ty.clone()), e.span);
    Expr { kind: ExprKind::SetLiteral(vec![e]), ty, span }
}

/// `seat(n)`
pub(crate) fn seat(n: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::Seat(Box::new(n)), ty: Type::Member(PLAYER), span }
}

/// All members of a kind.
pub(crate) fn all(kind: KindId, span: Span) -> Expr {
    Expr { kind: ExprKind::All(kind), ty: set(Type::Member(kind)), span }
}

/// `low..high`
pub(crate) fn range(low: Expr, high: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), ty: set(Type::Number), span }
}

/// The domain of an axis.
pub(crate) fn whole(axis: &Axis, span: Span) -> Expr {
    match axis {
        Axis::Kind(kind) => all(*kind, span),
        Axis::Numbers(low, high) => range(low.clone(), high.clone(), span),
    }
}

/// A card of a component.
pub(crate) fn card(id: ComponentId, member: Expr) -> Expr {
    let span = member.span;
    pieces(id, vec![member], span)
}

/// A thing, or a set of things if an index is a set.
pub(crate) fn pieces(id: ComponentId, indexes: Vec<Expr>, span: Span) -> Expr {
    let several = indexes.iter().any(|index| matches!(index.ty, Type::Set(_)));
    let ty = Type::Thing(vec![id]);
    let ty = if several { set(ty) } else { ty };
    Expr { kind: ExprKind::Piece(id, indexes), ty, span }
}

/// All things of these components.
pub(crate) fn all_pieces(components: Vec<ComponentId>, span: Span) -> Expr {
    let ty = set(Type::Thing(components.clone()));
    Expr { kind: ExprKind::Pieces(components), ty, span }
}

/// `piece.player`
pub(crate) fn thing_index(thing: Expr, axis: u32, ty: Type) -> Expr {
    let span = thing.span;
    Expr { kind: ExprKind::ThingIndex(Box::new(thing), axis), ty, span }
}

/// An index of a thing that may be of several components.
pub(crate) fn thing_as(thing: Expr, axes: Vec<Option<u32>>, ty: Type) -> Expr {
    let span = thing.span;
    Expr { kind: ExprKind::ThingAs(Box::new(thing), axes), ty, span }
}

/// A card of one of several kinds as a member of their union.
pub(crate) fn card_as_member(card: Expr, components: &[ComponentId], all: KindId) -> Expr {
    match components {
        [_] => thing_index(card, 0, Type::Member(all)),
        _ => thing_as(card, vec![Some(0); components.len()], Type::Member(all)),
    }
}

/// Number of these things in a place.
pub(crate) fn count(things: Expr, place: Expr, span: Span) -> Expr {
    numeric(ExprKind::Count(Box::new(things), Box::new(place)), span)
}

/// The condition that at least one of these things is there.
pub(crate) fn some_there(things: Expr, places: Expr) -> Expr {
    let span = things.span;
    binary(Binary::AtMost, number(1, span), count(things, places, span), Type::YesNo)
}
