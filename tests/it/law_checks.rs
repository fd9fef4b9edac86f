//! The cost of checking the laws, and stopping the check.

use std::sync::atomic::{AtomicU64, Ordering};

use tavola::game::{Game, Rules, Setup};
use tavola::play::{LawWatch, LawsTried, laws, try_laws, try_laws_in_detail};

/// Two questions of `size` times `size` options.
fn many(size: u32) -> Game {
    let text = format!(
        r#"game many "Many" for 2 players

track fame[Player] 0..9 start 0

play
  each p in Player
    p chooses a in 1..{size}, b in 1..{size} "Which two?"
    if a is b: p gains 1 fame

winner p in Player by most fame[p]
"#
    );
    let rules = Rules::from_texts(&[("many", &text)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error:?}"))
}

fn whole(size: u32) -> LawsTried {
    let tried = try_laws(&many(size), 1, 1, &|| false);
    assert_eq!((tried.broken.len(), tried.games, tried.moments), (0, 1, 3));
    tried
}

/// The cost is linear in the number of options: 16 times the options cost 16 times as much, not 256 times.
#[test]
fn the_cost_of_laws_is_linear_in_the_options() {
    let (few, many) = (whole(15).names, whole(60).names);
    assert!(few > 2 * 225, "{few} names are written of few options");
    assert!(many < 20 * few, "{few} names are written of few options, {many} of sixteen times as many");
}

/// The check stops during a game, at the next law.
#[test]
fn laws_stop_during_a_game() {
    let asked = AtomicU64::new(0);
    let tried = try_laws(&many(9), 1, 1, &|| asked.fetch_add(1, Ordering::Relaxed) > 30);
    assert_eq!((tried.broken, tried.games, tried.moments), (vec![], 0, 1));
    assert_eq!(asked.into_inner(), 32, "nothing more is tried");
    assert_eq!(try_laws(&many(9), 1, 5, &|| true), LawsTried::default());
}

/// The player who is asked for a card is public, the card is hidden. Nobody else sees the answer as a whole.
const ASKING: &str = r#"game asking "Asking" for 3 players

kind Card
  | id   | copies |
  | low  | 3      |
  | high | 3      |

components
  | component | count  | start |
  | Card      | copies | deck  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |

track fame[Player] 0..

play
  each p in Player: draw 2 from deck to hand[p]
  each p in Player
    p chooses q in others(p), c in hand[p] "Whom do you ask, and for what?"
    say "{p} asks {q}"
    if c at hand[q] > 0: p gains 1 fame

winner p in Player by most fame[p]
"#;

#[test]
fn the_public_part_of_an_answer_may_be_reported() {
    let rules = Rules::from_texts(&[("asking", ASKING)]);
    let game = rules.game(&Setup::of(3)).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(laws(&game, 1, 8), vec![]);
}

/// The number of questions of these games at which the laws are checked, in a check of a sample.
fn checked_questions(questions: u64, games: u64) -> u64 {
    let text = format!(
        "game long \"Long\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  repeat {questions} times\n    \
         seat(1) chooses n in 0..1 \"How many?\"\n    seat(1) gains n fame\n\nwinner p in Player by most fame[p]\n"
    );
    let game = Rules::from_texts(&[("long", &text)]).game(&Setup::of(2)).expect("the rules are fine");
    let tried = try_laws_in_detail(&game, (1, 0..games), 0, &LawWatch { stop: &|| false, done: &|| {} });
    assert_eq!((tried.broken.len(), tried.games), (0, games));
    // The end of a game is checked, too.
    tried.moments - games
}

#[test]
fn few_questions_of_a_game_are_checked_and_each_in_some_game() {
    let (some, many) = (checked_questions(100, 8), checked_questions(1000, 2));
    assert!((12 * 8..=16 * 8).contains(&some), "{some}");
    assert!((18 * 2..=23 * 2).contains(&many), "{many}");
    // Of this many consecutive games, one is checked at the question after this many answers.
    for (answers, games) in [(3, 1), (40, 16), (99, 32)] {
        assert_eq!(checked_questions(answers + 1, games) - checked_questions(answers, games), 1, "{answers}");
    }
}
