//! A `together` block that a script answers in any order. Answers before a player's turn are kept until all have
//! answered.

use std::borrow::Cow;

use super::{Answer, Expect};
use tavola_game::{Gathering, State};

/// A `together` block whose answers are kept. Meanwhile the driver's state is the position of the player whose question
/// is in front.
pub(super) struct ScriptRound {
    pub(super) gathering: Gathering,
    /// Position in which the block waits, without the kept answers.
    pub(super) base: State,
    /// Seat of the player whose question is in front.
    pub(super) front: usize,
    /// True if the script has given one of the kept answers.
    pub(super) said: bool,
    /// Kept answers for the transcript, in the order in which they were given. Empty without a transcript.
    pub(super) kept: Vec<String>,
}

/// An answer of the script that a question of a `together` block took.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) answer: Answer,
    /// Prompt of the question.
    pub(super) prompt: String,
}

/// The position with all answers so far, whether they are kept or not.
pub(super) fn table<'s>(round: Option<&ScriptRound>, state: &'s State) -> Cow<'s, State> {
    match round {
        Some(round) => Cow::Owned(round.gathering.with_answers(&round.base)),
        None => Cow::Borrowed(state),
    }
}

/// Players whose questions are concerned: by the next answer, or by what is checked.
pub(super) fn about<'a>(next: Option<&'a Answer>, look: Option<&'a Expect>) -> Vec<&'a str> {
    match look {
        None => next.map(|answer| answer.who.as_str()).into_iter().collect(),
        Some(look) => {
            let offered = look.offered.iter().map(|one| one.who.as_str());
            offered.chain(look.refused.iter().map(|(answer, _)| answer.who.as_str())).collect()
        }
    }
}
