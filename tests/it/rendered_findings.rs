//! Rendered findings: with their source lines, in any position.

use tavola::diagnostic::Diagnostic;
use tavola::game::draw_finding;
use tavola::text::{SourceId, Sources, Span};

fn sources() -> (Sources, SourceId) {
    let mut sources = Sources::new();
    let id = sources.add("rules/x/x.tavola", "game x\n\nsettings\n  length: 10\n  toll: \u{e9}\n");
    (sources, id)
}

#[test]
fn a_finding_shows_its_line_help_and_clause() {
    let (sources, id) = sources();
    let finding = Diagnostic::error("E0201", Span::new(id, 19, 25), "unknown name `length`")
        .label(Span::new(id, 0, 4), "the game begins here")
        .help("did you mean `out`?")
        .clauses(&["VL-10.2".into(), "VL-10.3".into()]);
    let drawing = draw_finding(&finding, &sources, false, 100);
    for part in [
        "error[E0201]",
        "rules/x/x.tavola:4:3",
        "length: 10",
        "the game begins here",
        "did you",
        "the clauses are VL-10.2, VL-10.3",
    ] {
        assert!(drawing.contains(part), "{part} is missing in\n{drawing}");
    }
}

#[test]
fn findings_without_a_place_and_at_the_end_can_be_drawn() {
    let (sources, id) = sources();
    let end = sources.get(id).map_or(0, |s| s.text.len());
    for span in [Span::NONE, Span::new(id, end, end), Span::new(id, end + 7, end + 9), Span::new(id, 0, 0)] {
        let drawing = draw_finding(&Diagnostic::warning("W0001", span, "odd"), &sources, false, 80);
        assert!(drawing.contains("odd"), "{drawing}");
    }
}

/// Texts in which bytes, characters and columns differ.
const AWKWARD: [&str; 14] = [
    "",
    "\n",
    "a\n\n",
    "kind K\n  | b | \"Caf\u{e9}",
    "a\u{301}e\u{301}\nz",
    "\u{5c71}\u{306e}\n\u{ff21} b",
    "\u{1f3b2}\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} c\n",
    "\t\tx\ty\n\t",
    "a\r\nb\r\n\r\nc",
    "\u{202e}dlo\u{202c}\n\u{200b}\u{feff}",
    "x\0y\u{1b}[2J\u{85}z",
    "\u{2028}a\u{2029}b\u{b}c\u{c}",
    "one\ntwo\nthree\nfour\nfive\n\u{e9}\n",
    "\u{915}\u{94d}\u{937}\u{93f} \u{e01}\u{e33}\n",
];

#[test]
fn every_span_of_any_text_can_be_drawn() {
    for text in AWKWARD {
        let mut sources = Sources::new();
        let id = sources.add("odd.tavola", text);
        let spans = || (0..=text.len() + 2).flat_map(|start| (0..=text.len() + 2).map(move |end| (start, end)));
        for (start, end) in spans() {
            let span = Span::new(id, start, end);
            let finding = Diagnostic::error("E0001", span, "odd").label(Span::new(id, end, start), "here");
            for width in [40, 80] {
                let drawing = draw_finding(&finding, &sources, start % 2 == 0, width);
                assert!(drawing.contains("odd"), "{text:?} {start}..{end}\n{drawing}");
            }
        }
    }
}

#[test]
fn lines_between_two_marks_are_left_out() {
    let text: String = (1..=500).map(|n| format!("line {n}\n")).collect();
    let mut sources = Sources::new();
    let last = text.len() - 9;
    let id = sources.add("long.tavola", text);
    let finding = Diagnostic::error("E0001", Span::new(id, 0, 4), "first").label(Span::new(id, last, last + 4), "last");
    let drawing = draw_finding(&finding, &sources, false, 80);
    assert!(drawing.contains("line 1\n") && drawing.contains("line 500") && drawing.lines().count() < 14, "{drawing}");
}
