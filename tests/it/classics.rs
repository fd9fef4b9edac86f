//! Classic games: exact counts that are published.

use std::sync::atomic::AtomicBool;

use tavola::game::{Game, Pending, Referee, Setup, State};
use tavola::play::{Per, Walk, count};

fn classic(name: &str) -> Game {
    Game::load(format!("rules/classics/{name}"), &Setup::of(2)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Walks through all games and counts their results: first seat wins, second seat wins, nobody wins.
fn endings(referee: &mut Referee, mut state: State, count: &mut [u64; 3]) {
    if referee.run(&mut state).expect("the rules do not fault") == Pending::Over {
        let outcome = referee.result(&state).expect("the rules do not fault");
        match outcome.winners.as_slice() {
            [seat] => count[*seat] += 1,
            _ => count[2] += 1,
        }
        return;
    }
    for option in 0..referee.option_count() {
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

/// The number of sequences of whole actions of each length, and of games that have ended by then. `docs/games` has deeper counts.
fn counts(name: &str, known: &[(u64, u64)]) {
    let walk = Walk { depth: known.len(), per: Per::Action, jobs: 0 };
    let counted = count(&classic(name), &walk, &|_, _| {}, &AtomicBool::new(false)).expect("the rules do not fault");
    let level =
        |depth: usize| (counted.levels.0.get(depth).map_or(0, |level| level.sequences), counted.levels.over_by(depth));
    let found: Vec<(u64, u64)> = (1..=known.len()).map(level).collect();
    assert_eq!(found, known, "{name}");
}

#[test]
fn known_counts_of_lines() {
    counts("tic_tac_toe", &[(9, 0), (72, 0), (504, 0), (3024, 0), (15_120, 1440), (54_720, 6768)]);
    counts("connect_four", &[(7, 0), (49, 0), (343, 0), (2401, 0)]);
    counts("gomoku", &[(225, 0)]);
    counts("hex", &[(121, 0), (14_520, 0)]);
}

#[test]
fn known_counts_of_games_with_moves_and_flips() {
    counts("breakthrough", &[(22, 0), (484, 0)]);
    counts("othello", &[(4, 0), (12, 0), (56, 0)]);
    counts("amazons", &[(2176, 0)]);
    counts("chess", &[(20, 0), (400, 0)]);
}

#[test]
fn known_counts_of_poker() {
    counts("kuhn_poker", &[(3, 0), (6, 0), (12, 0), (24, 18), (12, 30)]);
    let leduc = [(6, 0), (30, 0), (60, 0), (150, 30), (390, 90), (780, 120), (1800, 840), (2640, 2520)];
    counts("leduc_poker", &[&leduc[..], &[(2280, 4320), (1080, 5280), (240, 5520), (0, 5520)]].concat());
}
