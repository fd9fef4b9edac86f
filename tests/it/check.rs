//! Trees to rulebooks: what checks clean, and what is said of what does not.

use std::fmt::Write;
use std::path::Path;

use tavola::check::{Checked, check};
use tavola::diagnostic::Diagnostic;
use tavola::syntax::parse;
use tavola::text::Sources;

/// The findings as `line:column code message`, with labels and help.
fn render(sources: &Sources, findings: &[Diagnostic]) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = match sources.get(finding.span.source) {
            Some(source) => {
                let (line, column) = source.line_column(finding.span.start);
                format!("{line}:{column}")
            }
            None => "-".into(),
        };
        writeln!(out, "{place} {} {}", finding.code, finding.message).expect("a string can be written to");
        for label in &finding.labels {
            let at = sources
                .get(label.span.source)
                .map_or(0, |source| source.line_column(label.span.start).0);
            writeln!(out, "    line {at}: {}", label.text).expect("a string can be written to");
        }
        if let Some(help) = &finding.help {
            writeln!(out, "    help: {help}").expect("a string can be written to");
        }
    }
    out
}

fn check_text(text: &str) -> (Sources, Checked) {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let parsed = parse(&sources, id);
    assert_eq!(render(&sources, &parsed.diagnostics), "", "the text can be read");
    let checked = check(&[parsed.file], None);
    (sources, checked)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a fixture can be read")
}

#[test]
fn games_check_clean() {
    let mut out = String::new();
    for name in [
        "san_marco",
        "tic_tac_toe",
        "connect_four",
        "breakthrough",
        "kuhn_poker",
        "leduc_poker",
    ] {
        let path = format!("tests/fixtures/syntax/good/{name}.tavola");
        let (sources, checked) = check_text(&read(Path::new(&path)));
        let found = render(&sources, &checked.diagnostics);
        if !found.is_empty() || checked.rulebook.is_none() {
            writeln!(out, "{name}\n{found}").expect("a string can be written to");
        }
    }
    assert_eq!(out, "");
}

#[test]
fn shipped_rules_check_clean() {
    insta::glob!("../..", "rules/*/*.tavola", |path| {
        let (sources, checked) = check_text(&read(path));
        assert_eq!(render(&sources, &checked.diagnostics), "", "{}", path.display());
        assert!(checked.rulebook.is_some());
    });
}

#[test]
#[ignore = "for looking at it"]
fn dump() {
    let (_, checked) = check_text(&read(Path::new(&std::env::var("FILE").expect("a file"))));
    println!("{:#?}", checked.rulebook);
}
