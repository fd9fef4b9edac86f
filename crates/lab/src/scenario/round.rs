//! A `together` block that a script answers in any order: what somebody says before his turn is kept until all have answered.

use std::borrow::Cow;

use super::{Answer, Expect};
use tavola_game::{Gathering, State};

/// A `together` block of which answers are kept. While there is one, the driver's state is the position of whose question is in front.
pub(super) struct ScriptRound {
    pub(super) gathering: Gathering,
    /// The position in which the block waits, without what is kept.
    pub(super) base: State,
    /// Whose question is in front, by seat.
    pub(super) front: usize,
    /// Whether the script has answered something of what is kept.
    pub(super) said: bool,
    /// What is kept, in the order in which it was answered, as the transcript tells it; nothing where there is none.
    pub(super) kept: Vec<String>,
}

/// An answer of the script that a question of a `together` block took.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) answer: Answer,
    /// How players read the question.
    pub(super) prompt: String,
}

/// The position with everything that has been answered, where answers are kept or not.
pub(super) fn table<'s>(round: Option<&ScriptRound>, state: &'s State) -> Cow<'s, State> {
    match round {
        Some(round) => Cow::Owned(round.gathering.over(&round.base)),
        None => Cow::Borrowed(state),
    }
}

/// Whose question something is about: the next answer, or what is looked at.
pub(super) fn about<'a>(next: Option<&'a Answer>, look: Option<&'a Expect>) -> Vec<&'a str> {
    match look {
        None => next.map(|answer| answer.who.as_str()).into_iter().collect(),
        Some(look) => {
            let offered = look.offered.iter().map(|one| one.who.as_str());
            offered.chain(look.refused.iter().map(|(answer, _)| answer.who.as_str())).collect()
        }
    }
}
