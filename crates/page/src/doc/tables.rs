//! Tables of the rules, with the changes of a variant in their cells.

use std::fmt::Write;

use super::about::About;
use super::markdown::{self, code, plain, unquoted};
use tavola_game::Cells;
use tavola_syntax::syntax::ast::Item;
use tavola_syntax::syntax::rows;
use tavola_syntax::text::count;

/// The table of an item, with the changes of the variant.
pub(super) fn merged(about: &About<'_>, item: &Item) -> Cells {
    let mut merged = Cells::new(about.whole(item));
    for change in about.changes_of(item) {
        let overlay = rows(about.whole(change));
        let Some((heads, rows)) = overlay.split_first() else { continue };
        for row in rows {
            merged.lay(&item.kind, heads, row);
        }
    }
    merged
}

/// A value for each number of players: `3: 4, 4: 3` as `3 players: 4; 4 players: 3`.
fn by_players(text: &str) -> Option<String> {
    let part = |part: &str| {
        let (players, value) = part.split_once(": ")?;
        Some(format!("{}: {}", count(players.parse::<u64>().ok()?, "player"), code(value)))
    };
    text.split(", ").map(part).collect::<Option<Vec<_>>>().map(|parts| parts.join("; "))
}

/// Writes a table of the rules. Empty columns are left out, empty cells show their default, and cells that a variant changes
/// also show the old value.
pub(super) fn table(about: &About<'_>, item: &Item, usual: &[(&str, &str)], out: &mut String) {
    let table = merged(about, item);
    let Some((heads, rows)) = table.rows.split_first() else { return };
    let filled = |at: usize| rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()));
    let columns: Vec<usize> = (0..heads.len()).filter(|&at| filled(at)).collect();
    let shown: Vec<&str> = columns.iter().map(|&at| heads[at].as_str()).collect();
    let cell = |text: &str, at: usize| {
        let usual = usual.iter().find(|(head, _)| *head == heads[at]).map_or("", |(_, word)| word);
        match (heads[at].as_str(), unquoted(text)) {
            ("clause", _) => about.links(text),
            (_, Some(said)) => plain(said),
            _ if text.is_empty() => code(usual),
            _ if text == "-" => "–".to_owned(),
            _ => by_players(text).unwrap_or_else(|| code(text)),
        }
    };
    let changed = |row: usize, at: usize| {
        let now = cell(rows[row].get(at).map_or("", String::as_str), at);
        match table.was.get(&(row + 1, at)) {
            Some(_) if heads[at] == "clause" => now,
            Some(Some(was)) => format!("**{now}** (was {})", cell(was, at)),
            Some(None) => format!("**{now}**"),
            None => now,
        }
    };
    let row = |row: usize| columns.iter().map(|&at| changed(row, at)).collect();
    let rows: Vec<Vec<String>> = (0..rows.len()).map(row).collect();
    let _ = writeln!(out, "{}", markdown::table(&shown, &rows));
}
