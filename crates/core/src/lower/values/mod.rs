//! Value-set analysis (abstract interpretation; Cousot and Cousot 1977, Balakrishnan and Reps 2004): upper bounds of the values
//! that names of questions and other expressions can have, at any position that play or a deal reaches.
//!
//! A word of the state has the values that operations store in it (`stored.rs`), whatever their order. Values that depend on
//! themselves are iterated to a fixpoint, with widening. Hidden memory can be dealt any value of its declared range, so that range counts as stored.

mod exprs;
mod stored;
mod value_set;
mod value_sets;

pub use value_set::ValueSet;
pub use value_sets::ValueSets;
