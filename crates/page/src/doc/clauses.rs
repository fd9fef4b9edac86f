//! Clauses: quoted above rules, and all of them in a chapter at the end.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::about::{About, REBUILT};
use super::markdown::{self, anchor, hanging, joined, long, mark, plain};
use tavola_game::{Clause, ClauseKind, OtherAnswer, PlayedRuling, RulebookFile};
use tavola_syntax::syntax::ast::Item;
use tavola_syntax::text::count;

/// Quotes these clauses, one per line.
pub(super) fn quotes(about: &About<'_>, ids: &[String], out: &mut String) {
    let texts: Vec<String> = ids.iter().filter_map(|id| quote(about, id)).collect();
    if !texts.is_empty() {
        let between = if texts.iter().any(|text| text.contains('\n')) { "\n\n" } else { "<br>\n" };
        let _ = writeln!(out, "> {}\n", hanging(&texts.join(between), "> "));
    }
}

/// Quotes the clauses that an item cites.
pub(super) fn cited(about: &About<'_>, item: &Item, out: &mut String) {
    quotes(about, &about.cites(about.whole(item)), out);
}

fn quote(about: &About<'_>, id: &str) -> Option<String> {
    let book = about.book?;
    let link = format!("[**{id}**](#{})", anchor(id));
    if let Some(clause) = book.clauses.iter().find(|clause| clause.id == id) {
        return Some(format!("{link} {}", joined(long(&clause.text, &plain), &about.rebuilt(id))));
    }
    if let Some(played) = about.rulings.iter().find(|played| played.ruling.id == id) {
        return Some(format!("{link} {}", answered(played)));
    }
    let part = book.reconstructed.iter().find(|part| part.id == id)?;
    Some(format!("{link} {REBUILT} {}", plain(&part.what)))
}

/// A ruling: its question, the answer that is played, and those that a setting selects instead.
pub(super) fn answered(played: &PlayedRuling<'_>) -> String {
    let others = others(played).map(|other| format!(" *Variant:* {}", plain(&other.text))).collect::<String>();
    format!("*{}* {}{}{others}", plain(&played.ruling.question), plain(&played.answer), until_now(played))
}

/// The answer of the rulebook, where a variant plays another one.
pub(super) fn until_now(played: &PlayedRuling<'_>) -> String {
    played.until_now().map_or_else(String::new, |was| format!(" **In this variant.** *Until now:* {}", plain(was)))
}

/// The answers that are not played, except the one that was played until now.
pub(super) fn others<'p>(played: &'p PlayedRuling<'_>) -> impl Iterator<Item = &'p OtherAnswer> {
    played.others.iter().filter(|other| played.until_now() != Some(other.text.as_str()))
}

/// Writes the chapter: all clauses by section, with the rules that cite them and the number of scenarios that prove them.
pub(super) fn clauses(about: &About<'_>) -> String {
    let Some(book) = about.book else { return String::new() };
    let mut out = String::new();
    let how = markdown::code(&format!("tavola clause {} ID", about.folder));
    let _ = writeln!(
        out,
        "All clauses, with the rules that carry them out and the number of scenarios that prove them. {how} names these.\n"
    );
    if let Some(letters) = letters(book) {
        let _ = writeln!(out, "{letters}\n");
    }
    let mut section = "";
    for clause in &book.clauses {
        if clause.section != section {
            section = &clause.section;
            let _ = writeln!(out, "{}### {}\n", if out.ends_with("\n\n") { "" } else { "\n" }, plain(section));
        }
        let notes =
            [players(clause), about.rebuilt(&clause.id), changed(about, &clause.id), observed(about, clause)].concat();
        let _ = writeln!(
            out,
            "- {}**{}** {}",
            mark(&anchor(&clause.id)),
            clause.id,
            hanging(&joined(joined(long(&clause.text, &plain), &without_variants(clause)), &notes), "  ")
        );
    }
    out
}

/// A legend for the letters in ids: `SM-D1` stands under `Data`. None where no id has a letter.
pub(super) fn letters(book: &RulebookFile) -> Option<String> {
    let mut found: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    let clauses = book.clauses.iter().map(|clause| (clause.id.as_str(), clause.section.as_str()));
    let rulings = book.rulings.iter().map(|ruling| (ruling.id.as_str(), "Rulings"));
    let rebuilt = book.reconstructed.iter().map(|part| (part.id.as_str(), "Reconstructed"));
    for (id, section) in clauses.chain(rulings).chain(rebuilt) {
        // An example of a clause belongs to no section of its own: `3.4-E1`.
        let Some((_, own)) = id.rsplit_once('-').filter(|(above, _)| book.clauses.iter().all(|one| one.id != *above))
        else {
            continue;
        };
        let mut signs = own.chars();
        let (Some(letter), Some(next)) = (signs.next(), signs.next()) else { continue };
        if letter.is_ascii_uppercase() && next.is_ascii_digit() {
            let sections = found.entry(letter).or_default();
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
    }
    let one = |(letter, sections): (&char, &Vec<&str>)| {
        let sections: Vec<String> = sections.iter().map(|section| plain(section)).collect();
        format!("{letter}: {}", sections.join(", "))
    };
    let all: Vec<String> = found.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("Letters in ids: {}.", all.join("; ")))
}

/// A note on the last erratum of a clause: ` *(changed on 2024-03-01)*`.
fn changed(about: &About<'_>, id: &str) -> String {
    let last = about.book.and_then(|book| book.errata.iter().rfind(|erratum| erratum.clause == id));
    last.map_or_else(String::new, |last| format!(" *([changed](#errata) on {})*", plain(&last.date)))
}

/// The text of the game itself, where a variant has another one.
pub(super) fn without_variants(clause: &Clause) -> String {
    let was = clause.without_variants.as_ref();
    was.map_or_else(String::new, |was| format!(" **In this variant.** *Until now:* {}", long(was, &plain)))
}

/// Writes the chapter of errata, the latest last.
pub(super) fn errata(about: &About<'_>) -> String {
    let mut out = String::new();
    for erratum in about.book.into_iter().flat_map(|book| &book.errata) {
        let link = format!("[**{}**](#{})", erratum.clause, anchor(&erratum.clause));
        let (date, source) = (plain(&erratum.date), plain(&erratum.source));
        let _ = writeln!(out, "- {date}, {source}: {link}<br>",);
        let before = hanging(&long(&erratum.before, &|words| format!("*{}*", plain(words))), "  ");
        let between = if before.contains('\n') { "\n\n" } else { "<br>\n" };
        let _ = writeln!(out, "  Before: {before}{between}  After: {}", hanging(&long(&erratum.after, &plain), "  "));
    }
    out
}

fn players(clause: &Clause) -> String {
    markdown::players(clause.player_counts.as_deref())
        .map_or_else(String::new, |players| format!(" *(with {players})*"))
}

/// The rules and scenarios of a clause, or the reason why it cannot be observed.
fn observed(about: &About<'_>, clause: &Clause) -> String {
    match &clause.not_observable {
        Some(why) => format!(" — *not observable: {}*", plain(why)),
        None => where_to(about, &clause.id, Some(clause.kind)),
    }
}

/// The rules that cite a clause, and the number of scenarios that prove it.
pub(super) fn where_to(about: &About<'_>, id: &str, kind: Option<ClauseKind>) -> String {
    // A ruling stands in the chapter that its row links to.
    let is_ruling = about.rulings.iter().any(|played| played.ruling.id == id);
    let is_elsewhere = |place: &&String| !is_ruling || *place != "[Rulings](#rulings)";
    let places = about.cited.get(id).map(|places| places.iter().filter(is_elsewhere));
    let places = places.map(|places| places.cloned().collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty());
    let proved = about.proofs.get(id).copied().filter(|n| *n > 0).map(|n| count(n, "scenario"));
    let sort = match kind {
        Some(ClauseKind::Hint) => Some("a hint".to_owned()),
        Some(ClauseKind::Definition) => Some("a definition".to_owned()),
        _ => None,
    };
    let parts: Vec<String> = [sort, places, proved].into_iter().flatten().collect();
    match (parts.is_empty(), kind) {
        (false, _) => format!(" — {}", parts.join("; ")),
        (true, Some(_)) => " — *cited by no rule, proved by no scenario*".to_owned(),
        (true, None) => String::new(),
    }
}
