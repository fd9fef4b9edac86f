//! Effects of expressions, domains and operations: operands, locations read and written, preconditions and successors.
//!
//! They are defined once: [`crate::code::Expr::uses_mut`], [`crate::code::Domain::uses_mut`], [`crate::code::Op::uses_mut`]. All
//! analyses use these descriptions and match no node themselves. A new node needs its description here and its execution in the
//! machine.

mod areas;
mod exprs;
mod fails;
mod ops;
mod parts;

pub use areas::{Area, Pieces};
pub use exprs::{Reading, Use};
pub use fails::{Needed, always_offered, has_result, is_natural, natural_if};
pub use ops::{Does, Next};
pub use parts::NodeParts;
