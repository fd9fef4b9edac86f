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

/// The failures of a case of a game with a decision table.
fn decided(table: &str, lines: &str) -> Vec<Failure> {
    let rules = CATCH.replace(
        "winner p",
        &format!("rule prize(n: number)\n  let best = rank p in Player by most fame[p]\n  decide\n{table}\nwinner p"),
    );
    let case = format!("- name: a\n  players: [anna, ben]\n  call: prize(2)\n{lines}");
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    assert_eq!(suite.diagnostics, []);
    scenario::run(&Rules::from_texts(&[("catch", &rules)]), &suite.scenarios[0]).failures
}

const HEADS: &str = "    | best[1]  | n || do             |\n    | single p | 2 || p gains 1 fame |\n";

#[test]
fn an_answer_too_many_names_the_decision_table_of_which_no_row_fits() {
    let answers = "  do: [{ anna: 1 }]\n  asked: nobody\n";
    let failure = decided(HEADS, answers).remove(0);
    assert_eq!(failure.hint.as_deref(), Some("no row of `decide` fits: best[1] is {anna, ben}, n is 2"));
    assert!(failure.rule.is_some_and(|rule| rule.starts_with("catch:31:")), "the word `decide`");
    // A row that changes nothing may be the one that fits.
    for idle in ["             ", "say \"both\""] {
        let idle = format!("{HEADS}    | several  | 2 || {idle} |\n");
        let failure = decided(&idle, answers).remove(0);
        let says = "no row of `decide` that does something fits";
        assert!(failure.hint.is_some_and(|hint| hint.starts_with(says)), "{says}");
    }
    // A row that was taken explains nothing.
    let taken = format!("{HEADS}    | several  | 2 || shuffle lake   |\n");
    assert_eq!(decided(&taken, answers).remove(0).hint, None);
}

#[test]
fn a_failure_names_the_settings_that_its_line_reads() {
    let rules =
        CATCH.replace("kind Fish", "settings\n  | name  | value | range |\n  | bonus | 3     | 0..9  |\n\nkind Fish");
    let rules = rules.replace("p gains n fame", "p gains n + bonus fame");
    let case = format!("- name: a\n  players: [anna, ben]\n  call: turn(anna)\n{ONE}  then: {{ \"fame[anna]\": 3 }}\n");
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    let failure = scenario::run(&Rules::from_texts(&[("catch", &rules)]), &suite.scenarios[0]).failures.remove(0);
    let hint = failure.hint.unwrap_or_default();
    assert!(hint.ends_with("; the line reads the setting `bonus` (catch:5)"), "{hint}");
}

#[test]
fn an_answer_after_the_whole_game_names_the_line_that_ended_it() {
    let hint = |given: &str| {
        let answers: String = ["anna", "ben"].map(|p| format!("{{ {p}: 1 }}, {{ chance: any }}, ")).concat();
        let case =
            format!("- name: a\n  players: [anna, ben]\n{given}  do: [{answers}{{ anna: 1 }}]\n  asked: nobody\n");
        let suite = scenario::read_texts(&[("t.yaml", &case)], None);
        scenario::run(&Rules::from_texts(&[("catch", CATCH)]), &suite.scenarios[0]).failures.remove(0)
    };
    let failure = hint("");
    assert!(failure.actual.starts_with("the game has no further question here"), "{failure:?}");
    let says = "the game ended at catch:17 (`each p in Player: turn(p)`) before this answer";
    assert_eq!(failure.hint.as_deref(), Some(says));
}

#[test]
fn a_number_of_things_is_counted() {
    let failure = failures(&format!("{ONE}  then: {{ \"pail[anna]\": 2 }}\n")).remove(0);
    let hint = failure.hint.unwrap_or_default();
    assert!(hint.contains("did you mean `count of pail[anna]`?"), "{hint}");
}

#[test]
fn a_draw_that_comes_next_explains_no_wrong_value() {
    let failure = failures("  do: [{ anna: 1 }]\n  asked: chance\n  then: { \"fame[anna]\": 3 }\n").remove(0);
    assert!(!failure.hint.clone().unwrap_or_default().contains("next: "), "{failure:?}");
}

#[test]
fn draws_with_a_question_between_them_are_given_apart() {
    let failure = failures("  do: [{ anna: 2 }, { chance: [eel, cod] }, { anna: 1 }]\n  asked: nobody\n").remove(0);
    assert_eq!(failure.actual, "this question draws 1; anna is asked next: give cod after that answer");
}
