//! A division that is begun part by part and finished as a whole.

use tavola::game::{Game, Pending, Referee, Rules, Setup, State};
use tavola::play::scenario::{PartGiven, divide};

const POOL: &str = r#"game pool "Pool" for 2 players

kind Card
  | id | copies |
  | a  | 2      |
  | b  | 2      |
  | c  | 1      |

components
  | component | count  | start |
  | Card      | copies | pool  |

places
  | place      | holds |
  | pool       | Card  |
  | heap[1..3] | Card  |

track fame[Player] 0..

play
  seat(1) divides pool into heap[1..3], alike
  seat(1) gains 1 fame

winner p in Player by most fame[p]
"#;

/// A referee and a position after the first things were put into these piles, numbered from 1.
fn begun(rules: &str, piles: &[&str]) -> (Referee, State) {
    let game: Game = Rules::from_texts(&[("pool", rules)]).game(&Setup::of(2)).expect("the rules are fine");
    let (mut referee, mut state) = (game.referee(), game.start());
    for pile in piles {
        assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
        let option = referee.find(&state, pile).expect("the pile is there");
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
    referee.run(&mut state).expect("the rules do not fault");
    (referee, state)
}

/// The piles of the remaining things, or the reason why the division cannot be finished like this.
fn finished(rules: &str, piles: &[&str], wanted: [&[&str]; 3]) -> Result<Vec<String>, String> {
    let (mut referee, mut state) = begun(rules, piles);
    let so_far = referee.question(&state).and_then(|question| question.division).expect("something is divided");
    let wanted = wanted.map(|pile| pile.iter().map(ToString::to_string).collect());
    let parts: Vec<PartGiven> = divide(&mut referee, &state, &so_far, &wanted).expect("the rules do not fault")?;
    let mut piles = Vec::new();
    for part in parts {
        referee.run(&mut state).expect("the rules do not fault");
        piles.push(referee.notation(part.option));
        referee.answer(&mut state, part.option).expect("an offered option is an answer");
    }
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Over);
    Ok(piles)
}

#[test]
fn earlier_parts_may_lie_in_any_equal_pile() {
    let said = |piles: &[&str]| Ok(piles.iter().map(ToString::to_string).collect::<Vec<_>>());
    let elsewhere = Err("Something was put into another pile before; take that back first.".to_owned());
    let apart = POOL.replace(", alike", "");
    let piles = ["1", "2", "1"];
    let wanted: [&[&str]; 3] = [&["c"], &["a"], &["b", "a", "b"]];
    assert_eq!(finished(POOL, &piles, wanted), said(&["1", "3"]));
    assert_eq!(finished(POOL, &piles, [&["a", "c", "b"], &["b", "a"], &[]]), said(&["2", "1"]));
    assert_eq!(finished(&apart, &piles, wanted), elsewhere, "piles that are not alike stay where they are");
    let same: [&[&str]; 3] = [&["b", "a", "b"], &["a"], &["c"]];
    assert_eq!(finished(&apart, &piles, same), said(&["1", "3"]));
    let one: [&[&str]; 3] = [&["a", "a"], &["b", "b"], &["c"]];
    assert_eq!(finished(POOL, &["1", "2"], one), elsewhere, "two piles are not one");
    assert_eq!(finished(POOL, &["1", "1"], one), said(&["2", "2", "3"]));
}
