//! Declarations: settings that are computed from others, names within their own declaration, decks per player.

use std::fmt::Write;

use tavola::game::{LoadError, Pending, Rules, Setup};

const FERRY: &str = r#"
game ferry "Ferry" for 1..3 players
settings
  | name   | value              | range | meaning            |
  | double | 2 * fare           | 0..10 | "there and back"   |
  | fare   | base + players     | 0..9  | "for one way"      |
  | base   | 7 / 3 rounded down | 0..5  | "before it is full" |
  | many   | if fare > 4 then max(fare, 6) else 1 | 0..9 | "for many" |
play
  say "{double} {fare} {base} {many}"
winner p in Player
"#;

fn rules(text: &str) -> Rules {
    Rules::from_texts(&[("game.tavola", text)])
}

fn findings(text: &str) -> Vec<String> {
    rules(text).diagnostics().iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
}

/// The four settings of the ferry in one set-up, or the error of that set-up.
fn ferry(players: usize, set: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let rules = rules(FERRY);
    assert_eq!(findings(FERRY), [""; 0]);
    let mut setup = Setup::of(players);
    setup.settings = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let game = match rules.game(&setup) {
        Ok(game) => game,
        Err(LoadError::Error(error)) => return Err(error.message),
        Err(LoadError::Findings { diagnostics, .. }) => return Err(format!("{diagnostics:?}")),
    };
    let mut referee = game.referee();
    let value = |name: &&str| referee.evaluate(&game.start(), name).map_err(|error| error.message);
    ["double", "fare", "base", "many"].iter().map(value).collect()
}

#[test]
fn settings_are_computed_in_any_order() {
    let said = |all: [&str; 4]| Ok(all.map(str::to_owned).to_vec());
    assert_eq!(ferry(1, &[]), said(["6", "3", "2", "1"]));
    assert_eq!(ferry(3, &[]), said(["10", "5", "2", "6"]));
    let printed: Vec<String> = rules(FERRY).settings(3).into_iter().map(|setting| setting.value).collect();
    assert_eq!(printed, ["10", "5", "2", "6"]);
}

#[test]
fn a_given_setting_changes_dependent_settings() {
    let said = |all: [&str; 4]| Ok(all.map(str::to_owned).to_vec());
    assert_eq!(ferry(1, &[("base", "4")]), said(["10", "5", "4", "6"]));
    assert_eq!(ferry(2, &[("fare", "1")]), said(["2", "1", "2", "1"]));
    assert_eq!(ferry(2, &[("fare", "9"), ("double", "3")]), said(["3", "9", "2", "9"]));
    let refused = ferry(2, &[("fare", "6")]).expect_err("12 is out of range");
    assert!(refused.contains("`double` is 12, but it may be 0..10"), "{refused}");
}

#[test]
fn a_cycle_of_settings_is_one_finding() {
    let text = FERRY.replace("7 / 3 rounded down", "double - 1");
    assert_eq!(findings(&text), ["E0704 `double` depends on itself"]);
    let text = FERRY.replace("7 / 3 rounded down", "base");
    assert_eq!(findings(&text), ["E0704 `base` depends on itself"]);
    let text = FERRY.replace("7 / 3 rounded down", "count of Player");
    assert_eq!(findings(&text), ["E0309 the value of `base` is not known before play"]);
}

#[test]
fn two_hundred_doublings_are_computed_quickly() {
    let mut rows = String::new();
    for at in (1..=200).rev() {
        writeln!(rows, "  | d{at} | d{} + d{} | | \"doubled\" |", at - 1, at - 1).expect("a string can be written to");
    }
    let text = format!(
        "game much \"Much\" for 2 players\nsettings\n  | name | value | range | meaning |\n{rows}  | d0 | 1 | | \"one\" |\nplay\n  say \"{{d200}}\"\n"
    );
    let began = std::time::Instant::now();
    let found = findings(&text);
    assert_eq!(found.iter().filter(|found| found.starts_with('E')).count(), 1, "{found:?}");
    assert!(found.iter().any(|found| found == "E0602 `d31` is too large with 2 players"), "{found:?}");
    assert!(began.elapsed().as_secs() < 20, "each row is computed once");
}

#[test]
fn a_name_is_unknown_in_its_own_declaration() {
    let game = |items: &str| {
        format!(
            "game own \"Own\" for 2 players\n{items}\nplay\n  say \"go\"\ncomponents\n  | component | count | start |\n  | stone | 1 | box |\nplaces\n  | place | holds |\n  | box | stone |\n"
        )
    };
    for items in [
        "track fame[Player] 0..fame",
        "track heat 0..9 step heat",
        "track heat[1..heat] 0..9",
        "memory\n  | variable | type | start |\n  | late[1..late] | number | 0 |",
        "memory\n  | variable | type | start |\n  | late | 0..late | 0 |",
        "places\n  | place | holds |\n  | bag[1..bag] | stone |",
        "components\n  | component | count | start |\n  | cart[1..cart] | 3 | box |",
        "table form(n: 0..form)\n  | n || x |\n  | - || 1 |",
    ] {
        let found = findings(&game(items));
        assert!(found.iter().any(|found| found.starts_with("E0")), "{items}: {found:?}");
    }
}

const DECKS: &str = r#"
game decks "Decks" for 2 players
kind Card = {low, high}
components
  | component    | count | start           |
  | Card[Player] | 2     | discard[Player] |
places
  | place             | holds | order                              |
  | deck[p in Player] | Card  | shuffled, refilled from discard[p] |
  | hand[Player]      | Card  |                                    |
  | discard[Player]   | Card  |                                    |
play
  draw 3 from deck[seat(2)] to hand[seat(2)]
  draw 1 from deck[left(seat(2))] to hand[seat(1)]
winner p in Player by most count of hand[p]
"#;

#[test]
fn a_players_deck_is_refilled_from_the_players_discard() {
    assert_eq!(findings(DECKS), [""; 0]);
    let game = rules(DECKS).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    while referee.run(&mut state).expect("the rules do not fault") != Pending::Over {
        referee.answer(&mut state, 0).expect("an offered option is an answer");
    }
    let p = |seat: usize| format!("seat({seat})");
    let mut count = |text: String| referee.evaluate(&state, &text).expect("it is a number");
    for (seat, drawn) in [(1, "1"), (2, "3")] {
        let me = p(seat);
        assert_eq!(count(format!("Card[{me}] at hand[{me}]")), drawn, "what {me} drew is their own");
        assert_eq!(count(format!("count of discard[{me}]")), "0");
    }
}

#[test]
fn a_refill_whose_indexes_do_not_fit_is_a_finding() {
    let wrong = |cell: &str| findings(&DECKS.replace("discard[p] |", &format!("{cell} |")));
    assert_eq!(wrong("discard"), ["E0302 there are several `discard`: say which one"]);
    assert_eq!(wrong("discard[q]"), ["E0201 this place has no index `q`"]);
    assert_eq!(wrong("discard[p, p]"), ["E0302 `discard` has 1 index"]);
    let numbers = DECKS.replace("deck[p in Player]", "deck[p in 1..2]").replace("deck[left(seat(2))]", "deck[1]");
    let found = findings(&numbers.replace("deck[seat(2)]", "deck[2]"));
    assert_eq!(found, ["E0301 `p` is not an index of `discard`"]);
}

#[test]
fn a_by_without_effect_is_a_finding() {
    let game = |query: &str| {
        format!(
            "game by_most \"By\" for 2 players\ntrack v[Player] 0..\nplay\n  each p in Player where {query}\n    p gains v[p] v\nwinner p in Player by most v[p]\n"
        )
    };
    let swallowed = game("v[p] < 3 and no q in Player where v[q] > v[p] by most v[p]");
    assert_eq!(findings(&swallowed).len(), 1);
    assert!(findings(&swallowed)[0].starts_with("E0305 `by` belongs to the nearest query"));
    assert_eq!(findings(&game("(no q in Player where v[q] > v[p]) by most v[p]")), [""; 0]);
    assert_eq!(findings(&game("p is first q in Player where v[q] > 0 by most v[p]")).len(), 1);
    assert_eq!(findings(&game("count of q in Player where v[q] > 0 by most v[q] > 1")).len(), 1);
}

#[test]
fn a_component_with_the_name_of_a_member_is_located() {
    let text = "game twice \"Twice\" for 1 player\nkind Good = {honey, salt}\ncomponents\n  | component | count | start |\n  | honey | 3 | box |\nplaces\n  | place | holds |\n  | box | honey |\nplay\n  say \"{count of {g in Good where g is honey}} go\"\nwinner p in Player\n";
    assert!(findings(text).contains(&"E0202 `honey` is a member of `Good` already".to_owned()), "{:?}", findings(text));
    assert_eq!(findings(&text.replace("| honey |", "| pot |").replace("| box | honey", "| box | pot")), [""; 0]);
}

const JARS: &str = r#"
game jars "Jars" for 1 player
settings
  | name  | value | range | meaning       |
  | spare | 1     | -9..9 | "spare jars"  |
kind Jar = Plain - {lid}
kind Plain
  | id                         | copies                       | half                | third              |
  | lid                        | 9                            | 9                   | 9                  |
  | pot                        | 7 / 2 rounded up             | 7 / 2 rounded up    | 0                  |
  | jar(n in 2..4)             | n + spare                    | n rounded down to 2 | n / 3 rounded up   |
  | vat(m in 0..1, n in -2..0) | if n < 0 then 1 else m * m   | n / 2 rounded down  | n / 3 rounded half up |
components
  | component | count  | start |
  | Plain     | copies | store |
  | Jar       | copies | shed  |
places
  | place | holds |
  | store | Plain |
  | shed  | Jar   |
track fame[j in Plain] 0..99 start j.number rounded up to 5
play
  say "{pot.half} {pot.third}"
winner p in Player
"#;

/// The values of expressions in the first position of a game for one player.
fn values(text: &str, all: &[&str]) -> Vec<String> {
    assert_eq!(findings(text), [""; 0]);
    let game = rules(text).game(&Setup::of(1)).unwrap_or_else(|error| panic!("{error:?}"));
    let mut referee = game.referee();
    all.iter().map(|text| referee.evaluate(&game.start(), text).unwrap_or_else(|error| error.message)).collect()
}

#[test]
fn cells_are_computed_from_the_names_of_their_row() {
    let copies = ["pot", "jar(2)", "jar(4)", "vat(0, -1)", "vat(0, 0)", "vat(1, 0)"].map(|j| format!("{j} at store"));
    let copies: Vec<&str> = copies.iter().map(String::as_str).collect();
    assert_eq!(values(JARS, &copies), ["4", "3", "5", "1", "0", "1"]);
    assert_eq!(values(JARS, &["count of shed"]), ["21"], "a part of the kind has the same copies");
    let halves = ["pot.half", "jar(3).half", "vat(1, -1).half", "jar(4).third", "vat(0, -2).third", "fame[vat(0, -2)]"];
    assert_eq!(values(JARS, &halves), ["4", "2", "-1", "2", "-1", "10"]);
}

#[test]
fn an_invalid_cell_is_one_finding() {
    let found = |text: &str| match rules(text).game(&Setup::of(1)) {
        Ok(_) => Vec::new(),
        Err(LoadError::Error(error)) => vec![error.message],
        Err(LoadError::Findings { diagnostics, .. }) => {
            diagnostics.into_iter().map(|finding| finding.message).collect()
        }
    };
    assert_eq!(found(&JARS.replace("n + spare", "n - 9")), ["there cannot be -7 copies"]);
    let nothing = JARS.replace("n rounded down to 2", "6 / (n - 3) rounded up");
    assert_eq!(found(&nothing), ["this must be known before the game begins"]);
}

/// Colours that are members of a kind are a part of the rules, other colours are only drawn.
#[test]
fn rules_read_colours_that_are_members_of_a_kind() {
    let game = |hue: &str, read: &str| {
        format!(
            "game bed \"Bed\" for 2 players\n\n{hue}kind Rose\n  | id | colour |\n  | ena | blue |\n  | eva | white |\n\n\
             track fame[Player] 0..\n\nplay\n  each p in Player: p gains count of r in Rose{read} fame\n\n\
             winner p in Player by most fame[p]\n"
        )
    };
    let hue = "kind Hue = {white, blue, red}\n\n";
    assert_eq!(findings(&game(hue, " where r.colour is blue")), [""; 0]);
    let rules = rules(&game(hue, " where r.colour is blue"));
    let game_of = rules.game(&Setup::of(2)).expect("it can be played");
    let (mut referee, mut state) = (game_of.referee(), game_of.start());
    assert_eq!(referee.run(&mut state).expect("no fault"), Pending::Over);
    let anna = game_of.setup().players[0].clone();
    assert_eq!(referee.evaluate(&state, &format!("fame[{anna}]")).expect("a value"), "1");
    // Nothing reads it, and it is no mistake: it is drawn.
    assert_eq!(findings(&game(&hue.replace("Hue", "Rest"), "")), [""; 0]);
    let only_drawn = ["E0208 the column `colour` is only for drawing"];
    assert_eq!(findings(&game("", " where r.colour is none")), only_drawn);
    assert_eq!(findings(&game("kind Hue = {white, red}\n\n", " where r.colour is none")), only_drawn);
}

/// Things of which each player has a set are compared with those of another player in vain. All else is no mistake.
#[test]
fn things_of_two_players_are_never_the_same() {
    let found = |rule: &str| {
        let text = format!(
            "game t \"T\" for 2 players\n\nkind Token\n  | id | votes |\n  | one | 1 |\n  | two | 2 |\n\ncomponents\n  \
             | component | count | start |\n  | Token[Player] | 1 | box[Player] |\n\nplaces\n  | place | holds |\n  \
             | box[Player] | Token |\n\ntrack fame[Player] 0..\n\nplay\n  together p in Player\n    \
             p chooses b in Token[p] \"Which?\"\n    p chooses c in {{x in Token where x in box[p]}} \"Which?\"\n  each p in Player\n    \
             each q in others(p)\n      {rule}\n\nwinner p in Player by most (fame[p] + sum of t.votes for t in Token[p])\n"
        );
        findings(&text)
    };
    let never = ["W0341 a thing of `q` is never one of `p`: this holds only if they are the same player"];
    assert_eq!(found("if b[q] is b[p]: p gains 1 fame"), never);
    for right in ["b[q].votes is b[p].votes", "b[p] is one[p]", "b[p] is one", "c[q] is c[p]", "c[q] is b[p]"] {
        assert_eq!(found(&format!("if {right}: p gains 1 fame")), [""; 0], "{right}");
    }
}
