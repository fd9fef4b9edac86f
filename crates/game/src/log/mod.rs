//! The log of a game, as each player sees it.

mod answered;
mod entry;
mod happened;
mod kept;
mod lines;
mod position;
mod visibility;

pub use entry::{LogEntry, LogKind};
pub use happened::{Happened, Line};
pub(crate) use kept::Log;
pub(crate) use lines::WORDS;
pub use position::PositionLine;
pub(crate) use visibility::{is_question_public, open_words, sees_answer};
