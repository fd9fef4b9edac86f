//! What is declared: settings that are worked out from others, names in their own declaration, decks of one's own.

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
"#;

fn rules(text: &str) -> Rules {
    Rules::from_texts(&[("game.tavola", text)])
}

fn findings(text: &str) -> Vec<String> {
    rules(text).diagnostics().iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
}

/// The four settings of the ferry in one set-up, or why it cannot be.
fn ferry(players: usize, set: &[(&str, &str)]) -> Result<Vec<String>, String> {
    let rules = rules(FERRY);
    assert_eq!(findings(FERRY), [""; 0]);
    let mut setup = Setup::of(players);
    setup.set = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let game = match rules.game(&setup) {
        Ok(game) => game,
        Err(LoadError::Error(error)) => return Err(error.message),
        Err(LoadError::Findings { diagnostics, .. }) => return Err(format!("{diagnostics:?}")),
    };
    let mut referee = game.referee();
    let value = |name: &&str| referee.value(&game.start(), name).map_err(|error| error.message);
    ["double", "fare", "base", "many"].iter().map(value).collect()
}

#[test]
fn settings_are_worked_out_wherever_they_stand() {
    let said = |all: [&str; 4]| Ok(all.map(str::to_owned).to_vec());
    assert_eq!(ferry(1, &[]), said(["6", "3", "2", "1"]));
    assert_eq!(ferry(3, &[]), said(["10", "5", "2", "6"]));
    let printed: Vec<String> = rules(FERRY).settings(3).into_iter().map(|setting| setting.value).collect();
    assert_eq!(printed, ["10", "5", "2", "6"]);
}

#[test]
fn what_is_set_is_worked_through() {
    let said = |all: [&str; 4]| Ok(all.map(str::to_owned).to_vec());
    assert_eq!(ferry(1, &[("base", "4")]), said(["10", "5", "4", "6"]));
    assert_eq!(ferry(2, &[("fare", "1")]), said(["2", "1", "2", "1"]));
    assert_eq!(ferry(2, &[("fare", "9"), ("double", "3")]), said(["3", "9", "2", "9"]));
    let refused = ferry(2, &[("fare", "6")]).expect_err("12 is out of range");
    assert!(refused.contains("`double` is 12, but it may be 0..10"), "{refused}");
}

#[test]
fn settings_in_a_circle_are_one_finding() {
    let text = FERRY.replace("7 / 3 rounded down", "double - 1");
    assert_eq!(findings(&text), ["E0704 `double` is worked out from itself"]);
    let text = FERRY.replace("7 / 3 rounded down", "base");
    assert_eq!(findings(&text), ["E0704 `base` is worked out from itself"]);
    let text = FERRY.replace("7 / 3 rounded down", "count of Player");
    assert_eq!(findings(&text), ["E0309 what `base` is cannot be told before play"]);
}

#[test]
fn two_hundred_doublings_are_told_at_once() {
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
    assert!(began.elapsed().as_secs() < 20, "each row is worked out once");
}

#[test]
fn names_are_not_known_in_their_own_declaration() {
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
fn a_deck_of_ones_own_is_refilled_from_ones_own_discard() {
    assert_eq!(findings(DECKS), [""; 0]);
    let game = rules(DECKS).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    while referee.run(&mut state).expect("the rules do not fault") != Pending::Over {
        referee.answer(&mut state, 0).expect("an offered option is an answer");
    }
    let p = |seat: usize| format!("seat({seat})");
    let mut count = |text: String| referee.value(&state, &text).expect("it is a number");
    for (seat, drawn) in [(1, "1"), (2, "3")] {
        let me = p(seat);
        assert_eq!(count(format!("Card[{me}] at hand[{me}]")), drawn, "what {me} drew is their own");
        assert_eq!(count(format!("count of discard[{me}]")), "0");
    }
}

#[test]
fn a_refill_whose_indexes_do_not_fit_is_a_finding() {
    let wrong = |written: &str| findings(&DECKS.replace("discard[p] |", &format!("{written} |")));
    assert_eq!(wrong("discard"), ["E0302 there are several `discard`: from which one is not said"]);
    assert_eq!(wrong("discard[q]"), ["E0201 this place has no index `q`"]);
    assert_eq!(wrong("discard[p, p]"), ["E0302 `discard` has 1 index"]);
    let numbers = DECKS.replace("deck[p in Player]", "deck[p in 1..2]").replace("deck[left(seat(2))]", "deck[1]");
    let found = findings(&numbers.replace("deck[seat(2)]", "deck[2]"));
    assert_eq!(found, ["E0301 `p` is no index of `discard`"]);
}

#[test]
fn by_that_sorts_nothing_is_a_finding() {
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
fn a_component_with_the_name_of_a_member_is_told_where_it_is_declared() {
    let text = "game twice \"Twice\" for 1 player\nkind Good = {honey, salt}\ncomponents\n  | component | count | start |\n  | honey | 3 | box |\nplaces\n  | place | holds |\n  | box | honey |\nplay\n  say \"{count of {g in Good where g is honey}} go\"\n";
    assert!(findings(text).contains(&"E0202 `honey` is a member of `Good` already".to_owned()), "{:?}", findings(text));
    assert_eq!(findings(&text.replace("| honey |", "| pot |").replace("| box | honey", "| box | pot")), [""; 0]);
}
