//! Words that editors colour without the language server: those of the grammar, and no others.

use std::collections::BTreeSet;
use std::fs;

const COLOURS: &str = "editors/vscode/syntaxes/tavola.tmLanguage.json";

/// The words in quotes in the rules of the grammar.
fn words_of_the_grammar() -> BTreeSet<String> {
    let grammar = fs::read_to_string("grammar/tavola.pest").expect("the grammar");
    let rules = grammar.lines().filter(|line| !line.trim_start().starts_with("//"));
    let quoted = rules.flat_map(|line| line.split('"').skip(1).step_by(2));
    let words = quoted.flat_map(|text| text.split(' ').map(str::to_owned).collect::<Vec<_>>());
    words.filter(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase())).collect()
}

/// The words of the patterns of the colours.
fn coloured_words() -> BTreeSet<String> {
    let text = fs::read_to_string(COLOURS).expect("the colours");
    let colours: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let pattern = |name: &str| colours["repository"][name]["match"].as_str().unwrap_or_default().to_owned();
    let patterns = ["keyword", "item", "constant", "field"].map(pattern).join("|");
    let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '\\';
    patterns.replace("\\b", "|").replace("\\s", "|").split(is_end).map(str::to_owned).collect()
}

#[test]
fn editors_colour_all_words_of_the_grammar() {
    let (grammar, coloured) = (words_of_the_grammar(), coloured_words());
    assert!(grammar.len() > 100, "{grammar:?}");
    let missing: Vec<&String> = grammar.difference(&coloured).collect();
    assert!(missing.is_empty(), "{COLOURS} does not colour {missing:?}");
}
