//! Things that a question is about, and owners of things that lie face down on a board.

use tavola::draw;
use tavola::game::{Game, Rules, Setup};

use super::{VALLEY, scene};

fn game(rules: &str) -> Game {
    let rules = Rules::from_texts(&[("valley", rules)]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_question_is_about_the_cards_that_its_text_names() {
    let which = "  each p in Player\n    p chooses c in hand[p] \"Which card?\"\n    set guest = {p}";
    let pay = "  each p in Player, c in Card: p chooses n in 0..3 \"What do you pay for {c} at {p}?\"";
    let sale = VALLEY.replace(which, pay);
    assert_ne!(sale, VALLEY);
    let about = |answers: &[&str]| {
        let scene = scene(&game(&sale), answers, Some(0));
        let asked = scene.question.expect("Anna is asked");
        (asked.prompt, asked.about.into_iter().map(|thing| thing.id).collect::<Vec<_>>())
    };
    let placed = ["sun", "fog", "hill", "mill"];
    assert_eq!(about(&placed), ("What do you pay for Sun at Anna?".to_owned(), vec!["sun".to_owned()]));
    assert_eq!(about(&["sun", "fog", "hill", "mill", "1"]).1, ["fog"]);
    assert!(about(&["sun", "fog"]).1.is_empty());
}

#[test]
fn face_down_things_on_a_board_show_whose_they_are() {
    let covered = VALLEY
        .replace(
            "  | on[Path]           |",
            "  | under[Spot, Player] | Card  |          | nobody  |\n  | on[Path]           |",
        )
        .replace("    set guest = {p}", "    set guest = {p}\n    move c from hand[p] to under[hill, p]");
    let svg = |answers: &[&str]| draw::svg(&scene(&game(&covered), answers, Some(0)));
    let placed = ["sun", "fog", "hill", "mill"];
    assert!(!svg(&placed).contains(">?</text>"));
    let after = svg(&["sun", "fog", "hill", "mill", "sun"]);
    let (before, _) = after.split_once(">?</text>").unwrap_or_else(|| panic!("a card lies face down: {after}"));
    let chip = before.rsplit_once("<g").expect("a group").1;
    assert!(chip.contains("class=\"p0\""), "in the colour of Anna: {chip}");
    assert!(after.contains(", Anna</title>"), "{after}");
}
