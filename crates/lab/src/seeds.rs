//! Seeding of the random number generators.
//!
//! A run has one seed. Game `i` of the run has generators of its own, derived by SplitMix64 from the seed, `i` and a
//! stream number. No result depends on the thread that plays a game, and each game can be played again by itself.
//! Stream 0 is chance, stream `1 + seat` is the player in that seat: other players do not change the dice.

use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// Random number generator of all games (xoshiro256++).
pub type Generator = Xoshiro256PlusPlus;

/// Stream number of chance.
pub const CHANCE: u64 = 0;

/// Generator of one stream (see the module) of one game (from 0) of a run.
pub fn generator(seed: u64, game: u64, stream: u64) -> Generator {
    let key = [seed, game, stream].into_iter().fold(0, |key, part| mix(key ^ part));
    Generator::seed_from_u64(key)
}

/// Returns a uniform number below `below` (bias at most 2^-32), or 0 if `below` is 0.
pub fn pick(rng: &mut Generator, below: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(below)) >> 32) as u32
}

/// Returns a uniform number below a 64-bit limit, or 0 if the limit is 0.
pub fn pick_wide(rng: &mut Generator, below: u64) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(below)) >> 64) as u64
}

/// Returns a uniform index below `len`, or 0 if `len` is 0.
pub fn pick_index(rng: &mut Generator, len: usize) -> usize {
    pick(rng, u32::try_from(len).unwrap_or(u32::MAX)) as usize
}

fn mix(key: u64) -> u64 {
    SplitMix64::seed_from_u64(key).next_u64()
}
