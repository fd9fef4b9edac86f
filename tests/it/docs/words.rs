//! Pages use the field's words. `docs/style/Tavola/Words.yml` lists words to avoid, and their replacements.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{pages, prose, read};

#[derive(Deserialize)]
struct Style {
    swap: BTreeMap<String, String>,
}

#[test]
fn pages_use_the_words_of_the_field() {
    let style: Style = serde_yaml::from_str(&read("docs/style/Tavola/Words.yml")).expect("the style can be read");
    assert!(style.swap.len() > 20, "words are listed");
    let mut wrong = Vec::new();
    for page in pages() {
        for line in prose(&read(&page)).lines() {
            let text = plain(line);
            for (word, instead) in &style.swap {
                if text.contains(&format!(" {word} ")) {
                    wrong.push(format!("{page}: `{word}` (write: {instead}) in: {line:.80}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{} places", wrong.join("\n"), wrong.len());
}

/// The words of a line in lower case, with a space around each, without inline code.
fn plain(line: &str) -> String {
    let outside = line.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let words = outside.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + &word.to_lowercase() + " ")
}
