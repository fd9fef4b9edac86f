//! Pages use the field's words. `docs/style/words.yml` lists words to avoid, and their replacements.

use serde::Deserialize;

use super::{blocks, pages, prose, read};

#[derive(Deserialize)]
struct Style {
    rules: Vec<Swap>,
}

/// A word to avoid, as a regular expression, and its replacement.
#[derive(Deserialize)]
struct Swap {
    pattern: String,
    expected: String,
}

impl Swap {
    /// The word itself.
    fn word(&self) -> &str {
        let word = self.pattern.strip_prefix("/\\b").and_then(|word| word.strip_suffix("\\b/i"));
        word.unwrap_or_else(|| panic!("{}: a whole word is expected, whatever its case: /\\bword\\b/i", self.pattern))
    }
}

#[test]
fn pages_use_the_words_of_the_field() {
    let style: Style = serde_yaml::from_str(&read("docs/style/words.yml")).expect("the style can be read");
    assert!(style.rules.len() > 20, "words are listed");
    let mut wrong = Vec::new();
    for page in pages() {
        for line in (prose(&read(&page)) + &printed(&page)).lines() {
            let text = plain(line);
            for swap in &style.rules {
                let word = swap.word();
                if text.contains(&format!(" {word} ")) {
                    wrong.push(format!("{page}: `{word}` (write: {}) in: {line:.80}", swap.expected));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} places", wrong.join("\n"), wrong.len());
}

/// The output of the program on the pages of commands and findings: help, messages, reports.
fn printed(page: &str) -> String {
    if page != "docs/reference/commands.md" && !page.starts_with("docs/findings/") {
        return String::new();
    }
    let is_printed = |info: &str| info.starts_with("text") || info.starts_with("console");
    blocks(page).into_iter().filter(|block| is_printed(&block.info)).map(|block| block.text).collect()
}

/// The words of a line in lower case, with a space around each, without inline code.
fn plain(line: &str) -> String {
    let outside = line.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let words = outside.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + &word.to_lowercase() + " ")
}
