//! Two parts of a tree that differ in nothing but the places where they stand.

use std::fmt::Debug;

/// What is written, without the places of its parts. Two trees get the same if they are the same but for these: texts stand in it
/// in quotes, with a backslash before quotes of their own, so that no text looks like a part of a tree, or like a place.
pub fn placeless<T: Debug>(what: &T) -> String {
    format!("{what:-?}")
}

/// Whether a name is used in what [`placeless`] gives. A text in quotes that reads the same is no name.
pub(super) fn names(said: &str, name: &str) -> bool {
    let (alone, placed) = (format!("Name({name:?})"), format!("Name {{ text: {name:?},"));
    said.contains(&alone) || said.contains(&placed)
}
