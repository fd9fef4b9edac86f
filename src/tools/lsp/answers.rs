//! Answers to requests about files.

use std::collections::BTreeMap;

use lsp_server::{ErrorCode, Request};
use lsp_types::{
    CodeActionKind, CodeActionParams, CodeLens, CodeLensParams, Command, CompletionParams, DocumentSymbolParams,
    ExecuteCommandParams, FoldingRangeParams, InlayHint, InlayHintParams, Location, SemanticTokensParams,
    SymbolInformation, TextEdit, Uri, WorkspaceSymbolParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tavola_ide::{FileRange, OfferedEdit};

use super::games::OpenedGame;
use super::positions::LineIndex;
use super::server::Server;
use super::{files, notes, shapes};

/// Command of the lenses: plays cases of a game.
const RUN: &str = "tavola.run";

/// An answer to a request.
pub(super) enum Answer {
    /// The result.
    Now(Value),
    /// The result comes from another thread.
    Later,
    /// An error with its message.
    Refused(ErrorCode, String),
}

impl Answer {
    pub(super) fn refused(code: ErrorCode, message: &str) -> Self {
        Self::Refused(code, message.to_owned())
    }

    fn of(result: impl Serialize) -> Self {
        match serde_json::to_value(result) {
            Ok(result) => Self::Now(result),
            Err(error) => Self::Refused(ErrorCode::InternalError, error.to_string()),
        }
    }
}

/// What the server can do.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "completionProvider": { "triggerCharacters": [".", "[", "|", " "] },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.rewrite"] },
        "codeLensProvider": { "resolveProvider": false },
        "inlayHintProvider": true,
        "executeCommandProvider": { "commands": [RUN] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": shapes::TOKEN_TYPES, "tokenModifiers": shapes::TOKEN_MODIFIERS },
            "full": true,
        },
    })
}

/// Answers a request.
pub(super) fn answer(server: &mut Server, request: Request) -> Answer {
    let Request { id, method, params } = request;
    match method.as_str() {
        "textDocument/completion" => with(params, |params: CompletionParams| {
            let at = params.text_document_position;
            on_file(server, &at.text_document.uri, |file| completion(file, at.position))
        }),
        "textDocument/documentSymbol" => with(params, |params: DocumentSymbolParams| {
            on_file(server, &params.text_document.uri, |file| {
                shapes::symbols(&file.lines, file.game.workspace.symbols(&file.path))
            })
        }),
        "textDocument/foldingRange" => with(params, |params: FoldingRangeParams| {
            on_file(server, &params.text_document.uri, |file| shapes::folds(file.game.workspace.folding(&file.path)))
        }),
        "textDocument/semanticTokens/full" => with(params, |params: SemanticTokensParams| {
            on_file(
                server,
                &params.text_document.uri,
                |file| json!({ "data": shapes::tokens(file.text, &file.lines, file.game.workspace.tokens(&file.path)) }),
            )
        }),
        "textDocument/inlayHint" => with(params, |params: InlayHintParams| {
            on_file(server, &params.text_document.uri, |file| hints(file, params.range))
        }),
        "textDocument/codeLens" => {
            with(params, |params: CodeLensParams| on_file(server, &params.text_document.uri, lenses))
        }
        "textDocument/codeAction" => with(params, |params: CodeActionParams| {
            on_file(server, &params.text_document.uri, |file| actions(file, params.range))
        }),
        "workspace/symbol" => with(params, |params: WorkspaceSymbolParams| Answer::of(named(server, &params.query))),
        "workspace/executeCommand" => with(params, |params: ExecuteCommandParams| {
            let run = (params.command == RUN).then(|| serde_json::from_value(Value::Array(params.arguments)));
            match run {
                Some(Ok((folder, cases))) => server.play(id, &folder, &Vec::<String>::clone(&cases)),
                Some(Err(error)) => Answer::Refused(ErrorCode::InvalidParams, error.to_string()),
                None => Answer::Refused(ErrorCode::InvalidParams, format!("there is no command `{}`", params.command)),
            }
        }),
        _ => Answer::Refused(ErrorCode::MethodNotFound, format!("there is no method `{method}`")),
    }
}

fn with<T: DeserializeOwned>(params: Value, answer: impl FnOnce(T) -> Answer) -> Answer {
    match serde_json::from_value(params) {
        Ok(params) => answer(params),
        Err(error) => Answer::Refused(ErrorCode::InvalidParams, error.to_string()),
    }
}

/// A file of an open game.
struct OpenFile<'s> {
    game: &'s OpenedGame,
    path: String,
    text: &'s str,
    lines: LineIndex<'s>,
}

/// Answers a request about a file. For files outside of open games the answer is null.
fn on_file<T: Serialize>(server: &Server, uri: &Uri, answer: impl FnOnce(&OpenFile<'_>) -> T) -> Answer {
    let Some((game, path)) = files::path_of(uri).and_then(|file| server.games.of(&file)) else {
        return Answer::Now(Value::Null);
    };
    let text = game.workspace.text(&path).unwrap_or_default();
    Answer::of(answer(&OpenFile { game, path, text, lines: LineIndex::new(text) }))
}

fn completion(file: &OpenFile<'_>, position: lsp_types::Position) -> Value {
    let offers = file.game.workspace.completion(&file.path, file.lines.offset(position));
    let range = file.lines.range(&offers.replaces);
    let items: Vec<_> = offers.offers.into_iter().map(|offer| shapes::offer(offer, range)).collect();
    json!({ "isIncomplete": false, "items": items })
}

fn hints(file: &OpenFile<'_>, range: lsp_types::Range) -> Vec<InlayHint> {
    let hints = file.game.workspace.hints(&file.path, file.lines.bytes(range)).into_iter();
    hints.map(|hint| shapes::hint(file.lines.position(hint.at), hint.text)).collect()
}

fn lenses(file: &OpenFile<'_>) -> Vec<CodeLens> {
    let folder = files::uri_of(&file.game.folder);
    let lens = |lens: tavola_ide::CaseLens| {
        let arguments = Some(vec![json!(folder), json!(lens.cases)]);
        let command = Command { title: lens.title, command: RUN.to_owned(), arguments };
        CodeLens { range: file.lines.range(&lens.bytes), command: Some(command), data: None }
    };
    file.game.workspace.lenses(&file.path).into_iter().map(lens).collect()
}

fn actions(file: &OpenFile<'_>, range: lsp_types::Range) -> Vec<Value> {
    let action = |offered: OfferedEdit| {
        let finding = offered.finding.and_then(|number| file.game.workspace.findings().get(number));
        let diagnostics = finding.map(|finding| notes::diagnostic(file.game, &file.path, finding, None));
        let kind = if finding.is_some() { CodeActionKind::QUICKFIX } else { CodeActionKind::REFACTOR_REWRITE };
        let diagnostics: Vec<_> = diagnostics.into_iter().collect();
        let edit = edit(file.game, &offered.edits);
        json!({ "title": offered.title, "kind": kind, "diagnostics": diagnostics, "edit": edit })
    };
    file.game.workspace.actions(&file.path, file.lines.bytes(range)).into_iter().map(action).collect()
}

/// Edits of files of a game.
pub(super) fn edit(game: &OpenedGame, edits: &[(FileRange, String)]) -> Value {
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (at, new_text) in edits {
        let Some(Location { uri, range }) = notes::location(game, at) else { continue };
        changes.entry(uri.to_string()).or_default().push(TextEdit { range, new_text: new_text.clone() });
    }
    json!({ "changes": changes })
}

/// Symbols of all open games whose name contains the query.
fn named(server: &Server, query: &str) -> Vec<SymbolInformation> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for game in server.games.iter() {
        for path in game.workspace.paths() {
            let symbols = game.workspace.symbols(path).into_iter();
            let all = symbols.flat_map(|symbol| std::iter::once(symbol.declared).chain(symbol.children));
            let fits = all.filter(|name| name.name.to_lowercase().contains(&query));
            found.extend(fits.filter_map(|name| {
                let at = FileRange { file: path.to_owned(), bytes: name.bytes.clone() };
                Some(shapes::symbol_at(name, notes::location(game, &at)?))
            }));
        }
    }
    found
}
