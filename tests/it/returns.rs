//! Payoffs of players at the end of a game.

use tavola::game::{Game, Pending, Rules, Setup};

fn game(winner: &str, players: usize) -> Game {
    let text = format!(
        r#"game bids "Bids" for 1..4 players

track fame[Player] 0..

play
  each p in Player
    p chooses n in 0..9 "How much?"
    p gains n fame

{winner}
"#
    );
    let rules = Rules::from_texts(&[("bids", &text)]);
    rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{winner}: {error} {:?}", rules.diagnostics()))
}

/// The returns after these bids.
fn returns(game: &Game, bids: &[usize]) -> Vec<f64> {
    let (mut referee, mut state) = (game.referee(), game.start());
    for &bid in bids {
        referee.run(&mut state).expect("a question");
        referee.answer(&mut state, bid).expect("it is offered");
    }
    assert_eq!(referee.run(&mut state), Ok(Pending::Over));
    let returns = referee.returns(&state).expect("the rules are fine");
    let (low, high) = game.returns_bounds().expect("places are worth -1 to 1");
    assert!(returns.iter().all(|one| (low..=high).contains(one)), "{returns:?}");
    if game.is_zero_sum() {
        assert!(returns.iter().sum::<f64>().abs() < 1e-12, "{returns:?}");
    }
    returns
}

#[test]
fn places_are_worth_equal_steps_and_ties_share_them() {
    let most = "winner p in Player by most fame[p]";
    let [two, three, four] = [2, 3, 4].map(|players| game(most, players));
    assert!(two.is_zero_sum() && four.is_zero_sum());
    assert_eq!(returns(&two, &[3, 5]), [-1.0, 1.0]);
    assert_eq!(returns(&two, &[4, 4]), [0.0, 0.0]);
    assert_eq!(returns(&three, &[3, 9, 5]), [-1.0, 1.0, 0.0]);
    assert_eq!(returns(&three, &[7, 2, 7]), [0.5, -1.0, 0.5]);
    assert_eq!(returns(&three, &[2, 7, 2]), [-0.5, 1.0, -0.5]);
    assert_eq!(returns(&four, &[1, 1, 1, 1]), [0.0; 4]);
    let steps = returns(&four, &[1, 2, 3, 4]);
    assert!(steps.iter().zip([-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0]).all(|(one, other)| (one - other).abs() < 1e-12));
}

#[test]
fn who_fails_the_condition_ranks_behind_and_nobody_is_a_draw() {
    let game = game("winner p in Player where fame[p] < 8 by most fame[p]", 3);
    assert_eq!(returns(&game, &[9, 5, 3]), [-1.0, 1.0, 0.0]);
    assert_eq!(returns(&game, &[9, 5, 8]), [0.0, 1.0, -1.0]);
    assert_eq!(returns(&game, &[9, 9, 8]), [0.0; 3], "nobody wins");
}

#[test]
fn players_who_win_together_have_one_return() {
    let together = "winner p in Player where sum of fame[q] for q in Player > 9";
    let two = game(together, 2);
    assert!(two.is_cooperative() && !two.is_zero_sum());
    assert_eq!(returns(&two, &[5, 5]), [1.0, 1.0]);
    assert_eq!(returns(&two, &[5, 4]), [-1.0, -1.0]);
    let alone = game("winner p in Player where fame[p] > 5", 1);
    assert!(!alone.is_zero_sum());
    assert_eq!(returns(&alone, &[6]), [1.0]);
    assert_eq!(returns(&alone, &[5]), [-1.0]);
}
