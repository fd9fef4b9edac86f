//! Two parts of rules are equal if they differ only in their source positions.

use super::Game;
use tavola::text::{SourceId, Span};
use tavola_core::check::without_spans;
use tavola_syntax::syntax::ast::{Name, TextPart};

#[test]
fn positions_are_no_difference_but_texts_like_positions_are() {
    let name = |start| Name { text: "jar".to_owned(), span: Span::new(SourceId(0), start, start + 2) };
    let plain = |text: &str| TextPart::Plain(text.to_owned());
    assert_eq!(without_spans(&name(3)), without_spans(&name(70)));
    assert_ne!(without_spans(&plain("2:1...")), without_spans(&plain("9:1...")));
    assert_ne!(without_spans(&plain("0:3..5")), without_spans(&plain("")));
    assert_ne!(without_spans(&[plain("a\", \"b")]), without_spans(&[plain("a"), plain("b")]));
}

#[test]
fn variants_with_texts_like_positions_differ() {
    let game = "game odds \"Odds\" for 2 players\n\nrule tell\n  say \"The odds are 5:1...\"\n\nplay\n  tell\n";
    let variant = |name: &str, text: &str| {
        let text = format!("variant {name} \"V\" of odds, house rules\n\nreplace rule tell\n  say \"{text}\"\n");
        (name.to_owned(), text)
    };
    let game = |texts: [&str; 2]| Game::new(&[game.to_owned()], [variant("a", texts[0]), variant("b", texts[1])]);
    let odds = ["The odds are 2:1...", "The odds are 9:1..."];
    assert_eq!(game(odds).messages(&[0, 1]), ["`a` and `b` both replace the rule `tell`"]);
    let none: [&str; 0] = [];
    assert_eq!(game([odds[0]; 2]).messages(&[0, 1]), none);
}
