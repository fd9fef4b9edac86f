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

#[cfg(test)]
mod tests {
    use super::*;
    use tavola_syntax::syntax::ast::{ExprKind, Name, TextPart};
    use tavola_syntax::text::{SourceId, Span};

    fn at(start: usize) -> Span {
        Span::new(SourceId(0), start, start + 2)
    }

    fn plain(text: &str) -> TextPart {
        TextPart::Plain(text.to_owned())
    }

    #[test]
    fn places_are_no_difference_and_texts_that_look_like_places_are() {
        let name = |start| Name { text: "jar".to_owned(), span: at(start) };
        assert_eq!(placeless(&name(3)), placeless(&name(70)));
        assert_ne!(placeless(&plain("2:1...")), placeless(&plain("9:1...")));
        assert_ne!(placeless(&plain("0:3..5")), placeless(&plain("")));
        assert_ne!(placeless(&[plain("a\", \"b")]), placeless(&[plain("a"), plain("b")]));
    }

    #[test]
    fn a_text_is_no_name() {
        let uses = ExprKind::Name("far".to_owned());
        assert!(names(&placeless(&uses), "far"));
        assert!(names(&placeless(&Name { text: "far".to_owned(), span: at(0) }), "far"));
        assert!(!names(&placeless(&plain("far")), "far"));
        assert!(!names(&placeless(&plain("Name(\"far\")")), "far"));
        assert!(!names(&placeless(&uses), "fa"));
    }
}
