//! The public interface of the library: next positions, options as values, and questions that belong to one position.

use std::collections::BTreeSet;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tavola::game::{Answered, Game, OptionValue, Pending, Rules, Setup, Value};
use tavola::play::{Agent, Chance, RandomAgent, seeds};

const RULES: &str = r#"
game ferry "Ferry" for 2 players

kind Town
  | id   | name   |
  | hill | "Hill" |
  | mill | "Mill" |

components
  | component | count | start |
  | crown     | 6     | store |
  | jar       | 2     | store |

places
  | place         | holds       |
  | store         | crown, jar |
  | purse[Player] | crown, jar |
  | quay[Town]    | crown, jar |

play
  each p in Player
    p does turn
    p chooses one of "Which way?"
      option "left": say "{p} goes left"
      option "right": say "{p} goes right"
    p may choose c in store "A thing of your own?"
      move c from store to purse[p]

menu turn "What do you do?"
  until: done "end the turn"

action ride(t in Town, n in 1..2) of turn "ride to {t} for {n}"
  limit:  once
  effect: move n crown from store to quay[t]

action send(q in others(you)) of turn "send something to {q}"
  limit:  once
  effect: move 1 jar from store to purse[q]

action rest of turn "rest"
  limit:  once
  effect: say "{you} rests"

winner p in Player by most crown at purse[p]
"#;

fn ferry() -> Game {
    let rules = Rules::from_texts(&[("ferry", RULES)]);
    assert!(rules.diagnostics().is_empty(), "{:?}", rules.diagnostics());
    rules.game(&Setup::of(2)).expect("it is set up")
}

fn member(kind: &str, id: &str) -> Value {
    Value::Member { kind: kind.into(), id: id.into() }
}

#[test]
fn options_are_values() {
    let game = ferry();
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("it runs");
    let action = |name: &str, values| OptionValue { answer: Answered::Action(name.into()), values };
    let offered: Vec<OptionValue> = referee.each_option().collect();
    let rides = ["hill", "mill"].iter().flat_map(|town| [1, 2].map(|n| (town, n)));
    let mut wanted: Vec<OptionValue> =
        rides.map(|(town, n)| action("ride", vec![member("Town", town), Value::Number(n)])).collect();
    wanted.push(action("send", vec![member("Player", "ben")]));
    wanted.push(action("rest", Vec::new()));
    wanted.push(OptionValue { answer: Answered::Done, values: Vec::new() });
    assert_eq!(offered, wanted);

    referee.answer(&mut state, 6).expect("the turn may end");
    referee.run(&mut state).expect("it runs");
    let texts: Vec<Answered> = referee.each_option().map(|option| option.answer).collect();
    assert_eq!(texts, [Answered::OneOf("left".into()), Answered::OneOf("right".into())]);

    referee.answer(&mut state, 0).expect("one may go left");
    referee.run(&mut state).expect("it runs");
    let things: Vec<OptionValue> = referee.each_option().collect();
    let thing = |id: &str| OptionValue { answer: Answered::Choice, values: vec![Value::Thing(id.into())] };
    assert_eq!(things, [thing("crown"), thing("jar"), OptionValue { answer: Answered::No, values: Vec::new() }]);
}

/// Along random sequences of the shipped games: each child equals the result of an answer to a copy, and no two options are equal.
#[test]
fn children_are_the_positions_after_the_answers() {
    for name in ["san_marco", "doge", "masters_of_venice", "patrons_of_venice", "venice_of_the_north"] {
        let rules = Rules::read(&format!("rules/{name}"), None).expect("it can be read");
        let game = rules.game(&Setup::of(3)).expect("three can play");
        let (mut referee, mut state) = (game.referee(), game.start());
        let mut chance = Chance::new(seeds::generator(4, 0, seeds::CHANCE));
        let mut agent = RandomAgent::new(seeds::generator(4, 0, 1));
        for _ in 0..40 {
            let before = state.clone();
            let pending = referee.run(&mut state).expect("it runs");
            let total: u64 = (0..referee.option_count()).map(|option| u64::from(referee.weight(option))).sum();
            let values: Vec<OptionValue> = referee.each_option().collect();
            let different: BTreeSet<String> = values.iter().map(|value| format!("{value:?}")).collect();
            assert_eq!(different.len(), values.len(), "{name}: {values:?}");
            let by_hand: Vec<_> = (0..referee.option_count())
                .map(|option| {
                    let mut copy = state.clone();
                    referee.answer(&mut copy, option).map(|()| copy)
                })
                .collect();
            let children: Vec<_> = referee.children(&before).expect("it runs").collect();
            let weights: u64 = children.iter().flatten().map(|child| u64::from(child.weight)).sum();
            let states: Vec<_> = children.into_iter().map(|child| child.map(|child| child.state)).collect();
            assert!(states == by_hand && weights == total, "{name}");
            let option = match pending {
                Pending::Over => break,
                Pending::Chance => chance.pick(&referee),
                Pending::Choice(player) => agent.choose(&mut referee, &state, player),
            };
            referee.answer(&mut state, option).expect("it is offered");
        }
    }
}

#[test]
fn a_finished_game_has_no_children() {
    let rules = Rules::from_texts(&[("short", "game short \"Short\" for 2 players\n\nplay\n  say \"that was all\"\n")]);
    let game = rules.game(&Setup::of(2)).expect("it is set up");
    assert_eq!(game.referee().children(&game.start()).expect("it runs").len(), 0);
}

#[test]
fn a_question_belongs_to_one_position() {
    let game = ferry();
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("it runs");
    let (mut one, mut two) = (state.clone(), state.clone());
    referee.answer(&mut one, 0).expect("it is offered");
    referee.answer(&mut two, 1).expect("any copy can be answered");
    assert_ne!(one, two);
    let stale = catch_unwind(AssertUnwindSafe(|| referee.answer(&mut one, 0)));
    let panic = stale.expect_err("the question was asked of the position before");
    assert!(panic.downcast_ref::<String>().is_some_and(|text| text.contains("call `run` with this one")));
}

#[test]
fn faults_and_findings_are_errors() {
    let rules = Rules::from_texts(&[(
        "odd",
        "game odd \"Odd\" for 2 players\n\nplay\n  seat(1) chooses n in 0..1 \"Which?\"\n  say \"{1 / n rounded down}\"\n  require 1 / n rounded down is 1 \"no\"\n",
    )]);
    assert!(!rules.diagnostics().iter().any(|finding| finding.is_error()), "{:?}", rules.diagnostics());
    let game = rules.game(&Setup::of(2)).expect("it is set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("it runs");
    referee.answer(&mut state, 0).expect("0 is offered");
    let fault: Box<dyn Error> = Box::new(referee.run(&mut state).expect_err("it is divided by 0"));
    assert_eq!(fault.to_string(), "F0002: a division by 0");
    let broken = Rules::from_texts(&[("odd", "game odd \"Odd\" for 2 players\n\nplay\n  say \"{jars}\"\n")]);
    let finding: Box<dyn Error> = Box::new(broken.diagnostics()[0].clone());
    assert_eq!(finding.to_string(), "error[E0201]: there is no `jars`");
}
