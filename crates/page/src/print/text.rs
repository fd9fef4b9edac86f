//! Texts on cards: columns of texts, and the size of letters at which a text fits.

use std::collections::BTreeMap;

use tavola_game::{Clause, ClauseKind, Rules};
use tavola_syntax::syntax::ast::{CellKind, ItemKind, KindBody};

/// Columns whose texts are drawn in their own way.
const DRAWN: [&str; 3] = ["name", "symbol", "colour"];

/// Texts of members by their name without parameters. A variant replaces those of the game.
pub(super) fn column_texts(rules: &Rules) -> BTreeMap<String, Vec<String>> {
    let mut texts: BTreeMap<String, BTreeMap<&str, String>> = BTreeMap::new();
    let trees: Vec<_> = rules.sources().iter().filter_map(|(id, _)| rules.texts().tree(id)).collect();
    for item in trees.iter().flat_map(|tree| &tree.file.items) {
        let ItemKind::Kind { body: KindBody::Rows(table), .. } = &item.kind else { continue };
        for row in &table.rows {
            let mut cells = table.columns.iter().zip(&row.cells);
            let Some((_, first)) = cells.next() else { continue };
            let CellKind::Member(name, _) = &first.kind else { continue };
            for (column, cell) in cells.filter(|(column, _)| !DRAWN.contains(&column.text.as_str())) {
                if let CellKind::Text(_) = cell.kind {
                    let cell_text = rules.sources().text(cell.span).trim_matches('"').to_owned();
                    texts.entry(name.text.clone()).or_default().insert(&column.text, cell_text);
                }
            }
        }
    }
    texts.into_iter().map(|(name, columns)| (name, columns.into_values().collect())).collect()
}

/// Texts of the clauses that state rules or define terms, by id.
pub(super) fn clause_texts(rules: &Rules) -> BTreeMap<&str, &str> {
    let is_printed = |clause: &&Clause| matches!(clause.kind, ClauseKind::Rule | ClauseKind::Definition);
    let clauses = rules.rulebook().into_iter().flat_map(|book| &book.clauses);
    clauses.filter(is_printed).map(|clause| (clause.id.as_str(), clause.text.as_str())).collect()
}

/// Sizes of letters in tenths of a point.
const SIZES: [i64; 5] = [90, 80, 70, 62, 55];

/// The largest size of letters, in tenths of a point, at which a text fits into an area (in tenths of a millimetre), and the number of
/// letters that fit.
pub(super) fn fitted(text: &str, (width, height): (i64, i64)) -> (i64, usize) {
    let letters = text.chars().count() as i64;
    let holds = |size: i64| {
        let high = size * 353 / 1000;
        // A line is 1.2 times as high as its letters.
        let lines = height * 10 / (high * 12).max(1);
        lines * letters_in(width, high) as i64
    };
    let size = SIZES.into_iter().find(|&size| holds(size) >= letters).unwrap_or(SIZES[SIZES.len() - 1]);
    (size, usize::try_from(holds(size)).unwrap_or_default())
}

/// The number of letters of a height that fit into a line of a width.
pub(super) fn letters_in(width: i64, high: i64) -> usize {
    // In a wide font a letter is on average 0.56 times as wide as it is high; words at the ends of lines leave a tenth free.
    usize::try_from(width * 16 / (high * 10).max(1)).unwrap_or_default()
}
