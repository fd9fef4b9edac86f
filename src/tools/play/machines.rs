//! Who answers besides people: chance, and the bots in the other seats.

use crate::game::{Pending, Referee, State};
use crate::play::{Agent, Chance, RandomAgent, Record, seeds};

/// Chance and a bot for each seat. Each has a generator of its own and takes one step of it a question, so what they answer
/// follows from the record's seed and from how often each was asked: a game that is resumed goes on as it would have.
pub(super) struct Machines {
    bots: Vec<RandomAgent>,
    chance: Chance,
}

impl Machines {
    /// As they are before the first question of this game.
    pub(super) fn new(record: &Record) -> Self {
        let generator = |who: u64| seeds::generator(record.seed, record.number, who);
        let bots = (1..=record.players.len() as u64).map(|seat| RandomAgent::new(generator(seat))).collect();
        Self { bots, chance: Chance::new(generator(seeds::CHANCE)) }
    }

    /// What chance, or the bot that is asked, answers to the open question (an option).
    pub(super) fn answer(&mut self, pending: Pending, referee: &mut Referee, state: &State) -> usize {
        match pending {
            Pending::Choice(seat) => self.bots[seat].choose(referee, state, seat),
            _ => self.chance.pick(referee),
        }
    }
}
