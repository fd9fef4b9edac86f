//! Classics over the same machine: exact counts that are known from elsewhere, and the laws.

use std::fs;

use tavola::game::{Game, Pending, Referee, Rules, Setup, State};
use tavola::play::laws;

fn classic(name: &str) -> Game {
    let path = format!("tests/fixtures/syntax/good/{name}.tavola");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rules = Rules::from_texts(&[(name, &text)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Walks through all games and counts how they end: first seat wins, second seat wins, nobody wins.
fn endings(referee: &mut Referee, mut state: State, count: &mut [u64; 3]) {
    if referee.run(&mut state).expect("the rules do not fault") == Pending::Over {
        let outcome = referee.result(&state).expect("the rules do not fault");
        match outcome.winners.as_slice() {
            [seat] => count[*seat] += 1,
            _ => count[2] += 1,
        }
        return;
    }
    for option in 0..referee.options() {
        let mut next = state.clone();
        referee.run(&mut state).expect("running again changes nothing");
        referee.answer(&mut next, option).expect("an offered option is an answer");
        endings(referee, next, count);
    }
}

/// 255,168 games: 131,184 won by the first player, 77,904 by the second, 46,080 drawn (a known enumeration).
#[test]
fn all_games_of_tic_tac_toe() {
    let game = classic("tic_tac_toe");
    let mut count = [0; 3];
    endings(&mut game.referee(), game.start(), &mut count);
    assert_eq!(count, [131_184, 77_904, 46_080]);
}

/// Three cards, two of them dealt, and the five ways to bet: 6 deals of 5 ways.
#[test]
fn all_games_of_kuhn_poker() {
    let game = classic("kuhn_poker");
    let mut count = [0; 3];
    endings(&mut game.referee(), game.start(), &mut count);
    assert_eq!(count.iter().sum::<u64>(), 30);
}

#[test]
fn laws_hold_in_classics() {
    for name in ["tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker"] {
        let broken = laws(&classic(name), 1, 2);
        assert!(broken.is_empty(), "{name}: {broken:?}");
    }
}
