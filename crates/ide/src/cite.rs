//! Citations: a clause is cited on a line of the rules.

use std::ops::Range;

use tavola_syntax::format::format;
use tavola_syntax::syntax::is_clause;
use tavola_syntax::text::without_comment;

use crate::actions::OfferedEdit;
use crate::findings::FileRange;
use crate::formatting::edits_to;
use crate::lines::{first_word, line_at, lines};
use crate::tokens::citations;
use crate::workspace::{Workspace, is_rules};

/// Beginning of the paths of scenarios.
const SCENARIOS: &str = "scenarios/";

/// Maximum length of a clause's text in a title, in characters.
const SHOWN: usize = 60;

impl Workspace {
    /// Edits that cite a clause on the line of an offset. A text in the layout of the formatter keeps that layout.
    ///
    /// # Errors
    /// If the clause cannot be cited there: no line of rules, a table without clauses, or it is cited already. A sentence says which.
    pub fn cite(&self, path: &str, at: usize, id: &str) -> Result<Vec<(FileRange, String)>, String> {
        let text = self.text(path).filter(|_| is_rules(path) || path.starts_with(SCENARIOS));
        let text = text.ok_or("clauses are cited in rules and in scenarios: open such a file, and choose a line")?;
        if path.starts_with(SCENARIOS) {
            let (at, new) = in_scenario(text, at, id)?.ok_or(format!("this scenario cites {id} already"))?;
            return Ok(vec![(FileRange { file: path.to_owned(), bytes: at..at }, new)]);
        }
        citable(id)?;
        let line = line_at(text, at);
        let code = without_comment(&text[line.clone()]);
        if code.trim().is_empty() {
            return Err("this line says nothing that a clause could prove: choose a line of a rule".to_owned());
        }
        if citations(code).into_iter().any(|own| code.get(own) == Some(id)) {
            return Err(format!("this line cites {id} already"));
        }
        let (at, new) =
            insertion(text, &line, id).ok_or("this table has no last column `clause`: add it to cite in a row")?;
        let mut cited = text.to_owned();
        cited.insert_str(at, &new);
        if format(text).text == text {
            cited = format(&cited).text;
        }
        Ok(edits_to(path, text, &cited))
    }

    /// An edit that cites a clause on the line of an offset, for a list of offers.
    pub(crate) fn offered_citation(&self, text: &str, path: &str, at: usize, id: &str) -> Option<OfferedEdit> {
        let (at, new) = insertion(text, &line_at(text, at), id)?;
        let clause = self.rules().and_then(|rules| rules.rulebook()?.clauses.iter().find(|clause| clause.id == id));
        let says: String = clause.map(|clause| clause.text.chars().take(SHOWN).collect()).unwrap_or_default();
        let edits = vec![(FileRange { file: path.to_owned(), bytes: at..at }, new)];
        Some(OfferedEdit { title: format!("Cite {id}: {says}"), finding: None, preferred: false, edits })
    }
}

/// Refuses what is not the id of a clause.
fn citable(id: &str) -> Result<(), String> {
    if is_clause(id) { Ok(()) } else { Err(format!("`{id}` cannot be cited: it is not the id of a clause")) }
}

/// Insertion point of an id in the `clauses:` of the scenario around an offset, and the text to insert. `None` if it cites the clause.
///
/// # Errors
/// If the text is the id of no clause, there is no scenario, or its `clauses:` is no list in brackets.
pub fn in_scenario(text: &str, at: usize, id: &str) -> Result<Option<(usize, String)>, String> {
    citable(id)?;
    let begins = |(start, line): &(usize, &str)| line.starts_with("- ").then_some(*start);
    let all: Vec<(usize, &str)> = lines(text).collect();
    let start = all.iter().filter_map(begins).take_while(|start| *start <= at).last();
    let start = start.ok_or("there is no scenario on this line: choose a line of one")?;
    let own = || all.iter().filter(|(own, _)| *own >= start).enumerate();
    let own = || own().take_while(|(number, line)| *number == 0 || begins(line).is_none()).map(|(_, line)| line);
    let Some((line, words)) = own().find(|(_, line)| line.get(2..).is_some_and(|key| key.starts_with("clauses:")))
    else {
        let (line, words) = own().next().ok_or("there is no scenario on this line")?;
        return Ok(Some((line + words.trim_end().len(), format!("\n  clauses: [{id}]"))));
    };
    let code = without_comment(words).trim_end();
    let inside = code.split_once('[').and_then(|(_, inside)| inside.strip_suffix(']'));
    let inside = inside.ok_or("write `clauses` of this scenario as a list in brackets: `clauses: [A-1]`")?;
    if inside.split(',').any(|own| own.trim() == id) {
        return Ok(None);
    }
    let comma = if inside.trim().is_empty() { "" } else { ", " };
    Ok(Some((line + code.len() - 1, format!("{comma}{id}"))))
}

/// Insertion point of an id on a line, and the text to insert. `None` on a line without code, and in a table without clauses.
fn insertion(text: &str, line: &Range<usize>, id: &str) -> Option<(usize, String)> {
    let code = without_comment(&text[line.clone()]).trim_end();
    if code.is_empty() {
        return None;
    }
    let (offset, new) = if code.trim_start().starts_with('|') {
        in_row(text, line.start, code, id)?
    } else if let Some(inside) = code.strip_suffix(']').filter(|_| !citations(code).is_empty()) {
        (inside.len(), format!(", {id}"))
    } else {
        (code.len(), format!("  [{id}]"))
    };
    Some((line.start + offset, new))
}

/// Insertion point of an id in a row of a table whose last column is `clause`, and the text to insert.
fn in_row(text: &str, line: usize, code: &str, id: &str) -> Option<(usize, String)> {
    let above: Vec<(usize, &str)> = lines(&text[..line]).collect();
    let heading = above
        .iter()
        .rev()
        .take_while(|(_, line)| line.starts_with(' '))
        .filter(|(_, line)| line.trim_start().starts_with('|'))
        .last()?;
    let last = heading.1.trim_end().strip_suffix('|')?.rsplit('|').next()?;
    if first_word(last) != "clause" {
        return None;
    }
    let row = code.strip_suffix('|')?;
    let cell = row.rfind('|')? + 1;
    let cites = row[cell..].trim();
    Some(match cites {
        "" => (cell, format!(" {id}")),
        _ => (cell + row[cell..].trim_end().len(), format!(", {id}")),
    })
}
