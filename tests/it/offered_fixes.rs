//! Fixes that the examples of the findings' pages do not show. Which of them are safe: `docs/fixes.rs`.

use std::collections::BTreeMap;

use tavola::game::GameFolder;
use tavola::play::{CheckedGame, check_shelf, file_edits};

const GAME: &str = r#"game g "G" for 2 players

track fame[Player] 0..

memory
  | variable | type      | start |
  | tired    | yes or no | no    |

play
  each p in Player: turn(p)

"#;

const END: &str = "
winner p in Player by most fame[p]
";

const USES: &str = "rule turn(p in Player)
  if not tired: p gains 1 fame
  set tired = yes
";

fn folder(files: &[(&str, &str)]) -> GameFolder {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    GameFolder { name: "g".into(), files: files.collect::<BTreeMap<_, _>>() }
}

/// The titles of the fixes of a code, and each file of the first one's result that differs.
fn fixes(folder: &GameFolder, code: &str, variant: Option<&str>) -> Vec<(String, String)> {
    let errors = |checked: &CheckedGame| checked.findings().filter(|finding| finding.is_error()).count();
    let checked = check_shelf(folder.into(), variant, None).expect("it can be checked");
    let mut found = Vec::new();
    for layer in &checked.layers {
        for fix in layer.findings.iter().filter(|finding| finding.code == code).flat_map(|finding| &finding.fixes) {
            let Some(mut edits) = file_edits(fix, &layer.sources, folder) else { continue };
            edits.sort();
            let mut after = folder.clone();
            for edit in edits.iter().rev() {
                let text = after.files.get_mut(&edit.file).expect("a file");
                text.replace_range(edit.start..edit.end, &edit.text);
            }
            let again = check_shelf((&after).into(), variant, None).expect("it can be checked");
            assert!(errors(&again) < errors(&checked).max(1), "{}", fix.title);
            let changed = after.files.iter().filter(|(name, text)| folder.files[*name] != **text);
            found.push((fix.title.clone(), changed.map(|(_, text)| text.clone()).collect::<String>()));
        }
    }
    found
}

/// The lines that a fix of the game `rules` makes of `from`.
#[track_caller]
fn becomes(code: &str, title: &str, from: &str, to: &str) {
    let text = |rules: &str| format!("{GAME}{rules}{END}");
    let all = fixes(&folder(&[("g.tavola", &text(from))]), code, None);
    let fixed = all.iter().find(|(known, _)| known == title).unwrap_or_else(|| panic!("{title}: {all:?}"));
    assert_eq!(fixed.1, text(to));
}

#[test]
fn the_line_below_is_indented_with_its_block() {
    becomes(
        "E0105",
        "indent the line below",
        "rule turn(p in Player)\n  each q in Player\n  if not tired\n    q gains 1 fame\n  set tired = yes\n",
        "rule turn(p in Player)\n  each q in Player\n    if not tired\n      q gains 1 fame\n  set tired = yes\n",
    );
}

#[test]
fn a_value_between_two_comparisons_is_repeated() {
    let rule = |test: &str| format!("rule turn(p in Player)\n  if {test} and not tired: set tired = yes\n");
    let title = "repeat the middle value after `and`";
    becomes("E0150", title, &rule("0 <= fame[p] < 3"), &rule("0 <= fame[p] and fame[p] < 3"));
    becomes("E0150", title, &rule("(1 < fame[p] < 3)"), &rule("(1 < fame[p] and fame[p] < 3)"));
    let text = format!("{GAME}{}{END}", rule("0 < fame[p] + 1 < 3"));
    assert_eq!(fixes(&folder(&[("g.tavola", &text)]), "E0150", None), []);
}

/// A misspelt word before a name: the finding is at the word, and the fix corrects it.
#[test]
fn a_misspelt_word_before_a_name_is_corrected() {
    let rule = |word: &str| {
        format!(
            "define ahead = {word} q in Player where fame[q] > 1\nrule turn(p in Player)\n  if fame[p] > 0 and not tired and ahead is not p: set tired = yes\n"
        )
    };
    becomes("E0111", "replace `frist` with `first`", &rule("frist"), &rule("first"));
    becomes("E0111", "replace `teh` with `the`", &rule("teh"), &rule("the"));
    let text = format!("{GAME}{}{END}", rule("ahead"));
    assert_eq!(fixes(&folder(&[("g.tavola", &text)]), "E0111", None), [], "a word that is like none");
}

#[test]
fn an_unused_row_goes_and_the_last_one_with_its_table() {
    let settings = "settings\n  | name | value |\n  | most | 3     |\n  | few  | 1     |\n\nrule turn(p in Player)\n  if not tired and fame[p] < most: set tired = yes\n";
    becomes("W0201", "remove the setting `few`", settings, &settings.replace("  | few  | 1     |\n", ""));
    let alone = "settings\n  | name | value |\n  | few  | 1     |\n\n".to_owned() + USES;
    becomes("W0201", "remove the setting `few`", &alone, &format!("\n{USES}"));
    let rule = "rule rest\n  if not tired\n    set tired = yes\n\n".to_owned() + USES;
    becomes("W0201", "remove the rule `rest`", &rule, &format!("\n{USES}"));
}

/// A variable that is set but never read cannot simply be removed.
#[test]
fn what_rules_name_is_not_removed() {
    let text = format!("{GAME}{}{END}", USES.replace("if not tired: ", ""));
    assert_eq!(fixes(&folder(&[("g.tavola", &text)]), "W0201", None), []);
}

#[test]
fn rows_that_never_apply_move_up_or_go() {
    let table = |rows: &str| {
        format!(
            "rule turn(p in Player)\n  decide\n    | fame[p] || do               |\n{rows}  if not tired: set tired = yes\n"
        )
    };
    let (any, none, one) = (
        "    | any     || end turn         |\n",
        "    | 0       || p gains 2 fame   |\n",
        "    | 0       || p gains 3 fame   |\n",
    );
    becomes("W0601", "move this row up", &table(&[any, none].concat()), &table(&[none, any].concat()));
    becomes("W0601", "remove this row", &table(&[any, none].concat()), &table(any));
    becomes("W0601", "remove this row", &table(&[none, one].concat()), &table(none));
    becomes("W0601", "remove this row", &table(&[none, none].concat()), &table(none));
}

#[test]
fn all_that_is_never_reached_goes() {
    let rule = |rest: &str| format!("rule turn(p in Player)\n  if not tired\n    end turn\n{rest}  set tired = yes\n");
    becomes(
        "W0701",
        "remove what is never reached",
        &rule("    p gains 1 fame\n    if fame[p] > 3\n      p gains 1 fame\n"),
        &rule(""),
    );
    // Other sentences stand on its line.
    let text = format!("{GAME}{}{END}", rule("").replace("end turn", "end turn; p gains 1 fame"));
    assert_eq!(fixes(&folder(&[("g.tavola", &text)]), "W0701", None), []);
}

#[test]
fn hooks_come_after_those_of_their_moment() {
    let hooks = |order: &str| {
        format!(
            "hook a before turn(p)\n  p gains 1 fame\n\nhook b before turn(p)\n    order: after a\n    p gains 2 fame\n\nhook c before turn(p)\n{order}    p gains 3 fame\n\n{USES}"
        )
    };
    let text = format!("{GAME}{}{END}", hooks("    order: after a\n"));
    let fixed = fixes(&folder(&[("g.tavola", &text)]), "E0712", None);
    let titles: Vec<&str> = fixed.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["let `c` come after `b`", "let `b` come after `c`"]);
    assert_eq!(fixed[0].1, format!("{GAME}{}{END}", hooks("    order: after a, b\n")));
    let two = |order: &str| {
        format!("hook a before turn(p)\n  p gains 1 fame\n\nhook b before turn(p)\n{order}    p gains 2 fame\n\n{USES}")
    };
    becomes("E0712", "let `b` come after `a`", &two(""), &two("    order: after a\n"));
}

#[test]
fn a_cell_for_the_clause_is_added_and_an_empty_one_removed() {
    let memory = |row: &str| {
        let table =
            "memory\n  | variable | type      | start | clause |\n  | woken    | yes or no | yes   | GA-1   |\n";
        format!(
            "{table}  {row}\n\nrule turn(p in Player)\n  if not tired and woken and found: set tired = yes\n  set woken = yes\n  set found = yes\n"
        )
    };
    let cell = "| found    | yes or no | no    |";
    becomes("E0122", "add an empty cell for `clause`", &memory(cell), &memory(&format!("{cell} |")));
    let (many, right) = ("| found    | yes or no | | no    | GA-2 |", "| found    | yes or no | no    | GA-2 |");
    becomes("E0122", "remove the empty cell", &memory(many), &memory(right));
}

#[test]
fn a_key_goes_from_a_flow_and_from_a_block() {
    let rules = format!("{GAME}{USES}{END}");
    let book = |clause: &str| format!("game: g\nsource: {{ title: G }}\nclauses:\n{clause}");
    let after = |clause: &str| {
        let folder = folder(&[("g.tavola", &rules), ("rulebook.yaml", &book(clause))]);
        fixes(&folder, "W0904", None).remove(0).1
    };
    let flow = "  - { id: GA-1, section: A, not_observable: \"So, it is.\", text: A box., kind: data }\n";
    assert_eq!(after(flow), book(&flow.replace(", not_observable: \"So, it is.\"", "")));
    let first = "  - { not_observable: why, id: GA-1, section: A, text: A box., kind: data }\n";
    assert_eq!(after(first), book(&first.replace("not_observable: why, ", "")));
    let block = "  - id: GA-1\n    section: A\n    not_observable: >\n      It is\n      so.\n    text: A box.\n    kind: data\n";
    assert_eq!(after(block), book(&block.replace("    not_observable: >\n      It is\n      so.\n", "")));
}

#[test]
fn a_variant_is_laid_over_another_one() {
    let rules = format!(
        "{GAME}settings\n  | name | value |\n  | most | 3     |\n\nrule turn(p in Player)\n  if not tired and fame[p] < most: set tired = yes\n{END}"
    );
    let variant = |name: &str, over: &str, value: u8| {
        format!(
            "variant {name} \"V\" of g{over}, house rules\n\nchange settings\n  | name | value |\n  | most | {value}     |\n"
        )
    };
    let (a, b, c) = (variant("a", "", 4), variant("b", " over a", 5), variant("c", "", 6));
    let files =
        [("g.tavola", rules.as_str()), ("variants/a.tavola", &a), ("variants/b.tavola", &b), ("variants/c.tavola", &c)];
    let all = fixes(&folder(&files), "E0214", Some("a,c"));
    assert_eq!(all[0], ("let `c` decide".to_owned(), variant("c", " over a", 6)));
    assert_eq!(all[1], ("let `a` decide".to_owned(), variant("a", " over c", 4)));
    let all = fixes(&folder(&files), "E0214", Some("b,c"));
    assert!(all.contains(&("let `b` decide".to_owned(), variant("b", " over a, c", 5))), "{all:?}");
}

/// A word that is added stands apart from what is before it and after it.
#[test]
fn an_added_word_stands_apart() {
    let rule = |times: &str| {
        format!("rule turn(p in Player)\n  repeat 3{times}: p gains 1 fame\n  if not tired: set tired = yes\n")
    };
    becomes("E0141", "add `times`", &rule(""), &rule(" times"));
}

#[test]
fn a_loop_of_another_language_becomes_each() {
    let rule = |word: &str| {
        format!(
            "rule turn(p in Player)\n  say \"x\"\n  {word} q in Player: q gains 1 fame\n  if not tired: set tired = yes\n"
        )
    };
    becomes("E0152", "replace `for` with `each`", &rule("for"), &rule("each"));
}
