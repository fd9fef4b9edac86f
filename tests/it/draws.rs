//! Draws: from a place that is held in a name, and into a full place.

use std::collections::BTreeMap;

use tavola::game::{Game, Pending, Referee, Rules, Setup, State};

fn game(text: &str) -> Game {
    let rules = Rules::from_texts(&[("draws", text)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Decks per player, each refilled from the player's own discard, and a shared deck that is never refilled.
fn decks(body: &str) -> String {
    format!(
        r#"game decks "Decks" for 2 players

kind Card
  | id | copies |
  | a  | 3      |
  | b  | 2      |

components
  | component    | count  | start |
  | Card[Player] | copies | deck  |

places
  | place             | holds | order                              | seen by |
  | stock             | Card  | shuffled                           | nobody  |
  | discard[Player]   | Card  |                                    | all     |
  | deck[p in Player] | Card  | shuffled, refilled from discard[p] | nobody  |
  | hand[p in Player] | Card  |                                    | p       |

play
{body}


winner p in Player by most count of hand[p]
"#
    )
}

/// Chance always gives its first option.
fn to_the_end(text: &str) -> (Referee, State) {
    let game = game(text);
    let (mut referee, mut state) = (game.referee(), game.start());
    while referee.run(&mut state).unwrap_or_else(|fault| panic!("{:?}", game.diagnose(&fault))) == Pending::Chance {
        referee.answer(&mut state, 0).expect("it can be answered");
    }
    (referee, state)
}

#[test]
fn a_deck_in_a_name_is_refilled_from_its_own_discard() {
    let (mut referee, state) = to_the_end(&decks(
        "  each p in Player\n    let d = deck[p]\n    draw 5 from d to discard[p]\n    draw 2 from d to hand[p]\n    \
         let s = stock\n    draw 1 from s to hand[p]",
    ));
    for (expression, value) in [("[count of hand[p] for p in Player]", "[2, 2]"), ("count of discard[Player]", "0")] {
        assert_eq!(referee.evaluate(&state, expression).expect("it has a value"), value, "{expression}");
    }
    assert_eq!(referee.evaluate(&state, "[count of deck[p] for p in Player]").expect("it has a value"), "[3, 3]");
}

/// Hands hold two cards. `body` is what a player may do.
fn full(body: &str) -> String {
    format!(
        r#"game full "Full" for 2 players

kind Card
  | id | copies |
  | a  | 3      |
  | b  | 2      |

components
  | component | count  | start |
  | Card      | copies | deck  |
  | coin      | 9      | bank  |

places
  | place             | holds      | order                           | limit  | seen by |
  | bank              | coin       |                                 |        | all     |
  | discard           | Card       |                                 |        | all     |
  | deck              | Card       | shuffled, refilled from discard |        | nobody  |
  | bag               | Card, coin | shuffled                        |        | nobody  |
  | hand[p in Player] | Card, coin |                                 | 2 Card | p       |

play
  draw 1 from deck to hand[seat(1)]
  repeat 2 times
    each p in Player
      p may "Take?"
        {body}

rule deal(p in Player, n in 1..3)
  let d = deck
  draw n from d to hand[p]

winner p in Player by most count of hand[p]
"#
    )
}

/// The first player's options.
fn offered(body: &str) -> Vec<String> {
    let (referee, _) = to_the_end(&full(&body.replace("; ", "\n        ")));
    (0..referee.option_count()).map(|option| referee.notation(option)).collect()
}

#[test]
fn a_draw_into_a_full_place_is_not_offered() {
    let room = [
        "draw 1 from deck to hand[p]",
        "deal(p, 1)",
        "draw 9 from bag to hand[p]",
        "move 2 coin from bank to bag; draw 2 from bag to hand[p]",
        "move all from hand[p] to discard; draw 2 from deck to hand[p]",
        // Four are in the deck, one is in the discard.
        "move all from hand[p] to discard; draw 4 from deck to discard; draw 2 from deck to hand[p]",
    ];
    for body in room {
        assert!(offered(body).contains(&"yes".to_owned()), "{body}");
    }
    let full = [
        "draw 2 from deck to hand[p]",
        "draw 3 from deck to hand[p]",
        "deal(p, 2)",
        "move all from deck to discard; draw 2 from deck to hand[p]",
        "move all from deck to bag; move 1 coin from bank to bag; draw 3 from bag to hand[p]",
    ];
    for body in full {
        assert_eq!(offered(body), ["no"], "{body}");
    }
}

/// The probability distribution of an expression at the end of the game, over all chance results.
fn distribution(game: &Game, expression: &str) -> BTreeMap<String, f64> {
    fn walk(game: &Game, state: &State, likely: f64, expression: &str, found: &mut BTreeMap<String, f64>) {
        let (mut referee, mut state) = (game.referee(), state.clone());
        if referee.run(&mut state).expect("no fault") != Pending::Chance {
            let value = referee.evaluate(&state, expression).expect("it has a value");
            *found.entry(value).or_default() += likely;
            return;
        }
        let weights: Vec<u32> = (0..referee.option_count()).map(|option| referee.weight(option)).collect();
        let all: u32 = weights.iter().sum();
        for (option, &weight) in weights.iter().enumerate() {
            let mut next = state.clone();
            referee.run(&mut state).expect("no fault");
            referee.answer(&mut next, option).expect("it can be answered");
            walk(game, &next, likely * f64::from(weight) / f64::from(all), expression, found);
        }
    }
    let mut found = BTreeMap::new();
    walk(game, &game.start(), 1.0, expression, &mut found);
    found
}

/// `deck[seat(1)]` holds 3 of `a` and 2 of `b`: chance takes them like drawn cards. By hand: 3/5 for one; 3/10, 6/10, 1/10 for two.
#[test]
fn chance_takes_things_in_proportion_to_their_number() {
    let near = |found: &BTreeMap<String, f64>, wanted: &[(&str, f64)]| {
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (value, likely) in wanted {
            assert!((found[*value] - likely).abs() < 1e-9, "{found:?}");
        }
    };
    let takes = |count: &str| {
        let play = format!("  chance {count} of deck[seat(1)] as cs\n  move cs from deck[seat(1)] to discard[seat(1)]");
        distribution(&game(&decks(&play)), "sum of 1 for c in discard[seat(1)] where c is b")
    };
    near(&takes("1"), &[("0", 0.6), ("1", 0.4)]);
    near(&takes("2"), &[("0", 0.3), ("1", 0.6), ("2", 0.1)]);
    near(&takes("4"), &[("1", 0.4), ("2", 0.6)]);
}

/// With a range, or a condition on the whole, the probabilities would be undefined.
#[test]
fn chance_takes_a_fixed_number_of_things() {
    let refused = |takes: &str| {
        let text = decks(&format!("  chance {takes}\n  seat(1) chooses n in 1..count of cs"));
        let found = Rules::from_texts(&[("draws", &text)]).diagnostics().to_vec();
        found.iter().map(|one| format!("{}: {}", one.code, one.message)).collect::<Vec<_>>()
    };
    assert_eq!(refused("2 of deck[seat(1)] as cs"), [""; 0]);
    for range in ["0..2 of", "any of"] {
        assert_eq!(refused(&format!("{range} deck[seat(1)] as cs")), ["E0213: chance takes a fixed number of things"]);
    }
    let whole = "2 of deck[seat(1)] as cs where (sum of 1 for c in cs where c is b) is 1";
    assert_eq!(refused(whole), ["E0213: no condition can limit what chance takes together"]);
}
