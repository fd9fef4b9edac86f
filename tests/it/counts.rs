//! Every way a game can go, counted: by answers and by whole actions, against numbers that can be worked out by hand.

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

/// Two questions of one action are two answers and one action, and two such actions, one behind the other, are two.
#[test]
fn an_action_with_two_questions() {
    let play = format!("play\n  each p in Player: p does walk\n\n{WALK}");
    assert_eq!(levels(&play, Per::Answer), [(3, 0), (6, 0), (18, 0), (36, 36)]);
    assert_eq!(levels(&play, Per::Action), [(6, 0), (36, 36)]);
}

/// What a rule asks belongs to no action, whatever action comes before or behind it.
#[test]
fn questions_between_actions() {
    let play = format!(
        "play\n  seat(1) chooses m in 1..2 \"One?\"\n  seat(1) does walk\n  seat(2) chooses n in 1..2 \"Two?\"\n\n{WALK}"
    );
    assert_eq!(levels(&play, Per::Answer), [(2, 0), (6, 0), (12, 0), (24, 24)]);
    assert_eq!(levels(&play, Per::Action), [(2, 0), (12, 0), (24, 24)]);
}

/// The block of a `may` belongs to the yes; who says no has nothing more to say.
#[test]
fn the_block_of_a_may() {
    let play = "play\n  seat(1) may \"Rest?\"\n    seat(1) chooses n in 1..3 \"How long?\"\n    seat(1) gains n fame";
    assert_eq!(levels(play, Per::Answer), [(2, 1), (3, 3)]);
    assert_eq!(levels(play, Per::Action), [(4, 4)]);
}

/// An action of a menu is one, with what its effect asks; so is the end of the menu.
#[test]
fn a_menu() {
    let play = "play\n  seat(1) does turn\n  seat(2) chooses n in 1..2 \"Which?\"\n\nmenu turn \"What now?\"\n  remember: left = 1\n  until:    done \"enough\"\n\n\
                action feast(t in Spot) of turn \"feast in {t}\"\n  cost:   1 left\n  effect: you chooses n in 1..2 \"How much?\"\n          you gains n fame";
    // Enough at once, or one of three spots, one of two numbers, and then enough.
    assert_eq!(levels(play, Per::Answer), [(4, 0), (8, 2), (6, 0), (12, 12)]);
    assert_eq!(levels(play, Per::Action), [(7, 0), (8, 2), (12, 12)]);
}

/// A bag, a division and an order are asked part by part and are one action each.
#[test]
fn bags_divisions_orders() {
    let bag = "play\n  seat(1) chooses 2 of store as gone \"What goes?\"\n  seat(2) chooses 2 of store as more \"What else?\"\n  \
               move gone from store to shelf[seat(1)]";
    // Two jars, a jar and a cup, two cups: twice.
    assert_eq!(levels(bag, Per::Action), [(3, 0), (9, 9)]);
    assert_eq!(levels(bag, Per::Answer).last(), Some(&(9, 9)));
    let order = "play\n  each p in Player: p chooses l in orders(Spot) \"In which order?\"";
    assert_eq!(levels(order, Per::Action), [(6, 0), (36, 36)]);
    let division = "play\n  move 2 jar from store to shelf[seat(1)]\n  move 1 cup from store to shelf[seat(1)]\n  \
                    seat(1) divides shelf[seat(1)] into pile[1..2]\n  seat(2) chooses n in 1..2 \"Which?\"";
    // No, one or two of the jars in the first pile, and the cup in either.
    assert_eq!(levels(division, Per::Action), [(6, 0), (12, 12)]);
}

/// Chance goes every way, however likely; a game that is over before anything is asked is one game.
#[test]
fn chance_and_nothing() {
    let chance = "play\n  seat(1) chooses n in 1..2 \"Which?\"\n  chance d in 1..6\n  if d > 4: end play\n  seat(2) chooses m in 1..d \"Which?\"";
    for per in [Per::Answer, Per::Action] {
        assert_eq!(levels(chance, per), [(2, 0), (12, 4), (20, 20)]);
        let nothing = counted(&game("play\n  say \"over\""), 3, per);
        assert_eq!((nothing.levels.0.len(), nothing.levels.over_by(3)), (1, 1));
    }
}

/// Below the first steps lies everything; the numbers are the same for any number of threads.
#[test]
fn divided_and_on_threads() {
    let game = game(&format!("play\n  repeat 2 times\n    each p in Player: p does walk\n\n{WALK}"));
    let one = counted(&game, 3, Per::Action);
    assert_eq!(one.branches.len(), 6);
    assert_eq!(one.branches[1].first, ["hill", "2"]);
    assert!(one.branches.iter().all(|branch| branch.levels.0[3].sequences == 36));
    let (told, walk) = (AtomicU64::new(0), Walk { depth: 3, per: Per::Action, jobs: 4 });
    let progress = |_, all| told.store(all, Ordering::Relaxed);
    assert_eq!(count(&game, &walk, &progress, &AtomicBool::new(false)).as_ref(), Ok(&one));
    let stopped = count(&game, &walk, &progress, &AtomicBool::new(true)).expect("the rules do not fault");
    assert!(stopped.stopped && stopped.levels.0.len() == 1, "{stopped:?}");
}

/// A fault on any way is told, not counted over.
#[test]
fn a_fault_on_the_way() {
    let game = game("play\n  seat(1) chooses n in 0..3 \"Which?\"\n  seat(1) gains 6 / n rounded down fame");
    let walk = Walk { depth: 1, per: Per::Answer, jobs: 0 };
    let fault = count(&game, &walk, &|_, _| {}, &AtomicBool::new(false)).expect_err("a division by 0");
    assert_eq!(game.diagnose(&fault).code, "F0002");
}
