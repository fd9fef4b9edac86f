//! `tavola-ide`: definition, references, hover and renaming, of texts in memory.

use tavola_ide::Workspace;

const RULES: &str = r#"game honey "Honey" for 2 players [HN-1]

# What a player has earned.
track fame[Player] 0..

kind Thing = {comb, wax}

components
  | component     | count | start |
  | Thing         | 3     | store |
  | spoon[Player] | 1     | store |

places
  | place          | holds        |
  | store          | Thing, spoon |
  | basket[Player] | Thing, spoon |

rule earn(p in Player, n: number)
  p gains n fame [HN-1]

play
  each p in Player
    p chooses t in Thing "Which?"
    move 1 t from store to basket[p]
    earn(p, if t is comb then 2 else 1)
  each s in spoon: say "{s.player}"

winner p in Player by most fame[p]
"#;
const VARIANT: &str = "variant rich \"Rich\" of honey, house rules\n\nreplace rule earn(q in Player, n: number)\n  \
                       q gains n * 2 fame\n\nchange places\n  | place | seen by |\n  | store | all |\n";
const BOOK: &str = "game: honey\nsource:\n  title: Honey\nclauses:\n  - { id: HN-1, section: Play, kind: rule, text: Honey is sweet. }\n";
const SCENARIOS: &str = "scenarios:\n  - name: earns\n    proves: HN-1\n    do: |\n      earn(seat(1), 3)\n    expect:\n      - fame[seat(1)] is 3\n    # fame\n";

fn honey() -> Workspace {
    let mut game = Workspace::new("honey");
    game.set("honey.tavola", Some(RULES.to_owned()));
    game.set("variants/rich.tavola", Some(VARIANT.to_owned()));
    game.set("rulebook.yaml", Some(BOOK.to_owned()));
    game.set("scenarios/earns.yaml", Some(SCENARIOS.to_owned()));
    game
}

/// Byte of the `nth` occurrence of a text in a file.
fn at(game: &Workspace, file: &str, what: &str, nth: usize) -> usize {
    game.text(file).expect("a file").match_indices(what).nth(nth).unwrap_or_else(|| panic!("{what} in {file}")).0
}

/// Lines of places, as `file:line`.
fn lines(game: &Workspace, ranges: &[tavola_ide::FileRange]) -> Vec<String> {
    let line = |range: &tavola_ide::FileRange| {
        let text = game.text(&range.file).expect("a file");
        format!("{}:{}", range.file, text[..range.bytes.start].matches('\n').count() + 1)
    };
    ranges.iter().map(line).collect()
}

#[test]
fn a_definition_is_where_the_name_is_declared() {
    let game = honey();
    let of = |file: &str, what: &str, nth| lines(&game, &game.definition(file, at(&game, file, what, nth)));
    assert_eq!(of("honey.tavola", "fame", 1), ["honey.tavola:4"]);
    assert_eq!(of("honey.tavola", "HN-1", 1), ["rulebook.yaml:5"]);
    // What a variant changes, and the rule that replaces it.
    assert_eq!(of("variants/rich.tavola", "store", 0), ["honey.tavola:15"]);
    assert_eq!(of("variants/rich.tavola", "earn", 0), ["honey.tavola:18"]);
    assert_eq!(of("honey.tavola", "earn(", 1), ["honey.tavola:18", "variants/rich.tavola:3"]);
    assert_eq!(of("scenarios/earns.yaml", "earn(", 0), ["honey.tavola:18", "variants/rich.tavola:3"]);
    assert_eq!(of("scenarios/earns.yaml", "HN-1", 0), ["rulebook.yaml:5"]);
    assert_eq!(of("honey.tavola", "Which", 0), [""; 0]);
}

#[test]
fn references_are_in_all_files() {
    let game = honey();
    let found = lines(&game, &game.references("honey.tavola", at(&game, "honey.tavola", "fame", 0)));
    let expected =
        ["honey.tavola:4", "honey.tavola:19", "honey.tavola:28", "variants/rich.tavola:4", "scenarios/earns.yaml:7"];
    assert_eq!(found, expected);
    let local = game.references("honey.tavola", at(&game, "honey.tavola", "t in Thing", 0));
    assert_eq!(local.len(), 3, "{local:?}");
}

#[test]
fn a_hover_shows_declaration_type_comment_and_clause() {
    let game = honey();
    let hover = |what, nth| game.hover("honey.tavola", at(&game, "honey.tavola", what, nth)).expect("a name");
    let fame = hover("fame", 1).markdown();
    assert_eq!(fame, "```tavola\ntrack fame[Player] 0..\n```\n\ntrack: a number\n\nWhat a player has earned.");
    assert_eq!(hover("HN-1", 0).text.as_deref(), Some("Honey is sweet."));
    assert_eq!(hover("t is comb", 0).ty.as_deref(), Some("a member of `Thing`"));
    assert_eq!((hover("player}", 0).sort, hover("player}", 0).declaration), ("word of the language", None));
    assert_eq!(game.hover("honey.tavola", 0), None);
}

/// All texts after a renaming, checked again.
fn renamed(file: &str, what: &str, nth: usize, new: &str) -> Workspace {
    let mut game = honey();
    let mut edits = game.rename(file, at(&game, file, what, nth), new).expect("it can be renamed");
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.bytes.start));
    for edit in edits {
        let mut text = game.text(&edit.at.file).expect("a file").to_owned();
        text.replace_range(edit.at.bytes, &edit.text);
        game.set(&edit.at.file, Some(text));
    }
    game
}

#[test]
fn a_renaming_changes_all_files_and_no_meaning() {
    let mut before = honey();
    before.check();
    for (what, nth, new) in [
        ("fame", 0, "renown"),
        ("earn(", 0, "receive"),
        ("Thing", 2, "Goods"),
        ("comb", 1, "jar"),
        ("t in", 0, "chosen"),
        ("store", 0, "shop"),
    ] {
        let mut game = renamed("honey.tavola", what, nth, new);
        game.check();
        let messages = |game: &Workspace| game.findings().iter().map(|found| found.code).collect::<Vec<_>>();
        assert_eq!(messages(&game), messages(&before), "{new}: {:#?}", game.findings());
        assert!(game.text("honey.tavola").expect("a file").contains(new));
    }
    let game = renamed("scenarios/earns.yaml", "fame", 0, "renown");
    assert_eq!(game.text("scenarios/earns.yaml"), Some(&*SCENARIOS.replacen("fame", "renown", 1)));
    assert_eq!(game.text("variants/rich.tavola"), Some(&*VARIANT.replace("fame", "renown")));
}

#[test]
fn a_renaming_is_refused_with_a_reason() {
    let game = honey();
    let refused = |file, what, nth, new| game.rename(file, at(&game, file, what, nth), new).expect_err("it is refused");
    assert_eq!(refused("honey.tavola", "Player", 0, "Seat"), "`Player` is a word of the language");
    assert_eq!(refused("honey.tavola", "fame", 0, "store"), "the game already uses the name `store`");
    assert!(refused("honey.tavola", "fame", 0, "each").starts_with("`each` is not a name"));
    assert!(refused("honey.tavola", "HN-1", 0, "hn").starts_with("`HN-1` is a clause"));
    assert!(refused("variants/rich.tavola", "rich", 0, "poor").starts_with("`rich` is a variant"));
    assert_eq!(refused("honey.tavola", "Which", 0, "what"), "there is no name of the game here");
    let place = game.can_rename("honey.tavola", at(&game, "honey.tavola", "fame", 2) + 2).expect("it can change");
    assert_eq!(&RULES[place.bytes], "fame");
}
