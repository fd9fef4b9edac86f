//! Parts of a page that may be left out, and the room of places: limits of places, empty panels, the name of a single board.

use std::collections::BTreeMap;

use tavola::draw;
use tavola::game::{Game, Rules, Setup};
use tavola::scene::{Scene, Stage};

const BERRIES: &str = r#"
game berries "Berries" for 2 players
kind Bed
  | id   | name   |
  | rose | "Rose" |
  | sage | "Sage" |
board garden of Bed
  rose -- sage
components
  | component | count | start |
  | berry     | 9     | bush  |
  | stone     | 9     | bush  |
places
  | place             | holds        | limit        | seen by |
  | bush              | berry, stone |              |         |
  | belly[Player]     | berry, stone | 6, 3 berry   |         |
  | pocket[Player]    | stone        | luck[Player] |         |
  | basket[Player]    | berry, stone | 4 berry      |         |
  | lies[Bed]         | stone        |              |         |
memory
  | variable            | type   | start | seen by |
  | luck[p in Player]   | number | 2     | p       |
play
  each p in Player
    p chooses b in Bed "Which bed?"
    move 2 berry from bush to belly[p]
    move 1 stone from bush to lies[b]
    move 1 stone from bush to pocket[p]
    move 1 stone from bush to basket[p]
  each p in Player
    p chooses q in Player "Who gets it?"
    move 1 stone from bush to basket[q]
winner p in Player by most berry at belly[p]
"#;

fn game(text: &str) -> Game {
    let rules = Rules::from_texts(&[("berries", text)]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

fn scene_of(game: &Game, answers: &[&str], viewer: Option<usize>) -> Scene {
    let (mut referee, state) = crate::answered(game, answers);
    let stage = Stage::new(game, BTreeMap::default());
    stage.scene(&referee.view(&state, viewer), referee.question(&state).as_ref(), Vec::new())
}

fn page(scene: &Scene) -> String {
    draw::table(scene, &draw::Seat::default(), "key", 1)
}

/// A limit of all that may lie in a place is room that players see. One that they may not know is not in the scene.
#[test]
fn a_place_of_a_player_shows_its_room() {
    let game =
        game(&BERRIES.replace("luck[Player] ", "luck[p]      ").replace("pocket[Player]   ", "pocket[p in Player]"));
    let scene = scene_of(&game, &["rose"], Some(0));
    let room = |name: &str, seat: usize| {
        let pile = scene.panels[seat].piles.iter().find(|pile| pile.name == name)?;
        Some((pile.total, pile.most))
    };
    assert_eq!(room("belly", 0), Some((Some(2), Some(6))));
    assert_eq!(room("belly", 1), Some((Some(0), Some(6))), "free spots are shown, too");
    assert_eq!(room("pocket", 0), Some((Some(1), Some(2))), "she knows her luck");
    assert_eq!(room("pocket", 1), Some((Some(0), None)), "she does not know his");
    assert_eq!(room("basket", 0), Some((Some(1), None)), "a limit of one sort says nothing of the others");
    let page = page(&scene);
    for wanted in [
        "<span class=\"room\" title=\"holds 6\">2\u{a0}/\u{a0}6</span>",
        "<span class=\"room\" title=\"holds 6\">0\u{a0}/\u{a0}6</span>",
    ] {
        assert!(page.contains(wanted), "{wanted} in {page}");
    }
}

/// Without anything in them, panels are left out: the bar names the players. A player who can be chosen has a panel.
#[test]
fn empty_panels_and_the_name_of_a_single_board_are_left_out() {
    let memory = BERRIES.find("memory\n").expect("a memory")..BERRIES.find("play\n").expect("a play");
    let plain = BERRIES.replace(&BERRIES[memory], "").replace("luck[Player]", "").replace("6, 3 berry", "");
    let game = game(&plain);
    let first = page(&scene_of(&game, &[], Some(0)));
    assert!(!first.contains("class=\"panel") && !first.contains("data-fold=\"Players\""), "{first}");
    assert!(first.contains("<figcaption><span><span class=\"spoken\">garden</span></span>"), "{first}");
    let later = page(&scene_of(&game, &["rose"], Some(0)));
    assert!(later.contains("class=\"panel own") && later.contains("data-fold=\"Players\""), "{later}");
    let only = game_of_targets(&plain);
    assert!(only.contains("class=\"panel turn own\""), "{only}");
    let two = plain.replace("components\n", "kind Pot\n  | id  | name  |\n  | red | \"Red\" |\n  | tan | \"Tan\" |\nboard shelf of Pot\n  red -- tan\ncomponents\n");
    let both = page(&scene_of(&self::game(&two), &[], Some(0)));
    assert!(both.contains("<figcaption><span><span class=\"\">garden</span></span>"), "{both}");
}

/// The page at the question for a player, while nobody has anything.
fn game_of_targets(plain: &str) -> String {
    let start = plain.find("  each p in Player\n    p chooses b").expect("the first loop");
    let end = plain.find("  each p in Player\n    p chooses q").expect("the second loop");
    page(&scene_of(&game(&[&plain[..start], &plain[end..]].concat()), &[], Some(0)))
}
