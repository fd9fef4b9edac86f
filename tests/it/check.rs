//! Syntax trees to rulebooks: which texts check clean, and the findings of those that do not.

use std::fmt::Write;
use std::path::Path;

use tavola::diagnostic::Diagnostic;
use tavola::text::Sources;
use tavola_core::check::{Checked, check};
use tavola_syntax::syntax::parse;

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
        let help = finding.help.as_ref();
        let help = help.unwrap_or_else(|| panic!("{} does not say what to do: {}", finding.code, finding.message));
        writeln!(out, "    help: {help}").expect("a string can be written to");
    }
    out
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/check");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

fn check_text(text: &str) -> (Sources, Checked) {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let parsed = parse(&sources, id);
    assert_eq!(render(&sources, &parsed.diagnostics), "", "the text can be read");
    let checked = check(&vec![parsed.file].into(), None);
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
    for folder in crate::games() {
        let mut sources = Sources::new();
        let files = Sources::list(&folder, "tavola").expect("the folder can be read");
        let ids: Vec<_> = files.iter().map(|path| sources.read_file(path).expect("a file can be read")).collect();
        let parsed: Vec<_> = ids.into_iter().map(|id| parse(&sources, id)).collect();
        let mut found: String = parsed.iter().map(|parsed| render(&sources, &parsed.diagnostics)).collect();
        let files: Vec<_> = parsed.into_iter().map(|parsed| parsed.file).collect();
        let checked = check(&files.into(), None);
        found += &render(&sources, &checked.diagnostics);
        assert_eq!(found, "", "{}", folder.display());
        assert!(checked.rulebook.is_some());
    }
}

#[test]
fn findings() {
    settings().bind(|| {
        insta::glob!("..", "fixtures/check/*.tavola", |path| {
            let mut sources = Sources::new();
            let id = sources.add("text", read(path));
            let parsed = parse(&sources, id);
            let unread = render(&sources, &parsed.diagnostics);
            let checked = check(&vec![parsed.file].into(), None);
            assert!(!checked.diagnostics.is_empty(), "{} has findings", path.display());
            insta::assert_snapshot!(unread + &render(&sources, &checked.diagnostics));
        });
    });
}

/// The type of an expression of a scenario, or its findings.
fn scenario(book: &tavola_core::ir::Rulebook, text: &str) -> String {
    let seats: Vec<String> = ["anna", "ben", "chris"].map(str::to_owned).to_vec();
    let mut sources = Sources::new();
    let id = sources.add("scenario", text);
    let (expr, findings) = tavola_syntax::syntax::parse_expr(&sources, id);
    assert!(findings.is_empty(), "{text}: {}", render(&sources, &findings));
    let (define, findings) = tavola_core::check::Vocabulary::new(book).expression(
        (&seats, None),
        &expr.expect("it could be read"),
        tavola_core::check::Want::Any,
    );
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
    settings().bind(|| insta::assert_snapshot!(out));
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
        let (block, findings) = tavola_syntax::syntax::parse_sentences(&sources, id);
        assert!(findings.is_empty(), "{text}: {}", render(&sources, &findings));
        let (rule, findings) = tavola_core::check::Vocabulary::new(&book).sentences(&seats, &block);
        let said = rule.map_or_else(|| render(&sources, &findings), |rule| format!("{} statement(s)", rule.body.len()));
        writeln!(out, "{text}: {said}").expect("a string can be written to");
    }
    settings().bind(|| insta::assert_snapshot!(out));
}

/// San Marco with a variant: findings of the overlay, then of the checker.
fn with_variant(variant: &str) -> (String, Option<tavola_core::ir::Rulebook>) {
    let mut sources = Sources::new();
    let base = sources.add("san_marco", read(Path::new("tests/fixtures/syntax/good/san_marco.tavola")));
    let over = sources.add("variant", variant);
    let (base, over) = (parse(&sources, base), parse(&sources, over));
    assert_eq!(render(&sources, &over.diagnostics), "", "the variant can be read");
    let over = tavola_core::check::AppliedVariant { name: "variant".into(), file: over.file, over_all: false };
    let mut applied = tavola_core::check::apply_variants(vec![base.file], &[over]);
    let mut findings = std::mem::take(&mut applied.diagnostics);
    let checked = check(&applied, None);
    findings.extend(checked.diagnostics);
    (render(&sources, &findings), checked.rulebook)
}

#[test]
fn variants_join_their_game() {
    for name in ["syntax/good/grand_tour", "check/variants/right"] {
        let (findings, book) = with_variant(&read(Path::new(&format!("tests/fixtures/{name}.tavola"))));
        assert_eq!(findings, "", "{name}");
        let book = book.expect("the variant checks clean");
        assert_eq!(book.name, "san_marco");
        let jump = book.rules.iter().find(|rule| rule.name == "jump").and_then(|rule| rule.sheet.as_ref());
        assert_eq!(jump.map(|sheet| sheet.limit), Some(tavola_core::ir::Limit::Any), "{name}");
    }
}

#[test]
fn variants_name_what_is_there() {
    let (findings, _) = with_variant(&read(Path::new("tests/fixtures/check/variants/wrong.tavola")));
    settings().bind(|| insta::assert_snapshot!(findings));
}

#[test]
fn a_variant_that_declares_again_shows_how_to_change() {
    let text =
        "variant wrong \"Wrong\" of san_marco, house rules\n\nsettings\n  | name | value |\n  | passages | 4 |\n";
    let (findings, _) = with_variant(text);
    assert!(findings.contains("E0202 `passages` is declared twice"), "{findings}");
    assert!(findings.contains("a variant writes `change` or `replace` before what the game has"), "{findings}");
}

#[test]
fn clauses_are_listed() {
    let mut sources = Sources::new();
    let text = "game tiny \"Tiny\" for 2..2 players [TY-1]\nplay\n  say \"go\" [TY-2.1, TY-2.2]\nwinner p in Player\n";
    let id = sources.add("text", text);
    let known = ["TY-1", "TY-2.1", "TY-2.3"].map(str::to_owned).into_iter().collect();
    let checked = check(&vec![parse(&sources, id).file].into(), Some(&known));
    let found = render(&sources, &checked.diagnostics);
    settings().bind(|| insta::assert_snapshot!(found));
    let checked = check(&vec![parse(&sources, id).file].into(), None);
    let book = checked.rulebook.expect("without a list every citation is fine");
    assert_eq!(book.cites.len(), 2);
}

/// A pseudo-random generator: the same texts on every machine.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn broken_games_never_panic() {
    let known: Vec<&str> = tavola_core::check::CODES.iter().map(|(code, _)| *code).collect();
    let mut seed = 7;
    for name in ["san_marco", "breakthrough", "kuhn_poker", "leduc_poker"] {
        let text = read(Path::new(&format!("tests/fixtures/syntax/good/{name}.tavola")));
        let words: Vec<&str> =
            text.split([' ', '\n', '(', ')', '[', ']', '.', ',']).filter(|word| !word.is_empty()).collect();
        for _ in 0..120 {
            let mut broken: Vec<String> = text.lines().map(str::to_owned).collect();
            for _ in 0..1 + next(&mut seed) % 4 {
                let at = next(&mut seed) % broken.len();
                let old: Vec<&str> = broken[at].split(' ').collect();
                let word = old[next(&mut seed) % old.len()];
                let new = words[next(&mut seed) % words.len()];
                match next(&mut seed) % 3 {
                    0 => drop(broken.remove(at)),
                    _ if word.is_empty() => broken[at].push_str(&format!(" {new}")),
                    _ => broken[at] = broken[at].replacen(word, new, 1),
                }
            }
            let mut sources = Sources::new();
            let id = sources.add("text", broken.join("\n"));
            let checked = check(&vec![parse(&sources, id).file].into(), None);
            for finding in &checked.diagnostics {
                assert!(known.contains(&finding.code), "{} is listed", finding.code);
                assert!(!finding.message.ends_with('.'), "{}", finding.message);
                assert!(!finding.message.starts_with(char::is_uppercase), "{}", finding.message);
            }
        }
    }
}

#[test]
fn deep_trees_are_refused() {
    use tavola::text::Span;
    use tavola_syntax::syntax::ast::{Expr, ExprKind, Item, ItemKind, Query};
    let span = Span::NONE;
    let mut deep = Expr { kind: ExprKind::Name("yes".into()), span };
    for _ in 0..2000 {
        deep = Expr { kind: ExprKind::Not(Box::new(deep)), span };
    }
    let query = Query { binders: Vec::new(), clockwise: None, filter: Some(deep), keys: Vec::new(), span };
    let item = Item { kind: ItemKind::Winner(query), overlay: None, cites: Vec::new(), head: span, span };
    let file = tavola_syntax::syntax::ast::File {
        source: None,
        items: vec![item],
        ..tavola_syntax::syntax::ast::File::default()
    };
    let checked = check(&vec![file].into(), None);
    assert!(checked.diagnostics.iter().any(|finding| finding.code == "E0200"));
}

#[test]
fn an_unreadable_cell_gives_one_finding() {
    let text = read(Path::new("tests/fixtures/check/E0402_start_place.tavola"));
    for cell in ["stone, from", "stone,, pawn", "3 stone"] {
        let text = text.replace("| stone             |\n", &format!("| {cell} |\n"));
        let mut sources = Sources::new();
        let id = sources.add("text", &text);
        let parsed = parse(&sources, id);
        assert_eq!(parsed.diagnostics.len(), 1, "{cell}");
        let checked = check(&vec![parsed.file].into(), None);
        let found = render(&sources, &checked.diagnostics);
        assert!(!found.contains("may not hold") && !found.contains("does not say what it may hold"), "{cell}: {found}");
    }
}

/// Everything that is declared twice is an error, in whatever form, without a panic.
#[test]
fn duplicate_declarations_are_errors() {
    let row = |id: &str, cost: &str| format!("  | {id} | {cost} |\n");
    let kind = |rows: &[String]| format!("kind Card\n  | id | cost |\n{}", rows.concat());
    let repeated = [
        kind(&[row("b(c in Colour)", "2 c"), row("b(c in Colour)", "2 c")]),
        kind(&[row("b(c in Colour)", "2 c"), row("b(d in Colour)", "1 d")]),
        kind(&[row("b(c in Colour)", "2 c"), row("b(c in Colour, d in Colour)", "1 d")]),
        kind(&[row("b(c in Colour)", "2 c"), row("b", "1 red")]),
        kind(&[row("b", "1 red"), row("b(c in Colour)", "2 c")]),
        kind(&[row("b", "1 red"), row("b", "1 red")]),
        "kind Card = {a, b, a}\n".to_owned(),
        "kind Card = {a, b}\nkind Card = {a, b}\n".to_owned(),
        "kind Card = {a, b}\nboard map of Card\n  a -- b, b\n".to_owned(),
        "kind Card = {a, b}\nboard map of Card\n  a -- b\n  b -- a\n".to_owned(),
        "settings\n  | name | value | range | meaning |\n  | n | 1 | 0..2 | \"n\" |\n  | n | 1 | 0..2 | \"n\" |\n"
            .to_owned(),
        "rulings\n  | name | answer | instead of | question |\n  | n | a | b | \"n\" |\n  | n | a | b | \"n\" |\n"
            .to_owned(),
        "memory\n  | variable | type | start |\n  | m | 0..3 | 0 |\n  | m | 0..3 | 0 |\n".to_owned(),
        "track coins 0..\ntrack coins 0..\n".to_owned(),
    ];
    for text in repeated {
        let game = format!(
            "game dup \"Dup\" for 2 players\nkind Colour = {{red, blue}}\ncomponents\n  | component | count | start |\n  \
             | cube[Colour] | 5 | box |\nplaces\n  | place | holds | seen by |\n  | box | cube | all |\ntrack fame[Player] 0..\n{text}play\n  \
             each p in Player: p may \"?\": p gains 1 fame\nwinner p in Player by most fame[p]\n"
        );
        let (sources, checked) = check_text(&game);
        assert!(
            checked.diagnostics.iter().any(Diagnostic::is_error),
            "{text}\n{}",
            render(&sources, &checked.diagnostics)
        );
    }
}
