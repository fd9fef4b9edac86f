//! Determinization keeps what is `always` true of secrets. If no deal exists, the reason is given.

use std::collections::BTreeSet;

use tavola::game::{Game, Referee, Rules, Setup, State};
use tavola::play::laws;

fn game(text: &str, players: usize) -> Game {
    let rules = Rules::from_texts(&[("deals", text)]);
    rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A pseudo-random generator: the same numbers on every machine.
fn random(seed: &mut u64) -> impl FnMut(u32) -> u32 + '_ {
    |below| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % u64::from(below)) as u32
    }
}

/// A game at its first question to a player.
fn begun(text: &str, players: usize) -> (Referee, State) {
    let game = game(text, players);
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    (referee, state)
}

/// Many deals of a position without a history. Each keeps what is always true.
fn deals(referee: &mut Referee, state: &State, viewer: usize, texts: &[&str]) -> BTreeSet<Vec<String>> {
    assert_eq!(referee.broken_invariants(state), Ok(vec![]), "in truth");
    let (mut seed, mut seen) = (1, BTreeSet::new());
    let handed_over = state.as_it_stands();
    for _ in 0..100 {
        let dealt = referee.complete(&handed_over, viewer, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(referee.broken_invariants(&dealt), Ok(vec![]));
        assert_eq!(referee.view(&dealt, Some(viewer)), referee.view(state, Some(viewer)));
        seen.insert(texts.iter().map(|text| referee.evaluate(&dealt, text).expect("it has a value")).collect());
    }
    seen
}

/// Each player has one of each card, in the hand or on the pile, and nobody else sees which.
const SETS: &str = r#"game sets "Sets" for 4 players

kind Card = {c1, c2, c3, c4, c5, c6, c7, c8}

components
  | component | count   | start |
  | Card      | players | box   |

places
  | place             | holds | seen by |
  | box               | Card  | all     |
  | hand[p in Player] | Card  | p       |
  | pile[p in Player] | Card  | p       |

always
  | what                    | holds                                                             |
  | "everybody has one each" | every p in Player, c in Card has c at hand[p] + c at pile[p] is 1 |

play
  transaction
    each p in Player, c in Card: move 1 c from box to hand[p]
  seat(1) may "Go on?": say "on"
  repeat 4 times
    each p in Player
      p chooses c in hand[p] "Which one?"
      move c from hand[p] to pile[p]

winner p in Player by most p.seat
"#;

#[test]
fn no_dealt_hand_has_two_of_a_single_card() {
    let (mut referee, mut state) = begun(SETS, 4);
    let seen = deals(&mut referee, &state, 0, &["count of hand[ben]"]);
    assert_eq!(seen.len(), 1);
    for answer in ["no", "c1", "c2", "c3", "c4", "c8", "c7", "c6", "c5"] {
        referee.run(&mut state).expect("the rules do not fault");
        let option = referee.find(&state, answer).unwrap_or_else(|refusal| panic!("{answer}: {}", refusal.message));
        referee.answer(&mut state, option).expect("it was offered");
    }
    referee.run(&mut state).expect("the rules do not fault");
    let seen = deals(&mut referee, &state, 0, &["{c for c in Card where c at pile[ben] is 1}"]);
    assert!(seen.len() > 15, "two of eight cards lie on the pile: {seen:?}");
    let broken = laws(&game(SETS, 4), 3, 2);
    assert!(broken.is_empty(), "{broken:?}");
}

/// A secret number that is the sum of a secret hand, and secret roles that all differ.
const ROLES: &str = r#"game roles "Roles" for 4 players

kind Card
  | id  | worth |
  | one | 1     |
  | two | 2     |
  | six | 6     |

kind Role = {cook, guard, smith, thief}

components
  | component | count | start |
  | Card      | 5     | deck  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  | heap     | p       |

memory
  | variable          | type      | start | seen by |
  | role[p in Player] | Role      | cook  | p       |
  | sum[p in Player]  | 0..30     | 0     | p       |
  | ready             | yes or no | no    | all     |

always
  | what                 | holds                                                                                      |
  | "roles differ"       | not ready or every p in Player, q in Player where p is not q has role[p] is not role[q]    |
  | "the sum is the sum" | every p in Player has sum[p] is sum of c.worth for c in hand[p]                             |

play
  transaction
    each p in Player
      draw 3 from deck to hand[p]
      set sum[p] = sum of c.worth for c in hand[p]
    set role[seat(1)] = thief
    set role[seat(2)] = smith
    set role[seat(3)] = guard
    set ready = yes
  seat(1) may "Go on?": say "on"

winner p in Player by most p.seat
"#;

#[test]
fn secrets_that_follow_from_secrets_are_dealt_to_fit() {
    let game = game(ROLES, 4);
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut seed = 5;
    while referee.run(&mut state).expect("the rules do not fault") == tavola::game::Pending::Chance {
        let option = random(&mut seed)(referee.option_count() as u32) as usize;
        referee.answer(&mut state, option).expect("it was offered");
    }
    let roles = ["role[ben]", "role[chris]", "role[diana]"];
    assert_eq!(deals(&mut referee, &state, 0, &roles).len(), 6, "all orders of three roles");
    assert!(deals(&mut referee, &state, 0, &["sum[ben]"]).len() > 4);
    // The history of the game shows that the rules always give the same roles. It does not show the cards.
    let mut known = BTreeSet::new();
    for _ in 0..40 {
        let dealt = referee.complete(&state, 0, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(referee.broken_invariants(&dealt), Ok(vec![]));
        assert_eq!(referee.evaluate(&dealt, "role[ben]").as_deref(), Ok("smith"));
        known.insert(referee.evaluate(&dealt, "sum[ben]").expect("it has a value"));
    }
    assert!(known.len() > 3, "{known:?}");
    let broken = laws(&game, 3, 2);
    assert!(broken.is_empty(), "{broken:?}");
}

/// A secret list that contains a value twice.
const PATHS: &str = r#"game paths "Paths" for 2 players

kind Card = {low, mid, high}

memory
  | variable          | type         | start | seen by |
  | path[p in Player] | list of Card | []    | nobody  |

play
  seat(1) may "Before?": say "on"
  set path[seat(2)] = [low, low, high]
  seat(1) may "After?": say "on"

winner p in Player by most p.seat
"#;

#[test]
fn a_secret_list_may_hold_a_value_twice() {
    let (mut referee, mut state) = begun(PATHS, 2);
    let option = referee.find(&state, "no").expect("it is offered");
    referee.answer(&mut state, option).expect("it was offered");
    referee.run(&mut state).expect("the rules do not fault");
    let seen = deals(&mut referee, &state, 0, &["path[ben]"]);
    let pairs = seen.iter().filter(|list| list[0].matches("low").count() == 2).count();
    assert!(seen.len() > 20 && pairs > 3, "of 27 lists: {seen:?}");
}

/// A failed deal gives the reason. It mentions numbers only if the game has secret numbers.
#[test]
fn a_failed_deal_gives_the_reason() {
    let why = |referee: &mut Referee, state: &State| {
        referee.complete(&state.as_it_stands(), 0, &mut random(&mut 1)).expect_err("there is no deal").to_string()
    };
    let number = PATHS.replace("list of Card", "list of number").replace("[low, low, high]", "[7, 7]");
    for (text, reason) in [
        (number, "cannot list the values of `path`: a secret number needs a range"),
        (
            // No deal leads to the one number that fits.
            PATHS
                .replace("list of Card", "1..1000000000")
                .replace("| []    |", "| 1 |")
                .replace("[low, low, high]", "345678901")
                + "\nalways\n  | what | holds |\n  | \"one in a million\" | path[seat(2)] in {1, 345678901} |\n",
            "no deal was found that keeps the invariant: one in a million",
        ),
    ] {
        let (mut referee, mut state) = begun(&text, 2);
        let option = referee.find(&state, "no").expect("it is offered");
        referee.answer(&mut state, option).expect("it was offered");
        referee.run(&mut state).expect("the rules do not fault");
        assert_eq!(why(&mut referee, &state), reason);
    }
}
