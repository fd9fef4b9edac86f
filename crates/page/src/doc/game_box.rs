//! Chapter of components, places, kinds, boards, tracks and memory.

use std::fmt::Write;

use super::CardFaces;
use super::about::About;
use super::clauses::{cited, quotes};
use super::markdown::{code, plain, words};
use super::tables::{merged, table};
use super::variant::{block, lines, mark};
use tavola_syntax::syntax::ast::{Item, ItemKind, KindBody, Text};

/// Writes the chapter.
pub(super) fn game_box(about: &About<'_>, faces: &CardFaces) -> String {
    let mut out = faces.common.clone();
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    rows(about, &mut out, "Components", &[], |kind| matches!(kind, ItemKind::Components(_)));
    let usual = [("order", "heap"), ("seen by", "all")];
    rows(about, &mut out, "Places, and who sees into them", &usual, |kind| matches!(kind, ItemKind::Places(_)));
    for item in about.items() {
        match &item.kind {
            ItemKind::Kind { name, title, body: KindBody::Rows(_) } => {
                kind_head(about, item, &name.text, title.as_ref(), &mut out);
                table(about, item, &[], &mut out);
                cards(about, item, faces, &mut out);
            }
            ItemKind::Kind { name, title, body: KindBody::Expr(_) } => {
                kind_head(about, item, &name.text, title.as_ref(), &mut out);
                block(about, item, &mut out);
            }
            ItemKind::Board { name, .. } => {
                let _ = writeln!(out, "### Board {}\n", code(&name.text));
                cited(about, item, &mut out);
                block(about, item, &mut out);
            }
            _ => {}
        }
    }
    let tracks: Vec<&Item> = about.items().filter(|item| matches!(item.kind, ItemKind::Track { .. })).collect();
    if !tracks.is_empty() {
        let _ = writeln!(out, "### Tracks\n");
        tracks.iter().for_each(|item| cited(about, item, &mut out));
        let text: Vec<&str> = tracks.iter().map(|item| about.whole(item)).collect();
        out.push_str(&about.block(&text.join("\n")));
        tracks.iter().for_each(|item| lines(about, item, &mut out));
    }
    rows(about, &mut out, "Memory", &[("seen by", "all")], |kind| matches!(kind, ItemKind::Memory(_)));
    rows(about, &mut out, "What is always true", &[], |kind| matches!(kind, ItemKind::Always(_)));
    rows(about, &mut out, "What players are shown", &[], |kind| matches!(kind, ItemKind::Display(_)));
    out
}

/// Writes all tables of one sort below one heading.
fn rows(about: &About<'_>, out: &mut String, title: &str, usual: &[(&str, &str)], of: impl Fn(&ItemKind) -> bool) {
    let items: Vec<&Item> = about.items().filter(|item| of(&item.kind)).collect();
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "### {title}\n");
    for item in items {
        cited_by_head(about, item, out);
        table(about, item, usual, out);
    }
}

/// Writes the faces of the cards of a kind.
fn cards(about: &About<'_>, item: &Item, faces: &CardFaces, out: &mut String) {
    let table = merged(about, item);
    let family = |row: &Vec<String>| Some(row.first()?.split('(').next()?.to_owned());
    let families: Vec<String> = table.rows.iter().skip(1).filter_map(family).collect();
    let own = faces.cards.iter().filter(|(family, _)| families.contains(family));
    let drawn: String = own.map(|(_, drawn)| drawn.as_str()).collect();
    if !drawn.is_empty() {
        let _ = writeln!(out, "<div class=\"faces\">{drawn}</div>\n");
    }
}

fn kind_head(about: &About<'_>, item: &Item, name: &str, title: Option<&Text>, out: &mut String) {
    let title = title.map_or_else(|| words(name), |title| words(about.said(title)));
    let own = if title == words(name) { String::new() } else { format!(" {}", code(name)) };
    let _ = writeln!(out, "### {}{own}{}\n", plain(&title), mark(about, item));
    cited_by_head(about, item, out);
}

/// Quotes the clauses that the first line of an item cites.
fn cited_by_head(about: &About<'_>, item: &Item, out: &mut String) {
    let ids: Vec<String> = item.cites.iter().map(|cite| cite.text.clone()).collect();
    quotes(about, &ids, out);
}
