//! What is told somebody whose wish the table does not grant.

/// Why something was not done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RequestRefused {
    /// Nobody has this key.
    Nobody,
    /// Too many requests.
    Often,
    /// It does not fit the position.
    Why(String),
    /// The record cannot be written at present, for this reason.
    Unwritten(String),
}

/// Why something was not done, in words.
pub(super) fn why(message: &str) -> RequestRefused {
    RequestRefused::Why(message.to_owned())
}
