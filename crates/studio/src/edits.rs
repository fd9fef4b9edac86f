//! Requests of the editor about texts, answered by the workspace.

use serde::Serialize;
use serde_json::{Value, json};
use tavola_ide::{FileFinding, FileRange, NameSort, OfferSort, TokenSort, Workspace};
use tavola_syntax::text::capital;

use crate::bodies::{CitationAsked, CursorText, OfferedFix, ShownFinding, ShownPlace, TextEdit};
use crate::offsets::{Offsets, byte};

/// The findings of the last check.
pub(crate) fn findings(workspace: &Workspace) -> Vec<ShownFinding> {
    workspace.findings().iter().map(|finding| shown(workspace, finding)).collect()
}

fn shown(workspace: &Workspace, finding: &FileFinding) -> ShownFinding {
    let fixes = finding.fixes.iter().map(|fix| offered(workspace, &capital(&fix.title), &fix.edits));
    ShownFinding {
        code: finding.code,
        error: finding.is_error(),
        message: finding.message.clone(),
        help: finding.help.clone(),
        variant: finding.variant.clone(),
        at: finding.at.as_ref().and_then(|at| place(workspace, at)),
        fixes: fixes.collect(),
    }
}

/// A range as offsets.
pub(crate) fn place(workspace: &Workspace, at: &FileRange) -> Option<ShownPlace> {
    let text = workspace.text(&at.file)?;
    let [from, to] = Offsets::new(text).range(&at.bytes);
    let line = text.get(..at.bytes.start)?.matches('\n').count() + 1;
    Some(ShownPlace { file: at.file.clone(), from, to, line })
}

/// Edits with a title, in the order of their places.
pub(crate) fn offered(workspace: &Workspace, title: &str, edits: &[(FileRange, String)]) -> OfferedFix {
    let edit = |(at, text): &(FileRange, String)| {
        let ShownPlace { file, from, to, .. } = place(workspace, at)?;
        Some(TextEdit { file, from, to, text: text.clone() })
    };
    OfferedFix { title: title.to_owned(), edits: edits.iter().filter_map(edit).collect() }
}

/// Colours of a file: from, to, the name of the sort.
pub(crate) fn colours(workspace: &Workspace, file: &str) -> Vec<(usize, usize, &'static str)> {
    let mut offsets = Offsets::new(workspace.text(file).unwrap_or_default());
    let token = |token: tavola_ide::FileToken| {
        let [from, to] = offsets.range(&token.bytes);
        (from, to, colour(token.sort))
    };
    workspace.tokens(file).into_iter().map(token).collect()
}

fn colour(sort: TokenSort) -> &'static str {
    match sort {
        TokenSort::Keyword => "keyword",
        TokenSort::Named(NameSort::Kind | NameSort::Member | NameSort::Column) => "kind",
        TokenSort::Named(_) => "name",
        TokenSort::Local => "local",
        TokenSort::Digits => "number",
        TokenSort::Quoted => "text",
        TokenSort::Comment => "comment",
        TokenSort::Citation => "clause",
    }
}

/// Completions at a position.
pub(crate) fn complete(workspace: &Workspace, spot: &CursorText) -> impl Serialize + use<> {
    let offers = workspace.completion(&spot.file, byte(&spot.text, spot.at));
    let from = Offsets::new(&spot.text).of(offers.replaces.start);
    let options = offers.offers.into_iter().map(|offer| {
        let sort = match offer.sort {
            OfferSort::Keyword => "keyword",
            OfferSort::Library => "function",
            OfferSort::Local => "variable",
            OfferSort::Named(NameSort::Kind | NameSort::Member) => "type",
            OfferSort::Named(_) => "property",
        };
        json!({ "label": offer.text, "type": sort, "detail": offer.detail, "boost": -i32::from(offer.rank) })
    });
    json!({ "from": from, "options": options.collect::<Vec<_>>() })
}

/// Documentation of the name at a position.
pub(crate) fn hover(workspace: &Workspace, spot: &CursorText) -> Value {
    let Some(hover) = workspace.hover(&spot.file, byte(&spot.text, spot.at)) else { return Value::Null };
    let [from, to] = Offsets::new(&spot.text).range(&hover.at.bytes);
    let sort = hover.ty.map_or_else(|| hover.sort.to_owned(), |ty| format!("{}: {ty}", hover.sort));
    json!({ "from": from, "to": to, "declaration": hover.declaration, "sort": sort, "text": hover.text })
}

/// Declaration of the name at a position.
pub(crate) fn define(workspace: &Workspace, spot: &CursorText) -> Option<ShownPlace> {
    let places = workspace.definition(&spot.file, byte(&spot.text, spot.at));
    place(workspace, places.first()?)
}

/// Edits on the line of a position, the best first.
pub(crate) fn actions(workspace: &Workspace, spot: &CursorText) -> Vec<OfferedFix> {
    let (before, behind) = spot.text.split_at(byte(&spot.text, spot.at));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let end = before.len() + behind.find('\n').unwrap_or(behind.len());
    let found = workspace.actions(&spot.file, start..end).into_iter();
    found.map(|action| offered(workspace, &action.title, &action.edits)).collect()
}

/// Edits that cite a clause on the line of a position.
pub(crate) fn cite(
    workspace: &Workspace,
    CitationAsked { clause, spot }: &CitationAsked,
) -> Result<OfferedFix, String> {
    let edits = workspace.cite(&spot.file, byte(&spot.text, spot.at), clause)?;
    Ok(offered(workspace, &format!("Cite {clause}"), &edits))
}

/// Edits that rename the name at a position.
pub(crate) fn rename(workspace: &Workspace, spot: &CursorText) -> Result<OfferedFix, String> {
    let edits = workspace.rename(&spot.file, byte(&spot.text, spot.at), &spot.name)?;
    let edits: Vec<_> = edits.into_iter().map(|edit| (edit.at, edit.text)).collect();
    Ok(offered(workspace, &format!("Rename to {}", spot.name), &edits))
}
