//! Two parts of a tree that differ in nothing but the places where they stand.

use std::fmt::Debug;

/// What is written, without the places of its parts (`3:120..124`).
pub fn placeless<T: Debug>(what: &T) -> String {
    let text = format!("{what:?}");
    let words = text.split_inclusive(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.'));
    words.filter(|word| !(word.contains(':') && word.contains(".."))).collect()
}
