//! Walks over what was made: every expression; statements are walked by [`crate::ir::visit`].

pub(super) use crate::ir::visit::{blocks, statements as each_stmt};
use crate::ir::{Expr, ExprKind, Guard, Query, Text, TextPart};

/// The direct parts of an expression.
pub(super) fn parts(e: &Expr) -> Vec<&Expr> {
    use ExprKind as K;
    match &e.kind {
        K::Number(_) | K::YesNo(_) | K::Nothing | K::All(_) | K::Setting(_) | K::Players | K::Local(_) => Vec::new(),
        K::Pieces(_) => Vec::new(),
        K::Member(_, _, all) | K::Track(_, all) | K::Memory(_, all) | K::Row(_, all) | K::Define(_, all) => {
            all.iter().collect()
        }
        K::Can(_, all)
        | K::Builtin(_, all)
        | K::Piece(_, all)
        | K::Cell(_, all)
        | K::SetLiteral(all)
        | K::ListLiteral(all) => all.iter().collect(),
        K::Seat(a) | K::AnswerOf(_, a) | K::Attribute(a, ..) | K::Position(a) | K::ThingIndex(a, _) => vec![a],
        K::Site(a, _) => vec![a],
        K::GridPosition(a, ..) | K::CellOf(a, ..) | K::Column(a, ..) | K::Not(a) | K::Round(a, ..) | K::IsNone(a) => {
            vec![a]
        }
        K::IsSingle(a) | K::IsSeveral(a) | K::Only(a) | K::Size(a) | K::Widen(a) | K::Narrow(a) | K::ThingAs(a, _) => {
            vec![a]
        }
        K::CanPlay(a, b) | K::Count(a, b) | K::BagAt(a, b) | K::CountInBag(a, b) | K::Binary(_, a, b) => vec![a, b],
        K::Divide(a, b, ..) | K::LetIn(_, a, b) | K::Range(a, b) | K::Item(a, b) => vec![a, b],
        K::If(a, b, c) => vec![a, b, c],
        K::Slice(a, b, c) => [a, b].into_iter().chain(c).map(|part| &**part).collect(),
        K::Some(q) | K::The(q) | K::First(q) | K::Rank(q) => of_query(q),
        K::Every(q, c) | K::SetOf(c, q) | K::ListOf(c, q) => {
            let mut all = of_query(q);
            all.push(c);
            all
        }
        K::Aggregate(_, of, q) => {
            let mut all = of_query(q);
            all.extend(of.as_deref());
            all
        }
    }
}

/// The expressions of a query.
pub(super) fn of_query(query: &Query) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = query.binders.iter().map(|(_, domain)| domain).collect();
    all.extend(query.clockwise.iter().map(|(_, from)| &**from));
    all.extend(query.filter.as_deref());
    all.extend(query.keys.iter().map(|key| &key.value));
    all
}

/// Every expression inside an expression, itself included.
pub(super) fn each_expr<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(e);
    for part in parts(e) {
        each_expr(part, visit);
    }
}

/// The expressions of a text.
pub(super) fn of_text(text: Option<&Text>) -> Vec<&Expr> {
    let parts = text.map_or(&[] as &[TextPart], |text| &text.parts);
    parts.iter().filter_map(|part| if let TextPart::Value(e) = part { Some(e) } else { None }).collect()
}

/// The expressions of a guard.
pub(super) fn of_guard(guard: &Guard) -> Vec<&Expr> {
    match guard {
        Guard::Let(_, e) => vec![e],
        Guard::When { holds, why, .. } => std::iter::once(holds).chain(of_text(why.as_ref())).collect(),
    }
}
