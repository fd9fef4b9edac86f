//! Findings as diagnostics of the protocol.

use std::collections::BTreeMap;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams,
};
use tavola_ide::{FileFinding, FileRange};
use tavola_syntax::diagnostic::citation;

use super::documents::Documents;
use super::files;
use super::games::OpenedGame;
use super::positions::LineIndex;

/// Diagnostics of all files of a game, with empty lists for files that no longer have any.
pub(super) fn published(
    game: &mut OpenedGame,
    documents: &Documents,
    pages: Option<&str>,
) -> Vec<PublishDiagnosticsParams> {
    let mut found: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    // An open file gets its findings for each version, also if it has none.
    let open = documents.paths().filter_map(|file| files::inside(&game.folder, file));
    for file in game.reported.iter().cloned().chain(open) {
        found.entry(file).or_default();
    }
    for finding in game.workspace.findings() {
        let Some(file) = file_of(game, finding) else { continue };
        found.entry(file.clone()).or_default().push(diagnostic(game, &file, finding, pages));
    }
    let known = found.iter().filter(|(_, diagnostics)| !diagnostics.is_empty()).map(|(file, _)| file.clone());
    let known = known.collect();
    let all = found.into_iter().filter_map(|(file, diagnostics)| params(game, &file, diagnostics, documents)).collect();
    game.reported = known;
    all
}

/// Empty diagnostics for the files of a closed game.
pub(super) fn cleared(game: &OpenedGame) -> Vec<PublishDiagnosticsParams> {
    let empty = |file: &String| params(game, file, Vec::new(), &Documents::default());
    game.reported.iter().filter_map(empty).collect()
}

fn params(
    game: &OpenedGame,
    file: &str,
    diagnostics: Vec<Diagnostic>,
    documents: &Documents,
) -> Option<PublishDiagnosticsParams> {
    let path = game.folder.join(file);
    let version = documents.version(&path);
    Some(PublishDiagnosticsParams { uri: files::uri_of(&path)?, diagnostics, version })
}

/// File that shows a finding. One about the whole game is shown in its first file of rules.
fn file_of(game: &OpenedGame, finding: &FileFinding) -> Option<String> {
    match &finding.at {
        Some(at) => Some(at.file.clone()),
        None => game.workspace.paths().min_by_key(|path| !path.ends_with(".tavola")).map(str::to_owned),
    }
}

/// A finding as a diagnostic of its file.
pub(super) fn diagnostic(game: &OpenedGame, file: &str, finding: &FileFinding, pages: Option<&str>) -> Diagnostic {
    let lines = LineIndex::new(game.workspace.text(file).unwrap_or_default());
    let bytes = finding.at.as_ref().map_or(0..0, |at| at.bytes.clone());
    let related = finding.related.iter().filter_map(|related| {
        Some(DiagnosticRelatedInformation { location: location(game, &related.at)?, message: related.text.clone() })
    });
    let related: Vec<_> = related.collect();
    let page = pages.and_then(|pages| format!("{pages}/{}.md", finding.code).parse().ok());
    let variant = finding.variant.as_ref().map(|variant| format!(" (with {variant})")).unwrap_or_default();
    let clause = citation(&finding.clauses);
    let help = finding.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    Diagnostic {
        range: lines.range(&bytes),
        severity: Some(if finding.is_error() { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
        code: Some(NumberOrString::String(finding.code.to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("tavola".to_owned()),
        message: format!("{}{variant}{clause}{help}", finding.message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// A range of a file as a location.
pub(super) fn location(game: &OpenedGame, at: &FileRange) -> Option<Location> {
    let lines = LineIndex::new(game.workspace.text(&at.file)?);
    Some(Location { uri: files::uri_of(&game.folder.join(&at.file))?, range: lines.range(&at.bytes) })
}
