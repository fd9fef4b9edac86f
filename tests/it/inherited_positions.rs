//! Positions of scenarios that continue others with `like`: a place that `given` names again is replaced, the others are inherited.

use tavola::game::Rules;
use tavola::play::scenario;

const YARD: &str = r#"game yard "Yard" for 2 players

kind Town = {hill, mill}

kind Fruit = {rose, plum, fig}

components
  | component | count | start  |
  | jar       | 9     | store  |
  | crate     | 4     | store  |
  | rider     | 1     | stable |
  | Fruit     | 2     | deck   |

places
  | place         | holds      | order    | seen by |
  | store         | jar, crate |          |         |
  | shelf[Player] | jar, crate |          |         |
  | stable        | rider      |          |         |
  | town[Town]    | rider      |          |         |
  | deck          | Fruit      | shuffled | nobody  |
  | line          | Fruit      | row      |         |
  | below         | Fruit      |          | nobody  |

track fame[Player] 0..99

play
  each p in Player: visits(p)
  move all from below to bottom of deck
  move all from line to top of deck

rule visits(p in Player)
  if jar at shelf[p] > 0
    p chooses n in 1..(jar at shelf[p]) "How many?"
    p gains n fame
  if crate at shelf[p] > 0
    p chooses m in 1..(crate at shelf[p]) "How many crates?"
    p gains m fame

winner p in Player by most fame[p]
"#;

const BEGUN: &str = r#"- name: begun
  players: [anna, ben]
  given: { "shelf[anna]": [jar, jar, crate], "fame[anna]": 5, rider: "town[mill]", "top of deck seen by ben": [rose, plum] }
- name: called
  like: begun
  given: { "shelf[anna]": [jar, crate] }
  call: visits(anna)
  asked: nobody
- name: answered
  like: begun
  call: visits(anna)
  do: [{ anna: 2 }]
  asked: nobody
"#;

/// The failures of a case that continues one of the others.
fn failures(lines: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("yard", YARD)]);
    let found: Vec<_> = rules.diagnostics().iter().filter(|found| found.is_error()).map(|f| &f.message).collect();
    assert_eq!(found, Vec::<&String>::new());
    let suite = scenario::read_texts(&[("t.yaml", &format!("{BEGUN}- name: a\n{lines}"))], None);
    assert_eq!(suite.diagnostics, [], "{lines}");
    let case = suite.scenarios.iter().find(|case| case.name == "a").expect("the case");
    let outcome = scenario::run(&rules, case);
    outcome.failures.iter().map(|failure| format!("{}: {}", failure.what, failure.actual)).collect()
}

fn holds(lines: &str) {
    assert_eq!(failures(lines), Vec::<String>::new(), "{lines}");
}

#[test]
fn a_place_that_is_named_again_is_replaced_and_others_are_inherited() {
    let case = |given: &str, then: &str| {
        holds(&format!("  like: begun\n  given: {{ {given} }}\n  call: say \"so\"\n  then: {{ {then} }}\n"))
    };
    let stays = r#""fame[anna]": 5, rider: "town[mill]", "count of deck": 6"#;
    case(r#""shelf[anna]": [crate]"#, &format!(r#""shelf[anna]": [crate], "jar at store": 9, {stays}"#));
    case(r#""shelf[anna]": []"#, &format!(r#""shelf[anna] is none": yes, "crate at store": 4, {stays}"#));
    case(r#""jar at shelf[anna]": 1"#, &format!(r#""shelf[anna]": [jar, crate], "jar at store": 8, {stays}"#));
    case(r#""crate at shelf[anna]": 0"#, &format!(r#""shelf[anna]": [jar, jar], {stays}"#));
    // Spacing does not make it another place. In one position both lines add up.
    case(r#""shelf[ anna ]": [jar], "crate at shelf[anna]": 2"#, r#""shelf[anna]": [jar, crate, crate]"#);
    case(r#""shelf[ben]": [jar]"#, r#""shelf[anna]": [jar, jar, crate], "jar at store": 6"#);
    case(r#""town[mill]": []"#, r#"rider: stable"#);
    case(r#""fame[anna]": 0, rider: "town[hill]""#, r#""fame[anna]": 0, rider: "town[hill]""#);
}

#[test]
fn an_end_of_a_deck_is_replaced() {
    let case = |given: &str, rest: &str| {
        holds(&format!("  like: begun\n  given: {{ {given} }}\n  call: draw 2 from deck to line\n{rest}"));
    };
    case("\"fame[ben]\": 1", "  then: { line: [rose, plum] }\n");
    case("\"top of deck\": [fig, fig]", "  then: { line: [fig, fig] }\n");
    // The cards that the earlier position put below the fig are gone.
    case("\"top of deck\": [fig]", "  offered: { chance: [rose, plum, fig] }\n  then: { line: [fig] }\n");
}

/// Nothing has been answered yet, so the called rule starts in the new position. This also holds if its first question had a single
/// option before.
#[test]
fn a_position_is_applied_before_automatic_answers() {
    holds("  like: called\n  then: { \"fame[anna]\": 7 }\n");
    holds("  like: called\n  given: { \"jar at shelf[anna]\": 3 }\n  offered: { anna: [1, 2, 3] }\n");
    // After an answer, the position is applied before the next question is answered automatically.
    holds("  like: answered\n  then: { \"fame[anna]\": 8 }\n");
    holds(
        "  like: answered\n  given: { \"crate at shelf[anna]\": 2 }\n  offered: { anna: [1, 2] }\n  then: { \"fame[anna]\": 7 }\n",
    );
    holds(
        "  like: answered\n  do: [given: { \"shelf[anna]\": [crate, crate, crate] }]\n  offered: { anna: 3 options }\n",
    );
}

#[test]
fn a_position_between_answers_replaces_contents() {
    let start = "  players: [anna, ben]\n  given: { \"shelf[anna]\": [jar, jar, crate] }\n  call: visits(anna)\n";
    holds(&format!("{start}  do: [given: {{ \"jar at shelf[anna]\": 3 }}]\n  offered: {{ anna: 3 options }}\n"));
    let failed = failures(&format!("{start}  do: [given: {{ \"jar at shelf[anna]\": 10 }}]\n  asked: anna\n"));
    assert_eq!(
        failed,
        ["given `jar at shelf[anna]`: `jar at shelf[anna]` needs 10 of `jar`, but the start place has 9"]
    );
}
