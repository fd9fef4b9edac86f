//! Scenarios of `together` blocks: an answer is kept until all have answered, and checks in between see the position as it is then.

mod early;

use tavola::game::Rules;
use tavola::play::scenario::{self, CaseResult};

const FAIR: &str = r#"game fair "The Fair" for 2..3 players

kind Fruit = {pear, plum, rose}

components
  | component | count | start  |
  | Fruit     | 3     | cellar |

places
  | place               | holds | order    | seen by |
  | cellar              | Fruit | shuffled | nobody  |
  | basket[p in Player] | Fruit |          | p       |
  | stall[Player]       | Fruit |          | all     |
  | lot[Player, 1..2]   | Fruit |          | all     |

track fame[Player] 0..9

play
  each p in Player: draw 2 from cellar to basket[p]
  bids
  cuts

rule bids
  together p in Player
    p chooses n in 0..3 "How much?"
    if n > 1
      p chooses 1..2 of basket[p] as brought "What do you bring?"
  each p in Player
    p gains n[p] fame
    move brought[p] from basket[p] to stall[p]

rule cuts
  together p in Player
    p chooses m in 1..2 "How many?"
    p divides basket[p] into lot[p, 1..2], none empty
  each p in Player: p gains m[p] fame
  let least = min of (10 / (m[p] * 2) rounded down) for p in Player
  seat(1) gains least fame

rule picks
  together p in Player
    p chooses 1 of basket[p] as picked "What?"
  each p in Player: move picked[p] from basket[p] to stall[p]

winner p in Player by most fame[p]
"#;

fn outcome(players: &str, lines: &str) -> CaseResult {
    let case = format!("- name: a\n  players: [{players}]\n{}", lines.trim_start_matches('\n'));
    let rules = Rules::from_texts(&[("fair", FAIR)]);
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    assert_eq!(suite.diagnostics, [], "{case}");
    scenario::run(&rules, &suite.scenarios[0])
}

fn holds(players: &str, lines: &str) {
    assert_eq!(outcome(players, lines).failures, [], "{lines}");
}

fn fails(lines: &str, why: &str) {
    let failures = outcome("anna, ben", lines).failures;
    let shown: Vec<String> = failures.iter().map(|failure| format!("{}: {}", failure.what, failure.actual)).collect();
    assert!(shown.iter().any(|failure| failure.contains(why)), "{lines}\n{shown:?}");
}

const BIDS: &str = "  given: { \"basket[anna]\": [pear, plum], \"basket[ben]\": [rose, pear], \"basket[chris]\": [plum] }\n  call: bids\n";

fn bids_of_two() -> String {
    BIDS.replace(", \"basket[chris]\": [plum]", "")
}

#[test]
fn an_early_answer_is_kept_and_the_others_are_still_asked() {
    let bids = bids_of_two();
    holds(
        "anna, ben",
        &format!(
            "{bids}  do: [{{ ben: 1 }}]\n  then: {{ \"n[ben]\": 1, \"n[anna]\": none, \"fame[ben]\": 0 }}\n  asked: anna\n"
        ),
    );
    fails(&format!("{bids}  do: [{{ ben: 1 }}]\n  then: {{ \"n[ben]\": 2 }}\n  asked: anna\n"), "n[ben]: 1");
    fails(&format!("{bids}  do: [{{ ben: 1 }}]\n  asked: ben\n"), "anna is asked: How much?");
    fails(&format!("{bids}  do: [{{ ben: 1 }}]\n  asked: [anna, ben]\n"), "anna is asked: How much?");
    fails(
        &format!("{bids}  do: [{{ ben: 1 }}]\n  then: {{ \"n[ben]\": 1 }}\n"),
        "after the last answer: anna is asked",
    );
    fails(&format!("{bids}  asked: nobody\n"), "who is asked: anna, ben are asked");
    // Both are asked at the same time.
    for who in ["anna", "ben", "[ben, anna]"] {
        holds("anna, ben", &format!("{bids}  asked: {who}\n"));
    }
    // In turns, up to the end.
    let turns = "  do: [{ ben: 2 }, { anna: 3 }, { ben: rose }, { anna: [pear, plum] }]\n";
    holds(
        "anna, ben",
        &format!(
            "{bids}{turns}  then: {{ \"stall[ben]\": [rose], \"stall[anna]\": [pear, plum], \"fame[anna]\": 3 }}\n  asked: nobody\n"
        ),
    );
}

#[test]
fn offered_and_refused_concern_the_named_player() {
    let bids = bids_of_two();
    holds(
        "anna, ben",
        &format!(
            "{bids}  offered: {{ ben: [0, 1, 2, 3], anna: 4 options }}\n  refused: [{{ ben: 4 }}, {{ anna: 5 }}]\n"
        ),
    );
    holds(
        "anna, ben",
        &format!(
            "{bids}  do: [{{ ben: 2 }}]\n  offered: {{ ben: [[rose], [pear], [rose, pear]], anna: 4 options }}\n  refused: {{ ben: [plum] }}\n"
        ),
    );
    fails(&format!("{bids}  do: [{{ ben: 2 }}]\n  offered: {{ ben: [[rose], [plum]] }}\n"), "missing: [plum]");
    fails(&format!("{bids}  refused: {{ ben: 3 }}\n"), "possible");
    fails(&format!("{bids}  do: [{{ ben: 7 }}]\n  asked: anna\n"), "ben: 7: `7` is not possible");
    let kept = "what ben has answered is kept until all have";
    fails(&format!("{bids}  do: [{{ ben: 1 }}]\n  offered: {{ ben: [0] }}\n"), kept);
    fails(&format!("{bids}  do: [{{ ben: 1 }}, {{ ben: 1 }}]\n  asked: nobody\n"), kept);
}

/// Single-option questions are answered automatically. `unless_said` answers for asked players without an answer in the case.
#[test]
fn the_last_player_answers_first_and_the_rest_automatically() {
    let do_ = "
  unless_said: { ben: 0 }
  do:
    - { chris: 3 }
    - asked: [anna, ben]
    - then: { \"brought[chris]\": [plum], \"fame[chris]\": 0 }
    - seen: { chris: [\"n[chris]\", \"brought[chris]\"] }
      hidden: { anna: [\"n[chris]\", \"brought[chris]\"], ben: [\"n[chris]\"] }
    - { anna: 2 }
    - { anna: plum }
  then: { \"stall[chris]\": [plum], \"fame[chris]\": 3, \"fame[ben]\": 0, \"fame[anna]\": 2 }
  asked: nobody
";
    holds("anna, ben, chris", &format!("{BIDS}{}", do_.trim_start_matches('\n')));
}

/// Others read an answer only when all have answered, and the log is the same as in the order of the seats.
#[test]
fn nobody_reads_an_answer_before_the_block_ends() {
    let hidden_line = "  do: [{ ben: 1 }, untold: { anna: [How much? 1] }, { anna: 0 }]\n";
    holds("anna, ben", &format!("  call: bids\n{hidden_line}  told: {{ anna: [How much? 1] }}\n"));
    // A player's log could mask an early line. The complete log shows any early line.
    let log = |answers: &str| {
        let then = "  then: { \"fame[anna]\": 0 }\n";
        let case = format!("- name: a\n  players: [anna, ben]\n{}  do: [{answers}]\n{then}", bids_of_two());
        let suite = scenario::read_texts(&[("t.yaml", &case)], None);
        let example = scenario::example(&Rules::from_texts(&[("fair", FAIR)]), &suite.scenarios[0]);
        example.map(|example| example.lines).unwrap_or_default()
    };
    let log_in_order = log("{ anna: 0 }, { ben: 1 }");
    assert!(log_in_order.contains(&"Ben: How much? 1".to_owned()), "{log_in_order:?}");
    assert_eq!(log("{ ben: 1 }, { anna: 0 }"), log_in_order);
}

/// The rules after the block need all answers. So the check of a single answer does not run them.
#[test]
fn a_division_of_the_last_player_is_checked_alone() {
    let start = "  given: { \"basket[anna]\": [pear, plum], \"basket[ben]\": [rose, pear, pear] }\n  call: cuts\n";
    let rest = "    - offered: { ben: 4 options }\n    - refused: { ben: [[rose, pear, pear], []] }\n    \
                - { ben: [[rose, pear], [pear]] }\n    - asked: anna\n      then: { \"count of lot[ben, 1]\": 0 }\n    \
                - { anna: 1 }\n    - { anna: [[plum], [pear]] }\n";
    let then =
        "  then: { \"lot[ben, 1]\": [rose, pear], \"lot[anna, 1]\": [plum], \"fame[ben]\": 2, \"fame[anna]\": 3 }\n";
    holds("anna, ben", &format!("{start}  do:\n    - {{ ben: 2 }}\n{rest}{then}"));
}

#[test]
fn a_position_is_refused_while_an_answer_is_kept() {
    let put = "given: { \"fame[ben]\": 1 }";
    let why = "the answers in the `together` block are kept until all have answered (missing: anna)";
    fails(&format!("  call: bids\n  do: [{{ ben: 1 }}, {put}, {{ anna: 1 }}]\n  asked: nobody\n"), why);
    let looked = format!("  call: bids\n  do: [offered: {{ ben: 4 options }}, {put}, {{ ben: 1 }}, {{ anna: 1 }}]\n");
    holds("anna, ben", &format!("{looked}  then: {{ \"fame[ben]\": 2 }}\n"));
}

/// Answers of rules that only the case calls can be read, too: rules that the game does not call, and the case's own sentences.
#[test]
fn the_checker_knows_the_answers_of_a_call() {
    let case = |call: &str, name: &str| {
        format!(
            "- name: {name}\n  players: [anna, ben]\n  call: {call}\n  asked: anna\n  then: {{ \"{name}[ben]\": none }}\n"
        )
    };
    let own = "['together p in Player: p chooses guess in 1..2 \"Guess?\"']";
    let cases =
        [case("picks", "picked"), case(own, "guess"), case(own, "n"), case("bids", "gues"), case("bids", "guess")];
    let rules = Rules::from_texts(&[("fair", FAIR)]);
    let texts: Vec<(String, String)> =
        cases.into_iter().enumerate().map(|(at, case)| (format!("{at}.yaml"), case)).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let suite = scenario::read_texts(&texts, None);
    assert_eq!(suite.diagnostics, []);
    let found = scenario::review(&rules, &scenario::Variants::new(), &suite.scenarios);
    let places: Vec<_> = found.iter().filter_map(|one| suite.sources.place(one.span)).collect();
    assert_eq!(places, ["3.yaml:5:11", "4.yaml:5:11"], "{found:?}");
}
