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
    let hover = "\"method\": \"textDocument/hover\", \"params\": {}";
    for (wrong, code) in [
        ("{\"jsonrpc\": \"2.0\", ", -32700),
        ("[]", -32600),
        ("{\"id\": {}}", -32600),
        (&format!("{{ \"jsonrpc\": \"2.0\", \"id\": null, {hover} }}"), -32600),
        (&format!("{{ \"jsonrpc\": \"2.0\", \"id\": 1.5, {hover} }}"), -32600),
    ] {
        session.raw(&format!("Content-Length: {}\r\n\r\n{wrong}", wrong.len()));
        let answer = session.wait(|message| !message["error"].is_null());
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{wrong}: {answer}");
    }
    session.raw("Content-Length: many\r\n\r\n");
    session.wait(|message| message["error"]["message"] == "`many` is no length");
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

/// A length that no message has is no reason to ask for so much memory.
#[test]
fn a_message_that_is_too_long_is_refused() {
    let mut session = Session::new();
    let long = 33 << 20;
    session.raw(&format!("Content-Length: {long}\r\n\r\n{}", " ".repeat(long)));
    let answer = session.wait(|message| message["error"]["code"] == -32700);
    assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains("at most")), "{answer}");
    assert_eq!(session.ask("textDocument/nothing", json!({}))["error"]["code"], -32601);
    session.raw("Content-Length: 100000000000000\r\n\r\n{}");
    assert_eq!(session.end(), Some(1));
}

#[test]
fn a_case_that_is_not_there_is_not_played() {
    let (_home, file, text) = game();
    let mut session = Session::new();
    session.open(&file, &text);
    session.findings(&file, 1);
    let folder = uri(file.parent().expect("a folder"));
    let command = json!({ "command": "tavola.run", "arguments": [folder, ["turns/no such case"]] });
    let answer = session.ask("workspace/executeCommand", command);
    assert_eq!(answer["error"]["code"], -32803, "{answer}");
    assert_eq!(answer["error"]["message"], "there is no case `turns/no such case`, or it has mistakes");
}
