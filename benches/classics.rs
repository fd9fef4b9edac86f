//! How fast classics, and San Marco, are beside plain Rust that was written by hand for each: `cargo bench --bench classics`.
//!
//! Both play the same random games on one core, in turns of a fifth of a second; what counts is the ratio within one run.

#[allow(dead_code, reason = "how answers are written is compared in tests only")]
mod baseline;

use std::time::{Duration, Instant};

use baseline::breakthrough::Breakthrough;
use baseline::connect_four::ConnectFour;
use baseline::othello::Othello;
use baseline::san_marco::SanMarco;
use baseline::{Asked, Plain};
use tavola::game::{Game, Pending, Referee, Setup};
use tavola::play::seeds::{self, Generator};

/// How often both have their turn, and how long it is.
const TURNS: u32 = 15;
const TURN: Duration = Duration::from_millis(200);

/// What was played, and in which time.
#[derive(Default)]
struct Played {
    games: u64,
    answers: u64,
    time: Duration,
}

impl Played {
    /// Plays games for a turn. `game`: plays the game of a number, says how many answers it took.
    fn play(&mut self, mut game: impl FnMut(u64) -> u64) {
        let begin = Instant::now();
        while begin.elapsed() < TURN {
            self.answers += game(self.games);
            self.games += 1;
        }
        self.time += begin.elapsed();
    }

    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }
}

/// One of so many options of chance, by how likely each is.
fn pick(random: &mut Generator, options: usize, weight: impl Fn(usize) -> u32) -> usize {
    let mut at = seeds::pick(random, (0..options).map(&weight).sum());
    for option in 0..options {
        if at < weight(option) {
            return option;
        }
        at -= weight(option);
    }
    0
}

/// A random game by the rules; how many answers it took.
fn by_rules(referee: &mut Referee, game: u64) -> u64 {
    let (mut random, mut state, mut answers) = (seeds::generator(1, game, 1), referee.game().start(), 0);
    loop {
        let option = match referee.run(&mut state).expect("the rules do not fault") {
            Pending::Over => return answers,
            Pending::Chance => pick(&mut random, referee.options(), |option| referee.weight(option)),
            Pending::Choice(_) => seeds::pick_index(&mut random, referee.options()),
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
        answers += 1;
    }
}

/// The same game in plain Rust.
fn in_plain_rust<P: Plain>(options: &mut Vec<P::Answer>, players: usize, game: u64) -> u64 {
    let (mut random, mut plain, mut answers) = (seeds::generator(1, game, 1), P::start(players), 0);
    loop {
        let option = match plain.ask(options) {
            Asked::Over => break,
            Asked::Chance => pick(&mut random, options.len(), |option| plain.weight(options[option])),
            Asked::Player(_) => seeds::pick_index(&mut random, options.len()),
        };
        plain.answer(options[option]);
        answers += 1;
    }
    std::hint::black_box(plain.winners());
    answers
}

/// Measures a game and prints its row; how many times faster plain Rust is.
fn measure<P: Plain>(players: usize) -> f64 {
    let game = Game::load(P::RULES, &Setup::of(players)).expect("the shipped rules are fine");
    let (mut referee, mut options) = (game.referee(), Vec::new());
    let (mut ours, mut plain) = (Played::default(), Played::default());
    for _ in 0..TURNS {
        ours.play(|game| by_rules(&mut referee, game));
        plain.play(|game| in_plain_rust::<P>(&mut options, players, game));
    }
    let ratio = plain.per_second(plain.games) / ours.per_second(ours.games);
    println!(
        "{:<28} {players} players {:>8.0} games/s {:>10.0} answers/s   plain Rust {:>10.0} games/s   1/{ratio:.0}",
        P::RULES,
        ours.per_second(ours.games),
        ours.per_second(ours.answers),
        plain.per_second(plain.games),
    );
    ratio
}

fn main() {
    let ratios = [measure::<ConnectFour>(2), measure::<Breakthrough>(2), measure::<Othello>(2)];
    let mean = ratios.iter().product::<f64>().cbrt();
    println!("geometric mean of the classics 1/{mean:.0}");
    SanMarco::PLAYERS.iter().for_each(|&players| {
        measure::<SanMarco>(players);
    });
}
