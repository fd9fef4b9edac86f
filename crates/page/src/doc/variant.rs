//! The variants of a game, and the differences between a variant and its game.

use std::fmt::Write;

use super::about::{About, Variant, comment};
use super::markdown::{code, plain};
use tavola_game::Headline;
use tavola_syntax::syntax::ast::Item;

/// The mark behind the title of an item that the variant changes or adds.
pub(super) fn mark(about: &About<'_>, item: &Item) -> &'static str {
    match item.overlay {
        Some(_) => " — *different in this variant*",
        None if about.is_added(item) => " — *new in this variant*",
        None => "",
    }
}

/// Writes an item, and below it the changes of the variant.
pub(super) fn block(about: &About<'_>, item: &Item, out: &mut String) {
    out.push_str(&about.block(about.whole(item)));
    lines(about, item, out);
}

/// Writes the lines of an item that the variant changes.
pub(super) fn lines(about: &About<'_>, item: &Item, out: &mut String) {
    for change in about.changes_of(item) {
        let _ = write!(out, "*Changed by the variant:*\n\n{}", about.block(about.whole(change)));
    }
}

/// Writes the chapter: all changes of the variant, in order.
pub(super) fn chapter(about: &About<'_>) -> String {
    let mut out = String::new();
    for headline in about.rules.headlines() {
        let text = format!("*{}.* {}", plain(&headline.title), whose(about, &headline));
        let _ = writeln!(out, "{}\n", text.trim_end());
        for change in about.rules.changes().iter().filter(|change| headline.tells(change)) {
            let _ = writeln!(out, "- {}", code(&change.what));
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Says whether a variant is part of the printed rules.
pub(super) fn whose(about: &About<'_>, headline: &Headline) -> String {
    match headline.cites.as_slice() {
        _ if headline.house => "House rules: the printed rulebook does not have them.\n\n".to_owned(),
        [] => String::new(),
        cites => {
            let links: Vec<String> = cites.iter().map(|id| about.link(id)).collect();
            format!("An option of the printed rulebook: {}.\n\n", links.join(", "))
        }
    }
}

/// Writes the chapter of the variants of a game.
pub(super) fn variants(about: &About<'_>) -> String {
    let mut out = String::new();
    for Variant { name, headline, text } in &about.variants {
        let title = headline.as_ref().map_or(name, |headline| &headline.title);
        let _ = writeln!(out, "### {}\n", plain(title));
        out.push_str(&headline.as_ref().map(|headline| whose(about, headline)).unwrap_or_default());
        let note = if text.starts_with('#') { format!("*{}* ", plain(&comment(text.lines()))) } else { String::new() };
        let _ = writeln!(out, "{note}Played with {}.\n", code(&format!("--variant {name}")));
        let body: Vec<&str> = text.lines().skip_while(|line| line.starts_with('#')).collect();
        let _ = writeln!(out, "```tavola\n{}\n```\n", body.join("\n").trim());
    }
    out
}
