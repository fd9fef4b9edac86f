//! Words of the tree that mean themselves in the rulebook.

use crate::ir;
use crate::syntax::ast;

pub(super) fn rounding(how: ast::Rounding) -> ir::Rounding {
    match how {
        ast::Rounding::Up => ir::Rounding::Up,
        ast::Rounding::Down => ir::Rounding::Down,
        ast::Rounding::HalfUp => ir::Rounding::HalfUp,
    }
}

pub(super) fn aggregate(which: ast::Aggregate) -> ir::Aggregate {
    match which {
        ast::Aggregate::Count => ir::Aggregate::Count,
        ast::Aggregate::Sum => ir::Aggregate::Sum,
        ast::Aggregate::Max => ir::Aggregate::Max,
        ast::Aggregate::Min => ir::Aggregate::Min,
    }
}

pub(super) fn stack_end(end: ast::End) -> ir::StackEnd {
    match end {
        ast::End::Top => ir::StackEnd::Top,
        ast::End::Bottom => ir::StackEnd::Bottom,
    }
}
