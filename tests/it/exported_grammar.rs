//! The exported grammar, read by code of its own: all shipped rules are of it, broken ones are not, and what it derives can be parsed.

mod derive;
mod gbnf;
mod recognise;

use std::path::{Path, PathBuf};

use self::derive::Deriver;
use self::gbnf::Gbnf;
use self::recognise::read_until;
use tavola::diagnostic::Diagnostic;
use tavola::text::Sources;
use tavola_syntax::syntax::{codes, parse};
use tavola_syntax::{EBNF, GBNF};

/// All texts of rules below a folder.
fn texts(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "tavola") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text can be read")
}

/// First line of a text that the grammar cannot read.
fn stuck(grammar: &Gbnf, text: &str) -> Option<String> {
    let end = read_until(grammar, text).err()?;
    let line = text[..end].matches('\n').count();
    Some(format!("{}: {}", line + 1, text.lines().nth(line).unwrap_or_default()))
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    parse(&sources, id).diagnostics
}

#[test]
fn shipped_rules_are_of_the_grammar() {
    let grammar = Gbnf::read(GBNF);
    let all: Vec<PathBuf> = texts("rules").into_iter().chain(texts("tests/fixtures/syntax/good")).collect();
    assert!(all.len() > 30, "rules are found: {}", all.len());
    let stuck = |path: &PathBuf| Some(format!("{}:{}", path.display(), stuck(&grammar, &text(path))?));
    assert_eq!(all.iter().filter_map(stuck).collect::<Vec<_>>(), [""; 0]);
}

/// Texts that are wrong by the grammar alone.
const BROKEN: [&str; 12] = [
    "game honey \"Honey\" for\n",
    "game honey \"Honey\" for 2 players\n\nplay\n  say \n",
    "kind Town\n  | id |\n  | 7 |\n",
    "kind Town\n  | id | name |\n  | hill |\n",
    "rule a\n  move to b\n",
    "rule a\n  if b\n",
    "rule a\n  say \"x\"\n    say \"y\"\n",
    "rule a\n  else\n    stop\n",
    "define f = 1 +\n",
    "define f = {x in S and y}\n",
    "define where = 3\n",
    "action a\n  choos: t in Town\n",
];

#[test]
fn broken_texts_are_not_of_the_grammar() {
    let grammar = Gbnf::read(GBNF);
    for text in BROKEN {
        assert!(!findings(text).is_empty(), "the parser refuses {text}");
        assert!(read_until(&grammar, text).is_err(), "{text}");
    }
    for path in texts("tests/fixtures/syntax/bad") {
        assert!(read_until(&grammar, &text(&path)).is_err(), "{}", path.display());
    }
}

/// Two columns of one name: no context-free grammar can compare names.
fn is_repeated_column(finding: &Diagnostic) -> bool {
    finding.code == codes::COLUMN && finding.message.ends_with("appears twice")
}

/// An action with parameters and no lines: the grammar has one rule for all sheets.
fn is_empty_action(finding: &Diagnostic) -> bool {
    finding.code == codes::BLOCK_MISSING && finding.message == "there are no lines below this action"
}

#[test]
fn derived_texts_can_be_parsed() {
    let grammar = Gbnf::read(GBNF);
    let mut lines = 0;
    for seed in 0..300 {
        let text = Deriver::new(&grammar, seed).text();
        lines += text.lines().count();
        let found: Vec<_> = findings(&text)
            .into_iter()
            .filter(|finding| !is_repeated_column(finding) && !is_empty_action(finding))
            .collect();
        assert_eq!(found, [], "seed {seed}:\n{text}");
    }
    assert!(lines > 3000, "{lines} lines");
}

/// A grammar without one of these alternatives reads less than the shipped rules.
#[test]
fn a_grammar_without_an_alternative_is_found() {
    for way in [" | s-draw", "test-shape | ", "\"grid:\" | "] {
        assert!(GBNF.contains(way), "{way}");
        let grammar = Gbnf::read(&GBNF.replace(way, ""));
        let misses = |path: &PathBuf| stuck(&grammar, &text(path)).is_some();
        assert!(texts("rules").iter().chain(&texts("tests/fixtures/syntax/good")).any(misses), "without `{way}`");
    }
}

/// Rules of lines that an exported grammar does without: the outline, and what the frame of a text says in another way.
const LEFT_OUT: [&str; 37] = [
    "outline",
    "line",
    "blank",
    "indent",
    "code",
    "plain",
    "waiver",
    "finding",
    "reason",
    "WHITESPACE",
    "item_head",
    "overlay",
    "head",
    "kind",
    "board",
    "define",
    "hook",
    "interrupt",
    "sentences",
    "chain",
    "sentence",
    "s_else",
    "s_subject",
    "verb",
    "v_chooses",
    "one_of",
    "v_may",
    "only_expr",
    "row",
    "c_clause",
    "tables",
    "w_tables",
    "query_ahead",
    "then_by",
    "bar",
    "cell",
    "reserved",
];

/// A new rule of `tavola.pest` must be exported, too.
#[test]
fn rules_of_the_parser_are_exported() {
    let pest = text(Path::new("grammar/tavola.pest"));
    let rule = |line: &'static str| line.split_once(" = ");
    let pest: &'static str = pest.leak();
    let names: Vec<&str> =
        pest.lines().filter(|line| !line.starts_with("//")).filter_map(rule).map(|(name, _)| name.trim()).collect();
    assert!(names.len() > 250, "{}", names.len());
    let is_there = |name: &str| ["", "_inside"].iter().any(|end| EBNF.contains(&format!("\n{name}{end} ::= ")));
    let missing = |name: &&str| !is_there(name) && !LEFT_OUT.contains(name);
    assert_eq!(names.into_iter().filter(missing).collect::<Vec<_>>(), [""; 0]);
}
