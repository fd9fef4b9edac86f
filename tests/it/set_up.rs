//! Set-ups of games from outside: what they name must be there.

use std::path::Path;

use tavola::game::{Game, LoadError, Rules, Setup};

/// Rules without the variant that a set-up names do not play the game without it.
#[test]
fn a_set_up_does_not_name_a_variant_that_the_rules_lack() {
    let setup = Setup { variant: Some("short_evening".to_owned()), ..Setup::of(4) };
    for other in [None, Some("grand_tour")] {
        let rules = Rules::read(Path::new("rules/san_marco"), other).expect("the rules can be read");
        let Err(LoadError::Error(error)) = rules.game(&setup) else { panic!("another game was set up: {other:?}") };
        assert!(error.message.contains("names the variant `short_evening`"), "{error}");
    }
    assert!(Game::load("rules/san_marco", &setup).is_ok());
    // Blanks behind a comma are no part of a name.
    let both = Setup { variant: Some("quick_reign, open_ballot".to_owned()), ..Setup::of(4) };
    assert!(Game::load("rules/doge", &both).is_ok());
}
