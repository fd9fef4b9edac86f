//! Errors of requests, with their codes.

use serde::Serialize;
use serde_json::Value;

use crate::tools::ending::Stop;
use tavola_game::{Error, LoadError};
use tavola_serve::{RequestRefused, ServeError};
use tavola_syntax::diagnostic::{Diagnostic, Finding};
use tavola_syntax::text::{Sources, count};

/// Code of an error: those of JSON-RPC 2.0, then those of Tavola.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tools) enum ErrorCode {
    /// The line is not JSON.
    Parse = -32700,
    /// The message is not a request.
    Request = -32600,
    /// There is no such method.
    Method = -32601,
    /// The parameters do not fit the method.
    Params = -32602,
    /// A bug in Tavola.
    Internal = -32603,
    /// The rules or scenarios of the game have errors.
    Rules = -32001,
    /// The key opens no seat.
    Seat = -32002,
    /// The request does not fit the position.
    Refused = -32003,
    /// A limit is reached.
    Limit = -32004,
}

/// An error response.
#[derive(Serialize, Debug)]
pub(in crate::tools) struct RpcError {
    code: i32,
    /// The message. It says what to do.
    pub(in crate::tools) message: String,
    /// Findings of rules with errors, or the reason of a refused answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::tools) data: Option<Value>,
}

impl RpcError {
    /// An error without data.
    pub(in crate::tools) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code: code as i32, message: message.into(), data: None }
    }

    /// A request that does not fit the position, with the reason.
    pub(super) fn refused(message: &str, reason: &impl Serialize) -> Self {
        Self { data: serde_json::to_value(reason).ok(), ..Self::new(ErrorCode::Refused, message) }
    }

    /// Rules with errors. All findings are in the data.
    pub(super) fn rules(name: &str, diagnostics: &[Diagnostic], sources: &Sources) -> Self {
        let errors: Vec<Finding> =
            diagnostics.iter().filter(|one| one.is_error()).map(|one| Finding::new(one, sources)).collect();
        let message = format!("the rules of `{name}` have {}; `check` lists them", count(errors.len() as u64, "error"));
        Self { data: serde_json::to_value(errors).ok(), ..Self::new(ErrorCode::Rules, message) }
    }

    /// A game that cannot be set up.
    pub(super) fn load(name: &str, error: &LoadError) -> Self {
        match error {
            LoadError::Error(error) => Self::new(ErrorCode::Params, &error.message),
            LoadError::Findings { sources, diagnostics } => Self::rules(name, diagnostics, sources),
        }
    }

    /// An internal error.
    pub(in crate::tools) fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Internal, message)
    }
}

impl From<Error> for RpcError {
    fn from(error: Error) -> Self {
        Self::new(ErrorCode::Params, error.message)
    }
}

impl From<Stop> for RpcError {
    /// The message of a verb. It names parameters instead of options.
    fn from(stop: Stop) -> Self {
        let message = stop.message.unwrap_or_default();
        Self::new(ErrorCode::Params, message.replace("`--human ", "`people: ").replace("`--bots ", "`bots: "))
    }
}

impl From<ServeError> for RpcError {
    fn from(error: ServeError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<RequestRefused> for RpcError {
    fn from(refused: RequestRefused) -> Self {
        match refused {
            RequestRefused::Nobody => Self::new(ErrorCode::Seat, "There is no such seat."),
            RequestRefused::Often => Self::new(ErrorCode::Limit, "Too many requests; wait a second."),
            RequestRefused::Why(why) | RequestRefused::Unwritten(why) => Self::new(ErrorCode::Refused, why),
        }
    }
}
