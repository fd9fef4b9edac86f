//! Messages of scenarios that fail: what lies where it starts, why an answer was refused, and links in one direction.

use crate::scenario_failures::{BASKET, LOTS, fails, holds, outcomes};
use tavola::game::Rules;
use tavola::play::scenario;

/// Things that start in a place stay there until they are placed elsewhere, so `given` cannot say that less lies there.
#[test]
fn a_place_where_things_start_is_emptied_by_placing_them_elsewhere() {
    let case = |given: &str| format!("  given: {{ {given} }}\n  call: bids\n  asked: anna\n");
    let elsewhere = "6 more lie in `cellar`, where they start; place them elsewhere, such as `\"quince at basket[anna]\": 2`, or begin \
         `call` with `move all from cellar to basket[anna]`";
    fails(&case("\"cellar\": []"), elsewhere);
    fails(&case("\"cellar\": [plum], \"basket[ben]\": [plum]"), "4 more lie in `cellar`");
    fails(&case("\"plum at cellar\": 1"), "1 more lies in `cellar`, where it starts; place it elsewhere");
    let others = "\"quince at basket[anna]\": 2, \"basket[ben]\": [rose, rose]";
    holds(&case(&format!("\"cellar\": [plum], \"basket[anna]\": [plum], {others}")));
    holds(&case(&format!("\"cellar\": [], \"plum at cellar\": 2, {others}")));
    holds(&case(&format!("\"plum at cellar\": 2, {others}")));
    // So, too, between answers.
    let later = format!("{BASKET}  call: bids\n  do: [{{ given: {{ \"cellar\": [] }} }}]\n  asked: anna\n");
    fails(&later, "4 more lie in `cellar`");
}

/// A component that is indexed by a kind is written with its name.
#[test]
fn a_member_for_a_thing_gets_the_thing_that_it_indexes() {
    let rules = "game lamps \"Lamps\" for 2 players\n\nkind Old = {lamp, vase}\n\ncomponents\n  | component | count | start |\n  \
                 | card[Old] | 9     | deck  |\n\nplaces\n  | place        | holds |\n  | deck         | card  |\n  | hand[Player] | card  |\n\n\
                 play\n  each p in Player: move card[lamp] from deck to hand[p]\n\nwinner p in Player by most count of hand[p]\n";
    let rules = Rules::from_texts(&[("lamps", rules)]);
    let case = |things: &str| {
        format!("- name: a\n  players: [anna, ben]\n  given: {{ \"hand[anna]\": [{things}] }}\n  asked: nobody\n")
    };
    let run = |things: &str| {
        let suite = scenario::read_texts(&[("t.yaml", &case(things))], None);
        scenario::run(&rules, &suite.scenarios[0]).failures
    };
    assert_eq!(run("\"card[vase]\""), []);
    let failures = run("vase");
    assert!(failures[0].actual.ends_with("; write `card[vase]`"), "{failures:?}");
    assert!(!run("clock")[0].actual.contains("write `"), "nothing is called like this");
}

/// The question was answered automatically, since the answer that the script gives was not possible.
#[test]
fn a_refused_answer_to_a_question_that_answered_itself_is_explained() {
    let case = "- name: a\n  players: [anna, ben]\n  given: { \"basket[anna]\": [plum] }\n  call: brings(anna)\n  do: [{ anna: [rose] }]\n  asked: nobody\n";
    let failure = outcomes(case).remove(0).failures.remove(0);
    let says =
        "the game has no further question here (answered automatically: anna: plum); there, `rose` is not possible";
    assert!(failure.actual.starts_with(says), "{failure:?}");
    // Where the answer means nothing at that question, nothing more is said.
    let failure = outcomes(&case.replace("[rose]", "pear")).remove(0).failures.remove(0);
    assert!(failure.actual.ends_with("(answered automatically: anna: plum)"), "{failure:?}");
}

/// A check that does not hold at a question with one answer is judged there, not at the question that comes next.
#[test]
fn a_check_is_judged_at_the_question_that_answered_itself() {
    let failure = |check: &str| {
        let case = "- name: a\n  players: [anna, ben]\n  given: { \"basket[anna]\": [plum] }\n  call: brings(anna)\n";
        outcomes(&format!("{case}  {check}\n")).remove(0).failures.remove(0)
    };
    for (check, actual) in [
        ("refused: { anna: [rose], because: LT-1 }", "`rose` is not possible"),
        ("offered: { anna: [[rose]] }", "[{plum}]; missing: [rose]; not expected: {plum}"),
    ] {
        let failure = failure(check);
        assert!(failure.actual.starts_with(actual), "{failure:?}");
        let hint = "`plum` was the only answer and was given automatically";
        assert_eq!(failure.hint.as_deref(), Some(hint), "{failure:?}");
    }
    // An answer that means nothing there is meant for another question.
    let failure = failure("refused: { anna: pear, because: LT-1 }");
    assert_eq!(failure.actual, "nobody is asked any more");
}

/// The answer names nothing of the game, and its question was answered automatically.
#[test]
fn an_unknown_name_is_reported_although_another_player_is_asked() {
    let case = "- name: a\n  players: [anna, ben]\n  given: { \"basket[anna]\": [plum], \"basket[ben]\": [plum, rose] }\n  call: [brings(anna), brings(ben)]\n  do: [{ anna: plum 5 }]\n  asked: ben\n";
    let failure = outcomes(case).remove(0).failures.remove(0);
    let says =
        "`plum 5` names nothing in this game; the question is for ben: What do you bring? (answered automatically";
    assert!(failure.actual.starts_with(says), "{failure:?}");
    let failure = outcomes(&case.replace("plum 5", "rose")).remove(0).failures.remove(0);
    assert!(failure.actual.starts_with("the question is for ben: "), "{failure:?}");
}

/// An option of another question is no unknown word.
#[test]
fn an_option_of_another_question_is_reported_as_such() {
    let rules = LOTS.replace("rule bids\n", "rule turn(p in Player)\n  p chooses one of \"What?\"\n    option \"draw\": p gains 1 fame\n    option \"wait\": p gains 2 fame\n\nrule bids\n");
    let rules = Rules::from_texts(&[("lots", &rules)]);
    let actual = |answer: &str| {
        let case = format!(
            "- name: a\n  players: [anna, ben]\n  call: [turn(anna), turn(ben)]\n  do: [{{ ben: {answer} }}]\n  asked: ben\n"
        );
        let suite = scenario::read_texts(&[("t.yaml", &case)], None);
        scenario::run(&rules, &suite.scenarios[0]).failures.remove(0).actual
    };
    assert!(
        actual("draw").starts_with("`draw` is no answer to this question; the question is for anna"),
        "{}",
        actual("draw")
    );
    assert!(actual("drow").starts_with("`drow` names nothing in this game; "), "{}", actual("drow"));
}

/// `if possible` asks nothing of a player who can do nothing.
#[test]
fn an_action_of_a_player_who_was_passed_over_is_explained() {
    let rules = LOTS
        .replace(
            "action walk of stroll \"on\"\n",
            "action walk of stroll \"on\"\n  when:   fame[you] > 5 \"you are not famous\"\n",
        )
        .replace("  until: done \"home, {fame[you]} famous\"", "  until: done");
    let rules = Rules::from_texts(&[("lots", &rules)]);
    let failure = |call: &str| {
        let case =
            format!("- name: a\n  players: [anna, ben]\n  call: {call}\n  do: [{{ ben: walk }}]\n  asked: nobody\n");
        let suite = scenario::read_texts(&[("t.yaml", case.as_str())], None);
        scenario::run(&rules, &suite.scenarios[0]).failures.remove(0).actual
    };
    let passed = failure("ben does stroll, if possible");
    assert!(passed.starts_with("the game has no further question here; ben was not asked: `if possible`"), "{passed}");
    let reason = failure("ben does stroll");
    assert!(reason.ends_with("there, `walk` is not possible: you are not famous"), "{reason}");
}

const ROADS: &str = "game roads \"Roads\" for 2 players

kind Town = {hill, mill, oak}

board valley of Town joined by Road
  mill -- hill
  oak -- mill, hill

components
  | component    | count | start       |
  | post[Player] | 6     | bag[Player] |

places
  | place       | holds | limit |
  | on[Road]    | post  | 2     |
  | bag[Player] | post  |       |

play
  each p in Player
    p chooses r in Road where r is not hill--mill \"Where?\"
    move 1 post[p] from bag[p] to on[r]

winner p in Player by most count of bag[p]
";

/// A link is the same in both directions, so a message writes it in that of the scenario.
#[test]
fn messages_write_a_link_as_the_scenario_does() {
    let rules = Rules::from_texts(&[("roads", ROADS)]);
    let actual = |lines: &str| {
        let suite = scenario::read_texts(&[("t.yaml", &format!("- name: a\n  players: [anna, ben]\n{lines}"))], None);
        assert_eq!(suite.diagnostics, []);
        scenario::run(&rules, &suite.scenarios[0]).failures.remove(0).actual
    };
    let offered = |link: &str| actual(&format!("  offered: {{ anna: [{link}, hill--mill] }}\n"));
    for link in ["oak--mill", "mill--oak"] {
        let actual = offered(link);
        assert!(actual.matches(link).count() == 1 && actual.contains("; missing: hill--mill"), "{actual}");
    }
    for link in ["hill--mill", "mill--hill"] {
        let refused = actual(&format!("  do: [{{ anna: {link} }}]\n  asked: ben\n"));
        assert!(refused.contains(link), "{refused}");
    }
}

/// Names in answers are reviewed without playing, where an action says of which kind they are.
#[test]
fn a_misspelt_name_in_an_answer_is_found_without_playing() {
    let rules = "game walks \"Walks\" for 2 players\n\nkind Spot = {compost, pond}\n\n\
                 components\n  | component    | count | start |\n  | pawn[Player] | 1     | box   |\n\n\
                 places\n  | place    | holds |\n  | box      | pawn  |\n  | on[Spot] | pawn  |\n\n\
                 play\n  each p in Player: p does walk\n\n\
                 action walk(s in Spot) \"walk to {s}\"\n  effect: move 1 pawn[you] from box to on[s]\n\n\
                 winner p in Player where pawn[p] at on[pond] is 1\n";
    let rules = Rules::from_texts(&[("walks", rules)]);
    let found = |lines: &str| {
        let suite = scenario::read_texts(&[("t.yaml", &format!("- name: a\n  players: [anna, ben]\n{lines}"))], None);
        let found = scenario::review(&rules, &scenario::Variants::new(), &suite.scenarios);
        found
            .iter()
            .map(|one| format!("{} ({})", one.message, one.help.clone().unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    let says = ["there is no Spot `compst` (did you mean `compost`?)"];
    assert_eq!(found("  do: [{ anna: walk(compst) }]\n  asked: ben\n"), says);
    assert_eq!(found("  offered: { anna: [walk(pond), walk(compst)] }\n"), says);
    assert_eq!(found("  refused: { anna: walk(compst) }\n"), says);
    assert_eq!(found("  unless_said: { anna: walk(compst) }\n  asked: ben\n"), says);
    assert_eq!(found("  do: [{ anna: walk(pond) }]\n  offered: { ben: { includes: [walk(_)] } }\n"), [""; 0]);
}

const HARBOURS: &str = "game harbours \"Harbours\" for 2 players

settings
  | name | value | range | meaning      |
  | calm | 2     | 1..9  | \"calm cards\" |

kind Isle = {bay, cape}

kind Weather
  | id   | copies |
  | calm | calm   |
  | gale | 1      |

components
  | component    | count  | start     |
  | boat[Player] | 1      | isle[bay] |
  | Weather      | copies | deck      |

places
  | place      | holds   | order    | seen by |
  | isle[Isle] | boat    |          |         |
  | deck       | Weather | shuffled | nobody  |
  | past       | Weather | stack    |         |

play
  each p in Player
    p chooses i in Isle \"Where?\"
    move boat[p] to isle[i]
    draw 1 from deck to past
  if calm > 5: move calm from past to deck

winner p in Player where past[1] is calm
";

/// The failures of a case of `HARBOURS` with these lines.
fn harbours(lines: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("harbours", HARBOURS)]);
    assert_eq!(rules.diagnostics(), []);
    let case = format!("- name: a\n  players: [anna, ben]\n  given: {{ {lines} }}\n  then: {{ past: [calm] }}\n");
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    let outcome = scenario::run(&rules, &suite.scenarios[0]);
    outcome.failures.into_iter().map(|failure| failure.actual).collect()
}

/// Where a thing is wanted, the name of a card means the card, also if a setting is called the same.
#[test]
fn a_card_may_have_the_name_of_a_setting() {
    assert_eq!(harbours("past: [calm]"), [""; 0]);
    assert_eq!(harbours("\"calm at past\": 1"), [""; 0]);
}

#[test]
fn a_member_for_a_place_gets_the_place_that_it_indexes() {
    let says = "`boat[anna]` can only stand in a place: `cape` is not one; write `\"isle[cape]\"`";
    assert_eq!(harbours("past: [calm], \"boat[anna]\": cape"), [says]);
    let says = "`boat[anna]` can only stand in a place: `3` is not one";
    assert_eq!(harbours("past: [calm], \"boat[anna]\": 3"), [says]);
}
