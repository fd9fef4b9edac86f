//! Parser from YAML to a [`RulebookFile`]. Every mistake becomes a finding with its place.

use super::{Clause, ClauseKind, Erratum, PrintedRulebook, Reconstructed, RulebookFile, RulingText, VariantText};
use crate::codes;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::{CLAUSE_IDS, is_clause};
use tavola_syntax::text::{SourceId, Span};
use tavola_syntax::yaml::codes as yaml_codes;
use tavola_syntax::yaml::{self, Fields, Yaml, digits, suggestion};

/// Example entries, used as help where a field is missing.
const CLAUSE: &str = "a clause reads like `- { id: AB-1.1, section: Setup, kind: rule, text: .. }`";
const RULING: &str = "a ruling reads like `- { id: AB-R1, question: .., answer: .. }`";
const RECONSTRUCTED: &str = "a reconstructed entry reads like `- { id: AB-D1, what: .., how: .. }`";
const ERRATUM: &str =
    "an erratum reads like `- { date: 2024-03-01, source: .., clause: AB-1.1, before: .., after: .. }`";
const VARIANT: &str = "a clause of a variant reads like `- { variant: NAME, clause: AB-1.1, text: .. }`, or with `removed: yes` in place of `text`";
const BOOK: &str = "a rulebook has `game: NAME`, `source: { title: .. }` and `clauses:`, a list";

/// Words for the kinds of clauses in the file.
const KINDS: [(&str, ClauseKind); 4] = [
    ("rule", ClauseKind::Rule),
    ("data", ClauseKind::Data),
    ("hint", ClauseKind::Hint),
    ("definition", ClauseKind::Definition),
];

/// Reads as much of a rulebook as possible and returns it with all findings.
/// `E1101` is invalid YAML, `E1102` a wrong type, `E1103` an unknown key, `E1104` a missing key.
pub(super) fn read(source: SourceId, text: &str) -> (Option<RulebookFile>, Vec<Diagnostic>) {
    let (yaml, findings) = yaml::read(source, text);
    let mut reader = ClauseReader { findings, whole: true };
    let book = yaml.and_then(|yaml| reader.book(&yaml));
    (book, reader.findings)
}

struct ClauseReader {
    findings: Vec<Diagnostic>,
    /// True while every entry read so far has an id that can be cited.
    whole: bool,
}

impl ClauseReader {
    fn book(&mut self, yaml: &Yaml) -> Option<RulebookFile> {
        let mut fields = self.fields(yaml, "a rulebook", BOOK)?;
        let game = required(&mut fields, "the rulebook", "game", BOOK);
        let source = match fields.take("source") {
            Some(source) => self.source(source),
            None => {
                fields.lacks("source", missing(fields.span, "the rulebook", "source", BOOK));
                PrintedRulebook::default()
            }
        };
        if fields.take("clauses").is_none() {
            fields.lacks("clauses", missing(fields.span, "the rulebook", "clauses", BOOK));
            self.whole = false;
        }
        let game_at = fields.take("game").map_or(fields.span, |game| game.span);
        let mut book = RulebookFile { game, game_at: Some(game_at), source, ..RulebookFile::default() };
        book.clauses = fields.list("clauses").iter().filter_map(|item| self.clause(item)).collect();
        book.rulings = fields.list("rulings").iter().filter_map(|item| self.ruling(item)).collect();
        book.reconstructed = fields.list("reconstructed").iter().filter_map(|item| self.reconstructed(item)).collect();
        book.errata = fields.list("errata").iter().filter_map(|item| self.erratum(item)).collect();
        book.variants = fields.list("variants").iter().filter_map(|item| self.variant(item)).collect();
        let reviewed = fields.pairs("reviewed").into_iter().map(|(id, read, span)| (id, read.shown(), span));
        book.reviewed = reviewed.collect();
        // The sort is stable: errata of one day keep the order of the file.
        book.errata.sort_by(|a, b| a.date.cmp(&b.date));
        // A value that should be a list and is none may have contained ids.
        self.whole &= fields.findings.iter().all(|finding| finding.code != yaml_codes::WRONG_VALUE);
        self.findings.extend(fields.finish());
        book.whole = self.whole;
        Some(book)
    }

    fn source(&mut self, yaml: &Yaml) -> PrintedRulebook {
        let Some(mut fields) = self.fields(yaml, "`source`", BOOK) else { return PrintedRulebook::default() };
        let source = PrintedRulebook {
            title: required(&mut fields, "the source", "title", BOOK),
            designers: fields.texts("designers").into_iter().map(|(name, _)| name).collect(),
            publisher: fields.text("publisher"),
            year: fields.number("year"),
            edition: fields.text("edition"),
            follows: fields.text("follows"),
        };
        self.findings.extend(fields.finish());
        source
    }

    fn clause(&mut self, yaml: &Yaml) -> Option<Clause> {
        let mut fields = self.entry(yaml, "a clause", CLAUSE)?;
        let (id, span) = self.id(&mut fields, "the clause", CLAUSE);
        let clause = Clause {
            section_span: fields.take("section").map_or(span, |section| section.span),
            section: required(&mut fields, "the clause", "section", CLAUSE),
            kind: kind(&mut fields),
            text: required(&mut fields, "the clause", "text", CLAUSE),
            without_variants: None,
            is_removed: false,
            player_counts: player_counts(&mut fields),
            not_observable_span: fields.entry("not_observable").unwrap_or(Span::NONE),
            not_observable: not_observable(&mut fields),
            id,
            span,
        };
        self.findings.extend(fields.finish());
        (!clause.id.is_empty()).then_some(clause)
    }

    fn ruling(&mut self, yaml: &Yaml) -> Option<RulingText> {
        let mut fields = self.entry(yaml, "a ruling", RULING)?;
        let (id, span) = self.id(&mut fields, "the ruling", RULING);
        let setting_span = fields.take("setting").map_or(span, |setting| setting.span);
        let of_span = fields.take("of").map_or(span, |of| of.span);
        let texts = |fields: &mut Fields<'_>, key| fields.texts(key).into_iter().map(|(text, _)| text).collect();
        let ruling = RulingText {
            question: required(&mut fields, "the ruling", "question", RULING),
            answer: required(&mut fields, "the ruling", "answer", RULING),
            alternatives: texts(&mut fields, "alternatives"),
            rejected: texts(&mut fields, "rejected"),
            why: fields.text("why"),
            of: fields.text("of"),
            of_span,
            setting: fields.text("setting"),
            setting_span,
            id,
            span,
        };
        self.findings.extend(fields.finish());
        (!ruling.id.is_empty()).then_some(ruling)
    }

    fn reconstructed(&mut self, yaml: &Yaml) -> Option<Reconstructed> {
        let mut fields = self.entry(yaml, "a reconstructed entry", RECONSTRUCTED)?;
        let (id, span) = self.id(&mut fields, "the reconstructed entry", RECONSTRUCTED);
        let what = required(&mut fields, "the reconstructed entry", "what", RECONSTRUCTED);
        let how = required(&mut fields, "the reconstructed entry", "how", RECONSTRUCTED);
        self.findings.extend(fields.finish());
        (!id.is_empty()).then_some(Reconstructed { id, what, how, span })
    }

    fn erratum(&mut self, yaml: &Yaml) -> Option<Erratum> {
        let mut fields = self.fields(yaml, "an erratum", ERRATUM)?;
        let span = fields.take("clause").map_or(fields.span, |clause| clause.span);
        let mut text = |key| required(&mut fields, "the erratum", key, ERRATUM);
        let (source, clause, before, after) = (text("source"), text("clause"), text("before"), text("after"));
        let erratum = Erratum { date: date(&mut fields), source, clause, before, after, span };
        self.findings.extend(fields.finish());
        (!erratum.clause.is_empty()).then_some(erratum)
    }

    fn variant(&mut self, yaml: &Yaml) -> Option<VariantText> {
        let mut fields = self.fields(yaml, "a clause of a variant", VARIANT)?;
        let place = |fields: &mut Fields<'_>, key| fields.take(key).map_or(fields.span, |value| value.span);
        let (variant_span, span) = (place(&mut fields, "variant"), place(&mut fields, "clause"));
        let removed = fields.take("removed").map(|removed| (removed.span, removed.text() == Some("yes")));
        if let Some((span, false)) = removed {
            let finding = Diagnostic::error(yaml_codes::WRONG_VALUE, span, "`removed` is `yes`, or is left out");
            fields.findings.push(finding.help(VARIANT));
        }
        let mut text = |key| required(&mut fields, "the clause of a variant", key, VARIANT);
        let (variant, clause) = (text("variant"), text("clause"));
        let text = removed.is_none().then(|| text("text"));
        let own = VariantText { variant, clause, text, variant_span, span };
        self.findings.extend(fields.finish());
        (!own.variant.is_empty() && !own.clause.is_empty()).then_some(own)
    }

    fn fields<'y>(&mut self, yaml: &'y Yaml, what: &str, help: &str) -> Option<Fields<'y>> {
        Fields::new(yaml, what).map_err(|finding| self.findings.push(finding.help(help))).ok()
    }

    /// Fields of an entry that needs an id.
    fn entry<'y>(&mut self, yaml: &'y Yaml, what: &str, help: &str) -> Option<Fields<'y>> {
        let fields = self.fields(yaml, what, help);
        self.whole &= fields.is_some();
        fields
    }

    /// Id of an entry and its place. The id is empty, and a finding is added, if it is missing.
    fn id(&mut self, fields: &mut Fields<'_>, what: &str, help: &str) -> (String, Span) {
        let span = fields.take("id").map_or(fields.span, |id| id.span);
        let id = required(fields, what, "id", help);
        // Citations may mean what it is corrected to.
        self.whole &= is_clause(&id);
        if !id.is_empty() && !is_clause(&id) {
            let message = format!("rules cannot cite `{id}`: it is not a clause id");
            fields.findings.push(Diagnostic::error(codes::NO_ID, span, message).help(CLAUSE_IDS));
        }
        (id, span)
    }
}

/// A required text. It is empty, and a finding is added, if it is missing.
fn required(fields: &mut Fields<'_>, what: &str, key: &'static str, help: &str) -> String {
    fields.required(key, |span| missing(span, what, key, help)).unwrap_or_default()
}

fn missing(span: Span, what: &str, key: &str, help: &str) -> Diagnostic {
    Diagnostic::error(yaml_codes::MISSING_KEY, span, format!("{what} has no `{key}`")).help(help)
}

/// A calendar date in the form `2024-03-01`, whose texts sort in chronological order.
fn date(fields: &mut Fields<'_>) -> String {
    let span = fields.take("date").map_or(fields.span, |date| date.span);
    let text = required(fields, "the erratum", "date", ERRATUM);
    let parts: Vec<&str> = text.split('-').collect();
    let number = |at: usize, digits: usize, range: std::ops::RangeInclusive<u32>| {
        let part = parts.get(at).filter(|part| part.len() == digits).and_then(|part| part.parse().ok());
        part.is_some_and(|number: u32| range.contains(&number))
    };
    let day = parts.len() == 3 && number(0, 4, 1..=9999) && number(1, 2, 1..=12) && number(2, 2, 1..=31);
    if !text.is_empty() && !day {
        let finding = Diagnostic::error(yaml_codes::WRONG_VALUE, span, format!("`{text}` is not a date"));
        fields.findings.push(finding.help("write year, month and day: `date: 2024-03-01`"));
    }
    text
}

fn kind(fields: &mut Fields<'_>) -> ClauseKind {
    let span = fields.take("kind").map_or(fields.span, |kind| kind.span);
    let word = required(fields, "the clause", "kind", CLAUSE);
    if let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == word) {
        return *kind;
    }
    if !word.is_empty() {
        let words: Vec<&str> = KINDS.iter().map(|(word, _)| *word).collect();
        let help = suggestion(span, &word, words.iter().copied())
            .unwrap_or_else(|| format!("write {}", words.join(" or ")).into());
        let message = format!("`{word}` is not a `kind` of clause");
        fields.findings.push(Diagnostic::error(yaml_codes::WRONG_VALUE, span, message).help(help));
    }
    // A hint has no further requirements, so the unknown kind causes no second finding.
    ClauseKind::Hint
}

fn player_counts(fields: &mut Fields<'_>) -> Option<Vec<i64>> {
    fields.take("player_counts")?;
    let mut counts = Vec::new();
    for (text, span) in fields.texts("player_counts") {
        match digits(&text).and_then(|count| i64::try_from(count).ok()) {
            Some(count) => counts.push(count),
            None => {
                let finding =
                    Diagnostic::error(yaml_codes::WRONG_VALUE, span, format!("`{text}` is not a number of players"));
                fields.findings.push(finding.help("write `player_counts: [3, 4]`"));
            }
        }
    }
    Some(counts)
}

fn not_observable(fields: &mut Fields<'_>) -> Option<String> {
    let span = fields.take("not_observable")?.span;
    let why = fields.text("not_observable")?;
    if why.trim().is_empty() || ["true", "yes"].contains(&why.as_str()) {
        let finding = Diagnostic::error(yaml_codes::MISSING_KEY, span, "`not_observable` does not say why");
        fields.findings.push(finding.help("give the reason: `not_observable: it forbids what nobody can do here`"));
    }
    Some(why)
}
