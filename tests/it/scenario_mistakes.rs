//! Mistakes in scenarios: each is reported at its place, with a hint. Also what a case can do instead.

use std::collections::BTreeSet;

use tavola::game::{Rules, Setup};
use tavola::play::scenario;

use crate::scenario_failures::{BASKET, LOTS, fails, holds, outcomes};

/// A misspelled word, and whole answers where the question asks for one part.
#[test]
fn an_impossible_answer_is_reported_with_the_options() {
    let stroll = |answer: &str| format!("  call: anna does stroll\n  do: [{{ anna: {answer} }}]\n  asked: nobody\n");
    fails(&stroll("wolk"), "anna: wolk: `wolk` is not one of the answers (did you mean `walk`?); offered: walk, ");
    fails(&stroll("rest"), "`rest` is not one of the answers; offered: walk, ");
    let brings =
        |answer: &str| format!("{BASKET}  call: brings(anna)\n  do: [{{ anna: {answer} }}]\n  asked: nobody\n");
    let whole = "offered: {quince, plum}, {quince}, {plum}";
    fails(&brings("[]"), "this is not all that must be chosen: `done` is not possible");
    fails(&brings("[]"), whole);
    fails(&brings("[quince, lemon]"), &format!("`lemon` is not one of the answers; {whole}"));
    fails(&brings("[quince, quince]"), whole);
}

#[test]
fn a_wrong_number_of_options_is_reported_with_the_options() {
    let case = |offered: &str| format!("{BASKET}  call: brings(anna)\n  offered: {{ anna: {offered} }}\n");
    fails(&case("2 options"), "options of anna: 3 options: {quince, plum}, {quince}, {plum}");
    let text = format!("- name: a\n  players: [anna, ben]\n{}", case("2"));
    let suite = scenario::read_texts(&[("t.yaml", &text)], None);
    let help: Vec<_> = suite.diagnostics.iter().map(|one| (one.code, one.help.as_deref())).collect();
    assert_eq!(help, [("E1102", Some("write `2 options` for the number, `[2]` for the option"))]);
}

#[test]
fn an_unknown_word_is_reported_at_a_wrong_value() {
    let hint = |value: &str| {
        let case = "- name: a\n  players: [anna, ben]\n  call: bids\n  do: [{ anna: 1 }, { ben: 3 }]\n";
        let outcome = outcomes(&format!("{case}  then: {{ winner: {value} }}\n")).remove(0);
        outcome.failures[0].hint.clone().unwrap_or_default()
    };
    assert_eq!(hint("[bon]"), "since `ben: 3`; nothing here is called `bon`");
    assert_eq!(hint("[anna]"), "since `ben: 3`");
}

#[test]
fn an_unknown_clause_is_reported_with_those_of_its_chapter() {
    let known: BTreeSet<String> = ["LT-1.1", "LT-1.10", "LT-1.2", "LT-2.1"].map(String::from).into();
    let help = |clause: &str| {
        let text = format!("- name: a\n  clauses: [{clause}]\n  players: [anna, ben]\n  asked: chance\n");
        let suite = scenario::read_texts(&[("t.yaml", &text)], Some(&known));
        suite.diagnostics.iter().filter_map(|one| one.help.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(help("LT-1.7"), "this chapter has LT-1.1, LT-1.2, LT-1.10");
    assert_eq!(help("TL-2.1"), "did you mean `LT-2.1`?");
}

/// The step that breaks the invariant, and the invariant.
#[test]
fn a_broken_invariant_is_reported_with_its_line() {
    let place_of = |lines: &str| {
        let failure = outcomes(&format!("- name: a\n  players: [anna, ben]\n{lines}")).remove(0).failures.remove(0);
        (failure.place, failure.rule.unwrap_or_default())
    };
    let line = 1 + LOTS.lines().position(|line| line.contains("\"fame is never four\"")).expect("it is there");
    let at = |place: &str| (place.to_owned(), format!("lots:{line}:28"));
    assert_eq!(place_of("  given: { \"fame[anna]\": 4 }\n  call: bids\n  asked: anna\n"), at("t.yaml:3:12"));
    let later = "  given: { \"fame[anna]\": 3 }\n  call: bids\n  do: [{ anna: 1 }, { ben: 0 }]\n  asked: nobody\n";
    assert_eq!(place_of(later), at("t.yaml:5:23"));
}

/// One finding where the mistake is, not one at each use.
#[test]
fn a_misspelt_seat_is_reported_once() {
    let found = |players: &str, more: &str| {
        let case = format!(
            "- name: a\n  players: {players}\n  call: bids\n  do: [{{ anna: 1 }}, {{ bernd: 2 }}]\n  hidden: {{ bernd: [\"n[anna]\"] }}\n{more}"
        );
        let suite = scenario::read_texts(&[("t.yaml", &case)], None);
        let place = |at| suite.sources.place(at).unwrap_or_default();
        suite.diagnostics.iter().map(|one| format!("{}: {}", place(one.span), one.message)).collect::<Vec<_>>()
    };
    assert_eq!(found("[anna, brend]", ""), ["t.yaml:2:19: `brend` is never used, and `bernd` does not play"]);
    // A seat that is used is not misspelt, and another name is no misspelt one.
    assert_eq!(found("[anna, brend]", "  asked: brend\n").len(), 2);
    assert_eq!(found("[anna, tom]", "").len(), 2);
}

/// A place in which nothing lies shows nothing, whoever may look.
#[test]
fn a_hidden_place_in_which_nothing_lies_shows_nothing() {
    let case = "  call: bids\n  hidden: { ben: [\"basket[anna]\"] }\n  asked: anna\n";
    fails(case, "view of ben: basket[anna]: nothing lies in `basket[anna]`: this shows nothing");
    holds(&format!("{BASKET}{case}"));
}

/// Everybody sees the number of hidden things. Only players who see the place know which.
#[test]
fn a_case_can_expect_the_number_of_hidden_things() {
    let case = |count: u32| {
        format!(
            "{BASKET}  call: bids\n  asked: anna\n  then: {{ \"count of basket[anna]\": {count} }}\n  hidden: {{ ben: [\"basket[anna]\"] }}\n"
        )
    };
    holds(&case(2));
    fails(&case(3), "count of basket[anna]: 2");
    fails(&case(2).replace("ben: [", "anna: ["), "view of anna: basket[anna]: seen: basket[anna]");
    let setup = Setup::of(2);
    let game = Rules::from_texts(&[("lots", LOTS)]).game(&setup).expect("it can be played");
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.set_given(&mut state, "basket[anna]", "[quince, plum]").expect("it fits");
    let view = referee.view(&state, Some(1));
    let basket =
        view.places.iter().find(|place| place.place == "basket" && place.index == ["anna"]).expect("it is shown");
    assert_eq!((basket.total, basket.open, basket.things.len()), (Some(2), false, 0));
}

/// A case starts after the answers of another case.
#[test]
fn a_case_starts_after_the_answers_of_another_case() {
    let way = "- name: the second bid of Ben\n  players: [anna, ben]\n  call: [bids, bids]\n  do: [{ anna: 1 }, { ben: 0 }, { anna: 2 }]\n";
    let heirs = "
- name: ben is asked, and the first round has counted
  like: the second bid of Ben
  asked: ben
  offered: { ben: 4 options }
  then: { \"fame[anna]\": 1, \"n[anna]\": 2 }
- name: ben ends it
  like: the second bid of Ben
  do: [{ ben: 3 }]
  then: { \"fame[anna]\": 3, \"fame[ben]\": 3 }
- name: the position is replaced
  like: the second bid of Ben
  given: { \"fame[ben]\": 6 }
  do: [then: { \"fame[ben]\": 6 }, { ben: 2 }]
  then: { \"fame[ben]\": 8 }
";
    let outcomes = outcomes(&format!("{way}{}", heirs.trim_start_matches('\n')));
    assert_eq!(outcomes.len(), 3);
    for outcome in outcomes {
        assert_eq!(outcome.failures, [], "{}", outcome.name);
    }
}

#[test]
fn an_unknown_place_is_reported_with_the_nearest_name() {
    for (name, near) in [("baskte", "basket"), ("fam", "fame"), ("m", "n")] {
        let case = format!("  call: bids\n  hidden: {{ anna: [\"{name}[ben]\"] }}\n  asked: anna\n");
        let why = "is not a place, variable or answer that can be seen here";
        fails(&case, &format!("`{name}` {why} (did you mean `{near}`?)"));
    }
    fails("  call: bids\n  hidden: { anna: [\"weather[ben]\"] }\n  asked: anna\n", "that can be seen here");
}

#[test]
fn invalid_yaml_is_reported_with_the_usual_cause() {
    let help = |lines: &str| {
        let text = format!("- name: a\n{lines}");
        let suite = scenario::read_texts(&[("t.yaml", &text)], None);
        suite.diagnostics.iter().filter_map(|one| one.help.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(help("\tplayers: [anna]\n"), "there is a tab before the text: indent with spaces");
    let quotes = "put a text with brackets in quotes inside `{ }` and `[ ]`: `{ \"hand[anna]\": 2 }`";
    assert_eq!(help("  given: { fame[anna]: 1 }\n"), quotes);
    assert_eq!(help("  clauses: one: two\n"), "put a text with `: ` in quotes");
    assert!(help("  given: { fame: 1\n  call: bids\n").starts_with("look for a bracket"));
    assert_eq!(help("  players: [anna, ben]\n  do: [{ anna:1 }]\n  asked: nobody\n"), "a space is missing: `anna: 1`");
}

#[test]
fn texts_that_a_comma_cuts_are_reported_whole() {
    let help = |lines: &str| {
        let text = format!("- name: a\n  players: [anna, ben]\n{lines}");
        let suite = scenario::read_texts(&[("t.yaml", &text)], None);
        suite.diagnostics.iter().map(|one| (one.code, one.help.clone().unwrap_or_default())).collect::<Vec<_>>()
    };
    let quoted = |text: &str| vec![("E1164", format!("put a text with a comma in quotes: `{text}`"))];
    assert_eq!(
        help("  do: [{ anna: pick(quince, plum, rose) }]\n  asked: ben\n"),
        quoted("anna: \"pick(quince, plum, rose)\"")
    );
    assert_eq!(help("  offered: { anna: [pick(a, b, c), \"pick(d, e)\", [f, g]] }\n"), []);
}

#[test]
fn a_shuffled_place_has_no_top() {
    fails(
        "  given: { \"top of cellar\": plum }\n  call: bids\n  asked: nobody\n",
        "answer the draws with `{ chance: [..] }`",
    );
}

/// The view of a player while others have not answered is a reason to end a case, as an offer is.
#[test]
fn a_case_may_end_where_secret_answers_are_seen() {
    holds("  call: bids\n  do: [{ anna: 1 }]\n  hidden: { ben: [\"n[anna]\"] }\n");
    fails("  call: bids\n  do: [{ anna: 1 }]\n  then: { \"fame[anna]\": 0 }\n", "ben is asked");
}

#[test]
fn an_unused_answer_may_be_a_label() {
    holds("  call: bids\n  do: [{ anna: 1 }, { ben: 1 }]\n  unless_said: { anna: bring }\n  asked: nobody\n");
    fails(
        "  call: bids\n  do: [{ anna: 1 }, { ben: 1 }]\n  unless_said: { anna: brong }\n  asked: nobody\n",
        "nothing here is called `brong`",
    );
}

#[test]
fn a_misspelt_case_to_continue_is_the_only_finding() {
    let text = "- name: start\n  players: [anna, ben]\n  call: bids\n- name: end\n  like: strat\n  asked: anna\n";
    let suite = scenario::read_texts(&[("t.yaml", text)], None);
    assert_eq!(suite.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>(), ["E1109"]);
}

/// A check reports mistakes that only the compilation of sentences finds, at the line of the case.
#[test]
fn sentences_that_cannot_run_are_reported_without_playing() {
    let rules = "game g \"G\" for 2 players\n\ntrack fame[Player] 0..\n\nmemory\n  | variable | type                   | start |\n\
                 \x20 | ll       | list of list of number | []    |\n\nplay\n  if count of ll > 0: seat(1) gains 1 fame\n\
                 \x20 seat(1) chooses n in 1..2 \"n?\"\n  seat(1) gains n fame\n\nwinner p in Player by most fame[p]\n";
    let rules = Rules::from_texts(&[("g", rules)]);
    assert_eq!(rules.diagnostics(), []);
    let case = "- name: a\n  players: [anna, ben]\n  call:\n    - say \"x\"\n    - set ll = [[1, 2], [3]]\n  then: { \"fame[anna]\": 0 }\n";
    let suite = scenario::read_texts(&[("t.yaml", case)], None);
    let found = scenario::review(&rules, &scenario::Variants::new(), &suite.scenarios);
    let found: Vec<_> =
        found.iter().map(|one| (one.code, one.message.as_str(), suite.sources.place(one.span))).collect();
    assert_eq!(found, [("E1110", "a list of lists cannot be written out", Some("t.yaml:5:7".to_owned()))]);
}
