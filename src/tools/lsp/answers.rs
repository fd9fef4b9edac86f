//! Answers to requests about files.

use std::collections::BTreeMap;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionKind, CodeActionParams, CodeLens, CodeLensParams, Command, CompletionParams, DocumentFormattingParams,
    DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams, GotoDefinitionParams, HoverParams, InlayHint,
    InlayHintParams, Location, ReferenceParams, RenameParams, SemanticTokensParams, SymbolInformation,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceSymbolParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tavola_ide::{FileRange, LensAction, OfferedEdit};

use super::games::{OpenGames, OpenedGame};
use super::positions::LineIndex;
use super::{files, notes, shapes};

/// Command of the lenses: plays cases of a game.
const RUN: &str = "tavola.run";
/// Command of the lenses that the editor itself carries out: plays a game from a case on, in a terminal.
const PLAY: &str = "tavola.play";

/// An answer to a request.
pub(super) enum LspAnswer {
    /// The result.
    Now(Value),
    /// The result comes from another thread.
    Later,
    /// An error with its message.
    Refused(ErrorCode, String),
}

impl LspAnswer {
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

/// Capabilities of the server.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "completionProvider": { "triggerCharacters": [".", "[", "|", " "] },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.rewrite", "source.fixAll"] },
        "codeLensProvider": { "resolveProvider": false },
        "inlayHintProvider": true,
        "executeCommandProvider": { "commands": [RUN] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": shapes::TOKEN_TYPES, "tokenModifiers": shapes::TOKEN_MODIFIERS },
            "full": true,
        },
    })
}

/// Answers a request. `terminal`: the editor can play games in a terminal.
pub(super) fn answer(games: &OpenGames, method: &str, params: Value, terminal: bool) -> LspAnswer {
    match method {
        "textDocument/completion" => with(params, |params: CompletionParams| {
            let at = params.text_document_position;
            on_file(games, &at.text_document.uri, |file| completion(file, at.position))
        }),
        "textDocument/documentSymbol" => with(params, |params: DocumentSymbolParams| {
            on_file(games, &params.text_document.uri, |file| {
                shapes::symbols(&file.lines, file.game.workspace.symbols(&file.path))
            })
        }),
        "textDocument/foldingRange" => with(params, |params: FoldingRangeParams| {
            on_file(games, &params.text_document.uri, |file| shapes::folds(file.game.workspace.folding(&file.path)))
        }),
        "textDocument/formatting" => with(params, |params: DocumentFormattingParams| {
            on_file(games, &params.text_document.uri, |file| file.text_edits(file.game.workspace.format(&file.path)))
        }),
        "textDocument/semanticTokens/full" => with(params, |params: SemanticTokensParams| {
            on_file(
                games,
                &params.text_document.uri,
                |file| json!({ "data": shapes::tokens(file.text, &file.lines, file.game.workspace.tokens(&file.path)) }),
            )
        }),
        "textDocument/inlayHint" => with(params, |params: InlayHintParams| {
            on_file(games, &params.text_document.uri, |file| hints(file, params.range))
        }),
        "textDocument/codeLens" => with(params, |params: CodeLensParams| {
            on_file(games, &params.text_document.uri, |file| lenses(file, terminal))
        }),
        "textDocument/codeAction" => with(params, |params: CodeActionParams| {
            on_file(games, &params.text_document.uri, |file| {
                actions(file, params.range, params.context.only.as_deref())
            })
        }),
        "workspace/symbol" => with(params, |params: WorkspaceSymbolParams| LspAnswer::of(named(games, &params.query))),
        _ => about_a_name(games, method, params),
    }
}

/// Answers a request about the name at a position.
fn about_a_name(games: &OpenGames, method: &str, params: Value) -> LspAnswer {
    match method {
        "textDocument/hover" => with(params, |params: HoverParams| {
            let at = params.text_document_position_params;
            on_file(games, &at.text_document.uri, |file| hover(file, at.position))
        }),
        "textDocument/definition" => with(params, |params: GotoDefinitionParams| {
            let at = params.text_document_position_params;
            on_file(games, &at.text_document.uri, |file| {
                file.locations(&file.game.workspace.definition(&file.path, file.lines.offset(at.position)))
            })
        }),
        "textDocument/references" => with(params, |params: ReferenceParams| {
            let at = params.text_document_position;
            on_file(games, &at.text_document.uri, |file| {
                file.locations(&file.game.workspace.references(&file.path, file.lines.offset(at.position)))
            })
        }),
        "textDocument/prepareRename" => with(params, |at: TextDocumentPositionParams| {
            on_file_or(games, &at.text_document.uri, |file| {
                let range = file.game.workspace.can_rename(&file.path, file.lines.offset(at.position))?;
                Ok(json!(file.lines.range(&range.bytes)))
            })
        }),
        "textDocument/rename" => with(params, |params: RenameParams| {
            let at = params.text_document_position;
            on_file_or(games, &at.text_document.uri, |file| {
                let offset = file.lines.offset(at.position);
                let edits = file.game.workspace.rename(&file.path, offset, &params.new_name)?;
                let edits: Vec<_> = edits.into_iter().map(|one| (one.at, one.text)).collect();
                Ok(edit(file.game, &edits))
            })
        }),
        _ => LspAnswer::Refused(ErrorCode::MethodNotFound, format!("there is no method `{method}`")),
    }
}

/// Folder and cases of a command. Other commands are refused.
pub(super) fn asked_cases(params: Value) -> Result<(Uri, Vec<String>), LspAnswer> {
    let wrong = |error: serde_json::Error| LspAnswer::Refused(ErrorCode::InvalidParams, error.to_string());
    let params: ExecuteCommandParams = serde_json::from_value(params).map_err(wrong)?;
    if params.command != RUN {
        let message = format!("there is no command `{}`", params.command);
        return Err(LspAnswer::Refused(ErrorCode::InvalidParams, message));
    }
    serde_json::from_value(Value::Array(params.arguments)).map_err(wrong)
}

fn with<T: DeserializeOwned>(params: Value, answer: impl FnOnce(T) -> LspAnswer) -> LspAnswer {
    match serde_json::from_value(params) {
        Ok(params) => answer(params),
        Err(error) => LspAnswer::Refused(ErrorCode::InvalidParams, error.to_string()),
    }
}

/// A file of an open game.
struct OpenFile<'s> {
    game: &'s OpenedGame,
    path: String,
    text: &'s str,
    lines: LineIndex<'s>,
}

impl OpenFile<'_> {
    fn text_edits(&self, edits: Vec<(FileRange, String)>) -> Vec<TextEdit> {
        let edit = |(at, new_text): (FileRange, String)| TextEdit { range: self.lines.range(&at.bytes), new_text };
        edits.into_iter().map(edit).collect()
    }

    fn locations(&self, places: &[FileRange]) -> Vec<Location> {
        places.iter().filter_map(|at| notes::location(self.game, at)).collect()
    }
}

/// Answers a request about a file that can be refused with a reason.
fn on_file_or(games: &OpenGames, uri: &Uri, answer: impl FnOnce(&OpenFile<'_>) -> Result<Value, String>) -> LspAnswer {
    let mut refused = None;
    let answered =
        on_file(games, uri, |file| answer(file).map_err(|reason| refused = Some(reason)).unwrap_or_default());
    refused.map_or(answered, |reason| LspAnswer::Refused(ErrorCode::RequestFailed, reason))
}

/// Answers a request about a file. For files outside of open games the answer is null.
fn on_file<T: Serialize>(games: &OpenGames, uri: &Uri, answer: impl FnOnce(&OpenFile<'_>) -> T) -> LspAnswer {
    let Some((game, path)) = files::path_of(uri).and_then(|file| games.of(&file)) else {
        return LspAnswer::Now(Value::Null);
    };
    let text = game.workspace.text(&path).unwrap_or_default();
    LspAnswer::of(answer(&OpenFile { game, path, text, lines: LineIndex::new(text) }))
}

fn completion(file: &OpenFile<'_>, position: lsp_types::Position) -> Value {
    let offers = file.game.workspace.completion(&file.path, file.lines.offset(position));
    let range = file.lines.range(&offers.replaces);
    let items: Vec<_> = offers.offers.into_iter().map(|offer| shapes::offer(offer, range)).collect();
    json!({ "isIncomplete": false, "items": items })
}

fn hover(file: &OpenFile<'_>, position: lsp_types::Position) -> Value {
    let Some(hover) = file.game.workspace.hover(&file.path, file.lines.offset(position)) else { return Value::Null };
    let contents = json!({ "kind": "markdown", "value": hover.markdown() });
    json!({ "contents": contents, "range": file.lines.range(&hover.at.bytes) })
}

fn hints(file: &OpenFile<'_>, range: lsp_types::Range) -> Vec<InlayHint> {
    let hints = file.game.workspace.hints(&file.path, file.lines.bytes(range)).into_iter();
    hints.map(|hint| shapes::hint(file.lines.position(hint.at), hint.text)).collect()
}

fn lenses(file: &OpenFile<'_>, terminal: bool) -> Vec<CodeLens> {
    let folder = files::uri_of(&file.game.folder);
    let lens = |lens: tavola_ide::CaseLens| {
        let arguments = Some(vec![json!(folder), json!(lens.cases)]);
        let command = match lens.action {
            LensAction::Run => RUN,
            LensAction::Play => PLAY,
        };
        let command = Command { title: lens.title, command: command.to_owned(), arguments };
        CodeLens { range: file.lines.range(&lens.bytes), command: Some(command), data: None }
    };
    let lenses = file.game.workspace.lenses(&file.path).into_iter();
    lenses.filter(|lens| terminal || lens.action == LensAction::Run).map(lens).collect()
}

/// Code actions. All fixes at once are only made if the editor asks for them, since they take several checks.
fn actions(file: &OpenFile<'_>, range: lsp_types::Range, only: Option<&[CodeActionKind]>) -> Vec<Value> {
    let all = CodeActionKind::SOURCE_FIX_ALL;
    let asks_for_all = |kind: &CodeActionKind| {
        all.as_str() == kind.as_str() || all.as_str().starts_with(&format!("{}.", kind.as_str()))
    };
    if only.is_some_and(|only| only.iter().any(asks_for_all)) {
        let one = |offered: OfferedEdit| json!({ "title": offered.title, "kind": all, "edit": edit(file.game, &offered.edits) });
        return file.game.workspace.fix_all().map(one).into_iter().collect();
    }
    let action = |offered: OfferedEdit| {
        let finding = offered.finding.and_then(|number| file.game.workspace.findings().get(number));
        let diagnostics = finding.map(|finding| notes::diagnostic(file.game, &file.path, finding, None));
        let kind = if finding.is_some() { CodeActionKind::QUICKFIX } else { CodeActionKind::REFACTOR_REWRITE };
        let diagnostics: Vec<_> = diagnostics.into_iter().collect();
        let edit = edit(file.game, &offered.edits);
        let preferred = offered.preferred;
        json!({ "title": offered.title, "kind": kind, "diagnostics": diagnostics, "isPreferred": preferred, "edit": edit })
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
fn named(games: &OpenGames, query: &str) -> Vec<SymbolInformation> {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for game in games.iter() {
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
