//! Top of the page of a game: title, authors, source of the clauses.

use std::fmt::Write;
use std::path::Path;

use super::about::{About, REBUILT};
use super::markdown::{code, plain, words};
use tavola_game::Rules;
use tavola_syntax::text::{count, name_list};

/// Writes the top of the page. `output` is the file that the page goes to, as it was given.
pub(super) fn head(about: &About<'_>, output: Option<&Path>) -> String {
    let mut out = String::new();
    let rules = about.rules;
    let applied_variants: Vec<&str> = rules.applied_variants().collect();
    let mut made = format!("tavola doc {}", about.folder);
    if !applied_variants.is_empty() {
        let _ = write!(made, " --variant {}", applied_variants.join(","));
    }
    if let Some(output) = output {
        let _ = write!(made, " -o {}", output.display());
    }
    let _ = writeln!(out, "<!-- Made by `{made}`; edit the rules instead. -->");
    let _ = writeln!(out, "# {}\n", plain(rules.shown_title()));
    imprint(rules, &mut out);
    let _ = writeln!(
        out,
        "This page prints each rule of {} below the clauses that it carries out. {} and rulings, {}.",
        code(&about.folder),
        words(&count(about.ids.len(), "clause")),
        count(about.scenarios, "scenario"),
    );
    if about.book.is_some_and(|book| !book.reconstructed.is_empty()) {
        let _ = writeln!(
            out,
            "{REBUILT} marks what the printed rules do not say and had to be [reconstructed](#reconstructed)."
        );
    }
    out.push('\n');
    out
}

/// Writes authors, publisher, year, edition, number of players, and the source of the clauses.
pub(super) fn imprint(rules: &Rules, out: &mut String) {
    let players = match rules.players() {
        Some((fewest, most)) if fewest == most => count(fewest, "player"),
        Some((fewest, most)) => format!("{fewest} to {most} players"),
        None => String::new(),
    };
    let Some(source) = rules.rulebook().map(|book| &book.source) else {
        let _ = writeln!(out, "*{players}*\n");
        return;
    };
    let year = source.year.map(|year| year.to_string());
    let by = name_list(&source.designers.iter().map(|name| plain(name)).collect::<Vec<_>>());
    let edition = source.edition.as_deref().map(plain);
    let rest = [source.publisher.as_deref().map(plain), year, edition].into_iter().flatten();
    let line: Vec<String> = [by].into_iter().chain(rest).chain([players]).filter(|part| !part.is_empty()).collect();
    if !line.is_empty() {
        let _ = writeln!(out, "*{}*\n", line.join(" · "));
    }
    if let Some(follows) = &source.follows {
        let _ = writeln!(out, "It follows {}.", plain(follows));
    }
}
