//! Where the loop stops, and what a game waits for then.

use crate::code::{AskId, Pc};

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A player's answer.
    Choice {
        /// The question.
        ask: AskId,
        /// Who answers.
        player: i32,
    },
    /// An answer of nobody: dice, a shuffled stack.
    Chance {
        /// The question.
        ask: AskId,
    },
    /// Nothing: the game is over.
    Over,
}

/// Why the loop stopped.
pub(super) enum Halt {
    /// At a question, which is the next operation still.
    Ask(AskId),
    /// The game is over.
    Over,
    /// An extent ended and DEPTH is as low as was waited for.
    Level,
    /// At the operation that was waited for, or where it was not to go on.
    Exit,
}

/// Where else the loop stops.
#[derive(Clone, Copy)]
pub(super) struct HaltAt {
    /// When an extent ends and DEPTH is not above this.
    pub(super) level: i32,
    /// Before this operation.
    pub(super) exit: Pc,
}

impl HaltAt {
    /// Only at questions and at the end.
    pub(super) const ASK: Self = Self { level: i32::MIN, exit: Pc(u32::MAX) };
}
