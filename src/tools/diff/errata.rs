//! Differences as an errata sheet for players.

use super::{Compared, ComparedClause, sort, title};
use crate::tools::document::{Document, Ink, TextLine};
use tavola_game::Difference;

/// The word before rulings in the rules.
const RULINGS: &str = "rulings";

/// The sheet: clauses whose text, ruling or row of a table changed; then the names of other changed rules.
pub(super) fn sheet(compared: &Compared, date: Option<&str>) -> Document {
    let rules = &compared.after.rules;
    let variant = rules.variant_titles().map(|titles| format!(", {titles}")).unwrap_or_default();
    let mut out = Document::new(format!("Errata: {}{variant}", rules.title().unwrap_or_else(|| rules.name())));
    out.lines(date);
    let rulings = rulings(compared);
    let mut told: Vec<&Difference> = Vec::new();
    for ComparedClause { id, text, differs, cited } in compared.all_clauses() {
        let beside = beside(compared, &id);
        let own: Vec<_> = rulings.iter().filter(|(ruling, ..)| *ruling == id || beside.contains(ruling)).collect();
        if differs.is_none() && own.is_empty() && !cited.iter().any(|one| is_row(one)) {
            continue;
        }
        out.section(id.as_str());
        match differs.map(|differs| (differs.before.as_deref(), differs.after.as_deref())) {
            Some((Some(before), Some(after))) => {
                out.line(TextLine::of(Ink::Strong, "Until now:").plain(format!(" {before}")));
                out.line(TextLine::of(Ink::Strong, "From now on:").plain(format!(" {after}")));
            }
            Some((None, _)) => out.line(TextLine::of(Ink::Strong, "New:").plain(format!(" {text}"))),
            Some((_, None)) => out.line(TextLine::of(Ink::Strong, "Removed:").plain(format!(" {text}"))),
            None => out.line(text),
        }
        for (ruling, text, _) in own.iter().filter(|(ruling, ..)| *ruling != id) {
            out.line(TextLine::of(Ink::Strong, format!("Ruling {ruling}:")).plain(format!(" {text}")));
        }
        let mut parts = cited;
        parts
            .extend(own.iter().filter_map(|(.., part)| *part).filter(|part| !parts.contains(part)).collect::<Vec<_>>());
        if !parts.is_empty() {
            out.line(named(TextLine::from("Implemented by "), &parts).plain("."));
        } else if own.is_empty() {
            out.line("No rule changes with it.");
        }
        told.extend(parts);
    }
    let rest: Vec<&Difference> = compared.differences.iter().filter(|one| !told.contains(one)).collect();
    if !rest.is_empty() {
        out.section("Rules");
        out.line(named(TextLine::from("Also changed, under clauses that read as before: "), &rest).plain("."));
    }
    if told.is_empty() && rest.is_empty() && compared.clauses.is_empty() {
        out.line("Nothing changes.");
    }
    let mut versions = TextLine::from("Changes");
    for (word, side) in [(" from ", &compared.before), (" to ", &compared.after)] {
        versions = versions.plain(word).and(Ink::Code, &side.name).plain(format!(" (rules {})", side.rules.hash()));
    }
    out.section("Versions");
    out.line(versions.plain("."));
    out
}

/// Rulings that changed: id, text, and the part of the rules with another answer.
fn rulings(compared: &Compared) -> Vec<(String, String, Option<&Difference>)> {
    let book = compared.after.rules.rulebook().map(|book| book.rulings.as_slice()).unwrap_or_default();
    let changed = book.iter().filter_map(|ruling| {
        let is = |part: &&Difference| part.part().id.sort == RULINGS && part.part().id.row == ruling.setting;
        let part = compared.differences.iter().find(is).filter(|_| ruling.setting.is_some());
        let other = compared.clauses.iter().any(|clause| clause.id == ruling.id);
        (other || part.is_some()).then(|| (ruling.id.clone(), ruling.text(), part))
    });
    changed.collect()
}

/// The ids that are cited beside a clause, which is no ruling itself.
fn beside(compared: &Compared, id: &str) -> Vec<String> {
    let book = compared.after.rules.rulebook();
    if book.is_some_and(|book| book.rulings.iter().any(|ruling| ruling.id == id)) {
        return Vec::new();
    }
    let cited = |(_, ids): &(_, &[String])| ids.iter().any(|cited| cited == id);
    let all = compared.after.rules.citations().into_iter().filter(cited);
    all.flat_map(|(_, ids)| ids.to_vec()).collect()
}

/// True for a row of a table: a setting, a ruling, a component.
fn is_row(one: &Difference) -> bool {
    one.part().id.row.is_some()
}

/// Parts of the rules and how they changed.
fn named(mut line: TextLine, parts: &[&Difference]) -> TextLine {
    for (at, one) in parts.iter().enumerate() {
        let gap = if at > 0 { ", " } else { "" };
        line = line.plain(gap).and(Ink::Code, title(one.part())).plain(format!(" ({})", short(one)));
    }
    line
}

/// `4 instead of 3`, or how it changed.
fn short(one: &Difference) -> String {
    let value = |line: &str| line.split_once(": ").map_or(line, |(_, value)| value).to_owned();
    let sides = one.before.as_ref().zip(one.after.as_ref()).filter(|_| is_row(one));
    let cells = sides.map(|(before, after)| before.lines.iter().zip(&after.lines).filter(|(was, is)| was != is));
    let cells: Vec<_> = cells.into_iter().flatten().collect();
    match cells.as_slice() {
        // Of a ruling the answer stands first.
        [(was, is), rest @ ..] if rest.is_empty() || one.part().id.sort == RULINGS => {
            format!("{} instead of {}", value(is), value(was))
        }
        _ => sort(one.differs).to_owned(),
    }
}
