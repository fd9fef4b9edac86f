//! Classics against plain Rust that was written by hand: a second opinion on every option and every result.

#[path = "../../benches/baseline/mod.rs"]
mod baseline;

use baseline::Plain;
use baseline::breakthrough::Breakthrough;
use baseline::connect_four::ConnectFour;
use baseline::othello::Othello;
use tavola::game::{Game, Pending, Referee, Setup};
use tavola::play::seeds;

/// Plays a random game by the rules and in plain Rust, answer by answer.
fn in_step<P: Plain>(referee: &mut Referee, game: u64, options: &mut Vec<P::Answer>) {
    let mut random = seeds::generator(1, game, 1);
    let (mut state, mut plain) = (referee.game().start(), P::start());
    loop {
        let asked = match referee.run(&mut state).expect("the rules do not fault") {
            Pending::Choice(seat) => Some(seat),
            Pending::Chance => panic!("nothing is left to chance"),
            Pending::Over => None,
        };
        let at = format!("{}, game {game}", P::RULES);
        assert_eq!(plain.ask(options), asked, "{at}: whose turn it is");
        if asked.is_none() {
            let winners = referee.result(&state).expect("the rules do not fault").winners;
            assert_eq!(plain.winners(), winners, "{at}: who has won");
            return;
        }
        let offered: Vec<String> = (0..referee.options()).map(|option| referee.notation(option)).collect();
        let written: Vec<String> = options.iter().map(|&option| P::written(option)).collect();
        assert_eq!(written, offered, "{at}: what can be done");
        let chosen = seeds::pick_index(&mut random, options.len());
        plain.answer(options[chosen]);
        referee.answer(&mut state, chosen).expect("an offered option is an answer");
    }
}

fn games<P: Plain>(games: u64) {
    let game = Game::load(P::RULES, &Setup::of(2)).unwrap_or_else(|error| panic!("{}: {error}", P::RULES));
    let (mut referee, mut options) = (game.referee(), Vec::new());
    (0..games).for_each(|game| in_step::<P>(&mut referee, game, &mut options));
}

#[test]
fn random_games_go_as_in_plain_rust() {
    games::<ConnectFour>(1000);
    games::<Breakthrough>(300);
    games::<Othello>(30);
}

/// `cargo test --release --test it plain_rust -- --ignored`
#[test]
#[ignore = "takes an hour"]
fn a_hundred_thousand_random_games_go_as_in_plain_rust() {
    games::<ConnectFour>(100_000);
    games::<Breakthrough>(100_000);
    games::<Othello>(100_000);
}
