//! Who answers: players, and chance.

use super::seeds::{self, Generator};
use crate::game::{Referee, State};

/// No game has more answers than this; one that goes on is reported as not ending.
pub const MAX_ANSWERS: u64 = 200_000;

/// Answers for a player. It may look at the state only as that player may: through [`Referee::view`],
/// [`Referee::complete`], and the open question's options.
pub trait Agent {
    /// An option (from 0, below [`Referee::options`]) of the open question, which is `player`'s (by seat).
    fn choose(&mut self, referee: &mut Referee, state: &State, player: usize) -> usize;
}

/// Takes any option, all equally likely.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Generator,
}

impl RandomAgent {
    /// With this generator.
    pub fn new(rng: Generator) -> Self {
        Self { rng }
    }
}

impl Agent for RandomAgent {
    fn choose(&mut self, referee: &mut Referee, _state: &State, _player: usize) -> usize {
        seeds::pick_index(&mut self.rng, referee.options())
    }
}

/// Answers the questions that nobody owns.
#[derive(Clone, Debug)]
pub struct Chance {
    rng: Generator,
}

impl Chance {
    /// With this generator.
    pub fn new(rng: Generator) -> Self {
        Self { rng }
    }

    /// An option of the open chance question, each as likely as its weight says.
    pub fn pick(&mut self, referee: &Referee) -> usize {
        let options = referee.options();
        let total: u64 = (0..options).map(|option| u64::from(referee.weight(option))).sum();
        let mut left = seeds::pick_wide(&mut self.rng, total);
        for option in 0..options {
            let weight = u64::from(referee.weight(option));
            if left < weight {
                return option;
            }
            left -= weight;
        }
        0
    }
}
