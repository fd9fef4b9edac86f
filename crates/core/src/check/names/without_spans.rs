//! Comparison of syntax trees without source positions.

use std::fmt::Debug;

/// Text form of a tree without source positions (the `Debug` form with the flag `-`). Two trees are equal up to positions if and
/// only if their texts are equal: string contents are quoted and escaped, so they cannot imitate a node or a position.
pub fn without_spans<T: Debug>(what: &T) -> String {
    format!("{what:-?}")
}

/// True if the result of [`without_spans`] uses a name. A quoted text with the same letters does not count.
pub(crate) fn names(said: &str, name: &str) -> bool {
    let (alone, placed) = (format!("Name({name:?})"), format!("Name {{ text: {name:?},"));
    said.contains(&alone) || said.contains(&placed)
}
