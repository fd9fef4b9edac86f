//! A session with the server, as an editor has it.

use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use lsp_server::Message;
use serde_json::{Value, json};

use crate::cli::{Home, command};

/// A running `tavola lsp`.
pub(super) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that came while something else was awaited.
    kept: Vec<Value>,
    last: i32,
}

/// Longest wait for a message. Only a server that hangs takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

impl Session {
    /// Starts the server without a handshake.
    pub(super) fn silent() -> Self {
        let mut command = command("lsp");
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(body) = body(&mut output) {
                if sender.send(body).is_err() {
                    return;
                }
            }
        });
        Self { child, input, messages, kept: Vec::new(), last: 0 }
    }

    /// Starts the server and begins a session.
    pub(super) fn new() -> Self {
        let mut session = Self::silent();
        let capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
        let options = json!({ "pages": "https://example.org/findings/", "terminal": true });
        session.call("initialize", json!({ "capabilities": capabilities, "initializationOptions": options }));
        session.tell("initialized", json!({}));
        session
    }

    /// Sends a text as it is.
    pub(super) fn raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, body: &Value) {
        let body = body.to_string();
        self.raw(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    }

    /// Sends a notification.
    pub(super) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns the whole answer.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// Sends a request that succeeds, and returns its result.
    pub(super) fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        answer.get("result").unwrap_or_else(|| panic!("{method}: {answer}")).clone()
    }

    /// The first message that fits, also of those that came before.
    pub(super) fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&fits) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.unwrap_or_else(|_| panic!("nothing fits; before: {:?}", self.kept));
            if fits(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// Opens a file with a text, as version 1.
    pub(super) fn open(&mut self, file: &Path, text: &str) {
        let document = json!({ "uri": uri(file), "languageId": "tavola", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a file: ranges with their new texts, in order.
    pub(super) fn change(&mut self, file: &Path, version: i32, changes: Value) {
        let document = json!({ "uri": uri(file), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Findings of this version of a file.
    pub(super) fn findings(&mut self, file: &Path, version: i32) -> Vec<Value> {
        let uri = uri(file);
        let note = self.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        });
        note["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Labels that completion offers, the best first.
    pub(super) fn offers(&mut self, file: &Path, line: usize, character: usize) -> Vec<String> {
        let position = json!({ "line": line, "character": character });
        let answer =
            self.call("textDocument/completion", json!({ "textDocument": { "uri": uri(file) }, "position": position }));
        let items = answer["items"].as_array().expect("a list");
        items.iter().map(|item| item["label"].as_str().expect("a text").to_owned()).collect()
    }

    /// Asks about a whole file.
    pub(super) fn about(&mut self, method: &str, file: &Path) -> Value {
        self.call(method, json!({ "textDocument": { "uri": uri(file) } }))
    }

    /// Ends the input, and returns the exit code.
    pub(super) fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next message as JSON. `None` at the end.
fn body(output: &mut BufReader<impl std::io::Read>) -> Option<Value> {
    use std::io::{BufRead, Read};
    let mut size = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((_, value)) => size = value.parse().ok()?,
            None => break,
        }
    }
    let mut body = vec![0; size];
    output.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    // An answer without an id is the only one that is no message for the library.
    assert!(body["id"].is_null() || serde_json::from_value::<Message>(body.clone()).is_ok(), "{body}");
    Some(body)
}

/// Address of a file.
pub(super) fn uri(file: &Path) -> String {
    let path = file.display().to_string().replace('\\', "/").replace(' ', "%20");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

/// A home with a game, and the path of its rules.
pub(super) fn game() -> (Home, std::path::PathBuf, String) {
    let home = Home::new();
    let file = home.path("rules/gems/gems.tavola");
    let text = home.read("rules/gems/gems.tavola");
    (home, file, text)
}

/// Line (from 0) and UTF-16 column of the first place of a text.
pub(super) fn place(text: &str, part: &str) -> (usize, usize) {
    let at = text.find(part).unwrap_or_else(|| panic!("`{part}` is not there"));
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (text[..at].matches('\n').count(), text[start..at].encode_utf16().count())
}

/// A change of one place of a text to another text, as an editor sends it.
pub(super) fn edit(text: &mut String, part: &str, new: &str) -> Value {
    let (line, column) = place(text, part);
    let end = column + part.encode_utf16().count();
    *text = text.replacen(part, new, 1);
    let range = json!({ "start": { "line": line, "character": column }, "end": { "line": line, "character": end } });
    json!([{ "range": range, "text": new }])
}
