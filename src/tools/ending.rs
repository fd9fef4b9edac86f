//! How a verb ends: the exit codes, and what stops it early.

use std::process::ExitCode;

use tavola_game::Error;

/// The exit codes of all verbs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// 0: everything is fine.
    Fine,
    /// 1: findings, failing tests, a game without any, an answer that is no longer possible.
    Findings,
    /// 2: wrong usage or unreadable input.
    Usage,
    /// 3: our own failure, or a spent budget.
    Ours,
    /// 130: interrupted from the keyboard (128 + 2, as shells count).
    Interrupted,
    /// 141: nobody reads our output any more (128 + 13, as shells count): `tavola .. | head -1`.
    Closed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl Exit {
    /// The number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::Ours => 3,
            Self::Interrupted => 130,
            Self::Closed => 141,
        }
    }
}

/// Why a verb cannot go on: the exit code and, mostly, a sentence for stderr.
#[derive(Debug)]
pub(crate) struct Stop {
    /// The exit code.
    pub(crate) exit: Exit,
    /// The sentence; none where silence is right (a closed pipe, findings that were drawn already).
    pub(crate) message: Option<String>,
}

/// What a verb gives back.
pub(crate) type VerbResult = Result<Exit, Stop>;

impl Stop {
    /// Wrong usage or unreadable input.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: Some(message.into()) }
    }

    /// Our own failure, or the outside world's while we write.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Self { exit: Exit::Ours, message: Some(message.into()) }
    }

    /// An end without words.
    pub(crate) fn quiet(exit: Exit) -> Self {
        Self { exit, message: None }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::usage(error.message)
    }
}
