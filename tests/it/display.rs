//! Extra values that players are shown: secrets stay hidden, and the game does not change.

use tavola::game::{Game, Rules, Setup, View};
use tavola::play::laws;

const BOX: &str = r#"game bakery "Bakery" for 2 players

kind Bread
  | id  | name  | copies | worth |
  | rye | "Rye" | 4      | 2     |
  | bun | "Bun" | 4      | 1     |

components
  | component | count  | start |
  | Bread     | copies | oven  |

places
  | place            | holds | order    | seen by |
  | oven             | Bread | shuffled | nobody  |
  | bag[p in Player] | Bread |          | p       |

memory
  | variable | type   | start   |
  | baker    | Player | seat(1) |

play
  each p in Player
    draw 2 from oven to bag[p]
    set baker = p
  each p in Player
    p chooses b in bag[p] "Which do you eat?"
    move b from bag[p] to oven

winner p in Player by most sum of b.worth for b in bag[p]
"#;

const ROWS: &str = r#"
display
  | of          | name        | shows                                       |
  | b in Bread  | "worth"     | b.worth                                     |
  | p in Player | "bag"       | sum of b.worth for b in bag[p]              |
  |             | "all bags"  | "{rye at bag[Player]} now"                   |
  | p in Player | "much"      | count of bag[p]                             |
  |             | "who bakes" | baker                                       |
  |             | "broken"    | 1 / (count of bag[baker] - count of bag[baker]) rounded down |
"#;

fn game(text: &str) -> Game {
    let rules = Rules::from_texts(&[("bakery", text)]);
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after the deal, with the first option of each draw.
fn dealt(game: &Game, viewer: Option<usize>) -> View {
    let (mut referee, mut state) = (game.referee(), game.start());
    for _ in 0..4 {
        referee.run(&mut state).expect("the rules do not fault");
        referee.answer(&mut state, 0).expect("it was offered");
    }
    referee.run(&mut state).expect("the rules do not fault");
    referee.view(&state, viewer)
}

fn value(view: &View, name: &str, of: Option<&str>) -> Option<String> {
    let row = view
        .display_rows
        .iter()
        .find(|shown| shown.name == name && shown.of.as_ref().map(|(_, id, _)| id.as_str()) == of);
    row.unwrap_or_else(|| panic!("no row {name}")).value.clone()
}

#[test]
fn values_are_shown_to_players_who_see_their_inputs() {
    let game = game(&format!("{BOX}{ROWS}"));
    let [anna, ben, nobody] = [Some(0), Some(1), None].map(|viewer| dealt(&game, viewer));
    assert_eq!(value(&anna, "bag", Some("anna")).as_deref(), Some("4"));
    assert_eq!(value(&anna, "bag", Some("ben")), None);
    assert_eq!(value(&ben, "bag", Some("anna")), None);
    assert!(value(&ben, "bag", Some("ben")).is_some());
    assert_eq!(value(&nobody, "bag", Some("ben")), None);
    for view in [&anna, &ben, &nobody] {
        assert_eq!(value(view, "all bags", None), None);
        assert_eq!(value(view, "much", Some("ben")).as_deref(), Some("2"), "how many is open to all");
        assert_eq!(value(view, "worth", Some("rye")).as_deref(), Some("2"));
        assert_eq!(value(view, "who bakes", None).as_deref(), Some("Ben"));
        assert_eq!(value(view, "broken", None), None, "a value that is not there is not shown");
    }
}

#[test]
fn displays_do_not_change_the_game() {
    let (plain, shown) = (game(BOX), game(&format!("{BOX}{ROWS}")));
    let (mut first, mut second) = (plain.referee(), shown.referee());
    let (mut here, mut there) = (plain.start(), shown.start());
    loop {
        let pending = first.run(&mut here).expect("the rules do not fault");
        assert_eq!(pending, second.run(&mut there).expect("the rules do not fault"));
        assert_eq!((here.words(), first.option_count()), (there.words(), second.option_count()));
        if first.option_count() == 0 {
            break;
        }
        second.view(&there, Some(0));
        let last = first.option_count() - 1;
        first.answer(&mut here, last).expect("it was offered");
        second.answer(&mut there, last).expect("it was offered");
    }
    assert!(laws(&shown, 5, 10).is_empty());
}

#[test]
fn rows_set_titles_and_omit_values() {
    let rows = "\ndisplay\n  | of | name | shows |\n  | p in Player | \"basket\" | bag[p] |\n  | | - | baker |\n";
    let display = game(&format!("{BOX}{rows}")).display();
    assert_eq!(display.title("bag"), Some("basket"));
    assert_eq!(display.title("oven"), None);
    assert!(display.leaves_out("baker") && !display.leaves_out("bag"));
}

#[test]
fn card_values_at_a_question_need_visible_inputs() {
    let rows = ROWS.replace("b.worth   ", "b.worth + sum of x.worth for x in bag[seat(2)]");
    let shown = |rows: &str| {
        let game = game(&format!("{BOX}{rows}"));
        let (mut referee, mut state) = (game.referee(), game.start());
        for _ in 0..4 {
            referee.run(&mut state).expect("the rules do not fault");
            referee.answer(&mut state, 0).expect("it was offered");
        }
        referee.run(&mut state).expect("the rules do not fault");
        let question = referee.question(&state).expect("anna is asked");
        let card = |card: &tavola::game::Card| (card.title.clone(), card.values.clone());
        question.cards.iter().map(card).collect::<Vec<_>>()
    };
    assert_eq!(shown(ROWS), [("Rye".to_owned(), vec![("worth".to_owned(), "2".to_owned())])]);
    // A value that is computed from another player's bag is hidden. Without values, the card is not listed.
    assert_eq!(shown(&rows), []);
}
