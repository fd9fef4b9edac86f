//! Chapters of settings, rulings and reconstructions.

use std::fmt::Write;

use super::about::{About, REBUILT};
use super::clauses::{until_now, where_to};
use super::markdown::{anchor, code, mark, plain, table, unquoted};
use super::tables::{self, merged};
use tavola_syntax::syntax::ast::ItemKind;

/// Writes the chapter of settings.
pub(super) fn settings(about: &About<'_>) -> String {
    let mut out = String::new();
    for item in about.items().filter(|item| matches!(item.kind, ItemKind::Settings(_))) {
        tables::table(about, item, &[], &mut out);
    }
    if !out.is_empty() {
        let _ = writeln!(out, "Change one with {}.\n", code("--set NAME=VALUE"));
    }
    out
}

/// Writes the chapter of rulings: question, answer, alternatives with the switch that plays them, and rejected readings.
pub(super) fn rulings(about: &About<'_>) -> String {
    let mut out = String::new();
    for played in &about.rulings {
        let ruling = played.ruling;
        let _ = writeln!(out, "{}**{}** *{}*<br>", mark(&anchor(&ruling.id)), ruling.id, plain(&ruling.question));
        // The reason is that of the answer in the rulebook.
        let _ = write!(out, "{}{}", plain(&played.answer), until_now(played));
        if let Some(why) = &ruling.why {
            let _ = write!(out, " — {}", plain(why));
        }
        for other in &played.others {
            let how = ruling.setting.as_ref().map_or_else(String::new, |name| match &other.value {
                Some(value) => format!(", with {}", code(&format!("--set {name}={value}"))),
                None => format!(", with another value of {}", code(name)),
            });
            let _ = write!(out, "<br>\nOr{how}: {}", plain(&other.text));
        }
        if !ruling.rejected.is_empty() {
            let other: Vec<String> = ruling.rejected.iter().map(|text| format!("*{}*", plain(text))).collect();
            let _ = write!(out, "<br>\nRejected: {}", other.join(" "));
        }
        let places = where_to(about, &ruling.id, None);
        let places = places.strip_prefix(" — ").map_or_else(String::new, |places| format!("<br>\n→ {places}"));
        let _ = writeln!(out, "{places}\n");
    }
    if about.rulings.is_empty() {
        let tables = about.items().filter(|item| matches!(item.kind, ItemKind::Rulings(_)));
        let rows = tables.flat_map(|item| merged(about, item).rows.into_iter().skip(1));
        let shown: Vec<Vec<String>> = rows.map(|row| plain_ruling(&row)).collect();
        if !shown.is_empty() {
            let _ = writeln!(out, "{}", table(&["question", "answer", "or", "switch"], &shown));
        }
    }
    out
}

fn plain_ruling(row: &[String]) -> Vec<String> {
    let cell = |at: usize| row.get(at).map_or("", String::as_str);
    vec![plain(unquoted(cell(3)).unwrap_or_default()), cell(1).to_owned(), cell(2).to_owned(), code(cell(0))]
}

/// Writes the chapter of reconstructions.
pub(super) fn reconstructed(about: &About<'_>) -> String {
    let parts = about.book.map(|book| book.reconstructed.as_slice()).unwrap_or_default();
    if parts.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "{REBUILT} The printed rules say nothing here. If you know better, correct the rules and report it.\n\n"
    );
    let is_clause = |id: &str| about.book.is_some_and(|book| book.clauses.iter().any(|clause| clause.id == id));
    for part in parts {
        // A clause that was reconstructed has its anchor in the chapter of clauses.
        let own = if is_clause(&part.id) { String::new() } else { mark(&anchor(&part.id)) };
        let _ = writeln!(
            out,
            "- {own}**{}** {} *{}*{}",
            part.id,
            plain(&part.what),
            plain(&part.how),
            where_to(about, &part.id, None)
        );
    }
    out
}
