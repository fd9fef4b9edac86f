//! Options that name lists and sets, which take several words: their notations, labels, log lines, values and reasons.

use std::collections::BTreeSet;

use tavola::game::{Game, Referee, Rules, Setup, State, Value, WhyNot};
use tavola::play::{laws, scenario};

/// Lists beside numbers, sets of more than 32 members, and an action with a list.
const PARTS: &str = r#"
game parts "Parts" for 2 players

kind Town
  | id   | name   |
  | hill | "Hill" |
  | mill | "Mill" |
  | ford | "Ford" |
  | dale | "Dale" |

memory
  | variable     | type         | start |
  | plan[Player] | list of Town | []    |

track fame[Player] 0..

board field of Cell
  grid: 7, 7

play
  each p in Player
    p chooses h in halves, n in 1..2 where fits(h, n) "Which part?"
    set plan[p] = h
    p chooses h2 in halves "Which part alone?"
    p chooses s in corners "Which cells?"
    p gains count of s fame
    p may choose last in halves "And a last?"
    if last is not none: p gains 1 fame
    p does trip

menu trip "What now?"
  until: done "enough"

action visit(h in halves, t in Town) of trip "visit {h} by {t}"
  limit:  once
  when:   t in h
  effect: you gains 1 fame

define halves = cut([hill, mill, ford, dale], 3)
define fits(h: list of Town, n: number) = count of h > n
define corners = [{a1, g7}, {b2, f6, g7}, {a1, f6}]

winner p in Player by most fame[p]
"#;

fn rules() -> Rules {
    let rules = Rules::from_texts(&[("parts", PARTS)]);
    let found: Vec<String> = rules.diagnostics().iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found, [""; 0]);
    rules
}

fn game() -> Game {
    rules().game(&Setup::of(2)).expect("it is set up")
}

/// The question after these answers.
fn asked(game: &Game, answers: &[&str]) -> (Referee, State) {
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    for answer in answers {
        referee.run(&mut state).expect("it runs");
        let option = referee.find(&state, answer).unwrap_or_else(|why| panic!("{answer}: {why:?}"));
        referee.answer(&mut state, option).expect("it is offered");
    }
    referee.run(&mut state).expect("it runs");
    (referee, state)
}

fn notations(referee: &Referee) -> Vec<String> {
    (0..referee.option_count()).map(|option| referee.notation(option)).collect()
}

fn labels(referee: &mut Referee, state: &State) -> Vec<String> {
    (0..referee.option_count()).map(|option| referee.label(state, option)).collect()
}

#[test]
fn a_list_is_named_with_the_values_beside_it() {
    let (mut referee, state) = asked(&game(), &[]);
    assert_eq!(notations(&referee), ["[[hill, mill, ford], 1]", "[[hill, mill, ford], 2]"]);
    assert_eq!(labels(&mut referee, &state), ["Hill, Mill and Ford, 1", "Hill, Mill and Ford, 2"]);
    let value = referee.option(1);
    assert_eq!(value.values, [Value::Notation("[hill, mill, ford]".to_owned()), Value::Number(2)]);
}

#[test]
fn a_list_alone_and_a_wide_set_are_named() {
    let first = "[[hill, mill, ford], 2]";
    let (mut referee, state) = asked(&game(), &[first]);
    assert_eq!(notations(&referee), ["[hill, mill, ford]", "[dale]"]);
    assert_eq!(labels(&mut referee, &state), ["Hill, Mill and Ford", "Dale"]);
    let (mut referee, state) = asked(&game(), &[first, "[dale]"]);
    assert_eq!(notations(&referee), ["{a1, g7}", "{b2, f6, g7}", "{a1, f6}"]);
    assert_eq!(labels(&mut referee, &state), ["a1 and g7", "b2, f6 and g7", "a1 and f6"]);
    let Value::Several(cells) = &referee.option(1).values[0] else { panic!("a set is several values") };
    assert_eq!(cells.len(), 3);
}

const ALL: [&str; 5] = ["[[hill, mill, ford], 2]", "[dale]", "{a1, g7}", "[dale]", "visit([dale], dale)"];

#[test]
fn the_log_names_lists() {
    let (mut referee, state) = asked(&game(), &ALL);
    let lines: Vec<String> = referee.happened(&state).iter().filter_map(|line| line.tell(Some(1))).collect();
    let answers = [
        "anna: Which part? Hill, Mill and Ford, 2",
        "anna: Which part alone? Dale",
        "anna: Which cells? a1 and g7",
        "anna: And a last? Dale",
    ];
    for answer in answers.iter().chain(&["anna: visit Dale by Dale"]) {
        assert!(lines.iter().any(|line| line.eq_ignore_ascii_case(answer)), "{answer}: {lines:?}");
    }
}

/// The reason why an answer is refused after others.
fn refused(answers: &[&str], answer: &str) -> String {
    let (mut referee, state) = asked(&game(), answers);
    match referee.why_not(&state, &[answer]) {
        WhyNot::Refused(refusal) => refusal.message,
        WhyNot::Offered(option) => panic!("{answer} is offered: {option}"),
    }
}

#[test]
fn a_refused_list_is_understood() {
    assert_eq!(refused(&[], "[[dale], 2]"), "`[[dale], 2]` is not possible: it is not so: fits (Dale, 2)");
    for (answers, answer) in [(&ALL[..1], "[hill, mill]"), (&ALL[..2], "{a1, b2}")] {
        assert!(refused(answers, answer).contains("it is not among the"), "{}", refused(answers, answer));
    }
}

#[test]
fn lists_have_ids_of_their_own() {
    let game = game();
    for depth in 0..ALL.len() {
        let (referee, _) = asked(&game, &ALL[..depth]);
        let (mut paths, mut path) = (BTreeSet::new(), Vec::new());
        for option in 0..referee.option_count() {
            referee.actions_for(option, &mut path).expect("each option has ids");
            let texts: Vec<&str> =
                path.iter().map(|&id| game.actions().actions()[id as usize].notation.as_str()).collect();
            assert!(paths.insert(path.clone()), "{texts:?}");
        }
    }
}

#[test]
fn a_list_of_sets_is_not_cut() {
    let rules = Rules::from_texts(&[("parts", &PARTS.replace("chooses s in corners", "chooses s in cut(corners, 2)"))]);
    let found: Vec<String> = rules.diagnostics().iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found[0], "E0301 `cut` cannot cut a list of sets or of lists");
}

#[test]
fn scenarios_and_laws_read_lists() {
    let answers: Vec<String> = ALL.iter().map(|answer| format!("    - anna: \"{answer}\"\n")).collect();
    let case = format!(
        "- name: lists\n  players: [anna, ben]\n  do:\n{}  then: {{ \"plan[anna]\": [hill, mill, ford] }}\n",
        answers.concat()
    );
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    assert_eq!(suite.diagnostics, [], "{case}");
    let result = scenario::run(&rules(), &suite.scenarios[0]);
    let failures: Vec<String> =
        result.failures.iter().map(|failure| format!("{}: {}", failure.what, failure.actual)).collect();
    assert_eq!(failures, [""; 0]);
    assert_eq!(laws::laws(&game(), 1, 3), []);
}
