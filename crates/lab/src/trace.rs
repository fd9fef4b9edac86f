//! Traceability of clauses: the lines that implement a clause, the scenarios that prove it, its rulings and its errata.

use schemars::JsonSchema;
use serde::Serialize;

use super::scenario::Suite;
use tavola_game::{Erratum, PlayedRuling, RulebookFile, Rules, VariantText, means, whole};
use tavola_syntax::text::{Span, one_line};

/// A clause, ruling or reconstruction, with everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// Id, such as `VL-4.1`.
    pub id: String,
    /// Section of the rulebook; `Rulings` for a ruling.
    pub section: String,
    /// Text. A ruling begins with its question.
    pub text: String,
    /// Lines that cite it.
    pub lines: Vec<Citing>,
    /// Names and places of the scenarios that prove it.
    pub scenarios: Vec<(String, String)>,
    /// Ids and texts of the rulings that name it or are cited beside it.
    pub rulings: Vec<(String, String)>,
    /// Changes since it was printed.
    pub errata: Vec<Erratum>,
    /// Its texts under variants.
    pub variants: Vec<VariantText>,
    /// Of a ruling: the reason of its answer.
    pub why: Option<String>,
    /// Of a ruling: the other answers.
    pub alternatives: Vec<String>,
    /// Of a ruling: the rejected readings.
    pub rejected: Vec<String>,
}

/// A citation in the rules, with the text that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Citing {
    /// `file:line:column` of the line with the citation.
    pub place: String,
    /// Text of that line.
    #[serde(skip)]
    pub words: String,
    /// Text of everything that the citation belongs to, as written.
    pub text: String,
}

/// All clauses and rulings of a rulebook, in its order. Empty without a rulebook.
pub fn trace_all(rules: &Rules, suite: &Suite) -> Vec<Traced> {
    let Some(book) = rules.rulebook() else { return Vec::new() };
    let rulings = rules.rulings(&[]);
    entries(book, &rulings).into_iter().map(|entry| traced(rules, (book, &rulings), suite, entry)).collect()
}

/// Clauses and rulings whose id is one of these words, or else that contain all of them, also with other endings, in the order of the
/// rulebook. All without words.
/// Empty without a rulebook.
pub fn trace(rules: &Rules, suite: &Suite, words: &[String]) -> Vec<Traced> {
    let Some(book) = rules.rulebook() else { return Vec::new() };
    let rulings = rules.rulings(&[]);
    let all = entries(book, &rulings);
    let is_named = |entry: &TracedClause| words.iter().any(|word| word.eq_ignore_ascii_case(&entry.id));
    // `A-2.1` means that clause, not also `A-2.10`.
    let by_id = all.iter().any(is_named);
    let found = all.into_iter().filter(|entry| if by_id { is_named(entry) } else { holds(entry, words) });
    found.map(|entry| traced(rules, (book, &rulings), suite, entry)).collect()
}

struct TracedClause {
    id: String,
    section: String,
    text: String,
}

fn entries(book: &RulebookFile, rulings: &[PlayedRuling<'_>]) -> Vec<TracedClause> {
    let clauses = book.clauses.iter().map(|clause| TracedClause {
        id: clause.id.clone(),
        section: clause.section.clone(),
        text: clause.text.clone(),
    });
    let rulings = rulings.iter().map(|played| TracedClause {
        id: played.ruling.id.clone(),
        section: "Rulings".to_owned(),
        text: played.text(),
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
    has_words(&format!("{} {} {}", entry.id, entry.section, entry.text), words)
}

/// True if a text contains all of these words, also with other endings (case-insensitive).
pub fn has_words(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    let has_stem = |stem: &str| text.split(|c: char| !c.is_alphanumeric()).any(|own| own.starts_with(stem));
    words.iter().map(|word| word.to_lowercase()).all(|word| text.contains(&word) || has_stem(stem(&word)))
}

/// Endings of English words.
const ENDINGS: [&str; 5] = ["ing", "ed", "es", "s", "d"];

/// A word without its ending, so that `tied` also finds `tie`; the whole word if less than three letters would be left.
fn stem(word: &str) -> &str {
    ENDINGS.iter().find_map(|end| word.strip_suffix(end).filter(|stem| stem.chars().count() > 2)).unwrap_or(word)
}

fn traced(
    rules: &Rules,
    (book, rulings): (&RulebookFile, &[PlayedRuling<'_>]),
    suite: &Suite,
    entry: TracedClause,
) -> Traced {
    let cites = |ids: &[String]| ids.iter().any(|cited| means(cited, &entry.id));
    let citations: Vec<(Span, &[String])> = rules.citations().into_iter().filter(|(_, ids)| cites(ids)).collect();
    let sources = rules.sources();
    let lines = citations.iter().filter_map(|(span, _)| {
        let mut text = sources.text(*span).lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        // A comment after the citation is part of the text.
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
    let mut lines: Vec<Citing> = lines.collect();
    // A line and a part of it may both cite the clause.
    lines.dedup_by(|part, line| place_of_line(&part.place) == place_of_line(&line.place));
    let ruling = book.rulings.iter().find(|ruling| ruling.id == entry.id);
    let proves = suite.scenarios.iter().filter(|case| case.proves(&entry.id));
    let beside = |id: &str| id != entry.id && citations.iter().any(|(_, ids)| ids.iter().any(|cited| cited == id));
    let rulings =
        rulings.iter().filter(|played| beside(&played.ruling.id) || played.ruling.of.as_ref() == Some(&entry.id));
    Traced {
        lines,
        scenarios: proves.map(|case| (case.name.clone(), case.place.clone())).collect(),
        rulings: rulings.map(|played| (played.ruling.id.clone(), played.text())).collect(),
        errata: book.errata.iter().filter(|erratum| erratum.clause == entry.id).cloned().collect(),
        variants: book.variants.iter().filter(|own| own.clause == entry.id).cloned().collect(),
        why: ruling.and_then(|ruling| ruling.why.clone()),
        alternatives: ruling.map(|ruling| ruling.alternatives.clone()).unwrap_or_default(),
        rejected: ruling.map(|ruling| ruling.rejected.clone()).unwrap_or_default(),
        id: entry.id,
        section: entry.section,
        text: entry.text,
    }
}

/// `file:line` of `file:line:column`.
fn place_of_line(place: &str) -> Option<&str> {
    place.rsplit_once(':').map(|(line, _)| line)
}

/// The line of a text that cites a clause, and its offset in the text; the first line if none does.
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
