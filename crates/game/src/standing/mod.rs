//! Numeric facts about a position for search: rankings, and hashes of knowledge and options. No names, no texts.

mod prints;
mod ranking;
mod returns;

pub(crate) use prints::{known_print, option_print};
pub use ranking::{Outcome, Standing};
