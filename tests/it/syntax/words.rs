//! Words in messages: they come from the grammar, and each word that starts something has a valid example.

use std::collections::{BTreeMap, BTreeSet};

use super::parsed;
use tavola::diagnostic::Diagnostic;
use tavola::text::Sources;
use tavola_syntax::syntax::{codes, parse_sentences};

/// The rules of the grammar by name, with their definitions.
struct Grammar(BTreeMap<String, String>);

impl Grammar {
    fn read() -> Self {
        let text = std::fs::read_to_string("grammar/tavola.pest").expect("the grammar is there");
        let rule = |rule: &str| {
            let (head, body) = rule.split_once("{ ")?;
            Some((head.lines().last()?.split(' ').next()?.to_owned(), body.to_owned()))
        };
        Self(text.split(" }\n").filter_map(rule).collect())
    }

    fn ways(&self, rule: &str) -> impl Iterator<Item = &str> {
        self.0[rule].split('|').map(str::trim)
    }

    /// The words that a rule of words accepts.
    fn words(&self, rule: &str) -> impl Iterator<Item = String> {
        self.ways(rule).map(|way| way.split('"').skip(1).step_by(2).collect())
    }

    /// The words with which a rule can begin.
    fn begins(&self, rule: &str) -> BTreeSet<String> {
        let of = |way: &str| match way.split(' ').next().unwrap_or_default() {
            text if text.starts_with('"') => BTreeSet::from([text.trim_matches('"').to_owned()]),
            text if text.starts_with("k_") => self.words(text).take(1).collect(),
            text if text.starts_with("w_") => self.words(text).collect(),
            text => self.begins(text),
        };
        // A part in brackets does not begin anything here.
        let mut depth = 0;
        let outer = self.ways(rule).filter(|way| {
            let inside = depth > 0;
            depth += way.matches('(').count();
            depth -= way.matches(')').count();
            !inside && *way != "s_subject"
        });
        outer.flat_map(of).collect()
    }
}

/// The examples of a list of the lexicon.
fn examples(list: &str) -> Vec<String> {
    let text = std::fs::read_to_string("crates/syntax/src/syntax/lexicon.rs").expect("the lexicon is there");
    let list = text.split_once(&format!("const {list}: ")).and_then(|(_, rest)| rest.split_once("= [")).expect(list).1;
    let lines = list.split("\n];").next().unwrap_or_default().lines().map(str::trim);
    let texts = lines.filter_map(|line| line.strip_prefix('"')?.strip_suffix("\","));
    texts.map(|text| text.replace("\\\"", "\"")).collect()
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The findings of an item of one line, or of sentences, except that the lines below are missing.
fn wrong(text: &str, is_item: bool) -> Vec<Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let found = if is_item { parsed(text).1.diagnostics } else { parse_sentences(&sources, id).1 };
    let below = [codes::NO_TABLE, codes::BLOCK_MISSING, codes::STRAY];
    found.into_iter().filter(|finding| !below.contains(&finding.code)).collect()
}

/// Messages read the words of a rule from the text of the grammar, so it must be a plain list of words.
#[test]
fn rules_of_words_are_plain_lists() {
    let grammar = Grammar::read();
    let signs = grammar
        .0
        .iter()
        .filter(|(name, _)| name.starts_with("k_") || ["w_key", "w_rounding", "w_order"].contains(&name.as_str()));
    let is_text = |part: &str| {
        let text = part.trim_end_matches(['?', '+']).strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        text.is_some_and(|text| !text.is_empty() && !text.contains('"'))
    };
    let end = |text: &'static str| move |way: &str| way.strip_suffix(text).unwrap_or(way).to_owned();
    let ends_word = end(" ~ !idc");
    let mut count = 0;
    for (name, body) in signs {
        let whole = ends_word(body);
        let inside = whole.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(&whole);
        let is_plain = inside.split(" | ").all(|way| ends_word(way).split(" ~ ").all(is_text));
        assert!(is_plain, "`{name}` reads more than its words: {body}");
        count += 1;
    }
    assert!(count > 100, "rules are found: {count}");
}

/// A word that a message expects is valid at that place.
#[test]
fn an_expected_word_is_accepted() {
    let mut asked = BTreeSet::new();
    for (list, is_item) in [("ITEMS", true), ("SENTENCES", false), ("VERBS", false)] {
        for example in examples(list) {
            for (at, _) in example.match_indices(' ') {
                let cut = &example[..at];
                for finding in wrong(cut, is_item) {
                    let Some(names) = finding.message.strip_prefix("expected ") else { continue };
                    let Some(names) = names.strip_suffix(", but the line ends here") else { continue };
                    let names = names.split(", ").flat_map(|names| names.split(" or "));
                    for word in names.filter_map(|name| name.strip_prefix('`')?.strip_suffix('`')) {
                        let longer = format!("{cut} {word}");
                        let is_read = |finding: &Diagnostic| finding.span.start as usize > cut.len();
                        assert!(wrong(&longer, is_item).iter().all(is_read), "`{word}` behind `{cut}`");
                        asked.insert(word.to_owned());
                    }
                }
            }
        }
    }
    assert!(asked.len() > 15, "{asked:?}");
}

#[test]
fn each_first_word_has_a_valid_example() {
    let grammar = Grammar::read();
    for (list, rule, is_item) in [("ITEMS", "head", true), ("SENTENCES", "sentence", false), ("VERBS", "verb", false)] {
        let all = examples(list);
        let word = |text: &String| first_word(if rule == "verb" { text.trim_start_matches("p ") } else { text });
        assert_eq!(all.iter().map(word).collect::<BTreeSet<_>>(), grammar.begins(rule), "{list}");
        for text in all {
            assert_eq!(wrong(&text, is_item), [], "{text}");
        }
    }
}

/// An item that is broken after its first word gets an example of its form.
#[test]
fn a_broken_item_gets_an_example() {
    for word in Grammar::read().begins("head") {
        let help = parsed(&format!("{word} 7 7\n")).1.diagnostics.into_iter().find_map(|finding| finding.help);
        let help = help.unwrap_or_else(|| panic!("`{word}`"));
        assert!(help.contains(&format!("it reads like `{word}")), "`{word}`: {help}");
    }
}

/// The forms in backticks that the helps of all bad texts print.
fn printed_forms() -> BTreeSet<String> {
    let files = std::fs::read_dir("tests/fixtures/syntax/bad").expect("there are bad texts");
    let mut forms = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text can be read");
        for finding in parsed(&text).1.diagnostics {
            let help = finding.help.unwrap_or_default();
            forms.extend(help.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    forms
}

/// True if a form can be read: as it is, or as the part of a sentence that its words say.
fn is_readable(form: &str) -> bool {
    // Two dots stand for what authors write themselves.
    let text =
        form.replace("...", "x").replace("\"..?\"", "\"Which?\"").replace(": ..", ": stop").replace("= ..", "= x");
    let text =
        text.replace(" .. ", " x ").trim_end_matches(" ..").to_owned() + if text.ends_with(" ..") { " x" } else { "" };
    let sentences = ["", "if ", "each ", "if x ", "each x in S ", "p chooses ", "if ", "p gains 1 ", "move x from "];
    let closed = |before: &&str| {
        let ends = [format!("{before}{text}"), format!("{before}{text}: stop")];
        ends.iter().any(|sentence| wrong(sentence, false).is_empty())
    };
    sentences.iter().any(closed)
        || wrong(&text, true).is_empty()
        || wrong(&format!("action a\n  {text}"), true).is_empty()
}

/// Forms that are a part of a line, or are named because they are not read.
const PARTS: [&str; 10] = [
    "3: 4, 4: 3",
    "and not",
    "by least",
    "for 2..4 players",
    "grid: 3, 3",
    "if not",
    "is not",
    "past top",
    "repeat until",
    "single p",
];

/// Who copies a form from a help writes something that can be read.
#[test]
fn forms_in_helps_can_be_read() {
    let forms = printed_forms();
    let is_form = |form: &&String| form.contains(' ') && !form.starts_with(['|', '[', '#']);
    let wrong: Vec<&String> = forms.iter().filter(is_form).filter(|form| !is_readable(form)).collect();
    let unknown: Vec<_> = wrong.iter().filter(|form| !PARTS.contains(&form.as_str())).collect();
    assert_eq!(unknown, Vec::<&&String>::new());
    assert!(forms.len() > 100, "{}", forms.len());
}
