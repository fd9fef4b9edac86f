//! Names of bots, their thinking time, and the options that they try.

use std::time::{Duration, Instant};

use tavola::game::{Game, Pending, Rules, Setup};
use tavola::play::{Bot, SearchAgent, SearchResult, seeds};

#[test]
fn names_of_bots_are_read_back() {
    for text in ["random", "greedy", "flat:500", "mcts:200", "mcts:500ms", "mcts:60000ms"] {
        assert_eq!(text.parse::<Bot>().map(|bot| bot.to_string()), Ok(text.to_owned()));
    }
    let wrong = ["", "mcts", "mcts:", "mcts:-1", "random:5", "greedy:1", "minimax:3"];
    let times = ["mcts:ms", "mcts:2s", "mcts:500 ms", "mcts:0.5ms", "flat:500ms", "mcts:5msms"];
    for text in wrong.into_iter().chain(times) {
        let refused = text.parse::<Bot>().expect_err(text);
        assert!(refused.contains("mcts:N ") && refused.contains("mcts:2000ms"), "{refused}");
        let refused = Bot::steady(text).expect_err(text);
        assert!(refused.contains("mcts:N ") && !refused.contains("ms)"), "{refused}");
    }
    for (text, limit) in [
        ("mcts:0", "playouts for an answer are 1 to 10000000"),
        ("flat:99999999999", "playouts for an answer are 1 to 10000000"),
        ("mcts:0ms", "milliseconds for an answer are 1 to 60000"),
        ("mcts:60001ms", "milliseconds for an answer are 1 to 60000"),
    ] {
        assert_eq!(text.parse::<Bot>(), Err(format!("`{text}`: {limit}")));
        assert!(Bot::steady(text).is_err_and(|why| why.contains("are 1 to")), "{text}");
    }
    assert!(Bot::steady("mcts:5ms").is_err_and(|why| why.contains("not reproducible")));
}

#[test]
fn one_sort_of_bot_has_a_time_limit() {
    for bot in [Bot::Random, Bot::Greedy, Bot::Flat(9), Bot::Mcts(9)] {
        assert!(!bot.is_timed(), "{bot}");
    }
    assert_eq!(Bot::MctsFor(20).time(), Some(Duration::from_millis(20)));
}

const MARKS: &str = r#"game marks "Marks" for 2 players

track score[Player] 0..

play
  repeat 3 times
    each p in Player
      p chooses n in 1..9 "How many?"
      p gains n score

winner p in Player by most score[p]
"#;

/// Nobody leads before the end, so each playout runs to the end: thousands of questions, which take longer than a millisecond.
const LONG: &str = r#"game long "Long" for 2 players

memory
  | variable     | type   | start |
  | last[Player] | number | 0     |

play
  repeat 4000 times
    each p in Player
      p chooses n in 1..9 "How many?"
      set last[p] = n

winner p in Player where last[p] > 4
"#;

/// Three arms with win rates of 20%, 50% and 80%.
const ARMS: &str = r#"game arms "Arms" for 2 players

kind Arm
  | id   | odds |
  | poor | 2    |
  | fair | 5    |
  | rich | 8    |

track score[Player] 0..

play
  seat(1) chooses a in Arm "Which arm?"
  chance n in 1..10 "what it pays"
  if n <= a.odds
    seat(1) gains 2 score
  else
    seat(2) gains 2 score

winner p in Player by most score[p]
"#;

/// The bot's estimates at the first question of a game.
fn thought(game: &Game, bot: Bot) -> SearchResult {
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    SearchAgent::new(bot, seeds::generator(7, 0, 1)).think(&referee, &state, 0)
}

fn game(rules: &str) -> Game {
    Rules::from_texts(&[("game.tavola", rules)]).game(&Setup::of(2)).expect("the rules are fine")
}

#[test]
fn a_time_limit_is_used_up() {
    let marks = game(MARKS);
    let begun = Instant::now();
    let timed = thought(&marks, Bot::MctsFor(50));
    assert!(begun.elapsed() >= Duration::from_millis(50) && timed.playouts > 1, "{timed:?}");
    assert_eq!(timed, thought(&marks, Bot::Mcts(timed.playouts)), "as a bot with that number of playouts");
    // At least one playout runs, even after the time limit, so there is an answer.
    let late = thought(&game(LONG), Bot::MctsFor(1));
    assert_eq!((late.playouts, late.options.len()), (1, 1));
    assert_eq!(thought(&marks, Bot::Flat(9)).playouts, 9);
}

/// The best arm is tried most, the others as often as their upper bounds (UCB1) allow. In the end all bounds are nearly equal.
#[test]
fn arms_are_tried_by_their_upper_bounds() {
    let tried = thought(&game(ARMS), Bot::Mcts(4000));
    let options: Vec<usize> = tried.options.iter().map(|arm| arm.option).collect();
    assert_eq!((options, tried.playouts), (vec![2, 1, 0], 4000), "{tried:?}");
    let bound = |at: usize| {
        let arm = tried.options[at];
        arm.value + 0.6 * (4000f64.ln() / f64::from(arm.playouts)).sqrt()
    };
    assert!(tried.options[0].playouts > 3000, "{tried:?}");
    for arm in 1..3 {
        assert!((bound(arm) - bound(0)).abs() < 0.02, "{} {}: {tried:?}", bound(arm), bound(0));
    }
    // Without a tree, all arms are tried equally often.
    let evenly = thought(&game(ARMS), Bot::Flat(300));
    assert!(evenly.options.iter().all(|arm| arm.playouts == 100), "{evenly:?}");
}
