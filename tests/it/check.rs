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
            let at = sources.get(label.span.source).map_or(0, |source| source.line_column(label.span.start).0);
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
    for name in ["san_marco", "tic_tac_toe", "connect_four", "breakthrough", "kuhn_poker", "leduc_poker"] {
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

/// An expression of a scenario, by its type or its findings.
fn scenario(book: &tavola::ir::Rulebook, text: &str) -> String {
    let seats: Vec<String> = ["anna", "ben", "chris"].map(str::to_owned).to_vec();
    let mut sources = Sources::new();
    let id = sources.add("scenario", text);
    let (expr, findings) = tavola::syntax::parse_expr(&sources, id);
    assert!(findings.is_empty(), "{text}: {}", render(&sources, &findings));
    let (define, findings) = tavola::check::expression(book, &seats, &expr.expect("it could be read"));
    match define {
        Some(define) => format!("{:?}", define.value.ty),
        None => render(&sources, &findings),
    }
}

#[test]
fn scenarios_name_everything() {
    let (_, checked) = check_text(&read(Path::new("tests/fixtures/syntax/good/san_marco.tavola")));
    let book = checked.rulebook.expect("San Marco checks clean");
    let mut out = String::new();
    for text in [
        "limit_points(anna)",
        "aristocrat[anna] at district[castello]",
        "district[castello]",
        "taken[anna]",
        "doge",
        "site(doge)",
        "doge at beside_board",
        "castello--san_marco",
        "bridge at on[san_marco--castello]",
        "prestige[ben]",
        "[ben, anna]",
        "starter",
        "starter is ben",
        "district(castello)",
        "[doge_card, district(castello)]",
        "count of deck",
        "limit_points(dora)",
        "district[castelo]",
        "castello--dorsoduro",
    ] {
        writeln!(out, "{text}: {}", scenario(&book, text)).expect("a string can be written to");
    }
    insta::assert_snapshot!(out);
}

#[test]
fn scenarios_say_sentences() {
    let (_, checked) = check_text(&read(Path::new("tests/fixtures/syntax/good/san_marco.tavola")));
    let book = checked.rulebook.expect("San Marco checks clean");
    let seats: Vec<String> = ["anna", "ben", "chris"].map(str::to_owned).to_vec();
    let mut out = String::new();
    for text in [
        "anna plays transfer",
        "anna plays district(castello)",
        "evaluation",
        "score(castello)",
        "anna does build",
        "set starter = ben",
        "set prestige[anna] = 3",
        "set tablet = [ben, anna]",
        "take_turn(anna, ben)",
        "anna plays tansfer",
        "build",
    ] {
        let mut sources = Sources::new();
        let id = sources.add("scenario", text);
        let (block, findings) = tavola::syntax::parse_sentences(&sources, id);
        assert!(findings.is_empty(), "{text}: {}", render(&sources, &findings));
        let (rule, findings) = tavola::check::sentences(&book, &seats, &block);
        let said = rule.map_or_else(|| render(&sources, &findings), |rule| format!("{} statement(s)", rule.body.len()));
        writeln!(out, "{text}: {said}").expect("a string can be written to");
    }
    insta::assert_snapshot!(out);
}
