//! The things that options name in a scene: longest names first, each once, at the place where they are drawn.

use std::collections::BTreeMap;

use tavola::game::{Game, Rules, Setup};
use tavola::scene::Stage;

const MARKET: &str = r#"game market "Market" for 2 players

kind Spot = {hill, mill, ford}

kind Word = {hills, other}

kind Card = {sun, fog}

board valley of Spot joined by Path
  hill -- mill, ford

components
  | component    | count | start          |
  | cart[Player] | 1     | yard[Player]   |
  | Card         | 1     | hand[seat(1)]  |

places
  | place             | holds | seen by |
  | yard[Player]      | cart  |         |
  | hand[p in Player] | Card  | p       |

display
  | of        | name    | shows  |
  | c in Card | "worth" | 1      |
  | s in Spot | "far"   | 2      |

play
  seat(1) chooses way in Path, its in yard[seat(1)], n in 1..3 "Which?"
  seat(1) chooses word in Word "Which?"
  seat(1) does turn
  seat(1) chooses own in hand[seat(1)] "Which of yours?"
  seat(1) chooses other_one in Card "Which of all?"

menu turn "What?"
  until: done

action go(a in Spot, b in Spot, c in Spot) of turn "from {a} to {b} to {c}"
  effect: say "so"

winner p in Player by most p.seat
"#;

fn market() -> Game {
    let rules = Rules::from_texts(&[("market", MARKET)]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    rules.game(&players).unwrap_or_else(|error| panic!("{error}"))
}

/// The targets of options after these answers, as Anna sees them, except places with this name: kind, notation, and the place out of
/// which the thing is drawn.
fn placed(answers: &[&str], hidden: &str, option: &str) -> Vec<String> {
    let game = market();
    let (mut referee, state) = crate::answered(&game, answers);
    let mut view = referee.view(&state, Some(0));
    view.places.retain(|place| place.place != hidden);
    let stage = Stage::new(&game, BTreeMap::default());
    let question = stage.scene(&view, referee.question(&state).as_ref(), Vec::new()).question;
    let question = question.expect("Anna is asked");
    let found = question.options.iter().find(|one| one.id == option);
    let found = found.unwrap_or_else(|| panic!("{option} of {:?}", question.options));
    let targets = found.placed.iter().map(|target| match &target.pile {
        Some(pile) => format!("{} {} of {pile}", target.what, target.id),
        None => format!("{} {}", target.what, target.id),
    });
    targets.collect()
}

#[test]
fn the_longest_names_in_a_notation_are_found_first() {
    assert_eq!(
        placed(&[], "", "[hill--mill, cart[anna], 3]"),
        ["link hill--mill", "thing cart[anna] of yard[anna]"],
        "neither the ends of the link nor the owner of the cart"
    );
    let first = "[hill--mill, cart[anna], 3]";
    assert_eq!(placed(&[first], "", "hills"), [""; 0], "no name in the middle of a word");
    assert_eq!(placed(&[first, "hills"], "", "go(mill, hill, mill)"), ["cell mill", "cell hill"], "each once");
}

#[test]
fn a_target_is_the_thing_in_its_source_place() {
    let answers = ["[hill--mill, cart[anna], 3]", "hills", "done"];
    assert_eq!(placed(&answers, "", "sun"), ["row sun", "thing sun of hand[anna]"]);
    assert_eq!(placed(&answers, "hand", "sun"), ["row sun"], "the hand is left out");
    let answers = [&answers[..], &["fog"]].concat();
    assert_eq!(placed(&answers, "", "sun"), ["row sun", "thing sun"], "the thing, without a place");
}
