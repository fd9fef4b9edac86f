//! `tavola-ide`: definition, references, hover and renaming, of texts in memory.

use std::path::Path;

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
const SCENARIOS: &str = r#"# What fame brings.
- name: earns fame
  clauses: [HN-1]
  players: [anna, ben]
  given: { "fame[anna]": 1, "comb at basket[ben]": 2, "spoon[ben]": "store" }
  call: |
    earn(anna, 3)
    move 1 comb from store to basket[anna]
  then:
    fame[anna]: 4   # fame
    "basket[ben]": [comb, comb]
    "sum of 2 * fame[p] for p in Player": 8
- name: comb
  players: [anna, ben]
  do:
    - { anna: comb }
    - offered: { ben: [comb, wax] }
"#;

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
    assert_eq!(of("scenarios/earns.yaml", "wax", 0), ["honey.tavola:6"]);
    assert_eq!(of("honey.tavola", "Which", 0), [""; 0]);
}

#[test]
fn references_are_in_all_files() {
    let game = honey();
    let found = lines(&game, &game.references("honey.tavola", at(&game, "honey.tavola", "fame", 0)));
    let mut expected = vec!["honey.tavola:4", "honey.tavola:19", "honey.tavola:28", "variants/rich.tavola:4"];
    expected.extend(["scenarios/earns.yaml:5", "scenarios/earns.yaml:10", "scenarios/earns.yaml:12"]);
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

/// All texts of a game after a renaming, checked again.
fn renamed(mut game: Workspace, file: &str, (what, nth): (&str, usize), new: &str) -> Workspace {
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
        let mut game = renamed(honey(), "honey.tavola", (what, nth), new);
        game.check();
        let messages = |game: &Workspace| game.findings().iter().map(|found| found.code).collect::<Vec<_>>();
        assert_eq!(messages(&game), messages(&before), "{new}: {:#?}", game.findings());
        assert!(game.text("honey.tavola").expect("a file").contains(new));
    }
    let game = renamed(honey(), "scenarios/earns.yaml", ("fame", 2), "renown");
    let fame = SCENARIOS.replace("fame[", "renown[");
    assert_eq!(game.text("scenarios/earns.yaml"), Some(&*fame));
    assert_eq!(game.text("variants/rich.tavola"), Some(&*VARIANT.replace("fame", "renown")));
    let game = renamed(honey(), "honey.tavola", ("comb", 0), "jar");
    let comb = SCENARIOS.replace("comb", "jar").replace("name: jar", "name: comb");
    assert_eq!(game.text("scenarios/earns.yaml"), Some(&*comb));
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

const FAIR: &str = r#"game fair "Fair" for 2 players

kind Ware
  | id    | worth | beauty |
  | cloth | 3     | 1      |
  | spice | 4     | 2      |

components
  | component | count | start |
  | Ware      | 1     | stock |

places
  | place        | holds |
  | stock        | Ware  |
  | sold         | Ware  |
  | hand[Player] | Ware  |

track coins[Player] 0..

define value(p in Player) = coins[p] + 0

play
  day

phase day
  each p in Player
    p chooses w in stock "Which?"
    move w from stock to sold
    p gains value(p) + w.worth + w.beauty coins

winner p in Player by most coins[p]
"#;
const FAIR_CASES: &str = r#"- name: a value is a worth on a day
  players: [anna, ben]
  given: { "hand[anna]": [cloth, spice] }
  then: { "sum of l.worth for l in hand[anna]": 7, "value(anna)": 0 }
  seen: { anna: ["sold"] }
- name: like the first
  like: values/a value is a worth on a day
  then: { "coins[anna]": 0 }
"#;
const FAIR_LOOK: &str = "colours: { cloth: red, spice: gold }\ncards:\n  Ware: { corner: worth, band: beauty }\n";

#[test]
fn a_word_that_is_no_name_stays_where_a_name_is_renamed() {
    let game = || {
        let mut game = Workspace::new("fair");
        game.set("fair.tavola", Some(FAIR.to_owned()));
        game.set("scenarios/values.yaml", Some(FAIR_CASES.to_owned()));
        game.set("look.yaml", Some(FAIR_LOOK.to_owned()));
        game.set(
            "balance.yaml",
            Some("- { expect: [coins at the end above 1, day (times a game) below 9] }\n".to_owned()),
        );
        game
    };
    let with = |what: &str, new: &str| renamed(game(), "fair.tavola", (what, 0), new);
    let sold = with("sold", "seen");
    assert_eq!(sold.text("scenarios/values.yaml"), Some(&*FAIR_CASES.replace("\"sold\"", "\"seen\"")));
    let day = with("day", "values");
    assert_eq!(day.text("scenarios/values.yaml"), Some(FAIR_CASES));
    assert_eq!(
        day.text("balance.yaml"),
        Some("- { expect: [coins at the end above 1, values (times a game) below 9] }\n")
    );
    let column = with("worth", "price_of_it");
    assert_eq!(column.text("scenarios/values.yaml"), Some(&*FAIR_CASES.replace("l.worth", "l.price_of_it")));
    assert_eq!(column.text("look.yaml"), Some(&*FAIR_LOOK.replace("worth", "price_of_it")));
    let track = with("coins", "gold_coins");
    assert!(track.text("balance.yaml").expect("a budget").contains("gold coins at the end"));
    let cloth = with("cloth", "red");
    assert_eq!(cloth.text("look.yaml"), Some(&*FAIR_LOOK.replace("cloth:", "red:")));
    assert!(cloth.text("scenarios/values.yaml").expect("cases").contains("[red, spice]"));
}

#[test]
fn a_name_is_not_renamed_where_a_file_cannot_be_read_yet() {
    let mut game = honey();
    game.set(
        "scenarios/more.yaml",
        Some("- name: more\n  players: [anna, ben]\n  thn: { \"fame[anna]\": 1 }\n".to_owned()),
    );
    let why = game.rename("honey.tavola", at(&game, "honey.tavola", "fame", 0), "renown").expect_err("it is refused");
    assert!(why.starts_with("`fame` may be in scenarios/more.yaml:3, which cannot be read yet: unknown key"), "{why}");
    assert!(game.rename("honey.tavola", at(&game, "honey.tavola", "basket", 0), "bag").is_ok());
}

/// Names that are also common words or names of other things, renamed in whole games: these have the same findings as before.
#[test]
fn names_of_the_games_can_be_renamed() {
    let names = [
        ("doge", "votes"),
        ("doge", "palaces"),
        ("san_marco", "district"),
        ("san_marco", "limits"),
        ("venice_of_the_north", "row"),
        ("patrons_of_venice", "produce"),
    ];
    for (name, old) in names {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(name);
        let mut game = Workspace::new(name);
        for (file, text) in tavola_lab::read_all(&folder).expect("a game").files {
            game.set(&file, Some(text));
        }
        let declared = game.names().find(|(_, declared)| declared.name == old);
        let (file, at) =
            declared.map(|(file, declared)| (file.to_owned(), declared.bytes.start)).expect("it is declared");
        let edits = game.rename(&file, at, "renamed").unwrap_or_else(|why| panic!("{name}: {old}: {why}"));
        assert!(edits.len() > 1, "{name}: {old}");
    }
}
