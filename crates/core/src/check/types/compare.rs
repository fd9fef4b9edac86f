//! Type checking of binary operators: equality, membership, union and difference.

use super::amounts::as_many;
use super::fit::{coerce, fit_to_compare, join, wider};
use super::held::bag_of;
use super::make::{binary, list, poison, set, some_there, widen};
use super::shapes::is_none;
use super::things::{as_things, is_thing, prints_among};
use super::units::same_unit;
use crate::check::codes;
use crate::check::names::{Book, Scope};
use crate::ir::{Binary, Expr, ExprKind, Type};
use tavola_syntax::syntax::ast;

/// `+` or `-` of places: of their contents, or of the sets of places where these are expected.
pub(crate) fn join_places(book: &mut Book, left: Expr, right: Expr, op: Binary, want: Option<&Type>) -> Expr {
    let ty = set(Type::Place);
    if want.is_some_and(|want| *want == Type::Place || *want == ty) {
        let side = |e: Expr| if e.ty == Type::Place { widen(e, ty.clone()) } else { e };
        return binary(op, side(left), side(right), ty.clone());
    }
    let (left, right) = (bag_of(book, left), bag_of(book, right));
    let ty = join(book, &left.ty, &right.ty).unwrap_or(Type::Error);
    let (left, right) = (coerce(book, left, &ty), coerce(book, right, &ty));
    binary(op, left, right, ty)
}

/// Reports two values that cannot be added or subtracted.
pub(crate) fn unlike(book: &mut Book, left: Expr, right: Expr, verb: &str) -> Expr {
    if left.ty == Type::Error || right.ty == Type::Error {
        return poison(left.span);
    }
    let [one, other] = book.say_both(&left.ty, &right.ty);
    let message = format!("{one} and {other} cannot be {verb}");
    let help = "use two numbers, sets, lists or bags of one sort, or say how many with `count of ..`";
    book.wrong(codes::MISMATCH, left.span.to(right.span), message, help)
}

/// Equality of two typed values.
pub(crate) fn equal(book: &mut Book, scope: &mut Scope, left: Expr, right: Expr) -> Expr {
    if left.ty == Type::Nothing || right.ty == Type::Nothing {
        let (subject, span) = if right.ty == Type::Nothing { (left, right.span) } else { (right, left.span) };
        return is_none(book, subject, span);
    }
    let things = |e: &Expr| match &e.ty {
        Type::Place | Type::Bag(_) => true,
        Type::Set(inner) => **inner == Type::Place,
        _ => matches!(e.kind, ExprKind::Count(..)),
    };
    match (&left.ty, &right.ty) {
        (_, Type::Amounts(_)) if things(&left) => return as_many(book, scope, &left, &right, left.span.to(right.span)),
        (Type::Amounts(_), _) if things(&right) => {
            return as_many(book, scope, &right, &left, left.span.to(right.span));
        }
        _ => {}
    }
    // In a comparison with a bag, a place means its contents.
    let (left, right) = match (&left.ty, &right.ty) {
        (Type::Place, Type::Bag(_)) => (bag_of(book, left), right),
        (Type::Bag(_), Type::Place) => (left, bag_of(book, right)),
        _ => (left, right),
    };
    match join(book, &left.ty, &right.ty) {
        Some(ty) => {
            let (left, right) = (coerce(book, left, &ty), coerce(book, right, &ty));
            if ty == Type::Number {
                same_unit(book, scope, &left, &right, "compared", left.span.to(right.span));
            }
            binary(Binary::Is, left, right, Type::YesNo)
        }
        None => {
            let right = match fit_to_compare(book, right, &left.ty) {
                Ok(right) => return binary(Binary::Is, left, right, Type::YesNo),
                Err(right) => right,
            };
            match fit_to_compare(book, left, &right.ty) {
                Ok(left) => binary(Binary::Is, left, right, Type::YesNo),
                Err(left) => {
                    let [one, other] = book.say_both(&left.ty, &right.ty);
                    let message = format!("{one} is never {other}");
                    let help = book.such(&left.ty);
                    book.wrong(codes::MISMATCH, left.span.to(right.span), message, help)
                }
            }
        }
    }
}

/// `x in S`, both sides typed.
pub(crate) fn member_of_set(book: &mut Book, left: Expr, of: Expr, element: &Type) -> Expr {
    if let Type::Bag(components) = &of.ty {
        if let (Type::Member(_), ExprKind::BagAt(_, place), Some(things)) =
            (&left.ty, &of.kind, prints_among(book, &left, components))
        {
            return some_there(things, (**place).clone());
        }
        let thing = coerce(book, left, &Type::Thing(components.clone()));
        return binary(Binary::In, thing, of, Type::YesNo);
    }
    if *element == Type::Place && is_thing(book, &left.ty) {
        let things = as_things(book, left);
        return some_there(things, of);
    }
    if !wider(book, &left.ty, element) && wider(book, element, &left.ty) && !matches!(left.ty, Type::Option(_)) {
        let wide = if matches!(of.ty, Type::List(_)) { list(left.ty.clone()) } else { set(left.ty.clone()) };
        let of = coerce(book, of, &wide);
        return binary(Binary::In, left, of, Type::YesNo);
    }
    let left = match fit_to_compare(book, left, element) {
        Ok(left) => left,
        Err(left) => coerce(book, left, element),
    };
    binary(Binary::In, left, of, Type::YesNo)
}

/// Comparison of two numbers.
pub(crate) fn order(op: ast::Binary, a: Expr, b: Expr) -> Expr {
    match op {
        ast::Binary::Less => binary(Binary::Less, a, b, Type::YesNo),
        ast::Binary::AtMost => binary(Binary::AtMost, a, b, Type::YesNo),
        ast::Binary::More => binary(Binary::Less, b, a, Type::YesNo),
        ast::Binary::AtLeast => binary(Binary::AtMost, b, a, Type::YesNo),
        other => unreachable!("{other:?} does not order two numbers"),
    }
}
