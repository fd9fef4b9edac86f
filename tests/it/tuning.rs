//! A search for settings (`tune`) that is stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tavola::game::{Rules, Setup};
use tavola::play::Bot;
use tavola::play::compare::Side;
use tavola::play::goals::Goal;
use tavola::play::journal::Journal;
use tavola::play::tune::{SearchSpace, tune};

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
