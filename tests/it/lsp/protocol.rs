//! The protocol: beginning and end of a session, and what is no message.

use serde_json::{Value, json};

use super::session::{Session, game, uri};

#[test]
fn a_session_begins_and_ends() {
    let mut session = Session::silent();
    let early = session.ask("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002, "{early}");
    let begun = session.call("initialize", json!({ "capabilities": {} }));
    assert_eq!(begun["serverInfo"]["name"], "tavola");
    assert_eq!(begun["capabilities"]["textDocumentSync"]["change"], 2);
    assert_eq!(session.ask("initialize", json!({ "capabilities": {} }))["error"]["code"], -32600);
    assert_eq!(session.call("shutdown", Value::Null), Value::Null);
    let late = session.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": "file:///a" } }));
    assert_eq!(late["error"]["code"], -32600, "{late}");
    session.tell("exit", Value::Null);
    assert_eq!(session.end(), Some(0));
}

#[test]
fn an_exit_without_a_shutdown_is_an_error() {
    let mut session = Session::new();
    session.tell("exit", Value::Null);
    assert_eq!(session.end(), Some(1));
    assert_eq!(Session::new().end(), Some(1));
}

#[test]
fn what_is_no_message_is_answered_and_the_session_continues() {
    let (_home, file, text) = game();
    let mut session = Session::new();
    for wrong in ["{\"jsonrpc\": \"2.0\", ", "[]", "{\"id\": {}}"] {
        session.raw(&format!("Content-Length: {}\r\n\r\n{wrong}", wrong.len()));
        let answer = session.wait(|message| message["error"]["code"] == -32700);
        assert_eq!(answer["id"], Value::Null, "{answer}");
    }
    assert_eq!(session.ask("textDocument/completion", json!({ "textDocument": 3 }))["error"]["code"], -32602);
    assert_eq!(session.ask("textDocument/nothing", json!({}))["error"]["code"], -32601);
    // Notifications without a meaning are ignored.
    session.tell("textDocument/didOpen", json!({ "textDocument": 3 }));
    session.tell("$/setTrace", json!({ "value": "off" }));
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    // Positions behind the end, and ranges that are upside down, meet the nearest place.
    let far = json!({ "line": 9999, "character": 9999 });
    let document = json!({ "uri": uri(&file) });
    session.call("textDocument/completion", json!({ "textDocument": document, "position": far }));
    let range = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    session.call("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
    session.change(&file, 2, json!([{ "range": range, "text": "# all gone\n" }]));
    assert!(!session.findings(&file, 2).is_empty());
}
