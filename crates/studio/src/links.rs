//! Links between the table and the rules: where something at the table is declared or asked, and what rules touch there.

use serde::Serialize;
use serde_json::{Value, json};
use tavola_game::RuleLine;
use tavola_ide::{FileRange, NameOrigin, Workspace};
use tavola_page::draw;
use tavola_serve::{RequestRefused, TablePlace};

use crate::bodies::{CursorText, LineShown, OriginAsked, ShownPlace};
use crate::edits::place;
use crate::files::GameFiles;
use crate::offsets::byte;
use crate::tests::line;

/// Maximum number of lines that are listed for a name.
const LISTED: usize = 40;

/// The rule behind something at the table.
#[derive(Serialize)]
pub(crate) struct OriginShown {
    /// `place`, `member`, `question`, `log`.
    sort: &'static str,
    /// Name in the rules. Empty for a question and a line of the log.
    name: String,
    /// The line of the rules.
    text: String,
    at: Option<ShownPlace>,
    line: Option<LineShown>,
    clauses: Vec<ClauseCited>,
    /// Lines of the rules that name it.
    used: Vec<LineShown>,
}

/// A clause with its text as HTML.
#[derive(Serialize)]
struct ClauseCited {
    id: String,
    text: String,
}

/// The rules behind something at the table. Empty if no rule of the game declares it.
///
/// # Errors
/// If there is no such seat.
pub(crate) fn origin(
    (files, workspace): (&GameFiles, &Workspace),
    table: &TablePlace,
    asked: &OriginAsked,
) -> Result<Vec<OriginShown>, String> {
    let found = match asked {
        OriginAsked { question: true, .. } => ("question", table.asked_by(&asked.seat, asked.option)),
        OriginAsked { line: Some(line), .. } => ("log", table.caused_by(&asked.seat, *line)),
        _ => return Ok(workspace.origins(&asked.names).iter().map(|origin| named(workspace, origin)).collect()),
    };
    let (sort, found) = (found.0, found.1.map_err(refusal)?);
    Ok(found.map(|found| origin_shown(files, workspace, sort, found)).into_iter().collect())
}

/// Names at the table that the line of the cursor touches.
pub(crate) fn touched(workspace: &Workspace, spot: &CursorText) -> Vec<Value> {
    let names = workspace.touched(&spot.file, byte(&spot.text, spot.at)).into_iter();
    names.map(|touched| json!({ "sort": touched.sort, "name": touched.name })).collect()
}

/// A refusal of the table as a sentence.
pub(crate) fn refusal(refused: RequestRefused) -> String {
    match refused {
        RequestRefused::Nobody => "There is no such seat at the table now.".to_owned(),
        RequestRefused::Often => "Too many requests; wait a second.".to_owned(),
        RequestRefused::Why(why) | RequestRefused::Unwritten(why) => why,
    }
}

fn named(workspace: &Workspace, origin: &NameOrigin) -> OriginShown {
    let mut used: Vec<LineShown> = Vec::new();
    for range in &origin.used {
        let Some(line) = line_of(workspace, range) else { continue };
        if used.len() < LISTED && !used.iter().any(|other| other.file == line.file && other.line == line.line) {
            used.push(line);
        }
    }
    OriginShown {
        sort: origin.sort,
        name: origin.name.clone(),
        text: origin.declaration.clone(),
        at: place(workspace, &origin.at),
        line: line_of(workspace, &origin.at),
        clauses: cited(workspace, &origin.clauses),
        used,
    }
}

fn origin_shown(files: &GameFiles, workspace: &Workspace, sort: &'static str, found: RuleLine) -> OriginShown {
    let line = line(files, &found.place).map(|line| LineShown { text: text_of(workspace, &line), ..line });
    OriginShown {
        sort,
        name: String::new(),
        text: line.as_ref().map(|line| line.text.clone()).unwrap_or_default(),
        at: None,
        line,
        clauses: cited(workspace, &found.clauses),
        used: Vec::new(),
    }
}

fn cited(workspace: &Workspace, clauses: &[String]) -> Vec<ClauseCited> {
    let text = |id: &String| workspace.clause(id).map(|text| draw::clause(&text)).unwrap_or_default();
    clauses.iter().map(|id| ClauseCited { id: id.clone(), text: text(id) }).collect()
}

fn line_of(workspace: &Workspace, range: &FileRange) -> Option<LineShown> {
    let ShownPlace { file, line, .. } = place(workspace, range)?;
    let line = LineShown { file, line, text: String::new() };
    Some(LineShown { text: text_of(workspace, &line), ..line })
}

fn text_of(workspace: &Workspace, LineShown { file, line, .. }: &LineShown) -> String {
    let text = workspace.text(file).unwrap_or_default();
    text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim().to_owned()
}
