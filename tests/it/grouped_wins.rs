//! Wins grouped by the value of an expression: values are counted per group, and merged from all threads.

use tavola::game::{Rules, Setup};
use tavola::play::simulate::{Group, Grouping, MOST_VALUES, Moment};
use tavola::play::{Plan, RunHooks, simulate};

/// A number below a thousand. In eight of nine games the first player wins alone, by a rule that runs only then.
const TALLY: &str = r#"game tally "Tally" for 2 players

track fame[Player] 0..

memory
  | variable | type   | start |
  | drawn    | number | 0     |

play
  chance tens in 0..9 "hundreds"
  chance rest in 0..99 "the rest"
  set drawn = tens * 100 + rest - 500
  chance luck in 0..8 "luck"
  if luck > 0: closing

rule closing
  seat(1) gains 1 fame

winner p in Player by most fame[p]
"#;

/// The groups of a number of games by this expression.
fn groups(by: &str, moment: &str, (games, jobs): (u64, usize)) -> Option<Vec<Group>> {
    let game = Rules::from_texts(&[("tally", TALLY)]).game(&Setup::of(2)).expect("the rules are fine");
    let rule = game.rules().iter().position(|(name, _)| name == moment);
    let expressions = game.expressions(by, "player").expect("it has a value");
    let by = Grouping { expressions, moment: rule.map_or(Moment::End, Moment::Rule) };
    let plan = Plan { games, seed: 3, jobs, by: Some(by), ..Plan::default() };
    simulate(&game, &plan, RunHooks::default()).expect("it has a meaning").by
}

#[test]
fn groups_of_all_threads_are_merged() {
    let by_drawn = groups("drawn", "closing", (300, 1)).expect("few values");
    for jobs in [2, 7] {
        assert_eq!(groups("drawn", "closing", (300, jobs)).as_ref(), Some(&by_drawn));
    }
    let (none, others) = by_drawn.split_first().expect("groups");
    assert_eq!((&none.value, none.wins.count), (&None, none.players), "where it did not run all share the victory");
    assert!(none.players > 2 * 15 && others.iter().all(|group| group.players == 2 * group.wins.count), "{others:?}");
    assert_eq!(by_drawn.iter().map(|group| group.players).sum::<u64>(), 2 * 300);
    assert!(others.iter().any(|group| group.players > 2), "the same number came again");
    let number = |group: &Group| group.value.as_ref().and_then(|value| value.parse::<i64>().ok()).expect("a number");
    assert!(others.is_sorted_by(|one, other| number(one) < number(other)), "{others:?}");
}

/// A thousand values are listed, one more is too many. Players without a value are one group.
#[test]
fn too_many_values_are_not_listed() {
    assert_eq!(groups("drawn", "end", (12_000, 0)).map(|groups| groups.len()), Some(MOST_VALUES));
    assert_eq!(groups("drawn", "closing", (12_000, 0)), None);
    assert_eq!(groups("drawn * 2 + player.seat", "end", (12_000, 3)), None);
}
