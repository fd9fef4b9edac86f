//! The leader, as far as a viewer may know it.

use tavola::draw;
use tavola::game::{Game, Rules, Setup};

use super::scene;

/// The contents of a hand decide, and only its owner sees into it.
fn game() -> Game {
    game_by("most sun at hand[p] + sun at won[p], then most fame[p]")
}

/// The same game with another ranking.
fn game_by(ranking: &str) -> Game {
    let rules = "game hands \"Hands\" for 2 players\n\nkind Card\n  | id  | copies |\n  | sun | 2      |\n  | fog | 2      |\n\n\
         components\n  | component | count  | start |\n  | Card      | copies | deck  |\n\n\
         places\n  | place             | holds | order    | seen by |\n  | deck              | Card  | shuffled | nobody  |\n  \
         | hand[p in Player] | Card  |          | p       |\n  | won[Player]       | Card  |          |         |\n\n\
         track fame[Player] 0..9\n\nplay\n  each p in Player: draw 1 from deck to hand[p]\n  each p in Player\n    \
         p chooses n in 1..3 \"How much?\"\n    p gains n fame\n  \
         each p in Player\n    p chooses c in hand[p] \"Which card?\"\n    move c from hand[p] to won[p]\n\n\
         winner p in Player ";
    let rules = Rules::from_texts(&[(
        "hands",
        &format!("{rules}{}{ranking}\n", if ranking.starts_with("where") { "" } else { "by " }),
    )]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

/// Ranks, and the values of the first and the second measure by seat.
fn standing_of(answers: &[&str], viewer: Option<usize>) -> Vec<(Option<usize>, Option<i64>, Option<i64>)> {
    let scene = scene(&game(), answers, viewer);
    scene.standing.iter().map(|score| (score.rank, score.measures[0].value, score.measures[1].value)).collect()
}

#[test]
fn a_hidden_score_is_not_in_the_scene() {
    let dealt = ["sun", "fog", "2"];
    assert_eq!(standing_of(&dealt, Some(0)), [(None, Some(1), Some(2)), (None, None, Some(0))]);
    assert_eq!(standing_of(&dealt, Some(1)), [(None, None, Some(2)), (None, Some(0), Some(0))]);
    assert_eq!(standing_of(&dealt, None), [(None, None, Some(2)), (None, None, Some(0))]);
    let as_seen = |cards: [&str; 2]| scene(&game(), &[cards[0], cards[1], "2"], None);
    assert_eq!(as_seen(["sun", "fog"]), as_seen(["fog", "sun"]), "a spectator cannot tell the deals apart");
    let page = draw::table(&as_seen(["sun", "fog"]), &draw::Seat::default(), "key", 1);
    assert!(page.contains("not known, fame 2"), "{page}");
}

#[test]
fn ranks_are_shown_when_everything_is_open() {
    let all = ["sun", "fog", "1", "3", "sun", "fog"];
    assert_eq!(standing_of(&all, None), [(Some(1), Some(1), Some(1)), (Some(2), Some(0), Some(3))]);
    let tied = ["fog", "fog", "1", "1", "fog", "fog"];
    assert_eq!(standing_of(&tied, None).iter().map(|(rank, ..)| *rank).collect::<Vec<_>>(), [Some(1), Some(1)]);
    let goal = scene(&game(), &[], None).goal.expect("there is a `winner`");
    assert_eq!(goal.text, "Most sun at hand + sun at won wins; ties: most fame");
}

/// A measure is named as a player would say it.
#[test]
fn a_number_of_things_is_named_by_its_place() {
    let goal = |ranking: &str| scene(&game_by(ranking), &[], None).goal.expect("there is a `winner`").text;
    assert_eq!(goal("most count of won[p]"), "Most cards in won wins");
    assert_eq!(goal("least count of won[p], then most fame[p]"), "Fewest cards in won wins; ties: most fame");
    // `display` names the same value in other words.
    let shown =
        "most sun at won[p]\n\ndisplay\n  | of | name | shows |\n  | p in Player | \"suns\" | count of sun at won[p] |";
    assert_eq!(goal(shown), "Most suns wins");
    let only = |condition: &str| goal(&format!("where {condition} by most fame[p], then most sun at won[p]"));
    let wins = |condition: &str| format!("Most fame wins; required: {condition}; ties: most sun at won");
    assert_eq!(only("fame[p] > 0"), wins("fame > 0"));
    assert_eq!(only("p in Player"), wins("in Player"));
}

/// A place for one sort of component is a number of these.
#[test]
fn a_number_of_one_component_has_its_name() {
    let goal = |holds: &str| {
        let rules = format!(
            "game pouches \"Pouches\" for 2 players\n\nkind Spice = {{pepper, clove}}\n\n\
             components\n  | component   | count | start |\n  | cube[Spice] | 5     | bag   |\n  | coin        | 9     | bag   |\n\n\
             places\n  | place         | holds      |\n  | bag           | cube, coin |\n  | pouch[Player] | {holds} |\n\n\
             play\n  seat(1) chooses n in 1..3 \"How much?\"\n\nwinner p in Player by least count of pouch[p]\n"
        );
        let rules = Rules::from_texts(&[("pouches", &rules)]);
        let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
        scene(&game, &[], None).goal.expect("there is a `winner`").text
    };
    assert_eq!(goal("cube"), "Fewest cubes in pouch wins");
    assert_eq!(goal("cube, coin"), "Fewest things in pouch wins");
}
