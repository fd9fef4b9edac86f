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

/// How a typed text may fit a name, the closest first.
#[derive(Clone, Copy)]
pub(super) enum NameFit {
    /// Its whole words begin the name.
    WholeBeginning,
    /// Its whole words are among those of the name, in this order.
    WholeWords,
    /// It begins the name.
    Beginning,
    /// Its words begin words of the name, in this order.
    WordBeginnings,
    /// Its words begin words of the name, in any order. The page of a table fits in this way (`fits` of `choose.js`).
    AnyOrder,
}

impl NameFit {
    pub(super) const ALL: [Self; 5] =
        [Self::WholeBeginning, Self::WholeWords, Self::Beginning, Self::WordBeginnings, Self::AnyOrder];

    /// True if a text fits a name in this way. Both are [`plain`].
    pub(super) fn of(self, name: &str, text: &str) -> bool {
        match self {
            Self::WholeBeginning => {
                name.strip_prefix(text).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            }
            Self::WholeWords => has_words(name, text, |word, part| word == part),
            Self::Beginning => begins(name, text),
            Self::WordBeginnings => has_words(name, text, begins),
            Self::AnyOrder => parts(text).all(|part| words(name).any(|word| begins(word, part))),
        }
    }
}

/// True if a text begins a name or words of it. Both are [`plain`].
pub(super) fn fits(name: &str, text: &str) -> bool {
    [NameFit::Beginning, NameFit::AnyOrder].iter().any(|fit| fit.of(name, text))
}

/// True if `text` begins a name. A number is whole: `island 1` does not begin `island 13`.
fn begins(name: &str, text: &str) -> bool {
    let ends_number = text.ends_with(|c: char| c.is_ascii_digit());
    name.strip_prefix(text).is_some_and(|rest| !(ends_number && rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// True if each word of `text` fits a word of `name`, in this order.
fn has_words(name: &str, text: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
    let mut words = words(name);
    parts(text).all(|part| words.any(|word| fits(word, part)))
}

/// Words of a name.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

/// Words of a typed text. Commas and brackets do not count, the sign of a number does.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';', ':', '(', ')']).filter(|part| !part.is_empty())
}

/// True for a whole number.
pub(super) fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}
