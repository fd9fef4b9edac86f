//! Set-ups of games through the library: named variants must exist.

use std::path::Path;

use tavola::game::{Game, LoadError, Rules, Setup};

/// A missing variant is an error. The game is not played without it.
#[test]
fn a_set_up_with_a_missing_variant_is_refused() {
    let setup = Setup { variant: Some("short_evening".to_owned()), ..Setup::of(4) };
    for other in [None, Some("grand_tour")] {
        let rules = Rules::read(Path::new("rules/san_marco"), other).expect("the rules can be read");
        let Err(LoadError::Error(error)) = rules.game(&setup) else { panic!("another game was set up: {other:?}") };
        assert!(error.message.contains("names the variant `short_evening`"), "{error}");
    }
    assert!(Game::load("rules/san_marco", &setup).is_ok());
    // Blanks after a comma do not belong to a name.
    let both = Setup { variant: Some("quick_reign, open_ballot".to_owned()), ..Setup::of(4) };
    assert!(Game::load("rules/doge", &both).is_ok());
}
