//! Notations in scenarios: compared by meaning, not letter by letter.

use tavola::game::Rules;
use tavola::play::scenario;

const SIGNS: &str = r#"game signs "Signs" for 2 players

kind Spot = {hill, mill, ford}

board valley of Spot joined by Path
  hill -- mill, ford

card leaf(s in Spot) x2 of Leaf "Leaf of {s}"
  effect: you gains 1 fame

components
  | component    | count  | start |
  | cart[Player] | 2      | yard  |
  | Leaf[Player] | copies | tree  |

places
  | place | holds |
  | yard  | cart  |
  | town  | cart  |
  | tree  | Leaf  |
  | heap  | Leaf  |

track fame[Player]

memory
  | variable | type           | start |
  | way      | Path or none   | none  |
  | guests   | set of Player  | {}    |
  | order    | list of Player | []    |
  | rider    | Player or none | none  |

play
  roam
  each p in Player: p gains 1 fame

rule roam
  seat(1) does outing
  seat(1) chooses s in Spot, q in Player "Where, and whose?"
  set rider = q

menu outing "Where to?"
  until: done "home"

action ride(w in Path, q in Player) of outing "along {w}"
  effect: set way = w
          set rider = q

rule quiet
  each p in Player: p gains 0 fame

rule talk
  seat(1) chooses one of "What?"
    option "take over"
      seat(1) gains 3 fame
    option "what (is this"
      seat(1) pays 3 fame

winner p in Player by most fame[p]
"#;

/// The failures of a case with these lines.
fn failures(lines: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("signs", SIGNS)]);
    let case = format!("- name: a\n  players: [anna, ben]\n{lines}");
    let suite = scenario::read_texts(&[("t.yaml", &case)], None);
    assert_eq!(suite.diagnostics, [], "{case}");
    let result = scenario::run(&rules, &suite.scenarios[0]);
    result.failures.iter().map(|failure| format!("{}: {}", failure.what, failure.actual)).collect()
}

fn holds(lines: &str) {
    assert_eq!(failures(lines), Vec::<String>::new(), "{lines}");
}

fn fails(lines: &str, actual: &str) {
    let failures = failures(lines);
    assert!(failures.len() == 1 && failures[0].contains(actual), "{lines}\n{failures:?}");
}

/// A case that asks nothing, after this position.
fn put(given: &str, then: &str) -> String {
    format!("  given: {{ {given} }}\n  call: quiet\n  then: {{ {then} }}\n")
}

#[test]
fn spellings_of_a_value_are_equal() {
    let ways = ["\"hill--mill\"", "\"mill -- hill\"", "\" hill  --mill\""];
    ways.iter().for_each(|way| holds(&put("way: \"hill--mill\"", &format!("way: {way}"))));
    fails(&put("way: \"hill--mill\"", "way: \"hill--ford\""), "way: hill--mill");
    for set in ["[anna, ben]", "[ben, anna]", "\"{ben, anna}\"", "\"{ ben,anna }\""] {
        holds(&put("guests: [anna, ben]", &format!("guests: {set}")));
    }
    fails(&put("guests: [anna, ben]", "guests: [ben]"), "guests: ");
    for list in ["[ben, anna]", "\"[ben,anna]\"", "\"( ben, anna )\""] {
        holds(&put("order: [ben, anna]", &format!("order: {list}")));
    }
    fails(&put("order: [ben, anna]", "order: [anna, ben]"), "order: ");
    ["[]", "{}", "\"{}\""]
        .iter()
        .for_each(|empty| holds(&put("guests: []", &format!("guests: {empty}, order: {empty}"))));
    holds(&put("\"fame[anna]\": -3", "\"fame[anna]\": -3"));
    fails(&put("\"fame[anna]\": 8", "\"fame[anna]\": 80"), "fame[anna]: 8");
}

#[test]
fn things_may_be_listed_or_counted() {
    let town = "\"cart[ben] at town\": 2, \"cart[anna] at town\": 1";
    for all in [
        "[\"cart[ben]\", \"cart[anna]\", \"cart[ben]\"]",
        "\"{2 cart[ben], 1 cart[anna]}\"",
        "{ \"cart[anna]\": 1, \"cart[ben]\": 2 }",
    ] {
        holds(&put(town, &format!("town: {all}")));
    }
    fails(&put(town, "town: \"{cart[ben], cart[anna]}\""), "town: ");
    let heap = "\"leaf(hill)[anna] at heap\": 2";
    holds(&put(heap, "heap: \"{2 leaf(hill)[anna]}\""));
    holds(&put(heap, "heap: [\"leaf(hill)[anna]\", \"leaf( hill )[ anna ]\"]"));
    fails(&put(heap, "heap: \"{2 leaf(mill)[anna]}\""), "heap: ");
}

#[test]
fn spellings_of_an_answer_are_equal() {
    let riding = |answer: &str| {
        format!(
            "  call: roam\n  do: [{{ anna: {answer} }}]\n  then: {{ way: \"hill--mill\", rider: ben }}\n  asked: anna\n"
        )
    };
    ["\"ride(hill--mill, ben)\"", "\"ride( mill -- hill,ben )\""].iter().for_each(|ride| holds(&riding(ride)));
    let chosen = |answer: &str| {
        format!("  call: roam\n  do: [{{ anna: done }}, {{ anna: {answer} }}]\n  then: {{ rider: ben }}\n")
    };
    ["[hill, ben]", "\"(hill, ben)\"", "\"[hill,ben]\""].iter().for_each(|pair| holds(&chosen(pair)));
    let said = |answer: &str, fame: i32| {
        format!("  call: talk\n  do: [{{ anna: {answer} }}]\n  then: {{ \"fame[anna]\": {fame} }}\n")
    };
    holds(&said("take  over", 3));
    holds(&said("what (is this", -3));
}

/// A sort or an index names a thing, if only one option fits.
#[test]
fn indexes_name_things() {
    let town =
        "  given: { \"cart[ben] at town\": 2, \"leaf(hill)[ben] at heap\": 1, \"leaf(mill)[ben] at heap\": 1 }\n";
    let goes = |answer: &str| {
        let call = "['seat(1) chooses 1..2 of cart at town as gone \"What?\"', 'move gone from town to yard']";
        format!("{town}  call: {call}\n  do: [{{ anna: {answer} }}]\n  then: {{ \"count of town\": 0 }}\n")
    };
    ["[cart, cart]", "[ben, \"cart[ben]\"]", "{ cart: 2 }", "{ ben: 2 }"].iter().for_each(|both| holds(&goes(both)));
    fails(&goes("[anna, ben]"), "anna");
    let leaf = |answer: &str| {
        let call = "['seat(1) chooses x in heap \"Which?\"', 'move x from heap to tree']";
        format!("{town}  call: {call}\n  do: [{{ anna: {answer} }}]\n  then: {{ heap: [\"leaf(mill)[ben]\"] }}\n")
    };
    ["\"leaf(hill)\"", "\"leaf(hill)[ben]\""].iter().for_each(|name| holds(&leaf(name)));
    fails(&leaf("ben"), "");
}
