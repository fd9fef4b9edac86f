//! Plays random games on one core and prints how many ended: the smallest program that simulates.
//!
//! ```sh
//! cargo run --release --package tavola-lab --example random_games -- rules/classics/hex 2 100
//! ```
//!
//! `benches/instructions/run` counts its instructions.

use std::error::Error;

use tavola_game::{Game, Setup};
use tavola_lab::Bot;
use tavola_lab::RunHooks;
use tavola_lab::simulate::{Plan, tally};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, players, games] = words.as_slice() else {
        return Err("usage: random_games FOLDER PLAYERS GAMES".into());
    };
    let players = players.parse()?;
    let game = Game::load(folder, &Setup::of(players))?;
    let bots = vec![Bot::Random; players];
    let plan = Plan { games: games.parse()?, seed: 1, jobs: 1, bots, closely: Some(0), ..Plan::default() };
    let tally = tally(&game, &plan, RunHooks::default())?;
    println!("{} games", tally.report().ended);
    Ok(())
}
