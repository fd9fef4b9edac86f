//! The rules as written: their parts, differences between two versions, and a difference as a variant.

mod as_game;
mod as_variant;
mod difference;
mod parts;
mod readers;

pub use as_game::Unwritable;
pub use as_variant::AsVariant;
pub use difference::{ClauseDifference, Difference, Differs, clause_differences, differences, text_differences};
pub use parts::RulePart;
pub use parts::{Cells, whole};
