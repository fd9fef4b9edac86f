//! Refusals of requests to a table.

/// Reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestRefused {
    /// The key is unknown.
    Nobody,
    /// The rate limit is exceeded.
    Often,
    /// The request does not fit the position. The message says why.
    Why(String),
    /// The record cannot be written at present. The message says why.
    Unwritten(String),
}

/// A refusal with a message.
pub(super) fn why(message: &str) -> RequestRefused {
    RequestRefused::Why(message.to_owned())
}
