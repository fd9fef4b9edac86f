//! What becomes of a clause: the lines that put it into effect, the scenarios that prove it, what was ruled about it, how
//! it has changed.

use serde::Serialize;

use super::scenario::Suite;
use tavola_game::{Erratum, RulebookFile, Rules, means, whole};
use tavola_syntax::text::{Span, one_line};

/// A clause (or a ruling, or what was reconstructed) and everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// `VL-4.1`
    pub id: String,
    /// Its section; of a ruling `Rulings`.
    pub section: String,
    /// What it says; a ruling asks first.
    pub text: String,
    /// The lines that cite it.
    pub lines: Vec<Citing>,
    /// The scenarios that prove it: their names, and where they stand.
    pub scenarios: Vec<(String, String)>,
    /// The rulings that are cited beside it, with what they say.
    pub rulings: Vec<(String, String)>,
    /// How it has changed since it was printed.
    pub errata: Vec<Erratum>,
}

/// A line of the rules, with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Citing {
    /// `file:line:column` of the line with the citation.
    pub place: String,
    /// The line with the citation.
    #[serde(skip)]
    pub words: String,
    /// All of it, as it is written.
    pub text: String,
}

/// All clauses and rulings of a rulebook, in its order; none where there is no rulebook.
pub fn trace_all(rules: &Rules, suite: &Suite) -> Vec<Traced> {
    let Some(book) = rules.rulebook() else { return Vec::new() };
    entries(book).into_iter().map(|entry| traced(rules, book, suite, entry)).collect()
}

/// The clauses and rulings of a rulebook of which the id is one of these words, or which hold all of them, in the order of
/// the rulebook; none where there is no rulebook.
pub fn trace(rules: &Rules, suite: &Suite, words: &[String]) -> Vec<Traced> {
    let Some(book) = rules.rulebook() else { return Vec::new() };
    let wanted =
        |entry: &TracedClause| words.iter().any(|word| word.eq_ignore_ascii_case(&entry.id)) || holds(entry, words);
    entries(book).into_iter().filter(wanted).map(|entry| traced(rules, book, suite, entry)).collect()
}

struct TracedClause {
    id: String,
    section: String,
    text: String,
}

fn entries(book: &RulebookFile) -> Vec<TracedClause> {
    let clauses = book.clauses.iter().map(|clause| TracedClause {
        id: clause.id.clone(),
        section: clause.section.clone(),
        text: clause.text.clone(),
    });
    let rulings = book.rulings.iter().map(|ruling| TracedClause {
        id: ruling.id.clone(),
        section: "Rulings".to_owned(),
        text: ruling.text(),
    });
    let rebuilt = book.reconstructed.iter().map(|part| TracedClause {
        id: part.id.clone(),
        section: "Reconstructed".to_owned(),
        text: format!("{} {}", part.what, part.how),
    });
    let mut all: Vec<TracedClause> = clauses.chain(rulings).collect();
    all.extend(rebuilt.filter(|part| book.clauses.iter().all(|clause| clause.id != part.id)));
    all
}

fn holds(entry: &TracedClause, words: &[String]) -> bool {
    let text = format!("{} {} {}", entry.id, entry.section, entry.text).to_lowercase();
    !words.is_empty() && words.iter().all(|word| text.contains(&word.to_lowercase()))
}

fn traced(rules: &Rules, book: &RulebookFile, suite: &Suite, entry: TracedClause) -> Traced {
    let cites = |ids: &[String]| ids.iter().any(|cited| means(cited, &entry.id));
    let citations: Vec<(Span, &[String])> = rules.citations().into_iter().filter(|(_, ids)| cites(ids)).collect();
    let sources = rules.sources();
    let lines = citations.iter().filter_map(|(span, _)| {
        let mut text = sources.text(*span).lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        // What its last line says beside the rule, behind what it cites.
        let rest = whole(sources, *span).strip_prefix(sources.text(*span)).unwrap_or_default();
        if let Some((_, note)) = rest.split_once('#').filter(|_| !text.contains('#')) {
            text = format!("{text}   # {}", note.trim());
        }
        let (at, line) = cited_line(whole(sources, *span), &entry.id);
        let from = span.start + at as u32;
        let line_span = Span { start: from, end: from.max(span.end), ..*span };
        let words = one_line(if at == 0 { text.lines().next().unwrap_or_default() } else { line });
        Some(Citing { place: sources.place(line_span)?, words, text })
    });
    let proves = suite.scenarios.iter().filter(|case| case.proves(&entry.id));
    let beside = |id: &str| id != entry.id && citations.iter().any(|(_, ids)| ids.iter().any(|cited| cited == id));
    let rulings = book.rulings.iter().filter(|ruling| beside(&ruling.id));
    Traced {
        lines: lines.collect(),
        scenarios: proves.map(|case| (case.name.clone(), case.place.clone())).collect(),
        rulings: rulings.map(|r| (r.id.clone(), r.text())).collect(),
        errata: book.errata.iter().filter(|erratum| erratum.clause == entry.id).cloned().collect(),
        id: entry.id,
        section: entry.section,
        text: entry.text,
    }
}

/// The line of a text with the citation of a clause, and where it begins in the text; the first one where it is not there.
fn cited_line<'t>(text: &'t str, id: &str) -> (usize, &'t str) {
    let cites = |line: &str| {
        let lists = line.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
        lists.flat_map(|(list, _)| list.split(',')).any(|cited| means(cited.trim(), id))
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > 0 && cites(line) {
            return (at + line.len() - line.trim_start().len(), line.trim());
        }
        if cites(line) {
            break;
        }
        at += line.len();
    }
    (0, text.lines().next().unwrap_or_default())
}
