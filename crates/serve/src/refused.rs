//! Refusals of requests to a table.

/// Reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestRefused {
    /// The key is unknown.
    #[error("There is no such seat.")]
    Nobody,
    /// The rate limit is exceeded.
    #[error("Too many requests; wait a second.")]
    Often,
    /// The request does not fit the position. The message says why.
    #[error("{0}")]
    Why(String),
    /// The record cannot be written at present. The message says why.
    #[error("{0}")]
    Unwritten(String),
}

/// A refusal with a message.
pub(super) fn why(message: &str) -> RequestRefused {
    RequestRefused::Why(message.to_owned())
}
