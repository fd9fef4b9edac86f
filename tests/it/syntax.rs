//! Texts to syntax trees: what can be read, and the findings of what cannot.

mod limits;
mod texts;
mod trees;
mod words;
mod yaml;

use std::fmt::Write;
use std::path::Path;

use tavola::text::Sources;
use tavola_syntax::syntax::{Parsed, parse};

/// A parsed text.
fn parsed(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let parsed = parse(&sources, id);
    (sources, parsed)
}

/// The findings as `line:column code message`, with the help and the line below.
fn render(text: &str) -> String {
    let (sources, parsed) = parsed(text);
    let source = sources.iter().next().expect("the text was just added").1;
    let mut out = String::new();
    for finding in parsed.diagnostics {
        let (line, column) = source.line_column(finding.span.start);
        writeln!(out, "{line}:{column} {} {}", finding.code, finding.message).expect("a string can be written to");
        for label in finding.labels {
            writeln!(out, "    {}", label.text).expect("a string can be written to");
        }
        let help = finding.help;
        let help = help.unwrap_or_else(|| panic!("{} does not say what to do: {}", finding.code, finding.message));
        writeln!(out, "    help: {help}").expect("a string can be written to");
        let shown = source.text.lines().nth(line - 1).unwrap_or("").trim();
        writeln!(out, "    | {shown}").expect("a string can be written to");
    }
    out
}

fn read(path: &Path) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let id = sources.read_file(path).expect("a fixture can be read");
    let parsed = parse(&sources, id);
    (sources, parsed)
}

#[test]
fn good_texts_have_no_findings() {
    insta::glob!("..", "fixtures/syntax/good/*.tavola", |path| {
        let (sources, parsed) = read(path);
        let first = parsed.diagnostics.first();
        assert_eq!(first, None, "{} at {:?}", path.display(), first.and_then(|finding| sources.place(finding.span)));
    });
}

#[test]
fn findings_in_bad_texts() {
    insta::with_settings!({ snapshot_path => "../../snapshots/syntax", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::glob!("..", "fixtures/syntax/bad/*.tavola", |path| {
            let text = std::fs::read_to_string(path).expect("a fixture can be read");
            insta::assert_snapshot!(render(&text));
        });
    });
}

/// A name that is declared in an unreadable line must not be reported as unknown. This holds for every item.
#[test]
fn names_of_unreadable_items_are_known() {
    let text =
        "game lost \"Lost\" for 2 players\n\nrle collect\n  say \"half\"\n\nplay\n  say \"x\"\n\ndefne fee = worth\n";
    let unreadable = parsed(text).1.file.unreadable;
    for word in ["collect", "half", "fee", "worth"] {
        assert!(unreadable.contains(word), "{word}: {unreadable:?}");
    }
    assert!(!unreadable.contains("play"), "what was read is not lost: {unreadable:?}");
}

/// An item that is named with a word of the language is one finding, however often it is used.
#[test]
fn a_name_that_is_a_word_is_one_finding() {
    let text = "game g \"G\" for 2 players\n\nplay\n  pay(seat(1))\n\nrule pay(p in Player)\n  p gains 1 fame\n\n\
                interrupt stop_it before pay(p) \"stop\"\n  who: left(p)\n  effect: you gains 1 fame\n";
    let codes = |text: &str| parsed(text).1.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>();
    assert_eq!(codes(text), ["E0153"]);
    assert_eq!(codes(&text.replace("rule pay", "rule toll")), ["E0140", "E0153"], "without it, each use is wrong");
}

/// The words of a label may stand farther apart.
#[test]
fn labels_of_two_words_have_any_space_between_them() {
    let menu = "menu go \"Go\"\n  until:   done\n  at once: showing fame[you]\n";
    let track = "track heat 0..3\n  past top:\n    say \"hot\"\n";
    for (text, label) in [(menu, "at once"), (track, "past top")] {
        let apart = text.replace(label, &label.replace(' ', "  "));
        let (near, far) = (parsed(text).1, parsed(&apart).1);
        assert!(near.diagnostics.is_empty() && far.diagnostics.is_empty(), "{:?}", far.diagnostics);
        let fields = |parsed: &Parsed| format!("{:?}", tavola_core::check::without_spans(&parsed.file.items[0]));
        assert_eq!(fields(&near), fields(&far));
    }
}
