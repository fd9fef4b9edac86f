//! Log events as data for one viewer.

use serde::{Deserialize, Serialize};

/// A log event as one viewer sees it, from [`Happened::entry`](super::Happened::entry).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// Sort of event.
    pub kind: LogKind,
    /// Seat of the player who answered, if it is a player's answer.
    pub player: Option<usize>,
    /// Text of the line.
    pub text: String,
    /// Clauses that the rules cite: at the option, action or question for an answer, at the rule for a heading.
    /// Empty for other events, and for a viewer who does not see the answer.
    pub clauses: Vec<String>,
}

/// Sort of log event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LogKind {
    /// Chance answered.
    Chance,
    /// A player answered.
    Answer,
    /// A player put a thing into a pile of a division.
    Division,
    /// Things moved.
    Move,
    /// A track stepped, or the rules wrote a line.
    Report,
    /// A phase began.
    Heading,
}
