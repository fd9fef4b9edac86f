//! What a player reads when an answer is not possible.

use tavola::game::{Pending, Rules, Setup};
use tavola::play::laws;

const GAME: &str = r#"
game ferry "Ferry" for 2 players
settings
  | name   | value | range   | meaning                      |
  | barred | no    | yes, no | "Whether the hill is barred" |
kind Town = {hill, mill, ford}
track coins[Player] 0..9 start 2
components
  | component     | count | start      |
  | rider[Player] | 1     | town[hill] |
places
  | place      | holds |
  | town[Town] | rider |
define well_off(p: Player, n: number) = coins[p] >= n
define used_by(t: Town, p: Player) = coins[p] > 1 or rider[p] in town[t]
define here(p: Player) = the t in Town where rider[p] in town[t]
play
  each p in Player: p does ride
menu ride "Where to?"
  until: done "nowhere"
action walk(t in Town) of ride "to {t}"
  when:   t is not here(you) and (barred is no or t is not hill)
  effect: move rider[you] to town[t]
action drive(t in Town, n in 1..4) of ride "to {t} for {n}"
  when:   n >= coins[you] and well_off(you, n)
  effect: move rider[you] to town[t]
action rest(t in Town) of ride "rest at {t}"
  when:   not used_by(t, you)
  effect: move rider[you] to town[t]
winner p in Player by most coins[p]
"#;

/// Numbers that a condition compares are told as they are written; members are not told as numbers, and what stands in a define is
/// not compared where it is named: it is told by its name, with what it is asked of. What a setting decides is not told as a part of the condition.
#[test]
fn the_part_that_fails_is_told_with_its_numbers() {
    let game = Rules::from_texts(&[("game.tavola", GAME)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    for (answer, why) in [
        ("walk(hill)", "`t is not here(you)` does not hold"),
        ("drive(mill, 1)", "`n >= coins[you]` does not hold (1 and 2)"),
        ("drive(mill, 3)", "it is not so: well off (Anna, 3)"),
        ("rest(ford)", "it is so: used by (ford, Anna)"),
        ("drive(mill, 5)", "it is not among `1..4`"),
    ] {
        let refusal = referee.find(&state, answer).expect_err(answer);
        assert_eq!(refusal.message, format!("`{answer}` is not possible: {why}"));
    }
    assert_eq!(laws(&game, 1, 4), []);
}
