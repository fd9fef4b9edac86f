//! Counts of all sequences of a game, by answers and by whole actions, compared with numbers that are easy to derive by hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tavola::game::{Game, Rules, Setup};
use tavola::play::{Counted, Per, Walk, count};

fn game(play: &str) -> Game {
    let text = format!(
        "game steps \"Steps\" for 2 players\n\nkind Spot = {{hill, mill, lake}}\n\ncomponents\n  | component | count | start |\n  \
         | jar | 4 | store |\n  | cup | 4 | store |\n\nplaces\n  | place | holds |\n  | store | jar, cup |\n  | shelf[Player] | jar, cup |\n  \
         | pile[1..2] | jar, cup |\n\ntrack fame[Player] 0..\n\n{play}\n\nwinner p in Player by most fame[p]\n"
    );
    let rules = Rules::from_texts(&[("steps", &text)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{play}: {error}"))
}

fn counted(game: &Game, depth: usize, per: Per) -> Counted {
    let walk = Walk { depth, per, jobs: 1 };
    let counted = count(game, &walk, &|_, _| {}, &AtomicBool::new(false)).expect("the rules do not fault");
    assert!(!counted.stopped);
    counted
}

/// `(sequences, games that end)` at each depth from 1.
fn levels(play: &str, per: Per) -> Vec<(u64, u64)> {
    let counted = counted(&game(play), 6, per);
    counted.levels.0[1..].iter().map(|level| (level.sequences, level.over)).collect()
}

const WALK: &str = "action walk \"walk\"\n  choose: t in Spot \"Where to?\"\n  choose: n in 1..2 \"How far?\"\n  effect: you gains n fame";

/// An action with two questions is two answers and one action. Two such actions in a row are two actions.
#[test]
fn an_action_with_two_questions_counts_once() {
    let play = format!("play\n  each p in Player: p does walk\n\n{WALK}");
    assert_eq!(levels(&play, Per::Answer), [(3, 0), (6, 0), (18, 0), (36, 36)]);
    assert_eq!(levels(&play, Per::Action), [(6, 0), (36, 36)]);
}

/// A question of a rule belongs to no action, even between two actions.
#[test]
fn questions_between_actions_count_separately() {
    let play = format!(
        "play\n  seat(1) chooses m in 1..2 \"One?\"\n  seat(1) does walk\n  seat(2) chooses n in 1..2 \"Two?\"\n\n{WALK}"
    );
    assert_eq!(levels(&play, Per::Answer), [(2, 0), (6, 0), (12, 0), (24, 24)]);
    assert_eq!(levels(&play, Per::Action), [(2, 0), (12, 0), (24, 24)]);
}

/// The block of a `may` belongs to the answer yes. After a no nothing follows.
#[test]
fn the_block_of_a_may_belongs_to_yes() {
    let play = "play\n  seat(1) may \"Rest?\"\n    seat(1) chooses n in 1..3 \"How long?\"\n    seat(1) gains n fame";
    assert_eq!(levels(play, Per::Answer), [(2, 1), (3, 3)]);
    assert_eq!(levels(play, Per::Action), [(4, 4)]);
}

/// An action of a menu counts once, with the questions of its effect. The end of the menu counts once, too.
#[test]
fn each_action_of_a_menu_counts_once() {
    let play = "play\n  seat(1) does turn\n  seat(2) chooses n in 1..2 \"Which?\"\n\nmenu turn \"What now?\"\n  remember: left = 1\n  until:    done \"enough\"\n\n\
                action feast(t in Spot) of turn \"feast in {t}\"\n  cost:   1 left\n  effect: you chooses n in 1..2 \"How much?\"\n          you gains n fame";
    // `enough` at once; or one of three spots, one of two numbers, then `enough`.
    assert_eq!(levels(play, Per::Answer), [(4, 0), (8, 2), (6, 0), (12, 12)]);
    assert_eq!(levels(play, Per::Action), [(7, 0), (8, 2), (12, 12)]);
}

/// Bags, divisions and orders are asked part by part and count as one action each.
#[test]
fn bags_divisions_and_orders_count_once() {
    let bag = "play\n  seat(1) chooses 2 of store as gone \"What goes?\"\n  seat(2) chooses 2 of store as more \"What else?\"\n  \
               move gone from store to shelf[seat(1)]";
    // Two jars, a jar and a cup, or two cups. Asked twice.
    assert_eq!(levels(bag, Per::Action), [(3, 0), (9, 9)]);
    assert_eq!(levels(bag, Per::Answer).last(), Some(&(9, 9)));
    let order = "play\n  each p in Player: p chooses l in orders(Spot) \"In which order?\"";
    assert_eq!(levels(order, Per::Action), [(6, 0), (36, 36)]);
    let division = "play\n  move 2 jar from store to shelf[seat(1)]\n  move 1 cup from store to shelf[seat(1)]\n  \
                    seat(1) divides shelf[seat(1)] into pile[1..2]\n  seat(2) chooses n in 1..2 \"Which?\"";
    // Zero, one or two jars in the first pile, and the cup in either.
    assert_eq!(levels(division, Per::Action), [(6, 0), (12, 12)]);
}

/// Every chance result is one branch, whatever its probability. A game that ends without a question is one sequence.
#[test]
fn chance_results_and_empty_games_are_counted() {
    let chance = "play\n  seat(1) chooses n in 1..2 \"Which?\"\n  chance d in 1..6\n  if d > 4: end play\n  seat(2) chooses m in 1..d \"Which?\"";
    for per in [Per::Answer, Per::Action] {
        assert_eq!(levels(chance, per), [(2, 0), (12, 4), (20, 20)]);
        let nothing = counted(&game("play\n  say \"over\""), 3, per);
        assert_eq!((nothing.levels.0.len(), nothing.levels.over_by(3)), (1, 1));
    }
}

/// The counts below the first steps sum to the whole. They do not depend on the number of threads.
#[test]
fn counts_by_first_step_do_not_depend_on_the_number_of_threads() {
    let game = game(&format!("play\n  repeat 2 times\n    each p in Player: p does walk\n\n{WALK}"));
    let one = counted(&game, 3, Per::Action);
    assert_eq!(one.branches.len(), 6);
    assert_eq!(one.branches[1].first, ["hill", "2"]);
    assert!(one.branches.iter().all(|branch| branch.levels.0[3].sequences == 36));
    let (total, walk) = (AtomicU64::new(0), Walk { depth: 3, per: Per::Action, jobs: 4 });
    let progress = |_, all| total.store(all, Ordering::Relaxed);
    assert_eq!(count(&game, &walk, &progress, &AtomicBool::new(false)).as_ref(), Ok(&one));
    let stopped = count(&game, &walk, &progress, &AtomicBool::new(true)).expect("the rules do not fault");
    assert!(stopped.stopped && stopped.levels.0.len() == 1, "{stopped:?}");
}

/// A fault in any sequence ends the count with that fault.
#[test]
fn a_fault_ends_the_count() {
    let game = game("play\n  seat(1) chooses n in 0..3 \"Which?\"\n  seat(1) gains 6 / n rounded down fame");
    let walk = Walk { depth: 1, per: Per::Answer, jobs: 0 };
    let fault = count(&game, &walk, &|_, _| {}, &AtomicBool::new(false)).expect_err("a division by 0");
    assert_eq!(game.diagnose(&fault).code, "F0002");
}
