//! Messages of the protocol on the standard streams.

use std::io::{self, BufReader, ErrorKind, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use lsp_server::{ErrorCode, Message};
use serde_json::json;

use super::events::ServerEvent;

/// A text that is sent to the editor.
pub(super) enum Outgoing {
    /// A message.
    Message(Message),
    /// The answer to what is no message. It has no id.
    Malformed(String),
}

/// Starts a thread that reads messages until the input ends.
pub(super) fn reader() -> (Sender<ServerEvent>, Receiver<ServerEvent>) {
    let (events, incoming) = channel();
    let sender = events.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let event = match Message::read(&mut input) {
                Ok(Some(message)) => ServerEvent::Message(message),
                Ok(None) => ServerEvent::Closed,
                // The rest of the input is read on: one wrong message does not end a session.
                Err(error) if error.kind() == ErrorKind::InvalidData => ServerEvent::Malformed(error.to_string()),
                Err(_) => ServerEvent::Closed,
            };
            let last = matches!(event, ServerEvent::Closed);
            if sender.send(event).is_err() || last {
                return;
            }
        }
    });
    (events, incoming)
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

fn malformed(output: &mut impl Write, why: &str) -> io::Result<()> {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())
}
