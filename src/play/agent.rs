//! Who answers: players, and chance.

use super::seeds::{self, Generator};
use crate::game::{Pending, Referee, State};

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
    /// What reports call such a player.
    pub const NAME: &str = "random";

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

/// Who answers besides people: chance, and a random player for each seat. Each has a generator of its own and takes one step
/// of it a question, so what they answer follows from the seed and from how often each was asked: a game that is resumed
/// goes on as it would have.
#[derive(Clone, Debug)]
pub struct Bots {
    agents: Vec<RandomAgent>,
    chance: Chance,
}

impl Bots {
    /// As they are before the first question of game `number` (from 0) of the run with this seed.
    pub fn new(seed: u64, number: u64, seats: usize) -> Self {
        let generator = |stream| seeds::generator(seed, number, stream);
        let agents = (1..=seats as u64).map(|seat| RandomAgent::new(generator(seat))).collect();
        Self { agents, chance: Chance::new(generator(seeds::CHANCE)) }
    }

    /// What chance, or the player that is asked, answers to the open question (an option).
    pub fn answer(&mut self, pending: Pending, referee: &mut Referee, state: &State) -> usize {
        match pending {
            Pending::Choice(seat) => self.agents[seat].choose(referee, state, seat),
            Pending::Chance | Pending::Over => self.chance.pick(referee),
        }
    }
}
