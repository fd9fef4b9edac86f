//! Invariants over hidden values as penalty functions. Sampling of hidden information minimises them.

use crate::ir::{Aggregate, Binary, Expr, ExprKind, Type};

/// The distance of a position from a condition: 0 if it holds, and otherwise larger the further it is from holding. Evaluates
/// no part of the condition that the condition itself would not evaluate.
pub(in crate::lower) fn distance(condition: &Expr) -> Expr {
    let span = condition.span;
    let number = |kind| Expr { kind, ty: Type::Number, span };
    let plain = |value| number(ExprKind::Number(value));
    let either = |condition: &Expr, holds: Expr, fails: Expr| {
        number(ExprKind::If(Box::new(condition.clone()), Box::new(holds), Box::new(fails)))
    };
    let two =
        |operator, a: &Expr, b: &Expr| number(ExprKind::Binary(operator, Box::new(a.clone()), Box::new(b.clone())));
    match &condition.kind {
        ExprKind::Every(query, has) => {
            number(ExprKind::Aggregate(Aggregate::Sum, Some(Box::new(distance(has))), query.clone()))
        }
        ExprKind::LetIn(name, value, body) => number(ExprKind::LetIn(*name, value.clone(), Box::new(distance(body)))),
        ExprKind::If(which, yes, no) => either(which, distance(yes), distance(no)),
        ExprKind::Binary(Binary::And, left, right) => {
            let more = two(Binary::Add, &distance(left), &plain(1));
            either(left, distance(right), more)
        }
        ExprKind::Binary(Binary::Is, left, right) if left.ty == Type::Number => {
            let less = Expr { kind: ExprKind::Binary(Binary::Less, left.clone(), right.clone()), ..condition.clone() };
            either(&less, two(Binary::Sub, right, left), two(Binary::Sub, left, right))
        }
        ExprKind::Binary(Binary::AtMost, left, right) => either(condition, plain(0), two(Binary::Sub, left, right)),
        ExprKind::Binary(Binary::Less, left, right) => {
            let equal = two(Binary::Sub, left, right);
            either(condition, plain(0), two(Binary::Add, &equal, &plain(1)))
        }
        _ => either(condition, plain(0), plain(1)),
    }
}
