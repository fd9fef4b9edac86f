//! What is found out of the whole program before it runs, so that the machine need not: see [`crate::code::Region`].
//!
//! [`reads`] says what an operation reads and writes, as words; [`flow`] which operations can follow a question; [`laid`] which
//! answers lead to the same but for a word; [`regions`] puts it together.

mod flow;
mod laid;
mod reads;
mod regions;

pub(super) use regions::mark;
