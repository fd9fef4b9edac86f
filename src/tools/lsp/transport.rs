//! Messages of the protocol on the standard streams.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use super::events::{Malformed, ServerEvent};

/// A text that is sent to the editor.
pub(super) enum Outgoing {
    /// A message.
    Message(Message),
    /// The answer to what is no message. It has no id.
    Malformed(Malformed),
}

/// Maximum length of a message in bytes. A text of a game has at most 4 MiB, which JSON may write six times as long.
const MAX_MESSAGE: u64 = 32 << 20;
/// Maximum length of the lines before a message.
const MAX_HEADER: u64 = 64 << 10;

/// Starts a thread that reads messages until the input ends.
pub(super) fn reader() -> (Sender<ServerEvent>, Receiver<ServerEvent>) {
    let (events, incoming) = channel();
    let sender = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let event = match message(&mut input) {
                Ok(Some(Ok(message))) => ServerEvent::Message(message),
                // The rest of the input is read on: one wrong message does not end a session.
                Ok(Some(Err(why))) => ServerEvent::Malformed(why),
                Ok(None) | Err(_) => ServerEvent::Closed,
            };
            let last = matches!(event, ServerEvent::Closed);
            if sender.send(event).is_err() || last {
                return;
            }
        }
    });
    (events, incoming)
}

/// The next message. `None` at the end of the input.
fn message(input: &mut impl BufRead) -> io::Result<Option<Result<Message, Malformed>>> {
    let length = match length(input)? {
        None => return Ok(None),
        Some(Err(why)) => return Ok(Some(Err(Malformed(ErrorCode::ParseError, why)))),
        Some(Ok(length)) => length,
    };
    if length > MAX_MESSAGE {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        let why = format!("a message has at most {MAX_MESSAGE} bytes, not {length}");
        return Ok(Some(Err(Malformed(ErrorCode::ParseError, why))));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(parsed(&body)))
}

/// Length of the next message, from the lines before it. `None` at the end of the input.
fn length(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut length, mut header) = (None, input.by_ref().take(MAX_HEADER));
    loop {
        let mut line = Vec::new();
        if header.read_until(b'\n', &mut line)? == 0 {
            return Ok((header.limit() == 0).then(|| Err("the header is too long".to_owned())));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            return Ok(Some(length.unwrap_or_else(|| Err("`Content-Length` is missing".to_owned()))));
        }
        match line.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("Content-Length") => {
                let value = value.trim();
                length = Some(value.parse().map_err(|_| format!("`{value}` is no length")));
            }
            Some(_) => {}
            None => length = Some(Err(format!("`{line}` is no line of a header"))),
        }
    }
}

/// A message as the protocol has it. A request whose id is neither a number nor a text would be taken as a notification.
fn parsed(body: &[u8]) -> Result<Message, Malformed> {
    let wrong = |error: serde_json::Error| Malformed(ErrorCode::ParseError, error.to_string());
    let value: Value = serde_json::from_slice(body).map_err(wrong)?;
    let is_id = |id: &Value| id.is_string() || id.as_i64().is_some_and(|id| i32::try_from(id).is_ok());
    if value.get("method").is_some() && value.get("id").is_some_and(|id| !is_id(id)) {
        let why = "the id of a request is a text or a whole number of 32 bits".to_owned();
        return Err(Malformed(ErrorCode::InvalidRequest, why));
    }
    serde_json::from_value(value).map_err(|_| {
        let why = "this is neither a request, a notification nor a response".to_owned();
        Malformed(ErrorCode::InvalidRequest, why)
    })
}

/// Starts a thread that writes messages until the server ends.
pub(super) fn writer() -> (Sender<Outgoing>, JoinHandle<()>) {
    let (outgoing, messages) = channel::<Outgoing>();
    let writer_thread = thread::spawn(move || {
        let mut output = io::stdout();
        for message in messages {
            let done = match message {
                Outgoing::Message(message) => message.write(&mut output),
                Outgoing::Malformed(why) => malformed(&mut output, &why),
            };
            if done.and_then(|()| output.flush()).is_err() {
                return;
            }
        }
    });
    (outgoing, writer_thread)
}

fn malformed(output: &mut impl Write, Malformed(code, why): &Malformed) -> io::Result<()> {
    let error = json!({ "code": *code as i32, "message": why });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())
}
