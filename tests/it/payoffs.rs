//! `payoff`: what the end of a game is worth in the numbers of its rules.

use std::path::Path;

use tavola::game::{Game, Pending, Rules, Setup};

const HEAD: &str = r#"game bids "Bids" for 2..3 players

settings
  | name | value | range | meaning       |
  | cap  | 9     | 1..20 | "highest bid" |

track fame[Player] -5..20 start 0
track free[Player] 0..

memory
  | variable     | type   | start |
  | bid[Player]  | 0..9   | 0     |
  | last         | number | 0     |

define others_bid(p in Player) = sum of bid[q] for q in others(p)

play
  each p in Player
    p chooses n in 0..9 "How much?"
    set bid[p] = n
    set last = n
    p gains n fame
    p gains n free

winner p in Player by most fame[p]
"#;

fn rules(payoff: &str) -> Rules {
    Rules::from_texts(&[("bids", &format!("{HEAD}{payoff}\n"))])
}

fn game(payoff: &str, players: usize) -> Game {
    let rules = rules(payoff);
    rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{payoff}: {error} {:?}", rules.diagnostics()))
}

fn returns(game: &Game, answers: &[usize]) -> Vec<f64> {
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut given = answers.iter();
    while referee.run(&mut state).expect("a question") != Pending::Over {
        let &option = given.next().expect("so many answers are asked");
        referee.answer(&mut state, option).expect("it is offered");
    }
    referee.returns(&state).expect("the rules are fine")
}

#[test]
fn returns_are_the_payoff_where_the_rules_give_one() {
    let game = game("payoff p in Player = 2 * bid[p] - others_bid(p)", 3);
    assert!(game.has_payoff() && !game.is_zero_sum());
    assert_eq!(returns(&game, &[1, 5, 9]), [-12.0, 0.0, 12.0]);
    assert_eq!(game.returns_bounds(), Some((-27.0, 18.0)), "three players, 0 to 9 each");
}

#[test]
fn bounds_follow_from_ends_and_ranges() {
    let bounds = |payoff: &str| game(&format!("payoff p in Player = {payoff}"), 2).returns_bounds();
    assert_eq!(bounds("7"), Some((7.0, 7.0)));
    assert_eq!(bounds("fame[p]"), Some((-5.0, 20.0)));
    assert_eq!(bounds("cap - fame[p]"), Some((-11.0, 14.0)));
    assert_eq!(bounds("if fame[p] > 3 then bid[p] else 0 - bid[left(p)]"), Some((-9.0, 9.0)));
    assert_eq!(bounds("if fame[p] > 3 then bid[p]"), Some((0.0, 9.0)));
    assert_eq!(bounds("min(free[p], 4)"), None, "the lower end of `free` is known, but not the upper one");
    assert_eq!(bounds("free[p]"), None);
    assert_eq!(bounds("last"), None);
    assert_eq!(bounds("bid[p] * fame[p]"), Some((-45.0, 180.0)));
    assert_eq!(bounds("max of bid[q] for q in others(p)"), Some((0.0, 9.0)));
}

#[test]
fn mistakes_in_a_payoff_are_found() {
    let found = |payoff: &str| -> Vec<String> {
        let rules = rules(payoff);
        rules
            .diagnostics()
            .iter()
            .filter(|one| one.is_error())
            .map(|one| format!("{} {}", one.code, one.message))
            .collect()
    };
    let two_lines = "payoff p in Player = fame[p]\npayoff p in Player = bid[p]";
    assert_eq!(found(two_lines), ["E0202 there are two lines `payoff`"]);
    assert_eq!(found("payoff n in 1..3 = n")[0], "E0301 every player has a payoff");
    assert_eq!(found("payoff p = 3")[0], "E0301 every player has a payoff");
    assert_eq!(found("payoff p in Player = fame[p] > 3"), ["E0301 expected a number, found yes or no"]);
}

/// The published values of a game: at the equilibrium, the first player of Kuhn poker loses 1/18 a game.
#[test]
fn poker_pays_the_pot() {
    let load =
        |name: &str| Game::load(Path::new("rules/classics").join(name), &Setup::of(2)).expect("the rules are fine");
    for (name, most) in [("kuhn_poker", 2.0), ("leduc_poker", 13.0)] {
        let game = load(name);
        assert_eq!(game.returns_bounds(), Some((-most, most)), "{name}");
        let mut seed = 5u64;
        let mut found = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let (mut referee, mut state) = (game.referee(), game.start());
            while referee.run(&mut state).expect("the rules are fine") != Pending::Over {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let option = (seed >> 33) as usize % referee.option_count();
                referee.answer(&mut state, option).expect("it is offered");
            }
            let returns = referee.returns(&state).expect("the rules are fine");
            assert!(returns[0] == -returns[1], "{name}: {returns:?}");
            let winners = referee.result(&state).expect("the rules are fine").winners;
            assert_eq!(returns[0] > 0.0, winners == [0], "{name}: {returns:?} {winners:?}");
            found.insert(returns[0] as i32);
        }
        let wanted: Vec<i32> = if name == "kuhn_poker" { vec![-2, -1, 1, 2] } else { vec![-13, -9, -7, -5, -3, -1, 0] };
        assert!(wanted.iter().all(|one| found.contains(one)), "{name}: {found:?}");
    }
}
