//! JSON-RPC 2.0: from a line to its answer.

use serde_json::{Value, json};

use super::desk::Desk;
use super::error::{ErrorCode, RpcError};

/// Maximum number of requests in a batch.
const BATCH: usize = 100;

/// Answers a line. None if it contains notifications only.
pub(super) fn answer(desk: &mut Desk, line: &[u8]) -> Option<Value> {
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => {
            let error = RpcError::new(ErrorCode::Parse, format!("the line is not JSON: {error}"));
            return Some(response(&Value::Null, Err(error)));
        }
    };
    match message {
        Value::Array(batch) if batch.is_empty() || batch.len() > BATCH => {
            let error = RpcError::new(ErrorCode::Request, format!("a batch has 1 to {BATCH} requests"));
            Some(response(&Value::Null, Err(error)))
        }
        Value::Array(batch) => {
            let answers: Vec<Value> = batch.into_iter().filter_map(|request| one(desk, request)).collect();
            (!answers.is_empty()).then_some(Value::Array(answers))
        }
        request => one(desk, request),
    }
}

/// Answers a line that is too long.
pub(super) fn too_long(most: usize) -> Value {
    let error = RpcError::new(ErrorCode::Request, format!("the line is longer than {most} bytes"));
    response(&Value::Null, Err(error))
}

/// Answers one request. None for a notification.
fn one(desk: &mut Desk, mut request: Value) -> Option<Value> {
    let wrong = |what: &str| Some(response(&Value::Null, Err(RpcError::new(ErrorCode::Request, what))));
    let Some(fields) = request.as_object_mut() else { return wrong("a request is an object") };
    let id = fields.remove("id");
    if id.as_ref().is_some_and(|id| !(id.is_string() || id.is_number() || id.is_null())) {
        return wrong("`id` is a string, a number or null");
    }
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        let error = RpcError::new(ErrorCode::Request, "a request has `\"jsonrpc\": \"2.0\"`");
        return Some(response(&id.unwrap_or_default(), Err(error)));
    }
    let Some(Value::String(method)) = fields.remove("method") else {
        let error = RpcError::new(ErrorCode::Request, "a request has a `method`");
        return Some(response(&id.unwrap_or_default(), Err(error)));
    };
    let done = desk.call(&method, fields.remove("params").unwrap_or_default());
    id.map(|id| response(&id, done))
}

fn response(id: &Value, done: Result<Value, RpcError>) -> Value {
    match done {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
    }
}
