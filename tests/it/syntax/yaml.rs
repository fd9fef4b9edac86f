//! YAML texts: words as written, values with their places, and errors.

use tavola::diagnostic::Diagnostic;
use tavola::text::Sources;
use tavola_syntax::yaml::{Yaml, YamlValue, parse};

fn read(text: &str) -> Result<Yaml, String> {
    let mut sources = Sources::new();
    let id = sources.add("t", text);
    let place = |d: &Diagnostic| format!("{}: {}", sources.place(d.span).unwrap_or_default(), d.message);
    parse(id, text).map_err(|all| all.iter().map(place).collect::<Vec<_>>().join("\n"))
}

#[test]
fn words_stay_as_written() {
    let found = read("- { anna: no, \"b c\": [1, hill--mill, 'x: y'] }\n-\n# end\n").expect("is YAML");
    assert_eq!(found.shown(), "[{anna: no, b c: [1, hill--mill, x: y]}, ]");
}

#[test]
fn a_comma_between_brackets_does_not_end_an_item() {
    let items = |text: &str| {
        let found = read(text).expect("is YAML");
        found.items().iter().map(|item| item.shown()).collect::<Vec<_>>()
    };
    assert_eq!(items("[ride(a, b, c), \"d(e\", f), (g, h]"), ["ride(a, b, c)", "d(e", "f)", "(g", "h"]);
}

#[test]
fn spans_are_those_of_the_text() {
    let text = "ä: 1\nname: [wörter, ride(a, b)]\n";
    let mut sources = Sources::new();
    let id = sources.add("t", text);
    let YamlValue::Map(pairs) = parse(id, text).expect("is YAML").value else { panic!("a map") };
    assert_eq!(sources.text(pairs[1].0.span), "name");
    assert_eq!(sources.text(pairs[1].1.span), "wörter");
    assert_eq!(sources.text(pairs[1].1.whole), "[wörter, ride(a, b)]");
}

#[test]
fn values_know_where_they_end() {
    let texts =
        ["\"a, b\"", "'a'", "[1, [2, \"]\"], {}]", "{ a: 1, b: [] }", "- a\n- [b]", "- c: d\n  e: 'f'", "[]", "~"];
    for text in texts {
        let mut sources = Sources::new();
        let id = sources.add("t", format!("{text} # and on\n"));
        let found = parse(id, &format!("{text} # and on\n")).expect("is YAML");
        assert_eq!(sources.text(found.whole), text);
    }
}

#[test]
fn mistakes_have_places() {
    let repeated = Err("t:2:1: `a` is listed twice\nt:4:1: `b` is listed twice".to_string());
    assert_eq!(read("a: 1\na: 2\nb: 3\nb: 4\n"), repeated);
    assert!(read("a: [1, 2\nb: }").is_err());
    assert!(read(&"[".repeat(10_000)).is_err());
    let bomb = format!("{}- &z [1]\n", (0..40).fold(String::new(), |t, _| t)) + "- &a [1,1,1,1,1,1,1,1,1,1]\n";
    let bomb = (0..8).fold(bomb, |t, i| {
        let (from, to) = ((b'a' + i) as char, (b'a' + i + 1) as char);
        t + &format!("- &{to} [{}]\n", vec![format!("*{from}"); 10].join(","))
    });
    assert!(read(&bomb).expect_err("too large").contains("values in one file"));
}

#[test]
fn merge_keys_are_supported() {
    let text = "- &p { a: 1, b: 2 }\n- &q { b: 3, c: 4 }\n- { <<: *p, b: 0 }\n- <<: [*q, *p]\n- { '<<': 1 }\n";
    let merged = "[{a: 1, b: 2}, {b: 3, c: 4}, {b: 0, a: 1}, {b: 3, c: 4, a: 1}, {<<: 1}]";
    assert_eq!(read(text).expect("is YAML").shown(), merged);
    let wrong = "- { <<: 1, a: 2 }\n- <<: [{ a: 1 }, 2]\n- { <<: { a: 1 }, <<: { b: 2 } }\n";
    let expected = "t:1:9: `<<` merges the keys of a map, found a word\n\
                t:2:10: `<<` merges the keys of a map, found a list\nt:3:19: `<<` is listed twice";
    assert_eq!(read(wrong), Err(expected.to_string()));
}

#[test]
fn a_text_cut_at_a_comma_gives_one_finding() {
    let expected = Err("t:1:28: the text of `text` ends at the comma before `then play`".to_string());
    assert_eq!(read("- { id: A, text: Draw two, then play }\n"), expected);
    let fine = ["{ a: {x, y}, b: 'c, d' }", "{ a, b }", "{ a: 1, b: }", "a: b, c\nd:\n", "{ a: [1], b }"];
    assert!(fine.iter().all(|text| read(text).is_ok()));
}

#[test]
fn anchors_are_repeated() {
    assert_eq!(read("- &p [anna, ben]\n- *p\n").expect("is YAML").shown(), "[[anna, ben], [anna, ben]]");
}
