//! Numeric facts about a position for search: rankings, and hashes of knowledge and options. No names, no texts.

mod hashes;
mod ranking;
mod returns;

pub(crate) use hashes::{known_hash, option_hash};
pub use ranking::{Outcome, Standing};
