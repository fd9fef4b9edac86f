//! The laws of the formatter.

use tavola::format::{FormatRefusal, Formatted, format};
use tavola_syntax::syntax::{Parsed, parse};
use tavola_syntax::text::Sources;

/// Formats a text: the tree, the findings and the comments stay, quoted texts stay, and a second time changes nothing.
pub fn layouts(text: &str) {
    let Formatted { text: laid, refusal, .. } = format(text);
    assert!(refusal != Some(FormatRefusal::Changed), "the layout says something else");
    if refusal.is_some() {
        return assert_eq!(laid, text, "a text that is refused stays as it is");
    }
    assert_eq!(format(&laid).text, laid, "a second time changes nothing");
    let (before, after) = (Read::of(text), Read::of(&laid));
    assert!(before.tree() == after.tree(), "the tree stays");
    assert_eq!(before.findings(), after.findings(), "the findings stay");
    assert_eq!(before.comments(), after.comments(), "the comments stay at their items");
    assert!(signs(text) == signs(&laid), "only spaces, line breaks and `#` change");
    let lines: Vec<&str> = laid.split('\n').collect();
    assert!(laid.is_empty() || laid.ends_with('\n') && !laid.ends_with("\n\n"), "a text ends with one line end");
    assert!(before.has_tabs() || lines.windows(3).all(|lines| lines.concat() != ""), "no two empty lines in a row");
    assert!(before.has_findings() || lines.iter().all(|line| !line.ends_with(' ')), "no line ends with a space");
}

/// A text as the parser reads it.
struct Read {
    text: String,
    parsed: Parsed,
}

impl Read {
    fn of(text: &str) -> Self {
        let mut sources = Sources::new();
        let source = sources.add("", text);
        Self { parsed: parse(&sources, source), text: sources.whole(source).to_owned() }
    }

    fn tree(&self) -> String {
        format!("{:-?} {:-?}", self.parsed.file.items, self.parsed.file.waivers)
    }

    fn findings(&self) -> Vec<&str> {
        self.parsed.diagnostics.iter().map(|finding| finding.code).collect()
    }

    fn has_findings(&self) -> bool {
        !self.parsed.diagnostics.is_empty()
    }

    fn has_tabs(&self) -> bool {
        self.text.contains('\t') || self.has_findings()
    }

    /// The words of all comments, each with the number of the item that begins at or above the next line of code.
    fn comments(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for comment in &self.parsed.file.comments {
            let (start, end) = (comment.start as usize, comment.end as usize);
            let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
            let is_code =
                |line: &&str| !line.trim_start_matches(' ').starts_with('#') && !line.trim_matches(' ').is_empty();
            let lines = self.text[line..].split_inclusive('\n');
            let above: usize = lines.clone().take_while(|line| !is_code(line)).map(str::len).sum();
            let next = line + above;
            let heads = self.parsed.file.items.iter().map(|item| item.head.start as usize);
            let item = heads.filter(|&head| head <= next).count();
            let words = self.text[start..end].trim_start_matches('#').split(' ').filter(|word| !word.is_empty());
            found.extend(words.map(|word| (item, word.to_owned())));
        }
        found
    }
}

/// All characters but spaces, line ends and the `#` of comments, sorted: citations and comments stand elsewhere when a line is broken.
fn signs(text: &str) -> Vec<char> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut signs: Vec<char> = text.chars().filter(|c| !matches!(c, ' ' | '\n' | '\r' | '#')).collect();
    signs.sort_unstable();
    signs
}
