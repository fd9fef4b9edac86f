//! Profiles of played games: each rule and question with the number of its runs.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use tavola::game::{Doing, Game, Pending, Rules, Setup};
use tavola::play::profile::{Profile, profile};
use tavola::play::{Bot, Plan, RunHooks, simulate};

/// Rules that call each other on two paths, and questions with a text, with a value in the text, and without a text.
const WALK: &str = "game walk \"Walk\" for 2 players\n\ntrack steps[Player] 0..\n\nplay\n  repeat 3 times\n    each p in Player: turn(p)\n  \
     last\n\nrule turn(p in Player)\n  p chooses far in 1..3 \"How far does {p} walk?\"\n  go(p, far)\n\nrule go(p in Player, far in 1..3)\n  \
     p gains far steps\n\nrule last\n  go(seat(1), 1)\n  seat(2) chooses bye in {yes, no}\n  if bye: p_gains\n\nrule p_gains\n  \
     seat(2) gains 1 steps\n\nwinner p in Player by most steps[p]\n";

fn game() -> Game {
    let rules = Rules::from_texts(&[("walk.tavola", WALK)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

fn looked(games: u64, stop: bool) -> Profile {
    profile(&game(), (&[Bot::Random, Bot::Random], 7, 0..games), &|_| {}, &AtomicBool::new(stop))
}

#[test]
fn everything_that_runs_is_counted() {
    let profile = looked(40, false);
    let plan = Plan { games: 40, seed: 7, jobs: 1, bots: vec![Bot::Random; 2], ..Plan::default() };
    let report = simulate(&game(), &plan, RunHooks::default()).expect("it runs");
    let runs: BTreeMap<&str, f64> = profile.rules.iter().map(|rule| (rule.rule.as_str(), rule.runs)).collect();
    let ran = report.rules.iter().filter(|rule| rule.runs > 0);
    assert_eq!(runs, ran.map(|rule| (rule.rule.as_str(), rule.runs as f64 / 40.0)).collect());
    assert_eq!((profile.games, runs["go"], runs["turn"]), (40, 7.0, 6.0));
    let mut asked: Vec<(&str, f64)> = profile.questions.iter().map(|q| (q.question.as_str(), q.asked)).collect();
    asked.sort_by(|a, b| b.1.total_cmp(&a.1));
    assert_eq!(asked, [("How far does \u{2026} walk?", 6.0), ("a question of last", 1.0)]);
    assert!(profile.rules.iter().all(|rule| rule.place.starts_with("walk.tavola:")));
}

#[test]
fn shares_add_up_and_stacks_are_the_calls() {
    let profile = looked(40, false);
    let all: f64 = profile.rules.iter().map(|rule| rule.own + rule.options).sum();
    assert!(all > 0.5 && all <= 1.000_001, "{all}");
    let asked: f64 = profile.questions.iter().map(|question| question.share).sum();
    let options: f64 = profile.rules.iter().map(|rule| rule.options).sum();
    assert!((asked - options).abs() < 1e-9, "each question belongs to a rule: {asked}, {options}");
    let play = profile.rules.iter().find(|rule| rule.rule == "play").expect("it runs");
    assert!((play.whole - all).abs() < 1e-9, "everything is called by it: {} {all}", play.whole);
    let stacks: Vec<String> = profile.stacks.iter().map(|(frames, _)| frames.join(" > ")).collect();
    for stack in
        ["walk > play > turn > go", "walk > play > last > go", "walk > play > turn > How far does \u{2026} walk?"]
    {
        assert!(stacks.iter().any(|found| found == stack), "{stack}: {stacks:#?}");
    }
    assert!(stacks.iter().all(|found| found.starts_with("walk")), "{stacks:#?}");
    let spent: f64 = profile.stacks.iter().map(|(_, time)| time.as_secs_f64()).sum();
    assert!((spent - profile.seconds).abs() < 1e-9);
}

#[test]
fn games_that_were_not_played_have_no_profile() {
    let profile = looked(40, true);
    assert_eq!((profile.games, profile.questions.len()), (0, 0));
}

/// A watcher receives its events in a fixed order, and does not change the game.
#[test]
fn a_watcher_does_not_change_the_game() {
    let game = game();
    let (mut alone, mut watched) = (game.referee(), game.referee());
    let sent = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let ear = std::sync::Arc::clone(&sent);
    watched.watch(Some(Box::new(move |doing| ear.lock().expect("nobody fails").push(doing))));
    let (mut one, mut other) = (game.start(), game.start());
    loop {
        let pending = alone.run(&mut one).expect("it runs");
        assert_eq!(watched.run(&mut other).expect("it runs"), pending);
        assert_eq!((one == other, alone.option_count()), (true, watched.option_count()));
        let received = std::mem::take(&mut *sent.lock().expect("nobody fails"));
        assert_eq!((received.first(), received.last()), (Some(&Doing::Begins), Some(&Doing::Waits)));
        let offers = received.iter().filter(|doing| matches!(doing, Doing::Offers(_))).count();
        assert_eq!(offers, usize::from(pending != Pending::Over));
        if pending == Pending::Over {
            break;
        }
        alone.answer(&mut one, 0).expect("it runs");
        watched.answer(&mut other, 0).expect("it runs");
    }
    watched.watch(None);
    watched.run(&mut other).expect("it runs");
    assert!(sent.lock().expect("nobody fails").is_empty());
}
