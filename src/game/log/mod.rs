//! What happened, as each player is told it.

mod answered;
mod happened;
mod hearers;
mod kept;
mod lines;

pub use happened::{Happened, Line};
pub(in crate::game) use hearers::{is_noticed, is_told, open_words};
pub(in crate::game) use kept::Log;
pub(in crate::game) use lines::WORDS;
