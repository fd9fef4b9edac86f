//! How fast classics, and San Marco, are beside plain Rust that was written by hand for each: `cargo bench --bench classics`.
//!
//! All play the same random games on one core, in turns of a fifth of a second: the readers of expressions alone, with machine code, and
//! plain Rust. What counts is the ratio within one run.

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

/// How often all have their turn, and how long it is.
const TURNS: u32 = 15;
const TURN: Duration = Duration::from_millis(200);

/// What was played, and in which time.
#[derive(Default)]
struct Played {
    games: u64,
    time: Duration,
}

impl Played {
    /// Plays games for a turn. `game`: plays the game of a number.
    fn play(&mut self, mut game: impl FnMut(u64) -> u64) {
        let begin = Instant::now();
        while begin.elapsed() < TURN {
            std::hint::black_box(game(self.games));
            self.games += 1;
        }
        self.time += begin.elapsed();
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

/// Measures a game and prints its row; how many times faster plain Rust is than the readers, and than machine code.
fn measure<P: Plain>(players: usize) -> [f64; 2] {
    let load = || Game::load(P::RULES, &Setup::of(players)).expect("the shipped rules are fine");
    let (read, fast) = (load(), load());
    fast.hasten();
    let (mut reader, mut hurried, mut options) = (read.referee(), fast.referee(), Vec::new());
    let (mut by_readers, mut by_code, mut plain) = (Played::default(), Played::default(), Played::default());
    // What is asked for often becomes machine code in the first turn.
    Played::default().play(|game| by_rules(&mut hurried, game));
    for _ in 0..TURNS {
        by_readers.play(|game| by_rules(&mut reader, game));
        by_code.play(|game| by_rules(&mut hurried, game));
        plain.play(|game| in_plain_rust::<P>(&mut options, players, game));
    }
    let [by_readers, by_code, plain] =
        [by_readers, by_code, plain].map(|played| played.games as f64 / played.time.as_secs_f64());
    let ratios = [plain / by_readers, plain / by_code];
    println!(
        "{:<28} {players} players {by_readers:>8.0} games/s {by_code:>8.0} with machine code {plain:>10.0} in plain Rust   1/{:.0}, 1/{:.1}",
        P::RULES,
        ratios[0],
        ratios[1],
    );
    ratios
}

fn main() {
    let ratios = [measure::<ConnectFour>(2), measure::<Breakthrough>(2), measure::<Othello>(2)];
    let mean = |which: usize| ratios.iter().map(|both| both[which]).product::<f64>().cbrt();
    println!("geometric mean of the classics 1/{:.1}, with machine code 1/{:.1}", mean(0), mean(1));
    SanMarco::PLAYERS.iter().for_each(|&players| {
        measure::<SanMarco>(players);
    });
}
