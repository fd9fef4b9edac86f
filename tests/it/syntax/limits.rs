//! Rules are untrusted input: no text may hang, crash or exhaust the parser, and every finding has a place.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tavola::text::{SourceId, Sources, Span};
use tavola_syntax::syntax::{Parsed, parse, parse_expr, parse_sentences};

/// Parses a text in every way, and checks that every finding lies inside the text.
fn survive(text: &str) -> Parsed {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let parsed = parse(&sources, id);
    let (_, of_expr) = parse_expr(&sources, id);
    let (_, of_sentences) = parse_sentences(&sources, id);
    let text = &sources.get(id).expect("the text was just added").text;
    for finding in parsed.diagnostics.iter().chain(&of_expr).chain(&of_sentences) {
        assert!(lies_in(finding.span, id, text), "{finding:?} is outside the text");
        assert!(finding.labels.iter().all(|label| lies_in(label.span, id, text)), "{finding:?}");
        let first = finding.message.chars().next().expect("a message says something");
        assert!(!first.is_uppercase() && !finding.message.ends_with('.'), "{finding:?}");
    }
    parsed
}

fn lies_in(span: Span, id: SourceId, text: &str) -> bool {
    span.source == id && span.start <= span.end && text.get(span.start as usize..span.end as usize).is_some()
}

/// The codes of the findings in a text.
fn codes(text: &str) -> Vec<&'static str> {
    survive(text).diagnostics.iter().map(|finding| finding.code).collect()
}

#[test]
fn texts_without_items_are_fine() {
    for text in ["", "\n", "   \n  \n", "# only a comment", "# a\n\n  # b\n", "\u{feff}# marked", "\r\n\r\n"] {
        let parsed = survive(text);
        assert_eq!((parsed.file.items.len(), parsed.diagnostics.len()), (0, 0), "{text:?}");
    }
    let parsed = survive("\u{feff}play\r\n  stop");
    assert_eq!((parsed.file.items.len(), parsed.diagnostics.len()), (1, 0));
    let comment = format!("play # {}\n  stop", "x".repeat(1 << 20));
    assert_eq!(codes(&comment), [""; 0]);
}

#[test]
fn texts_that_are_no_rules_do_not_panic() {
    let noise = "\0\u{1}\u{7f}é\u{1f980}\u{202e}\"'[({|\\";
    assert!(!codes(noise).is_empty());
    let mut all = String::new();
    for line in 0..2_000 {
        all.push_str(&noise[noise.char_indices().nth(line % 12).expect("there are 12").0..]);
        all.push_str(if line % 3 == 0 { "\n" } else { "\n  " });
    }
    assert_eq!(codes(&all).len(), 100, "beyond 100 findings only tire");
}

#[test]
fn an_overlong_line_is_one_finding() {
    for long in [format!("define a = {}1", "1 + ".repeat(1 << 18)), format!("define a = {}", "x".repeat(1 << 20))] {
        assert_eq!(codes(&long), ["E0109"]);
    }
    assert_eq!(codes(&format!("settings\n  | name |{}", " a |".repeat(1 << 18))), ["E0109"]);
    assert_eq!(codes(&"\n".repeat(60_000)), ["E0109"]);
}

#[test]
fn excessive_depth_is_one_finding() {
    let nested = |open: &str, close: &str| format!("define a = {}1{}", open.repeat(300), close.repeat(300));
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("{x in ", "}"), ("not ", ""), ("-", "")] {
        let found = codes(&nested(open, close));
        assert!(found == ["E0108"] || open == "-", "{open}: {found:?}");
    }
    for word in
        ["count of ", "sum of x for x in ", "if a then ", "if a then b else ", "first x in ", "some x in ", "1 + "]
    {
        assert_eq!(codes(&nested(word, "")).first(), Some(&"E0108"), "{word}");
    }
    assert_eq!(codes(&format!("define a = b{}", ".c".repeat(1_000))), ["E0108"]);
    let mut blocks = "play\n".to_owned();
    for level in 1..2_000 {
        blocks.push_str(&" ".repeat(level.min(900)));
        blocks.push_str("if a\n");
    }
    assert!(codes(&blocks).contains(&"E0108"));
    let elses = format!("play\n  if a: stop\n{}", "  else if a: stop\n".repeat(1_000));
    assert!(codes(&elses).contains(&"E0108"));
}

/// Alternatives that are tried in turn must not multiply the time.
#[test]
fn nested_brackets_and_long_texts_are_parsed_in_time() {
    for open in ["{", "[", "(", "{x in ", "[x for x in ", "f(", "a[", "count of {", "sum of (", "max of {x in "] {
        for tail in ["", "1", "?", "x x", ")"] {
            for depth in [10, 38] {
                survive(&format!("define a = {}{tail}", open.repeat(depth)));
                survive(&format!("play\n  move {}{tail} to x", open.repeat(depth)));
            }
        }
    }
    let items = "rule r(p in Player)\n  if a and (b or c): p gains 3 points\n".repeat(20_000);
    assert_eq!(survive(&items).file.items.len(), 20_000);
}

/// Random deletions and insertions in a good text: no panic, and every finding lies inside the text.
#[test]
fn damaged_texts_do_not_panic() {
    const PIECES: [&str; 16] =
        ["(", "]", "{", "\"", "|", "||", "#", ":", ";", "\n", "\n  ", "=", " is ", "é", "[SM-1", "\n      "];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for name in ["san_marco", "leduc_poker", "othello", "the_envoy"] {
        let path = format!("tests/fixtures/syntax/good/{name}.tavola");
        let good = std::fs::read_to_string(path).expect("the fixture is there");
        for _ in 0..60 {
            let mut text = good.clone();
            for _ in 0..random.random_range(1..6) {
                let at = (0..=random.random_range(0..text.len())).rev().find(|&at| text.is_char_boundary(at));
                let at = at.expect("zero is a boundary");
                if random.random_range(0..2) == 0 {
                    let end = (at + random.random_range(1..30)).min(text.len());
                    let end =
                        (end..=text.len()).find(|&end| text.is_char_boundary(end)).expect("the end is a boundary");
                    text.replace_range(at..end, "");
                } else {
                    text.insert_str(at, PIECES[random.random_range(0..PIECES.len())]);
                }
            }
            survive(&text);
        }
    }
}
