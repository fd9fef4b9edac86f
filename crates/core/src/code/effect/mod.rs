//! What each operation and each expression does: what it is worked out from, what it reads and writes of a position, what it
//! needs in order not to fail, where it goes on. Said once, of all of them: [`crate::code::Expr::uses_mut`],
//! [`crate::code::Domain::uses_mut`], [`crate::code::Op::uses_mut`]. Every analysis of a program reads this and asks no node itself what it is; so who adds a node says here
//! what it does, and in the machine how it does it.

mod areas;
mod exprs;
mod fails;
mod ops;

pub use areas::{Area, Pieces};
pub use exprs::{Reading, Use};
pub use fails::{Needed, always_offered, has_result, is_natural};
pub use ops::{Does, Next};
