//! The operands of expressions, and how each is read.

use crate::code::{Expr, ExprId, QueryId};

/// How a node is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Reading {
    Word,
    Set,
    Words,
}

#[allow(clippy::too_many_lines, reason = "an arm a variant")]
/// Calls `f` for the operands that stand in the node itself: not those in lists, and not what belongs to a query.
pub(in crate::lower) fn each_operand(expr: &mut Expr, how: Reading, f: &mut dyn FnMut(&mut ExprId, Reading)) {
    use Reading::{Set, Word, Words};
    match expr {
        Expr::SlotAt { index, .. }
        | Expr::SetSlotsAt { index, .. }
        | Expr::Array { index, .. }
        | Expr::Narrow { index, .. }
        | Expr::SetArray { index, .. }
        | Expr::Pick { index, .. } => f(index, Word),
        Expr::Not(a) | Expr::One(a) => f(a, Word),
        Expr::SetSize(a) | Expr::SetFirst(a) | Expr::Shift(a, _) | Expr::Chains { over: a, .. } => f(a, Set),
        Expr::ListSize(a)
        | Expr::BagSize(a)
        | Expr::BagFirst(a)
        | Expr::ListSet(a)
        | Expr::BagSet(a, _)
        | Expr::Slice { list: a, .. } => f(a, Words),
        Expr::Arith(_, a, b)
        | Expr::Divide { a, b, .. }
        | Expr::And(a, b)
        | Expr::Or(a, b)
        | Expr::Count { cell: a, piece: b } => two(f, (a, Word), (b, Word)),
        Expr::CountAll { cell: a, pieces: b } | Expr::BagAt { cell: a, pieces: b } => two(f, (a, Word), (b, Set)),
        Expr::Reach { from: a, over: b, .. } => two(f, (a, Word), (b, Set)),
        Expr::SetHas(a, b) => two(f, (a, Set), (b, Word)),
        Expr::SetIs(a, b) | Expr::Union(a, b) | Expr::Both(a, b) | Expr::Minus(a, b) => two(f, (a, Set), (b, Set)),
        Expr::WordsAre(a, b) | Expr::Join(a, b) | Expr::BagJoin(a, b) | Expr::BagMinus(a, b) => {
            two(f, (a, Words), (b, Words));
        }
        Expr::ListHas(a, b)
        | Expr::BagGet(a, b)
        | Expr::Cut { list: a, size: b, .. }
        | Expr::Item { list: a, index: b, .. } => two(f, (a, Words), (b, Word)),
        Expr::If(holds, a, b) => {
            f(holds, Word);
            two(f, (a, how), (b, how));
        }
        Expr::Let { value, body, .. } => two(f, (value, Word), (body, how)),
        Expr::LetSet { value, body, .. } => two(f, (value, Set), (body, how)),
        Expr::LetWords { value, body, .. } => two(f, (value, Words), (body, how)),
        Expr::Kept { value, .. } => f(value, how),
        // Without operands, or with those of a list or a query only.
        Expr::Const(_)
        | Expr::Slot(_)
        | Expr::Reg(_)
        | Expr::RegPlus(..)
        | Expr::SlotPlus(..)
        | Expr::SetConst(_)
        | Expr::SetSlots { .. }
        | Expr::SetRegs { .. }
        | Expr::Slots { .. }
        | Expr::SlotsAt { .. }
        | Expr::Regs { .. }
        | Expr::List { .. }
        | Expr::ListOfSets { .. }
        | Expr::Empty
        | Expr::Call { .. }
        | Expr::DivideDone(_)
        | Expr::Some(_)
        | Expr::CountOf(_)
        | Expr::The(_)
        | Expr::First(_)
        | Expr::Rank { .. }
        | Expr::Every(..)
        | Expr::SumOf(..)
        | Expr::MaxOf(..)
        | Expr::MinOf(..)
        | Expr::SetOf(..)
        | Expr::UnionOf(..)
        | Expr::ListOf(..) => {}
    }
}

fn two(f: &mut dyn FnMut(&mut ExprId, Reading), a: (&mut ExprId, Reading), b: (&mut ExprId, Reading)) {
    f(a.0, a.1);
    f(b.0, b.1);
}

/// The query of a node, and what is worked out for each of its results.
pub(super) fn loop_of(expr: &mut Expr) -> Option<(&mut QueryId, Option<(&mut ExprId, Reading)>)> {
    match expr {
        Expr::Some(query) | Expr::CountOf(query) | Expr::The(query) | Expr::First(query) | Expr::Rank { query, .. } => {
            Some((query, None))
        }
        Expr::Every(query, e)
        | Expr::SumOf(query, e)
        | Expr::MaxOf(query, e)
        | Expr::MinOf(query, e)
        | Expr::SetOf(query, e)
        | Expr::ListOf(query, e) => Some((query, Some((e, Reading::Word)))),
        Expr::UnionOf(query, e) => Some((query, Some((e, Reading::Set)))),
        _ => None,
    }
}
