//! The log of a game, as each player sees it.

mod answered;
mod happened;
mod hearers;
mod kept;
mod lines;
mod position;

pub use happened::{Happened, Line};
pub(crate) use hearers::{is_noticed, is_told, open_words};
pub(crate) use kept::Log;
pub(crate) use lines::WORDS;
pub use position::PositionLine;
