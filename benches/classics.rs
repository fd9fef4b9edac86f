//! Speed of the classics and of San Marco, compared to hand-written Rust: `cargo bench --bench classics`.
//!
//! All three variants play the same random games on one core, in turns of 0.2 s: the interpreter, JIT-compiled code, and plain
//! Rust. Compare only ratios within one run.

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

/// Number of turns of each variant. A turn lasts `TURN`.
const TURNS: u32 = 15;
const TURN: Duration = Duration::from_millis(200);

/// Number of games played, and the time that they took.
#[derive(Default)]
struct Played {
    games: u64,
    time: Duration,
}

impl Played {
    /// Plays games for a turn. `game` plays the game with a given number.
    fn play(&mut self, mut game: impl FnMut(u64) -> u64) {
        let begin = Instant::now();
        while begin.elapsed() < TURN {
            std::hint::black_box(game(self.games));
            self.games += 1;
        }
        self.time += begin.elapsed();
    }
}

/// Picks a chance option at random, by weight.
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

/// Plays a random game by the rules. Returns the number of answers.
fn by_rules(referee: &mut Referee, game: u64) -> u64 {
    let (mut random, mut state, mut answers) = (seeds::generator(1, game, 1), referee.game().start(), 0);
    loop {
        let option = match referee.run(&mut state).expect("the rules do not fault") {
            Pending::Over => return answers,
            Pending::Chance => pick(&mut random, referee.option_count(), |option| referee.weight(option)),
            Pending::Choice(_) => seeds::pick_index(&mut random, referee.option_count()),
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
        answers += 1;
    }
}

/// Plays a random game in plain Rust. Returns the number of answers.
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

/// Measures a game and prints its row. Returns how many times faster plain Rust is than the interpreter, and than JIT-compiled code.
fn measure<P: Plain>(players: usize) -> [f64; 2] {
    let load = || Game::load(P::RULES, &Setup::of(players)).expect("the shipped rules are fine");
    let (read, fast) = (load(), load());
    fast.enable_jit();
    let (mut reader, mut hurried, mut options) = (read.referee(), fast.referee(), Vec::new());
    let (mut by_readers, mut by_code, mut plain) = (Played::default(), Played::default(), Played::default());
    // Warm-up: hot expressions are compiled in the first turn.
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
        "{:<28} {players} players {by_readers:>8.0} games/s {by_code:>8.0} JIT-compiled {plain:>10.0} in plain Rust   1/{:.0}, 1/{:.1}",
        P::RULES,
        ratios[0],
        ratios[1],
    );
    ratios
}

fn main() {
    let ratios = [measure::<ConnectFour>(2), measure::<Breakthrough>(2), measure::<Othello>(2)];
    let mean = |which: usize| ratios.iter().map(|both| both[which]).product::<f64>().cbrt();
    println!("geometric mean of the classics 1/{:.1}, JIT-compiled 1/{:.1}", mean(0), mean(1));
    SanMarco::PLAYERS.iter().for_each(|&players| {
        measure::<SanMarco>(players);
    });
}
