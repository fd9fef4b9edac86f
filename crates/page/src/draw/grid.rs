//! A table as part of a picture: members in rows, things with an owner as tokens, the rest in words.

use maud::html;

use super::things::{Drawing, LINE, chips, contents, one_sort};
use super::wrapped;
use crate::scene::{KindRow, KindTable, Pile};

/// Letters per line of a cell.
const LETTERS: usize = 34;
/// Width of a letter, and height of a line.
const LETTER: i64 = 7;
const HIGH: i64 = 17;

/// Contents of a cell: tokens, and words below them.
struct Content {
    tokens: Drawing,
    words: Vec<String>,
}

/// Draws the table.
pub(super) fn draw(table: &KindTable, players: &[String]) -> Drawing {
    let columns = table.columns();
    let cells: Vec<Vec<Content>> = table
        .rows
        .iter()
        .map(|row| columns.iter().map(|column| content(table, row, column, players)).collect())
        .collect();
    let long = |text: &str| text.chars().count() as i64 * LETTER;
    let first = table.rows.iter().map(|row| long(&row.title)).max().unwrap_or(0).max(long(&table.kind)) + 20;
    let wide = |at: usize| {
        let cell = |row: &Vec<Content>| {
            row[at].words.iter().map(|text| long(text)).max().unwrap_or(0).max(row[at].tokens.width)
        };
        cells.iter().map(cell).max().unwrap_or(0).max(long(columns[at])) + 16
    };
    let mut lefts = vec![first];
    for at in 0..columns.len() {
        lefts.push(lefts[at] + wide(at));
    }
    let high = |row: &Vec<Content>| {
        let cell = |cell: &Content| cell.tokens.height + HIGH * cell.words.len() as i64;
        row.iter().map(cell).max().unwrap_or(0).max(HIGH) + 6
    };
    let mut tops = vec![HIGH + 6];
    for (at, row) in cells.iter().enumerate() {
        tops.push(tops[at] + high(row));
    }
    let (width, height) = (lefts.last().copied().unwrap_or(0), tops.last().copied().unwrap_or(0));
    let inside = html! {
        text class="dim" x="0" y="14" { (table.kind) }
        @for (column, left) in columns.iter().zip(&lefts) { text class="dim" x=(left) y="14" { (column) } }
        @for ((row, cells), top) in table.rows.iter().zip(&cells).zip(&tops) {
            path class="edge" d={ "M0 " (top) " H" (width) } {}
            text class="b" x="0" y=(top + HIGH) { (row.title) }
            @for (cell, left) in cells.iter().zip(&lefts) {
                g transform={ "translate(" (left) " " (top + 3) ")" } {
                    (cell.tokens.inside)
                    @for (at, text) in cell.words.iter().enumerate() { text x="0" y=(cell.tokens.height + 14 + HIGH * at as i64) { (text) } }
                }
            }
        }
    };
    Drawing { inside, width, height }
}

fn content(table: &KindTable, row: &KindRow, column: &str, players: &[String]) -> Content {
    let nothing = || Drawing { inside: html! {}, width: 0, height: 0 };
    if let Some(named) = row.values.iter().find(|named| named.name == column) {
        return Content { tokens: nothing(), words: wrapped(&named.value, LETTERS) };
    }
    let Some(pile) = row.piles.iter().find(|pile| pile.name == column) else {
        return Content { tokens: nothing(), words: Vec::new() };
    };
    let of = |owned: bool| {
        let things = pile.things.iter().filter(|thing| thing.owner.is_some() == owned).cloned().collect();
        Pile { things, ..pile.clone() }
    };
    let owned = Pile { hidden: 0, ..of(true) };
    let words = contents(&of(false));
    let column_of = table.rows.iter().flat_map(|row| &row.piles).filter(|pile| pile.name == column);
    Content {
        tokens: chips(&[owned], players, one_sort(column_of.flat_map(|pile| &pile.things)), ((0, 0), 9 * LINE)),
        words: if words.is_empty() { Vec::new() } else { wrapped(&words, LETTERS) },
    }
}
