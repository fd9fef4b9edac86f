//! How many instructions fixed random games take, and the most that they may: `benches/instructions/run`.
//!
//! Instructions are counted by valgrind, so a figure is the same from run to run, whatever else the machine does. A limit is what was
//! counted when it was set and two to six per cent: the same sources, built in another folder, may take some per cent more. Whoever
//! makes a game faster lowers its limit; whoever makes one slower says in `docs/decisions.md` what it buys. `plain`: by the rules as
//! they are written, without what `lower::tune` finds out; not limited, it
//! says what tuning is worth.

#![allow(missing_docs, reason = "the macros that list what is counted make items without")]

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use tavola::game::{Game, Pending, Referee, Setup};
use tavola::play::seeds;

fn tuned(rules: &str, players: usize) -> Referee {
    Game::load(rules, &Setup::of(players)).expect("the shipped rules are fine").referee()
}

fn plain(rules: &str, players: usize) -> Referee {
    Game::load(rules, &Setup::of(players)).expect("the shipped rules are fine").plain().referee()
}

/// Limits in thousands of instructions.
fn at_most(thousands: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, thousands * 1000)]));
    config
}

/// A few random games; how many answers they took.
fn games(mut referee: Referee) -> u64 {
    let mut answers = 0;
    for game in 0..3 {
        let (mut random, mut state) = (seeds::generator(1, game, 1), referee.game().start());
        while referee.run(&mut state).expect("the shipped rules do not fault") != Pending::Over {
            let option = seeds::pick_index(&mut random, referee.options());
            referee.answer(&mut state, option).expect("an offered option is an answer");
            answers += 1;
        }
    }
    answers
}

#[library_benchmark(setup = tuned)]
#[bench::san_marco(args = ("rules/san_marco", 4), config = at_most(15_600))]
#[bench::doge(args = ("rules/doge", 4), config = at_most(170_000))]
#[bench::masters_of_venice(args = ("rules/masters_of_venice", 4), config = at_most(47_500))]
#[bench::patrons_of_venice(args = ("rules/patrons_of_venice", 4), config = at_most(47_400))]
#[bench::venice_of_the_north(args = ("rules/venice_of_the_north", 3), config = at_most(556_000))]
#[bench::connect_four(args = ("rules/classics/connect_four", 2), config = at_most(1_620))]
#[bench::breakthrough(args = ("rules/classics/breakthrough", 2), config = at_most(4_800))]
#[bench::othello(args = ("rules/classics/othello", 2), config = at_most(47_500))]
#[bench::hex(args = ("rules/classics/hex", 2), config = at_most(7_120))]
fn random_games(referee: Referee) -> u64 {
    games(referee)
}

#[library_benchmark(setup = plain)]
#[bench::san_marco(args = ("rules/san_marco", 4))]
#[bench::doge(args = ("rules/doge", 4))]
#[bench::masters_of_venice(args = ("rules/masters_of_venice", 4))]
#[bench::patrons_of_venice(args = ("rules/patrons_of_venice", 4))]
#[bench::venice_of_the_north(args = ("rules/venice_of_the_north", 3))]
#[bench::connect_four(args = ("rules/classics/connect_four", 2))]
fn plain_random_games(referee: Referee) -> u64 {
    games(referee)
}

library_benchmark_group!(name = instructions, benchmarks = [random_games, plain_random_games]);

gungraun::main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = instructions
);
