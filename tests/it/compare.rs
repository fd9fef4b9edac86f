//! Comparison of two games: differences, confidence intervals, and error rates.

use std::path::Path;

use tavola::game::{Game, Rules, Setup};
use tavola::play::compare::{Comparison, Figure, Metric, Side, StopReason, Trial, Verdict, compare};
use tavola::play::{Bot, RunHooks};

/// A coin game: `edge` is the first player's win rate in percent.
const COIN: &str = "game coin \"Coin\" for 2 players\n\nsettings\n  | name | value | range | meaning |\n  \
     | edge | 50 | 0..100 | \"of a hundred coins fall for the first player\" |\n\ntrack won[Player] 0..\n\nplay\n  \
     seat(1) chooses call in {yes, no} \"Will it be heads?\"\n  chance coin in 1..100 \"a coin\"\n  \
     if coin <= edge: seat(1) gains 1 won\n  else: seat(2) gains 1 won\n\nwinner p in Player by most won[p]\n";

fn game(text: &str, set: &[(&str, &str)]) -> Game {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let set = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    rules.game(&Setup { settings: set, ..Setup::of(2) }).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn side(game: &Game, seed: u64) -> Side<'_> {
    Side { game, bots: vec![Bot::Random; 2], seed, rotate: false, by: None }
}

fn compared(sides: [Side<'_>; 2], most: u64, jobs: usize) -> Comparison {
    let trial = Trial { max_pairs: most, jobs, relevance_threshold: 2.0, error: 0.05, by: None, stops_early: true };
    compare(&sides, &trial, RunHooks::default()).expect("nothing has no meaning here")
}

fn figure(comparison: &Comparison, of: Metric) -> &Figure {
    comparison.figures.iter().find(|figure| figure.of == of).unwrap_or_else(|| panic!("{of:?}: {comparison:?}"))
}

fn wins(comparison: &Comparison, player: &str) -> Figure {
    figure(comparison, Metric::Wins(player.to_owned())).clone()
}

/// In 400 comparisons of a game with itself, with different seeds for each side, at most 5% report a difference.
#[test]
fn equal_sides_differ_no_more_often_than_the_error_rate() {
    let coin = game(COIN, &[]);
    let wrong = (0..400).filter(|&seed| {
        let comparison = compared([side(&coin, seed), side(&coin, seed + 1000)], 150, 1);
        assert_eq!(comparison.pairs, 150);
        comparison.figures.iter().any(Figure::differs)
    });
    assert!(wrong.count() <= 20);
}

/// An advantage of 20 percentage points is found, and the interval contains the true value.
#[test]
fn a_planted_advantage_is_found() {
    let (fair, bent) = (game(COIN, &[]), game(COIN, &[("edge", "70")]));
    let mut found = 0;
    for seed in 0..40 {
        let comparison = compared([side(&fair, seed), side(&bent, seed)], 1000, 0);
        let (anna, ben) = (wins(&comparison, "anna"), wins(&comparison, "ben"));
        found += u32::from(anna.verdict == Verdict::More && ben.verdict == Verdict::Less);
        for (figure, truth) in [(&anna, 0.2), (&ben, -0.2)] {
            let (low, high) = figure.interval.expect("there are many games");
            assert!(low <= truth && truth <= high, "seed {seed}: {figure:?}");
        }
    }
    assert!(found >= 38, "{found} of 40");
}

/// Progress is reported after each game: with searching bots, many games take hours.
#[test]
fn progress_is_reported_after_each_game() {
    let coin = game(COIN, &[]);
    let counts = std::sync::Mutex::new(Vec::new());
    let trial = Trial { max_pairs: 70, jobs: 1, relevance_threshold: 2.0, error: 0.05, by: None, stops_early: true };
    let tell = |games| counts.lock().expect("nobody panicked").push(games);
    compare(&[side(&coin, 1), side(&coin, 2)], &trial, RunHooks { progress: &tell, ..RunHooks::default() })
        .expect("it is played");
    assert_eq!(counts.into_inner().expect("nobody panicked"), (1..=70).collect::<Vec<u64>>());
}

/// Figures of `docs/performance.md`: `cargo test --release --test it compare::prints_the_wrong_intervals -- --ignored --nocapture`.
#[test]
#[ignore = "it takes minutes, and prints"]
fn prints_the_wrong_intervals() {
    const RUNS: u64 = 400;
    for (name, players, pairs) in [
        ("san_marco", 3, 100),
        ("doge", 3, 40),
        ("masters_of_venice", 2, 80),
        ("patrons_of_venice", 3, 40),
        ("classics/connect_four", 2, 100),
    ] {
        let rules = Rules::read(&Path::new("rules").join(name), None).expect("a game");
        let game = rules.game(&Setup::of(players)).expect("a set-up");
        let side = |seed| Side { bots: vec![Bot::Random; players], ..side(&game, seed) };
        let wrong_figures = |seed| {
            let comparison = compared([side(seed), side(seed + 1000)], pairs, 1);
            comparison.figures.iter().map(Figure::differs).collect::<Vec<_>>()
        };
        let wrong_figures: Vec<Vec<bool>> = (0..RUNS).map(wrong_figures).collect();
        let runs = wrong_figures.iter().filter(|wrong_figures| wrong_figures.contains(&true)).count();
        let (figures, wrong) =
            (wrong_figures.concat().len(), wrong_figures.concat().iter().filter(|&&wrong| wrong).count());
        println!(
            "{name}, rules {}: {runs} of {RUNS} comparisons with itself, of {pairs} pairs, report a difference; {wrong} of {figures} figures",
            rules.hash()
        );
    }
    let fair = game(COIN, &[]);
    for (edge, most) in [("55", 20_000), ("60", 5000), ("70", 1000)] {
        let (bent, truth) = (game(COIN, &[("edge", edge)]), edge.parse::<f64>().expect("a number") / 100.0 - 0.5);
        let all: Vec<Comparison> =
            (0..RUNS).map(|seed| compared([side(&fair, seed), side(&bent, seed + 1000)], most, 1)).collect();
        let found = all.iter().filter(|one| wins(one, "anna").verdict == Verdict::More).count();
        let missed = |(one, name, truth): (&Comparison, &str, f64)| {
            wins(one, name).interval.is_none_or(|(low, high)| truth < low || high < truth)
        };
        let missed =
            all.iter().flat_map(|one| [(one, "anna", truth), (one, "ben", -truth)]).filter(|&of| missed(of)).count();
        let mut pairs: Vec<u64> = all.iter().map(|one| one.pairs).collect();
        pairs.sort_unstable();
        println!(
            "{edge} instead of 50%: found by {found} of {RUNS} within {most} pairs, half of them after {} and nine tenths after {}; \
             {missed} of {} intervals miss the truth",
            pairs[pairs.len() / 2],
            pairs[pairs.len() * 9 / 10],
            2 * RUNS
        );
    }
}

/// A game never differs from itself with the same seed. A few hundred games decide that.
#[test]
fn a_comparison_stops_when_all_figures_are_decided() {
    let coin = game(COIN, &[]);
    let comparison = compared([side(&coin, 3), side(&coin, 3)], 100_000, 0);
    assert_eq!(comparison.stop_reason, StopReason::Decided);
    assert!(comparison.pairs < 2000, "{}", comparison.pairs);
    for figure in comparison.figures.iter().filter(|figure| figure.decides) {
        assert_eq!((figure.verdict, figure.difference), (Verdict::Same, 0.0), "{figure:?}");
    }
    // Too few games for 2 percentage points; the intervals show that.
    let bent = game(COIN, &[("edge", "52")]);
    let comparison = compared([side(&coin, 3), side(&bent, 4)], 500, 0);
    assert_eq!((comparison.stop_reason, comparison.pairs), (StopReason::Played, 500));
    assert_eq!(wins(&comparison, "anna").verdict, Verdict::Open);
}

#[test]
fn a_comparison_does_not_depend_on_the_number_of_threads() {
    let (fair, bent) = (game(COIN, &[]), game(COIN, &[("edge", "60")]));
    let of = |jobs| compared([side(&fair, 5), side(&bent, 5)], 400, jobs);
    assert_eq!(of(1), of(2));
    assert_eq!(of(1), of(7));
}

#[test]
fn figures_of_one_side_are_listed() {
    let more = COIN.replace("track won[Player] 0..", "track won[Player] 0..\ntrack luck 0..9");
    let comparison = compared([side(&game(COIN, &[]), 1), side(&game(&more, &[]), 1)], 100, 1);
    assert_eq!(comparison.alone, [vec![], vec![Metric::Track("luck".into())]]);
}

#[test]
fn a_fault_ends_the_comparison() {
    let wrong = COIN.replace("seat(2) gains 1 won", "seat(2) gains 0 - 1 won");
    let comparison = compared([side(&game(COIN, &[]), 1), side(&game(&wrong, &[]), 1)], 10_000, 2);
    assert_eq!(comparison.stop_reason, StopReason::Faults, "{comparison:?}");
    assert!(comparison.faults.iter().all(|(side, trouble)| *side == 1 && trouble.diagnostic.is_some()));
    assert!(comparison.pairs < 64);
}

/// Ben leads Anna by 3 to 2 after half of the answers, and she wins by 4.
#[test]
fn leads_during_the_game_are_measured() {
    let text = "game race \"Race\" for 2 players\n\ntrack won[Player] 0..\n\nplay\n  let steps = [0, 2, 0, 0, 0, 5, 0]\n  \
         let other = [3, 0, 0, 0, 0, 0, 0]\n  each s in 1..7\n    seat(1) chooses go in {yes} \"On?\"\n    \
         seat(1) gains steps[s] won\n    seat(2) gains other[s] won\n\nwinner p in Player by most won[p]\n";
    let race = game(text, &[]);
    let comparison = compared([side(&race, 1), side(&race, 1)], 64, 1);
    let of = |of| figure(&comparison, of).before;
    assert_eq!((of(Metric::HalfTime), of(Metric::Changes), of(Metric::Margin)), (0.0, 1.0, 4.0));
    // She takes the lead before the seventh of seven answers.
    assert_eq!(of(Metric::Decided), 0.857143);
    assert_eq!((of(Metric::Wins("anna".into())), of(Metric::Questions), of(Metric::Forced)), (1.0, 7.0, 1.0));
    assert_eq!(of(Metric::Track("won".into())), 5.0);
}
