//! Lines of the rules that failures of scenarios name: what last changed a value, which condition did not hold.

use tavola::game::Rules;
use tavola::play::scenario::{self, Failure};

const CATCH: &str = r#"game catch "Catch" for 2 players

kind Fish = {eel, cod}

components
  | component | count | start |
  | Fish      | 3     | lake  |

places
  | place             | holds | order    | seen by |
  | lake              | Fish  | shuffled | nobody  |
  | pail[p in Player] | Fish  |          | all     |

track fame[Player] 0..9

play
  each p in Player: turn(p)

rule turn(p in Player)
  p chooses n in 1..2 "How many?"
  draw 1 from lake to pail[p]
  p gains n fame
  if fame[p] > 1
    p chooses m in 1..2 "How many more?"
    draw 1 from lake to pail[p]
    p gains m fame
  if fame[p] > 8: p gains 1 fame

winner p in Player by most fame[p]
"#;

/// The failures of a call of `turn(anna)` with these answers and expectations.
fn failures(lines: &str) -> Vec<Failure> {
    let case = format!("- name: a\n  players: [anna, ben]\n  call: turn(anna)\n{lines}");
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    assert_eq!(suite.diagnostics, []);
    scenario::run(&Rules::from_texts(&[("catch", CATCH)]), &suite.scenarios[0]).failures
}

/// The line of the rules with this text, as `file:line:column`.
fn line(text: &str, nth: usize) -> Option<String> {
    let (at, found) = CATCH.lines().enumerate().filter(|(_, line)| line.contains(text)).nth(nth).expect("a line");
    Some(format!("catch:{}:{}", at + 1, found.len() - found.trim_start().len() + 1))
}

const ONE: &str = "  do: [{ anna: 1 }, { chance: eel }]\n";
const TWO: &str = "  do: [{ anna: 2 }, { chance: eel }, { anna: 1 }, { chance: cod }]\n";

#[test]
fn a_failure_names_the_line_that_changed_the_value() {
    let of = |lines: String| failures(&lines).remove(0).rule;
    assert_eq!(of(format!("{ONE}  then: {{ \"fame[anna]\": 5 }}\n")), line("gains n", 0));
    assert_eq!(of(format!("{ONE}  then: {{ \"pail[anna]\": [cod] }}\n")), line("draw 1", 0));
    assert_eq!(of(format!("{ONE}  then: {{ \"eel at pail[anna]\": 0 }}\n")), line("draw 1", 0));
    assert_eq!(of(format!("{TWO}  then: {{ \"fame[anna]\": 9 }}\n")), line("gains m", 0));
    assert_eq!(of(format!("{TWO}  then: {{ \"pail[anna]\": [cod] }}\n")), line("draw 1", 1));
    // The eel is drawn before the other answers.
    assert_eq!(of(format!("{TWO}  then: {{ \"eel at pail[anna]\": 0 }}\n")), line("draw 1", 0));
}

#[test]
fn an_answer_too_many_names_the_condition_that_did_not_hold() {
    let failure = failures("  do: [{ anna: 1 }, { chance: eel }, { anna: 1 }]\n  asked: nobody\n").remove(0);
    assert!(failure.actual.starts_with("the game has no further question here"), "{failure:?}");
    assert_eq!(failure.rule, line("if fame[p] > 8", 0));
    assert_eq!(failure.hint.as_deref(), Some("the last condition that did not hold: `if fame[p] > 8: p gains 1 fame`"));
}

#[test]
fn draws_with_a_question_between_them_are_given_apart() {
    let failure = failures("  do: [{ anna: 2 }, { chance: [eel, cod] }, { anna: 1 }]\n  asked: nobody\n").remove(0);
    assert_eq!(failure.actual, "this question draws 1; anna is asked next: give cod after that answer");
}
