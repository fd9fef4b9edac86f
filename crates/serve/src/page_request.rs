//! Requests to a page of a program, and its answers.

/// A request to the page, whose key was right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// Path below the link: `save`. Empty for the page itself.
    pub path: String,
    /// Text that was sent. `None` if the request only reads.
    pub body: Option<String>,
}

/// An answer to a request to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageReply {
    /// HTTP status.
    pub status: u16,
    /// Content type without its charset: `text/html`.
    pub kind: &'static str,
    /// Content.
    pub body: String,
}
