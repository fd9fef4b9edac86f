//! Comparison of typed texts with names.

use tavola_syntax::text::one_line;

/// Dashes of any length.
const DASHES: [char; 3] = ['-', '–', '—'];

/// Normalises a text for comparison: lower case, single spaces. `north_gate` equals `North Gate`; `a--b` equals `A – B` and
/// `a - b`. The sign of a number stays.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().flat_map(char::to_lowercase).peekable();
    while let Some(c) = letters.next() {
        let sign =
            c == '-' && !plain.ends_with(char::is_alphanumeric) && letters.peek().is_some_and(char::is_ascii_digit);
        let gap = c == '_' || DASHES.contains(&c) && !sign;
        plain.push(if gap { ' ' } else { c });
    }
    one_line(&plain)
}

/// Swaps the two sides of a dash, because links may be named from either end.
pub(super) fn turned(text: &str) -> Option<String> {
    let mut sides = text.split(DASHES).map(str::trim).filter(|side| !side.is_empty());
    let (first, second) = (sides.next()?, sides.next()?);
    sides.next().is_none().then(|| plain(&format!("{second} {first}")))
}

/// True if the words of `text` begin words of `label`, in this order.
pub(super) fn has_words(label: &str, text: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
    text.split(' ').all(|part| words.any(|word| word.starts_with(part)))
}

/// True for a whole number.
pub(super) fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}
