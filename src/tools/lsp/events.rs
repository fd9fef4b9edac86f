//! Events of the server.

use std::path::PathBuf;

use lsp_server::{ErrorCode, Message, RequestId};
use tavola_ide::CheckedTexts;
use tavola_lab::scenario::CaseResult;

/// Input that is no message: the code of its answer, and the reason.
pub(super) struct Malformed(pub(super) ErrorCode, pub(super) String);

/// Something that happens to the server.
pub(super) enum ServerEvent {
    /// The editor sent a message.
    Message(Message),
    /// The editor sent what is no message.
    Malformed(Malformed),
    /// Another thread has finished.
    Done(Done),
    /// The editor closed the input.
    Closed,
}

/// Finished work.
pub(super) enum Done {
    /// A game was checked. `None` if the check was stopped or had a bug.
    Checked { folder: PathBuf, checked: Option<Box<CheckedTexts>>, stopped: bool },
    /// Cases were played. `None` after a bug.
    Played { id: RequestId, results: Option<Vec<CaseResult>> },
}
