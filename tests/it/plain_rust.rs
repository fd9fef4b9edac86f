//! Games against hand-written plain Rust: a second opinion on every question, position and result.

#[path = "../../benches/baseline/mod.rs"]
mod baseline;

use baseline::breakthrough::Breakthrough;
use baseline::connect_four::ConnectFour;
use baseline::othello::Othello;
use baseline::san_marco::SanMarco;
use baseline::{Asked, Plain};
use tavola::game::{Game, Pending, Referee, Setup, State};
use tavola::play::seeds;

/// A viewer's view of a position by the rules, in the format of [`Plain::seen`].
fn seen<P: Plain>(referee: &mut Referee, state: &State, viewer: Option<usize>) -> Vec<String> {
    let view = referee.view(state, viewer);
    let named = |name: &str, index: &[String]| match index {
        [] => name.to_owned(),
        _ => format!("{name}[{}]", index.join(", ")),
    };
    let mut lines = Vec::new();
    for place in &view.places {
        let things: Vec<String> = place.things.iter().map(|(thing, _, count)| format!("{count} {thing}")).collect();
        let total = place.total.map_or_else(String::new, |total| total.to_string());
        let what = if place.open { things.join(", ") } else { total };
        lines.push(format!("{}: {what}", named(&place.place, &place.index)));
    }
    lines.extend(view.tracks.iter().map(|track| format!("{}: {}", named(&track.name, &track.index), track.value)));
    let memory = view.memory.iter().filter(|variable| !P::LEFT_OUT.contains(&variable.name.as_str()));
    lines.extend(memory.map(|variable| format!("{}: {}", named(&variable.name, &variable.index), variable.value)));
    lines
}

/// Plays a random game by the rules and in plain Rust, answer by answer. After every `look_each` answers it compares the views of one
/// player or a spectator, in turn. In every second game the random players never say no, which makes rare positions more common: empty
/// reserves, an empty supply.
fn compare_game<P: Plain>(referee: &mut Referee, game: u64, look_each: usize, options: &mut Vec<P::Answer>) {
    let players = referee.game().players();
    let (mut random, mut state, mut plain) = (seeds::generator(1, game, 1), referee.game().start(), P::start(players));
    for answers in 0.. {
        let asked = match referee.run(&mut state).expect("the rules do not fault") {
            Pending::Choice(seat) => Asked::Player(seat),
            Pending::Chance => Asked::Chance,
            Pending::Over => Asked::Over,
        };
        let at = format!("{}, {players} players, game {game}, after {answers} answers", P::RULES);
        assert_eq!(plain.ask(options), asked, "{at}: who is asked");
        let looks = answers + game as usize;
        if looks.is_multiple_of(look_each) || asked == Asked::Over {
            let viewer = Some(looks / look_each % (players + 1)).filter(|&viewer| viewer < players);
            let (by_hand, by_rules) = (plain.seen(viewer), seen::<P>(referee, &state, viewer));
            let unlike = by_hand.iter().zip(&by_rules).find(|(by_hand, by_rules)| by_hand != by_rules);
            assert_eq!(unlike, None, "{at}: what {viewer:?} sees");
            assert_eq!(by_hand.len(), by_rules.len(), "{at}: how many places, tracks and variables there are");
        }
        if asked == Asked::Over {
            let winners = referee.result(&state).expect("the rules do not fault").winners;
            assert_eq!(plain.winners(), winners, "{at}: who has won");
            return;
        }
        let offered: Vec<String> = (0..referee.option_count()).map(|option| referee.notation(option)).collect();
        let answers: Vec<String> = options.iter().map(|&option| P::notation(option)).collect();
        assert_eq!(answers, offered, "{at}: what can be answered");
        let weights: Vec<u32> = (0..referee.option_count()).map(|option| referee.weight(option)).collect();
        let plain_weights: Vec<u32> = options.iter().map(|&option| plain.weight(option)).collect();
        assert_eq!(plain_weights, weights, "{at}: how likely it is");
        let mut chosen = seeds::pick_index(&mut random, options.len());
        while game % 2 == 1 && options.len() > 1 && answers[chosen] == "no" {
            chosen = seeds::pick_index(&mut random, options.len());
        }
        plain.answer(options[chosen]);
        referee.answer(&mut state, chosen).expect("an offered option is an answer");
    }
}

/// Plays a number of games for each number of players.
fn games<P: Plain>(games: u64, look_each: usize) {
    for &players in P::PLAYERS {
        let game = Game::load(P::RULES, &Setup::of(players)).unwrap_or_else(|error| panic!("{}: {error}", P::RULES));
        let (mut referee, mut options) = (game.referee(), Vec::new());
        (0..games).for_each(|game| compare_game::<P>(&mut referee, game, look_each, &mut options));
    }
}

#[test]
fn random_games_agree_with_plain_rust() {
    games::<ConnectFour>(300, 5);
    games::<Breakthrough>(100, 10);
    games::<Othello>(20, 10);
}

#[test]
fn random_games_of_san_marco_agree_with_plain_rust() {
    games::<SanMarco>(10, 4);
}

/// `cargo test --release --test it plain_rust -- --ignored`
#[test]
#[ignore = "takes some minutes"]
fn very_many_random_games_agree_with_plain_rust() {
    games::<ConnectFour>(100_000, 10);
    games::<Breakthrough>(100_000, 10);
    games::<Othello>(10_000, 10);
}

#[test]
#[ignore = "takes some minutes"]
fn ten_thousand_random_games_of_san_marco_agree_with_plain_rust() {
    games::<SanMarco>(5_000, 1);
}
