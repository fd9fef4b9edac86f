//! Differences as a sheet for players: errata, or what a variant changes.

use super::{Compared, ComparedClause, DiffSide, title};
use crate::tools::document::{Document, Ink, TextLine};
use tavola_game::{ClauseDifference, Difference, Differs, Erratum, PlayedRuling, means};
use tavola_page::doc::{ChangedPart, PartChange, changes_in_words};

/// The word before rulings in the rules.
const RULINGS: &str = "rulings";

/// A changed or new ruling.
struct ChangedRuling {
    id: String,
    /// Id of the clause below which it is printed, as in the rulebook. None if the rulebook names none.
    of: Option<String>,
    question: String,
    /// The answer before. None for a new ruling.
    before: Option<String>,
    now: String,
}

impl ChangedRuling {
    /// The line below the clause to which it belongs.
    fn line(&self) -> TextLine {
        let Self { id, question, before, now, .. } = self;
        let title = if before.is_some() { "Ruling" } else { "New ruling" };
        let line = TextLine::of(Ink::Strong, format!("{title} {id}:")).plain(format!(" {question} {now}"));
        match before {
            Some(before) => line.plain(" ").and(Ink::Strong, "Until now:").plain(format!(" {before}")),
            None => line,
        }
    }
}

/// A changed part of the rules, in printed words.
struct PrintedPart<'a> {
    part: &'a Difference,
    words: ChangedPart,
}

/// The sheet: clauses whose text, ruling or row of a table changed; then the names of other changed rules.
pub(super) fn sheet(compared: &Compared, title: Option<&str>, date: Option<&str>) -> Document {
    let mut out = Document::new(title.map_or_else(|| heading(compared), str::to_owned));
    out.lines(date.or_else(|| newest(compared)));
    let words = changes_in_words(&compared.before.rules, &compared.after.rules, &compared.differences);
    let parts: Vec<PrintedPart<'_>> =
        compared.differences.iter().zip(words).map(|(part, words)| PrintedPart { part, words }).collect();
    let rulings = rulings(compared);
    let (mut sections, mut listed): (Vec<String>, Vec<&Difference>) = Default::default();
    // A ruling that names no clause is printed at the first that is cited beside it.
    let mut printed: Vec<&str> = Vec::new();
    for ComparedClause { id, text, differs, cited, .. } in compared.all_clauses() {
        let beside = beside(compared, &id);
        let belongs = |ruling: &&ChangedRuling| match &ruling.of {
            Some(of) => *of == id,
            None => beside.contains(&ruling.id),
        };
        let all_own: Vec<_> = rulings.iter().filter(|ruling| ruling.id == id || belongs(ruling)).collect();
        let own: Vec<_> = all_own.iter().filter(|ruling| !printed.contains(&ruling.id.as_str())).collect();
        printed.extend(own.iter().map(|ruling| ruling.id.as_str()));
        if own.is_empty() && all_own.iter().any(|ruling| ruling.id == id) {
            listed.extend(cited);
            continue;
        }
        let is_row_of_clause = |one: &&Difference| is_row(one) && one.part().id.sort != RULINGS;
        let comes_in = is_cited(&id, &compared.after) && !is_cited(&id, &compared.before);
        if differs.is_none() && own.is_empty() && !comes_in && !cited.iter().any(is_row_of_clause) {
            continue;
        }
        let shown: Vec<&PrintedPart<'_>> = parts.iter().filter(|one| cited.contains(&one.part)).collect();
        // Parts without printed words say nothing beside the new text of the clause.
        let is_news =
            |one: &&&PrintedPart<'_>| one.part.part().id.sort != RULINGS && (differs.is_none() || is_row(one.part));
        let numbers: Vec<&&PrintedPart<'_>> = shown.iter().filter(is_news).collect();
        out.section(id.as_str());
        sections.push(id.clone());
        match (own.iter().find(|ruling| ruling.id == id), differs) {
            (Some(ChangedRuling { question, before: Some(before), now, .. }), _) => {
                out.line(question.as_str());
                until_now(before, now, &mut out);
            }
            (_, Some(differs)) => changed_text(differs, &text, &mut out),
            (_, None) if comes_in || numbers.is_empty() && own.is_empty() => out.line(TextLine::default().long(&text)),
            // The text may name the old values, and no program can reword it.
            (_, None) => out.line(TextLine::of(Ink::Strong, "As printed:").plain(" ").long(&text)),
        }
        own.iter().filter(|ruling| ruling.id != id).for_each(|ruling| out.line(ruling.line()));
        listed.extend(cited);
        if !numbers.is_empty() {
            out.line(named(TextLine::of(Ink::Strong, "Changed:").plain(" "), &numbers).plain("."));
        } else if own.is_empty() && shown.is_empty() {
            out.line("No rule changes with it.");
        }
    }
    let rest: Vec<&PrintedPart<'_>> = parts.iter().filter(|one| !listed.contains(&one.part)).collect();
    read_again(compared, &sections, &mut out);
    others(&rest, &mut out);
    if parts.is_empty() && compared.clauses.is_empty() {
        out.line("Nothing changes.");
    }
    out
}

/// Date of the newest erratum that only the later rulebook has.
fn newest(compared: &Compared) -> Option<&str> {
    let old = errata(&compared.before);
    let is_new = |one: &&Erratum| old.iter().all(|was| (&was.date, &was.clause) != (&one.date, &one.clause));
    errata(&compared.after).iter().filter(is_new).map(|one| one.date.as_str()).max()
}

fn errata(side: &DiffSide) -> &[Erratum] {
    side.rules.rulebook().map(|book| book.errata.as_slice()).unwrap_or_default()
}

/// True if a line of the rules cites a clause.
fn is_cited(id: &str, side: &DiffSide) -> bool {
    side.rules.cited().iter().any(|cited| means(cited, id))
}

/// Lists clauses that stay as they are printed, though their rules read something that changes.
fn read_again(compared: &Compared, sections: &[String], out: &mut Document) {
    let mut again: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for clause in compared.all_clauses().filter(|clause| !sections.contains(&clause.id)) {
        let used = clause.used();
        match again.iter_mut().find(|(own, _)| *own == used) {
            _ if used.is_empty() => {}
            Some((_, ids)) => ids.push(clause.id),
            None => again.push((used, vec![clause.id])),
        }
    }
    if !again.is_empty() {
        out.section("Read again");
    }
    for (used, ids) in again {
        let names = used.iter().enumerate().fold(TextLine::from("Rules that use "), |line, (at, name)| {
            line.plain(if at > 0 { ", " } else { "" }).and(Ink::Code, *name)
        });
        out.line(names.plain(": ").and(Ink::Strong, ids.join(", ")).plain("."));
    }
}

/// Names the changed parts that belong to no clause of the sheet.
fn others(rest: &[&PrintedPart<'_>], out: &mut Document) {
    if !rest.is_empty() {
        out.section("Rules");
        let rest: Vec<&&PrintedPart<'_>> = rest.iter().collect();
        out.line(named(TextLine::from("Also changed, without a new text of a clause: "), &rest).plain("."));
    }
}

/// `Errata: My game`. What a variant changes is no correction of the printed rules.
fn heading(compared: &Compared) -> String {
    let rules = &compared.after.rules;
    let game = rules.title().unwrap_or_else(|| rules.name());
    match rules.variant_titles() {
        Some(titles) => format!("Variant: {game}, {titles}"),
        None => format!("Errata: {game}"),
    }
}

/// The old and the new text of a clause.
fn changed_text(differs: &ClauseDifference, text: &str, out: &mut Document) {
    match (differs.before.as_deref(), differs.after.as_deref()) {
        (Some(before), Some(after)) => until_now(before, after, out),
        (None, _) => out.line(TextLine::of(Ink::Strong, "New:").plain(" ").long(text)),
        (_, None) => out.line(TextLine::of(Ink::Strong, "Removed:").plain(" ").long(text)),
    }
}

fn until_now(before: &str, after: &str, out: &mut Document) {
    out.line(TextLine::of(Ink::Strong, "Until now:").plain(" ").long(before));
    out.line(TextLine::of(Ink::Strong, "From now on:").plain(" ").long(after));
}

/// New rulings, and those whose question stays and whose answer changes.
fn rulings(compared: &Compared) -> Vec<ChangedRuling> {
    let (before, after) = (&compared.before.rules, &compared.after.rules);
    let old = before.rulings(&[]);
    let changed = after.rulings_since(before).into_iter().filter_map(|PlayedRuling { ruling, answer, .. }| {
        let was = old.iter().find(|was| was.ruling.id == ruling.id);
        if was.is_some_and(|was| was.ruling.question != ruling.question || was.answer == answer) {
            return None;
        }
        Some(ChangedRuling {
            id: ruling.id.clone(),
            of: ruling.of.clone(),
            question: ruling.question.clone(),
            before: was.map(|was| was.answer.clone()),
            now: answer,
        })
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

/// Changed parts: rows in printed words, others by their clauses, or else by their names in the rules.
fn named(mut line: TextLine, parts: &[&&PrintedPart<'_>]) -> TextLine {
    for (at, PrintedPart { part, words }) in parts.iter().enumerate() {
        line = line.plain(if at > 0 { "; " } else { "" });
        let how = match part.differs {
            Differs::Changed => String::new(),
            differs => format!(" ({})", super::sort(differs)),
        };
        line = match (&words.change, is_row(part)) {
            (PartChange::Values(values), _) => {
                let value = values.iter().map(|value| {
                    let column = if value.column.is_empty() { String::new() } else { format!("{} ", value.column) };
                    format!("{column}{} instead of {}", value.now, value.before)
                });
                line.plain(format!("{}: {}", words.name, value.collect::<Vec<_>>().join(", ")))
            }
            _ if words.by_clauses => line.plain(format!("{}{how}", words.name)),
            (_, true) => line.plain(format!("{}{how}", words.name)),
            (_, false) => line.and(Ink::Code, title(part.part())).plain(how),
        };
    }
    line
}
