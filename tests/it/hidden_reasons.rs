//! The reason of a refusal reveals nothing that the asked player does not see: neither a value nor which of two reasons applies. Reasons
//! about visible things are still reported.

use tavola::game::{Game, Pending, Referee, Refusal, Rules, Setup, State};
use tavola::play::laws;

/// Anna (seat 1) is asked. The actions say what she may do. The checker does not know that `open` has ended, or it would refuse them.
const TABLE: &str = r#"
game whisper "Whisper" for 2 players
kind Flower
  | id   | copies | worth |
  | rose |      6 |     1 |
  | lily |      6 |     3 |
components
  | component | count  | start |
  | Flower    | copies | deck  |
places
  | place             | holds  | order    | limit  | seen by |
  | deck              | Flower | shuffled |        | nobody  |
  | hand[p in Player] | Flower |          |        | p, all when open |
  | vault             | Flower |          |        | nobody  |
  | chest             | Flower |          | 1      | nobody  |
  | table             | Flower |          |        | all     |
memory
  | variable         | type   | start   | seen by |
  | bid[p in Player] | 0..3   | 0       | p, all when open |
  | dealer           | Player | seat(2) |         |
  | open             | yes or no | yes  |         |
track coins[Player] 0..9 start 2
define many(p: Player) = rose at hand[p] > 9
play
  if coins[dealer] > 1: set open = no
  each p in Player: draw 2 from deck to hand[p]
  draw 1 from deck to vault
  each p in Player
    p chooses n in 0..3 "How much?" seen by p
    set bid[p] = n
  seat(1) does turn
menu turn "What do you do?"
  until: done "nothing"
"#;

/// Actions with hidden reasons: how each would leak, and its lines.
const TELLING: [(&str, &str); 20] = [
    ("a number that is compared", "when: rose at hand[dealer] > 9"),
    ("a number behind one that is seen", "when: coins[you] < 9 and rose at hand[dealer] > 9"),
    ("which of two conditions", "when: rose at hand[dealer] > 1 and coins[you] > 5"),
    ("which line", "when: rose at hand[dealer] > 1\n  when: coins[you] > 5"),
    ("either", "when: rose at hand[dealer] > 9 or coins[you] > 5"),
    ("a condition behind an answer", "effect: require rose at hand[dealer] > 9"),
    ("which of two behind an answer", "effect: require rose at hand[dealer] > 1; require coins[you] > 8"),
    ("which branch", "effect:\n    if rose at hand[dealer] > 1: require coins[you] > 7\n    require coins[you] > 8"),
    ("secret memory", "effect: require bid[dealer] > 5"),
    ("a name", "effect: let n = rose at hand[dealer]; require n > 9"),
    ("a define", "effect: require many(dealer)"),
    ("a sum over two players", "effect: require rose at hand[dealer] + rose at hand[you] > 9"),
    ("a query", "effect: require some f in hand[dealer] where f is rose and coins[dealer] > 8"),
    ("what things are worth", "effect: require (sum of f.worth for f in hand[dealer]) > 90"),
    ("things that are moved", "effect: move 2 rose from hand[dealer] to table; require coins[you] > 8"),
    ("as many as there are", "effect: move up to 2 rose from hand[dealer] to table; require rose at table > 8"),
    (
        "what lies where she put something",
        "effect: move 2 rose from hand[you] to hand[dealer]; require rose at hand[dealer] > 8",
    ),
    ("what is taken over", "effect: move all from hand[dealer] to table; require rose at table > 8"),
    ("a price", "effect: require coins[you] >= bid[dealer] + 7"),
    ("a loop", "effect:\n    each f in hand[dealer]: require f.worth > 8"),
];

/// Actions with visible reasons: her own hand, totals, public things.
const OPEN_REASONS: [(&str, &str, &str); 9] = [
    ("her hand", "when: rose at hand[you] > 9", "`rose at hand[you] > 9` does not hold (2 and 9)"),
    ("her bid", "effect: require bid[you] > 5", "it could not be finished: `bid[you] > 5` (1 and 5)"),
    ("a total", "when: count of hand[dealer] > 9", "`count of hand[dealer] > 9` does not hold (2 and 9)"),
    (
        "what is seen comes first",
        "when: coins[you] > 5 and rose at hand[dealer] > 9",
        "`coins[you] > 5` does not hold (2 and 5)",
    ),
    (
        "a branch that is not taken",
        "when: if coins[you] > 5 then rose at hand[dealer] > 9 else coins[you] > 3",
        "`if coins[you] > 5 then rose at hand[dealer] > 9 else coins[you] > 3` does not hold",
    ),
    (
        "a query over what she sees",
        "when: some f in hand[you] where f.worth > 8",
        "`some f in hand[you] where f.worth > 8` does not hold",
    ),
    ("a name", "effect: let n = rose at hand[you]; require n > 9", "it could not be finished: `n > 9` (2 and 9)"),
    (
        "a place that is full",
        "effect: move 2 rose from hand[you] to chest",
        "there is no room for it: chest holds 1 at most",
    ),
    (
        "things that are hers",
        "effect: move 3 rose from hand[you] to table",
        "it could not be finished: `move 3 rose from hand[you] to table`",
    ),
];

fn game(action: &str) -> Game {
    let text = format!("{TABLE}action try of turn \"try\"\n  {action}\n");
    let rules = Rules::from_texts(&[("game.tavola", &text)]);
    let errors: Vec<_> = rules.diagnostics().iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{action}: {errors:?}");
    rules.game(&Setup::of(2)).expect("the game can be set up")
}

/// Anna's question, for these cards and this bid of the other player.
fn dealt(game: &Game, [card, bid, vault]: [&str; 3]) -> (Referee, State) {
    let (mut referee, mut state) = crate::answered(game, &["rose", "rose", card, card, vault, "1", bid]);
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    (referee, state)
}

fn refusals(action: &str) -> Vec<Refusal> {
    let game = game(action);
    let positions = [["rose", "0", "rose"], ["lily", "3", "lily"]].map(|other| dealt(&game, other));
    let found = positions.map(|(mut referee, state)| {
        (referee.view(&state, Some(0)), referee.find(&state, "try").expect_err("it is not offered"))
    });
    let [(view, here), (other, there)] = found;
    assert_eq!(view, other, "{action}: she sees no difference");
    assert_eq!(laws(&game, 1, 3), [], "{action}");
    vec![here, there]
}

#[test]
fn a_hidden_reason_is_not_reported() {
    let mut telling = Vec::new();
    for (how, action) in TELLING {
        let found = refusals(action);
        let hidden = "`try` is not possible now, for a reason that you may not see";
        if found.iter().any(|refusal| refusal.message != hidden || *refusal != found[0]) {
            telling.push(format!("{how}: {} / {}", found[0].message, found[1].message));
        }
    }
    assert!(telling.is_empty(), "{}", telling.join("\n"));
}

#[test]
fn a_visible_reason_is_reported_with_its_values() {
    let mut wrong = Vec::new();
    for (how, action, why) in OPEN_REASONS {
        for found in refusals(action) {
            if found.message != format!("`try` is not possible: {why}") {
                wrong.push(format!("{how}: {}", found.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
