//! Stop conditions of the interpreter loop, and what a game waits for.

use crate::code::{AskId, Pc};

/// The reason why a game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A player's answer.
    Choice {
        /// The question.
        ask: AskId,
        /// The player who answers.
        player: i32,
    },
    /// An answer by chance: a die, a shuffled stack.
    Chance {
        /// The question.
        ask: AskId,
    },
    /// Nothing: the game is over.
    Over,
}

/// The reason why the loop stopped.
pub(super) enum Halt {
    /// At a question, which is still the next operation.
    Ask(AskId),
    /// The game is over.
    Over,
    /// At the end of an extent, with DEPTH at or below the level.
    Level,
    /// At the exit operation, or because the caller stopped it.
    Exit,
}

/// Further stop conditions of the loop.
#[derive(Clone, Copy)]
pub(super) struct HaltAt {
    /// Stop at the end of an extent if DEPTH is not above this.
    pub(super) level: i32,
    /// Stop before this operation.
    pub(super) exit: Pc,
}

impl HaltAt {
    /// Stop only at questions and at the end.
    pub(super) const ASK: Self = Self { level: i32::MIN, exit: Pc(u32::MAX) };
}
