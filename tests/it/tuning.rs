//! A search for settings (`tune`) that is stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tavola::game::{Rules, Setup};
use tavola::play::compare::{Misses, Side, Trial, compare_misses};
use tavola::play::goals::Goal;
use tavola::play::journal::Journal;
use tavola::play::tune::{SearchSpace, tune};
use tavola::play::{Bot, RunHooks};

/// A coin game: `edge` is the first player's win rate in percent.
const COIN: &str = "game coin \"Coin\" for 2 players\n\nsettings\n  | name | value | range | meaning |\n  \
     | edge | 50 | 0..100 | \"of a hundred coins fall for the first player\" |\n\ntrack won[Player] 0..\n\nplay\n  \
     seat(1) chooses call in {yes, no} \"Will it be heads?\"\n  chance coin in 1..100 \"a coin\"\n  \
     if coin <= edge: seat(1) gains 1 won\n  else: seat(2) gains 1 won\n\nwinner p in Player by most won[p]\n";

/// Distances of two coins from an even game, in `pairs` fresh games of each, the second one `seed` later.
fn missed(edges: [&str; 2], pairs: u64, seeds: [u64; 2]) -> Misses {
    let rules = Rules::from_texts(&[("coin", COIN)]);
    let game = |edge: &str| rules.game(&Setup { settings: vec![("edge".to_owned(), edge.to_owned())], ..Setup::of(2) });
    let games = edges.map(|edge| game(edge).expect("the rules are fine"));
    let goals = [0, 1].map(|side| [Goal::read("each seat wins near 50%", &games[side]).expect("a goal")]);
    let side =
        |at: usize| Side { game: &games[at], bots: vec![Bot::Random; 2], seed: seeds[at], rotate: false, by: None };
    let trial =
        Trial { max_pairs: pairs, jobs: 1, relevance_threshold: 1.0, error: 0.05, by: None, stops_early: false };
    let goals = [&goals[0][..], &goals[1][..]];
    compare_misses(&[side(0), side(1)], goals, &trial, RunHooks::default()).expect("no expression").1
}

/// A nearer game is found, a farther one is not, and of two equal games one is called nearer in at most a few per cent.
#[test]
fn an_improvement_shows_only_where_there_is_one() {
    let better = missed(["70", "50"], 400, [1, 2]);
    assert!(better.is_improved() && better.before > 30.0 && better.after < 15.0, "{better:?}");
    let (low, high) = better.interval.expect("enough games");
    assert!(low < -40.0 + 10.0 && high > -40.0, "the truth is 40 points: {better:?}");
    let worse = missed(["50", "70"], 400, [1, 2]);
    assert!(!worse.is_improved() && worse.interval.is_some_and(|(low, _)| low > 0.0), "{worse:?}");
    let equal = (0..200).filter(|seed| missed(["60", "60"], 100, [*seed, seed + 1000]).is_improved()).count();
    assert!(equal <= 12, "{equal} of 200");
    assert_eq!(missed(["70", "50"], 39, [1, 2]).interval, None);
}

/// Work that has not begun is skipped, however many games were planned.
#[test]
fn a_stopped_search_ends_soon() {
    let game = Rules::from_texts(&[("gems", crate::cli::GEMS)]).game(&Setup::of(2)).expect("the rules are fine");
    let side = Side { game: &game, bots: vec![Bot::Random; 2], seed: 1, rotate: false, by: None };
    let goals = [Goal::read("questions of a game near 9", &game).expect("a goal")];
    let names = [String::new(), "other".to_owned()];
    let (sides, goals) = ([side.clone(), side], [&goals[..], &goals[..]]);
    let space = SearchSpace { candidates: &sides, names: &names, goals: &goals, games: 1 << 40, jobs: 2 };
    let (stop, gone) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |_| {
        gone.fetch_add(1, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let tuned = tune(&space, &Journal::new(&Vec::new()), &progress, &stop);
    assert!(tuned.stopped && tuned.tried.iter().any(|tried| tried.games > 0));
    assert!(gone.load(Ordering::Relaxed) < 10_000, "{gone:?}");
}
