//! Names of games that may be meant by a misspelt one.

/// Maximum number of letters that differ.
const MOST: usize = 3;

/// Number of letters to add, remove, change or exchange. `None` if too many differ: more than three, or half of the letters.
pub(super) fn distance(text: &str, name: &str) -> Option<usize> {
    let far = strsim::damerau_levenshtein(text, name);
    (far <= MOST && 2 * far < text.chars().count().max(name.chars().count())).then_some(far)
}
