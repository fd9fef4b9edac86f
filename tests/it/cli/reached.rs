//! Lines and conditions that the games of `simulate` did not reach.

use serde_json::{Value, json};

use super::{GEMS, Home};

/// The game with these sentences after an answer.
fn after_an_answer(sentences: &str) -> Home {
    Home::with(&GEMS.replace("      p gains n score\n", &format!("      p gains n score\n{sentences}")))
}

fn reached(home: &Home, more: &str) -> (Vec<Value>, Vec<Value>) {
    let run = home.run(&format!("simulate rules/gems --players 2 --games 30 --seed 1 --format json {more}")).ends(0);
    let report = &run.json()["runs"][0]["report"];
    let list = |name: &str| report[name].as_array().expect("a list").clone();
    (list("lines_never_ran"), list("constant_conditions"))
}

fn condition(text: &str, place: &str, value: bool) -> Value {
    json!({"place": format!("rules/gems/gems.tavola:{place}"), "text": text, "value": value})
}

#[test]
fn lines_that_never_ran_are_reported_at_their_place() {
    let home = after_an_answer(
        "      if score[p] > 900\n        if n is 1: p gains 1 score\n        p gains 2 score\n      if n is 1: say \"one\"\n",
    );
    let (lines, conditions) = reached(&home, "");
    let line = |text: &str, place: &str| json!({"rule": "play", "place": format!("rules/gems/gems.tavola:{place}"), "text": text});
    // The line inside a line that never ran is not listed.
    assert_eq!(lines, [line("if n is 1: p gains 1 score", "32:9"), line("p gains 2 score", "33:9")]);
    assert_eq!(conditions, [condition("if score[p] > 900", "31:10", false)]);
    home.run("simulate rules/gems --players 2 --games 30 --seed 1 --html page.html").ends(0).says(&[
        "every rule ran\n2 lines never ran in 30 games\n  rules/gems/gems.tavola:32:9: if n is 1: p gains 1 score\n",
        "1 condition was always false in 30 games\n  rules/gems/gems.tavola:31:10: if score[p] > 900\n",
    ]);
    assert!(home.read("page.html").contains("32:9: if n is 1"), "the page says it, too");
}

#[test]
fn a_game_whose_lines_all_ran_says_so() {
    let home = after_an_answer("      if n is 1: say \"one\"\n");
    home.run("simulate rules/gems --players 2 --games 30 --seed 1")
        .ends(0)
        .says(&["every rule ran\nevery line of them ran in 30 games, and each condition was true at some time and false at another\n"]);
}

#[test]
fn conditions_of_loops_and_queries_are_read_as_they_are_written() {
    let home = after_an_answer(
        "      let far = {q in Player where score[q] >= 0}\n      repeat until far is not none: p gains 1 score\n      \
         repeat until score[p] > 0 or far is none\n        p gains 1 score\n",
    );
    let (lines, conditions) = reached(&home, "");
    assert_eq!(lines.len(), 2, "{lines:?}");
    let expected = [
        condition("where score[q] >= 0", "31:36", true),
        condition("until far is not none", "32:20", true),
        condition("until score[p] > 0 or far is none", "33:20", true),
    ];
    assert_eq!(conditions, expected);
}

/// A guard that play requires fails in the lookahead alone.
#[test]
fn required_conditions_are_not_reported() {
    let home = after_an_answer("      require some q in Player where score[q] >= 0\n");
    assert_eq!(reached(&home, ""), (vec![], vec![]));
}

/// A setting removes lines before play, so they are not missing.
#[test]
fn lines_that_the_set_up_does_not_have_are_not_reported() {
    let home = after_an_answer("      if rounds is 4\n        p gains 1 score\n      bonus(p)\n");
    let rules = home.read("rules/gems/gems.tavola");
    let hook = "rule bonus(p in Player)\n  p gains 1 score\n\nhook more after bonus(p) where rounds is 4\n  p gains 1 score\n\n";
    home.write("rules/gems/gems.tavola", rules.replace("winner p", &format!("{hook}winner p")));
    assert_eq!(reached(&home, ""), (vec![], vec![]));
    let (lines, conditions) = reached(&home, "--set rounds=4");
    assert!(lines.is_empty() && conditions.is_empty(), "{lines:?} {conditions:?}");
}

#[test]
fn only_games_that_are_analysed_in_detail_count() {
    let home = after_an_answer("      if n is 1: say \"one\"\n");
    assert_eq!(reached(&home, "--closely 0"), (vec![], vec![]));
    let run = home.run("simulate rules/gems --players 2 --games 30 --seed 1 --closely 0").ends(0);
    assert!(!run.out.contains("every line"), "{}", run.out);
}
