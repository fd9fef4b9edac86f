//! Formatter: from a text of rules to its one layout.
//!
//! The layout changes spaces and line breaks only. Tree, comments and texts in quotes stay as they are.
//! What cannot be read stays as it is written: a line with a finding keeps its words and spaces and is only indented,
//! and an item whose blocks are in doubt (tabs, indentation that matches no block) keeps its lines unchanged.
//!
//! ```text
//! text --syntax::outlined--> lines in blocks --items--> code lines --comments--> --margin--> text
//!                                              spaces, breaks, tables
//! ```
//!
//! ```
//! let text = "rule fill(p in Player)\n    move   2 jar from store to shelf[ p ]\n\n\n";
//! let formatted = tavola_syntax::format::format(text);
//! assert_eq!(formatted.text, "rule fill(p in Player)\n  move 2 jar from store to shelf[p]\n");
//! ```

mod breaks;
mod comments;
mod items;
mod line;
mod margin;
mod spaces;
mod tables;
mod text;

use crate::diagnostic::Diagnostic;
use crate::syntax::outlined::outlined;
use crate::syntax::{Parsed, parse};
use crate::text::Sources;

/// Maximum width of code and of comments on lines of their own, in columns. Citations do not count.
pub const WIDTH: usize = 120;

/// Maximum width of a line with its citations and comment. A comment that would end behind it stands above its line.
pub const MARGIN: usize = 140;

/// A formatted text.
#[derive(Clone, PartialEq, Debug)]
pub struct Formatted {
    /// The text in its layout.
    pub text: String,
    /// Findings of the text as it was. Their spans are those of a source that is added to empty [`Sources`].
    pub diagnostics: Vec<Diagnostic>,
    /// Reason for which the text is unchanged, if it could not be formatted as a whole.
    pub refusal: Option<FormatRefusal>,
}

/// Reason for which a text was left unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatRefusal {
    /// It has too many lines or too many findings for an outline.
    Unread,
    /// Its layout would say something else. This is a bug of the formatter.
    Changed,
}

/// Formats a text of rules. It needs not be correct; see the [module](self) for what is left as it is written.
pub fn format(text: &str) -> Formatted {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let Some(outlined) = outlined(&sources, source) else {
        let diagnostics = parse(&sources, source).diagnostics;
        return Formatted { text: text.to_owned(), diagnostics, refusal: Some(FormatRefusal::Unread) };
    };
    let source_text = sources.whole(source);
    let lines = items::code_lines(&outlined, source_text);
    let formatted = margin::text(comments::placed(text::lines(&outlined, source_text, lines)));
    let after = sources.add("", formatted.as_str());
    let same = same(&outlined.parsed, &parse(&sources, after));
    let diagnostics = outlined.parsed.diagnostics;
    match same {
        true => Formatted { text: formatted, diagnostics, refusal: None },
        false => Formatted { text: text.to_owned(), diagnostics, refusal: Some(FormatRefusal::Changed) },
    }
}

/// True if two texts have the same tree and the same findings, wherever these are. Comments are compared by tests.
fn same(before: &Parsed, after: &Parsed) -> bool {
    let tree = |parsed: &Parsed| format!("{:-?} {:-?}", parsed.file.items, parsed.file.gap);
    let waivers = |parsed: &Parsed| -> Vec<String> {
        parsed.file.waivers.iter().map(|waiver| format!("{:-?} {}", waiver, waiver.line.is_some())).collect()
    };
    let codes = |parsed: &Parsed| -> Vec<&str> { parsed.diagnostics.iter().map(|finding| finding.code).collect() };
    codes(before) == codes(after) && waivers(before) == waivers(after) && tree(before) == tree(after)
}
