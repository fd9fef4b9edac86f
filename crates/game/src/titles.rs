//! Titles of rules and members as their texts have them.

use tavola_core::ir::{Text, TextPart};

/// A title, with `..` for each value.
pub(crate) fn plain_title(text: &Text) -> String {
    let plain = |part: &TextPart| match part {
        TextPart::Plain(plain) => plain.clone(),
        TextPart::Value(_) => "..".to_owned(),
    };
    text.parts.iter().map(plain).collect()
}
