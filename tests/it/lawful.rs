//! What trying the laws costs, and that it can be stopped.

use std::sync::atomic::{AtomicU64, Ordering};

use tavola::game::{Game, Rules, Setup};
use tavola::play::{LawWatch, LawsTried, laws, try_laws, try_laws_closely};

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

/// Sixteen times as many options are sixteen times as much work, not 256 times as much.
#[test]
fn laws_cost_as_much_as_there_are_options() {
    let (few, many) = (whole(15).names, whole(60).names);
    assert!(few > 2 * 225, "{few} names are written of few options");
    assert!(many < 20 * few, "{few} names are written of few options, {many} of sixteen times as many");
}

/// In the middle of a game, at the next law.
#[test]
fn laws_stop_in_the_middle_of_a_game() {
    let asked = AtomicU64::new(0);
    let tried = try_laws(&many(9), 1, 1, &|| asked.fetch_add(1, Ordering::Relaxed) > 30);
    assert_eq!((tried.broken, tried.games, tried.moments), (vec![], 0, 1));
    assert_eq!(asked.into_inner(), 32, "nothing more is tried");
    assert_eq!(try_laws(&many(9), 1, 5, &|| true), LawsTried::default());
}

/// Whom somebody asks is open, though the card that is asked for lies hidden: the answer as a whole is told to nobody else.
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
fn what_is_open_of_a_half_hidden_answer_may_be_said() {
    let rules = Rules::from_texts(&[("asking", ASKING)]);
    let game = rules.game(&Setup::of(3)).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(laws(&game, 1, 8), vec![]);
}

/// At how many questions of these games the laws are tried, where they are not tried at all.
fn looked(questions: u64, games: u64) -> u64 {
    let text = format!(
        "game long \"Long\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  repeat {questions} times\n    \
         seat(1) chooses n in 0..1 \"How many?\"\n    seat(1) gains n fame\n\nwinner p in Player by most fame[p]\n"
    );
    let game = Rules::from_texts(&[("long", &text)]).game(&Setup::of(2)).expect("the rules are fine");
    let tried = try_laws_closely(&game, (1, games), 0, &LawWatch { stop: &|| false, done: &|| {} });
    assert_eq!((tried.broken.len(), tried.games), (0, games));
    // The end counts, too.
    tried.moments - games
}

#[test]
fn few_questions_of_a_game_are_looked_at_and_all_in_some_game() {
    let (some, many) = (looked(100, 8), looked(1000, 2));
    assert!((12 * 8..=16 * 8).contains(&some), "{some}");
    assert!((18 * 2..=23 * 2).contains(&many), "{many}");
    // Of so many games that follow each other one looks at the question behind so many answers.
    for (answers, games) in [(3, 1), (40, 16), (99, 32)] {
        assert_eq!(looked(answers + 1, games) - looked(answers, games), 1, "{answers}");
    }
}
