//! Texts on cards: those of clauses, and the size of letters at which a text fits.

use std::collections::BTreeMap;

use tavola_game::{Clause, ClauseKind, Rules};

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
