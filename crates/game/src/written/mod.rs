//! The rules as they are written: their parts, what differs between two of them, and the difference said as a variant.

mod as_variant;
mod difference;
mod parts;

pub use as_variant::AsVariant;
pub use difference::{ClauseDifference, Difference, Differs, clause_differences, differences};
pub use parts::RulePart;
pub use parts::{Cells, whole};
