//! Positions and values in the notation of the language, for scenarios and people. Too slow for play.

mod changes;
mod clear;
mod ends;
mod expression;
mod hand;
mod left;
mod sight;
mod terms;
mod value;

pub use changes::{PlaceChange, PositionDifference, SortChange};
pub(crate) use ends::AtEnd;
pub use expression::{Expression, PreparedExpression};
pub use sight::Sight;
pub(crate) use terms::Terms;
pub(crate) use value::Evaluator;
