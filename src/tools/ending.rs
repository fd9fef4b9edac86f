//! Exit codes, and errors that stop a verb early.

use std::process::ExitCode;

use tavola_game::Error;

/// The exit codes of all verbs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// 0: everything is fine.
    Fine,
    /// 1: findings, failed tests, a game without tests, or an illegal answer.
    Findings,
    /// 2: wrong usage, unreadable input, or output that cannot be written.
    Usage,
    /// 3: internal error or exhausted budget.
    Ours,
    /// 130: interrupted from the keyboard (128 + `SIGINT`).
    Interrupted,
    /// 141: the reader of the output has gone (128 + `SIGPIPE`), as in `tavola .. | head -1`.
    Closed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

impl Exit {
    /// The exit code of a verb that looks at several games: `unread` if one cannot be read, `found` if there is something to mend.
    pub(crate) fn of_games(unread: bool, found: bool) -> Self {
        match found {
            _ if unread => Self::Usage,
            true => Self::Findings,
            false => Self::Fine,
        }
    }

    /// The exit code as a number.
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

/// Reason why a verb stops early: the exit code and usually a sentence for stderr.
#[derive(Debug)]
pub(crate) struct Stop {
    /// The exit code.
    pub(crate) exit: Exit,
    /// The sentence. None if nothing should be printed (a closed pipe, findings that were drawn already).
    pub(crate) message: Option<String>,
}

/// Result of a verb.
pub(crate) type VerbResult = Result<Exit, Stop>;

impl Stop {
    /// Wrong usage, unreadable input, or output that cannot be written.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: Some(message.into()) }
    }

    /// An internal error, or an exhausted budget.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Self { exit: Exit::Ours, message: Some(message.into()) }
    }

    /// A stop without a message.
    pub(crate) fn quiet(exit: Exit) -> Self {
        Self { exit, message: None }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::usage(error.message)
    }
}
