//! The server: one thread that owns the games and answers in the order of the messages.

use std::sync::mpsc::{Receiver, Sender, TryRecvError};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, MessageType, ShowMessageParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tavola_lab::isolation::isolated;
use tavola_lab::scenario::CaseResult;

use super::answers::{self, LspAnswer};
use super::documents::Documents;
use super::events::{Done, ServerEvent};
use super::games::{OpenGames, OpenedGame};
use super::transport::Outgoing;
use super::work;
use super::{files, notes, shapes};

/// State of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    /// Requests are answered.
    Running,
    /// After `shutdown`.
    Down,
}

/// A session with one editor.
pub(super) struct Server {
    outgoing: Sender<Outgoing>,
    events: Sender<ServerEvent>,
    phase: Phase,
    documents: Documents,
    games: OpenGames,
    /// Address of the pages about findings, if the editor gave one.
    pages: Option<String>,
    /// True if the editor can play games in a terminal.
    terminal: bool,
    /// True if the editor tells of changed files only after a registration.
    registers: bool,
}

impl Server {
    pub(super) fn new(outgoing: Sender<Outgoing>, events: Sender<ServerEvent>) -> Self {
        let (documents, games) = (Documents::default(), OpenGames::default());
        Self { outgoing, events, phase: Phase::New, documents, games, pages: None, terminal: false, registers: false }
    }

    /// Serves until the editor leaves. True if it did so in the way of the protocol.
    pub(super) fn serve(mut self, incoming: &Receiver<ServerEvent>) -> bool {
        loop {
            // Checks begin once all messages are read, so that many edits cause one check.
            let event = match incoming.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.begin_checks();
                    incoming.recv().ok()
                }
                event => event.ok(),
            };
            match event {
                Some(ServerEvent::Message(Message::Notification(note))) if note.method == "exit" => break,
                Some(ServerEvent::Message(message)) => self.message(message),
                Some(ServerEvent::Malformed(why)) => self.write(Outgoing::Malformed(why)),
                Some(ServerEvent::Done(done)) => self.done(done),
                Some(ServerEvent::Closed) | None => break,
            }
        }
        self.phase == Phase::Down
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(note) if self.phase == Phase::Running => {
                let method = note.method.clone();
                if isolated(|| self.notification(note)).is_none() {
                    self.log(&format!("a bug of tavola: `{method}` could not be handled"));
                }
            }
            // Answers to registrations, and notes outside of a session.
            Message::Notification(_) | Message::Response(_) => {}
        }
    }

    fn request(&mut self, request: Request) {
        let (id, method) = (request.id.clone(), request.method.clone());
        let answer = match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => self.initialize(request.params),
            (Phase::New, _) => LspAnswer::refused(ErrorCode::ServerNotInitialized, "`initialize` comes first"),
            (Phase::Running, "initialize") => {
                LspAnswer::refused(ErrorCode::InvalidRequest, "the session has begun already")
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Down;
                LspAnswer::Now(Value::Null)
            }
            (Phase::Running, _) => {
                let bug = || LspAnswer::refused(ErrorCode::InternalError, &format!("a bug of tavola in `{method}`"));
                isolated(|| self.answer(request)).unwrap_or_else(bug)
            }
            (Phase::Down, _) => LspAnswer::refused(ErrorCode::InvalidRequest, "the session was shut down"),
        };
        match answer {
            LspAnswer::Now(result) => self.respond(id, Ok(result)),
            LspAnswer::Refused(code, message) => self.respond(id, Err((code, message))),
            LspAnswer::Later => {}
        }
    }

    fn initialize(&mut self, params: Value) -> LspAnswer {
        let params: InitializeParams = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return LspAnswer::refused(ErrorCode::InvalidParams, &error.to_string()),
        };
        self.phase = Phase::Running;
        let options = params.initialization_options.unwrap_or_default();
        self.pages = options["pages"].as_str().map(|pages| pages.trim_end_matches('/').to_owned());
        self.terminal = options["terminal"].as_bool().unwrap_or(false);
        let watching = params.capabilities.workspace.and_then(|workspace| workspace.did_change_watched_files);
        self.registers = watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false);
        let info = json!({ "name": "tavola", "version": env!("CARGO_PKG_VERSION") });
        LspAnswer::Now(json!({ "capabilities": answers::capabilities(), "serverInfo": info }))
    }

    fn notification(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            "initialized" => self.register(),
            "textDocument/didOpen" => {
                let Some(params) = read::<DidOpenTextDocumentParams>(params) else { return };
                let document = params.text_document;
                if let Some(file) = files::path_of(&document.uri) {
                    self.documents.open(file, &document.text, document.version);
                }
                self.refresh(&document.uri);
            }
            "textDocument/didChange" => {
                let Some(params) = read::<DidChangeTextDocumentParams>(params) else { return };
                let document = params.text_document;
                if let Some(file) = files::path_of(&document.uri) {
                    self.documents.change(&file, &params.content_changes, document.version);
                }
                self.refresh(&document.uri);
            }
            "textDocument/didClose" => {
                let Some(params) = read::<DidCloseTextDocumentParams>(params) else { return };
                let uri = params.text_document.uri;
                files::path_of(&uri).iter().for_each(|file| self.documents.close(file));
                self.refresh(&uri);
            }
            "workspace/didChangeWatchedFiles" => {
                let Some(params) = read::<DidChangeWatchedFilesParams>(params) else { return };
                params.changes.iter().for_each(|change| self.refresh(&change.uri));
            }
            // `didSave` says nothing that the buffer did not say.
            _ => {}
        }
    }

    /// Asks the editor to tell of files that change on the disk.
    fn register(&self) {
        if !self.registers {
            return;
        }
        let watchers = ["**/*.tavola", "**/*.yaml", "**/*.svg", "**/*.png"].map(|glob| json!({ "globPattern": glob }));
        let method = "workspace/didChangeWatchedFiles";
        let registration = json!({ "id": "files", "method": method, "registerOptions": { "watchers": watchers } });
        let params = json!({ "registrations": [registration] });
        let request = Request { id: "files".to_owned().into(), method: "client/registerCapability".to_owned(), params };
        self.write(Outgoing::Message(request.into()));
    }

    fn refresh(&mut self, uri: &Uri) {
        let Some(file) = files::path_of(uri) else { return };
        if let Some(closed) = self.games.refresh(&file, &self.documents) {
            self.publish(notes::cleared(&closed));
        }
    }

    fn begin_checks(&mut self) {
        for folder in self.games.waiting() {
            let Some(game) = self.games.get(&folder) else { continue };
            game.changed = false;
            game.running = Some(work::check(&self.events, folder, game.workspace.job()));
        }
    }

    fn done(&mut self, done: Done) {
        match done {
            Done::Checked { folder, checked, stopped } => {
                let Some(game) = self.games.get(&folder) else { return };
                game.running = None;
                // A text has changed meanwhile, so another check follows.
                if stopped || game.changed {
                    return;
                }
                let Some(checked) = checked else { return self.log("a bug of tavola: the game cannot be checked") };
                game.workspace.take(*checked);
                let published = notes::published(game, &self.documents, self.pages.as_deref());
                self.publish(published);
            }
            Done::Played { id, results } => self.played(id, results),
        }
    }

    /// Answers a request to play cases, and shows how they ended.
    fn played(&self, id: RequestId, results: Option<Vec<CaseResult>>) {
        let Some(results) = results else {
            return self.respond(id, Err((ErrorCode::InternalError, "a bug of tavola while playing".to_owned())));
        };
        let failed = results.iter().any(|result| !result.passed);
        let typ = if failed { MessageType::ERROR } else { MessageType::INFO };
        let message = shapes::results(&results);
        self.note("window/showMessage", &ShowMessageParams { typ, message: message.clone() });
        self.respond(id, Ok(json!({ "passed": !failed, "message": message })));
    }

    fn answer(&self, request: Request) -> LspAnswer {
        let Request { id, method, params } = request;
        match method.as_str() {
            "workspace/executeCommand" => match answers::asked_cases(params) {
                Ok((folder, cases)) => self.play(id, &folder, &cases),
                Err(refused) => refused,
            },
            _ => answers::answer(&self.games, &method, params, self.terminal),
        }
    }

    /// Plays the cases of a lens. The answer comes when they have ended.
    fn play(&self, id: RequestId, folder: &Uri, cases: &[String]) -> LspAnswer {
        let folder = files::path_of(folder);
        let game = folder.and_then(|folder| self.games.iter().find(|game| game.folder == folder));
        let job = |game: Option<&OpenedGame>| game.ok_or("the game is not open".to_owned())?.workspace.play(cases);
        match job(game) {
            Ok(job) => {
                work::play(&self.events, id, job);
                LspAnswer::Later
            }
            Err(why) => LspAnswer::Refused(ErrorCode::RequestFailed, why),
        }
    }

    fn publish(&self, notes: Vec<lsp_types::PublishDiagnosticsParams>) {
        notes.iter().for_each(|note| self.note("textDocument/publishDiagnostics", note));
    }

    fn log(&self, message: &str) {
        self.note("window/logMessage", &ShowMessageParams { typ: MessageType::ERROR, message: message.to_owned() });
    }

    fn note(&self, method: &str, params: &impl Serialize) {
        let params = serde_json::to_value(params).unwrap_or_default();
        let note = Notification { method: method.to_owned(), params };
        self.write(Outgoing::Message(note.into()));
    }

    fn respond(&self, id: RequestId, answer: Result<Value, (ErrorCode, String)>) {
        let response = match answer {
            Ok(result) => Response { id, result: Some(result), error: None },
            Err((code, message)) => Response::new_err(id, code as i32, message),
        };
        self.write(Outgoing::Message(response.into()));
    }

    fn write(&self, outgoing: Outgoing) {
        // If the output is closed, the input will be, too.
        let _ = self.outgoing.send(outgoing);
    }
}

/// Parameters of a notification. Those that cannot be read are ignored, as nobody waits for an answer.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
