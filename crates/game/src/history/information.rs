//! The information state of a viewer as data and as text.

use std::fmt;

use crate::Pending;
use crate::log::LogEntry;
use serde::{Deserialize, Serialize};

/// All that one player, or a spectator, saw since the beginning of a game, from
/// [`Referee::information_state`](crate::Referee::information_state).
///
/// Two ways of play that the viewer cannot tell apart give equal values. Its `Display` form is one line, such as
/// `anna | a card: deck → Anna's hand | What do you do? [check, bet]: bet`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InformationState {
    /// Seat of the viewer. `None` for a spectator.
    pub viewer: Option<usize>,
    /// Name of the viewer. `None` for a spectator.
    pub name: Option<String>,
    /// The viewer's observations, in order.
    pub seen: Vec<SeenEntry>,
    /// The party that is asked now. `None` if the viewer does not see that: inside a `together` block, and while somebody else
    /// answers in several parts.
    pub pending: Option<Pending>,
}

/// One thing that a viewer saw.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SeenEntry {
    /// An event of the log, other than the viewer's own answers.
    Log(LogEntry),
    /// A change of the position that the log does not show.
    Position(PositionChange),
    /// A question to the viewer, with the answer.
    Question(OwnQuestion),
}

/// A part of the position with its new value, such as a variable that was set, or the contents of a place that was opened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PositionChange {
    /// Its name in notation: `hand[anna]`.
    pub name: String,
    /// Its value in notation. `None` if it is hidden from now on.
    pub value: Option<String>,
}

/// A question to the viewer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OwnQuestion {
    /// Text of the question.
    pub prompt: String,
    /// Clauses that the line of the question cites.
    pub clauses: Vec<String>,
    /// Notations of the options.
    pub options: Vec<String>,
    /// Number of the answer among the options. `None` while the question is open.
    pub answer: Option<usize>,
}

impl fmt::Display for InformationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_deref().unwrap_or("spectator"))?;
        self.seen.iter().try_for_each(|seen| write!(f, " | {seen}"))?;
        match (self.pending, self.viewer) {
            (Some(Pending::Over), _) => f.write_str(" | over"),
            (Some(Pending::Chance), _) => f.write_str(" | chance"),
            (Some(Pending::Choice(seat)), viewer) if viewer != Some(seat) => write!(f, " | seat {}", seat + 1),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for SeenEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(entry) => f.write_str(&entry.text),
            Self::Position(PositionChange { name, value: Some(value) }) => write!(f, "{name} = {value}"),
            Self::Position(PositionChange { name, value: None }) => write!(f, "{name} is hidden"),
            Self::Question(OwnQuestion { prompt, options, answer, .. }) => {
                write!(f, "{prompt} [{}]", options.join(", "))?;
                let answer = answer.and_then(|answer| options.get(answer));
                answer.map_or(Ok(()), |answer| write!(f, ": {answer}"))
            }
        }
    }
}
