//! Tallies of parts of a run are merged to the tally of the whole run, in any grouping, also after they were written and read.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use tavola::game::{Game, Rules, Setup};
use tavola::play::simulate::{Grouping, Moment, Tally, Unmerged};
use tavola::play::{Bot, Plan, RunHooks, tally};

/// Hidden numbers, a lead that changes, and a fault in one of `faulty` games.
const RACE: &str = r#"game race "Race" for 2 players

track fame[Player] 0..

memory
  | variable | type   | start |
  | part     | number | 0     |

play
  repeat 3 times
    each p in Player
      p chooses n in 1..3 "How much?"
      chance extra in 0..2 "luck"
      p gains n + extra fame
  chance bad in 1..FAULTY "trouble"
  set part = 6 / (bad - 1) rounded down
  each p in Player: note(p)

rule note(p in Player)
  if fame[p] > 9: p gains 1 fame

winner p in Player by most fame[p]

always
  | what         | holds                           |
  | "small fame" | every p in Player has fame[p] < 13 |
"#;

const GAMES: u64 = 100;

fn race(faulty: u64) -> Game {
    let rules = RACE.replace("FAULTY", &faulty.to_string());
    Rules::from_texts(&[("race", &rules)]).game(&Setup::of(2)).expect("the rules are fine")
}

fn plan(game: &Game, games: Range<u64>, bots: &[Bot]) -> Plan {
    let by = Grouping {
        expressions: game.expressions("fame[player]", "player").expect("it has a value"),
        moment: Moment::End,
    };
    let (first, games) = (games.start, games.end - games.start);
    Plan {
        first,
        games,
        seed: 3,
        jobs: 2,
        bots: bots.to_vec(),
        rotate: true,
        by: Some(by),
        closely: Some(40),
        ..Plan::default()
    }
}

fn part(game: &Game, games: Range<u64>, bots: &[Bot]) -> Tally {
    let part = tally(game, &plan(game, games, bots), RunHooks::default());
    let part = part.expect("it has a meaning");
    assert!(part.is_complete());
    let text = serde_json::to_string(&part).expect("it can be written");
    let read: Tally = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(serde_json::to_string(&read).expect("it can be written"), text);
    read
}

/// The parts between these games.
fn parts(game: &Game, cuts: &[u64], bots: &[Bot]) -> Vec<Tally> {
    let ends: Vec<u64> = [0].into_iter().chain(cuts.iter().copied()).chain([GAMES]).collect();
    ends.windows(2).map(|ends| part(game, ends[0]..ends[1], bots)).collect()
}

fn json(tally: &Tally) -> String {
    serde_json::to_string(&tally.report()).expect("it can be written")
}

fn merged(one: Tally, other: Tally) -> Tally {
    one.merged(other).expect("they are adjacent")
}

#[test]
fn any_cut_in_any_grouping_is_one_run() {
    // One in 40 games, and one in 3: then the run stops after ten faults.
    for (faulty, stops) in [(40, false), (3, true)] {
        let game = race(faulty);
        for bots in [[Bot::Random; 2], [Bot::Greedy, Bot::Random]] {
            let whole = part(&game, 0..GAMES, &bots);
            let report = whole.report();
            assert_eq!((report.repeats, report.games < GAMES), (stops, stops));
            assert!(report.fault_count > 0 && report.broken_count > 0, "both kinds of trouble: {report:?}");
            assert_eq!(report.closely, report.games.min(40));
            for cuts in [&[1][..], &[16], &[50], &[7, 20, 33, 70], &[31, 32, 64, 99]] {
                let parts = parts(&game, cuts, &bots);
                let forward = parts.iter().cloned().reduce(merged).expect("parts");
                let backward = parts.iter().cloned().rev().reduce(merged).expect("parts");
                let (first, rest) = parts.split_at(parts.len() / 2);
                let halves = [first, rest].map(|half| half.iter().cloned().reduce(merged).expect("parts"));
                let [one, two] = halves;
                let halves = merged(two, one);
                assert_eq!(json(&forward), json(&whole), "{cuts:?}");
                assert!(forward == backward && forward == halves && forward.is_complete(), "{cuts:?}");
            }
        }
    }
}

/// A part that begins later plays the same games as the whole run, and its report says where it begins.
#[test]
fn a_later_part_has_a_report_of_its_own() {
    let game = race(40);
    let bots = [Bot::Greedy, Bot::Random];
    let parts = parts(&game, &[30, 60], &bots);
    let later = merged(parts[1].clone(), parts[2].clone());
    let report = later.report();
    assert_eq!((report.first, report.games, report.closely, later.games()), (30, 70, 10, 30..100));
    assert_eq!(later, part(&game, 30..100, &bots));
    assert!(report.faults.iter().all(|fault| fault.game >= 30), "{:?}", report.faults);
}

#[test]
fn tallies_that_do_not_fit_are_refused() {
    let game = race(40);
    let random = [Bot::Random; 2];
    let of = |games| part(&game, games, &random);
    assert_eq!(of(0..30).merged(of(20..60)), Err(Unmerged::Overlap(20..30)));
    assert_eq!(of(20..60).merged(of(0..30)), Err(Unmerged::Overlap(20..30)));
    assert_eq!(of(0..60).merged(of(20..30)), Err(Unmerged::Overlap(20..30)));
    assert_eq!(of(40..60).merged(of(0..30)), Err(Unmerged::Hole(30..40)));
    let refused = |other: Tally, what| match of(0..30).merged(other) {
        Err(Unmerged::Differs { what: found, .. }) => assert_eq!(found, what),
        other => panic!("{other:?}"),
    };
    refused(part(&game, 30..60, &[Bot::Greedy, Bot::Random]), "the bots");
    refused(part(&race(41), 30..60, &random), "the fingerprint of the rules");
    let other = |plan: Plan| tally(&game, &plan, RunHooks::default()).expect("it has a meaning");
    let plan = || plan(&game, 30..60, &random);
    refused(other(Plan { seed: 4, ..plan() }), "the seed");
    refused(other(Plan { closely: None, ..plan() }), "the number of games analysed in detail");
    refused(other(Plan { by: None, ..plan() }), "the grouping of wins");
    refused(other(Plan { rotate: false, ..plan() }), "the rotation of bots");
    refused(other(Plan { check: true, ..plan() }), "the check after every answer");
    // A tally of no games is neutral.
    assert_eq!(of(0..30).merged(Tally::default()), Ok(of(0..30)));
    assert_eq!(Tally::default().merged(of(0..30)), Ok(of(0..30)));
    // A stopped run is not complete.
    let stopped = tally(&game, &plan(), RunHooks { stop: &AtomicBool::new(true), ..RunHooks::default() })
        .expect("it has a meaning");
    assert!(!stopped.is_complete() && stopped.games() == (30..60));
}
