//! Who answers: players, and chance.

mod search;
mod spec;
mod tree;
mod value;

use std::time::Instant;

use rand::Rng;

use self::search::Thinker;
use super::seeds::{self, Generator};
use tavola_game::{Pending, Referee, State};

pub use self::search::{Expected, Thought};
pub use self::spec::Bot;

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

/// Thinks about each question by playouts, from what the asked player sees.
pub struct ThinkingAgent {
    bot: Bot,
    rng: Generator,
    search: Option<Box<Thinker>>,
}

impl ThinkingAgent {
    /// One that thinks like this, with this generator.
    pub fn new(bot: Bot, rng: Generator) -> Self {
        Self { bot, rng, search: None }
    }

    /// What it expects of the options of the open question, which is `player`'s; takes one step of the generator.
    pub fn think(&mut self, referee: &Referee, state: &State, player: usize) -> Thought {
        let seed = self.rng.next_u64();
        let begun = Instant::now();
        let search = self.search.get_or_insert_with(|| Box::new(Thinker::new(referee.game())));
        search.think(self.bot, referee, state, player, seed, &mut || begun.elapsed())
    }
}

impl Agent for ThinkingAgent {
    /// The best option. Where no playout was possible it takes any.
    fn choose(&mut self, referee: &mut Referee, state: &State, player: usize) -> usize {
        if referee.options() == 1 {
            self.rng.next_u64();
            return 0;
        }
        let thought = self.think(referee, state, player);
        let any = seeds::pick_index(&mut self.rng.clone(), referee.options());
        thought.options.first().map_or(any, |best| best.option)
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
        Self::draw(referee, &mut self.rng)
    }

    /// Draws an option with any generator.
    pub(super) fn draw(referee: &Referee, rng: &mut Generator) -> usize {
        let options = referee.options();
        let total: u64 = (0..options).map(|option| u64::from(referee.weight(option))).sum();
        let mut left = seeds::pick_wide(rng, total);
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

/// Who answers besides people: chance, and a player for each seat. Each has a generator of its own and takes one step
/// of it a question, so what they answer follows from the seed and from how often each was asked: a game that is resumed
/// goes on as it would have. Not so who thinks by the clock ([`Bot::is_timed`]).
pub struct Bots {
    agents: Vec<Player>,
    chance: Chance,
}

/// The player in a seat.
enum Player {
    Random(RandomAgent),
    Thinking(ThinkingAgent),
}

impl Bots {
    /// Random players in all seats, as they are before the first question of game `number` (from 0) of the run with this seed.
    pub fn new(seed: u64, number: u64, seats: usize) -> Self {
        Self::seated(seed, number, &vec![Bot::Random; seats])
    }

    /// Bots with these players, seat by seat.
    pub fn seated(seed: u64, number: u64, bots: &[Bot]) -> Self {
        let player = |(seat, &bot): (usize, &Bot)| {
            let rng = seeds::generator(seed, number, seat as u64 + 1);
            match bot {
                Bot::Random => Player::Random(RandomAgent::new(rng)),
                thinking => Player::Thinking(ThinkingAgent::new(thinking, rng)),
            }
        };
        let agents = bots.iter().enumerate().map(player).collect();
        Self { agents, chance: Chance::new(seeds::generator(seed, number, seeds::CHANCE)) }
    }

    /// What chance, or the player that is asked, answers to the open question (an option).
    pub fn answer(&mut self, pending: Pending, referee: &mut Referee, state: &State) -> usize {
        match pending {
            Pending::Choice(seat) => match &mut self.agents[seat] {
                Player::Random(agent) => agent.choose(referee, state, seat),
                Player::Thinking(agent) => agent.choose(referee, state, seat),
            },
            Pending::Chance | Pending::Over => self.chance.pick(referee),
        }
    }

    /// Where the generators of all stand; [`Bots::go_back`] brings them there again.
    pub fn stand(&self) -> Vec<Generator> {
        let own = self.agents.iter().map(|agent| match agent {
            Player::Random(agent) => agent.rng.clone(),
            Player::Thinking(agent) => agent.rng.clone(),
        });
        own.chain([self.chance.rng.clone()]).collect()
    }

    /// Answers were taken back: all answer again as they would have there.
    pub fn go_back(&mut self, stood: Vec<Generator>) {
        let own = self.agents.iter_mut().map(|agent| match agent {
            Player::Random(agent) => &mut agent.rng,
            Player::Thinking(agent) => &mut agent.rng,
        });
        own.chain([&mut self.chance.rng]).zip(stood).for_each(|(rng, stood)| *rng = stood);
    }

    /// The question was answered before, in a game that is gone through again: whoever gave that answer has taken his step.
    pub fn answered(&mut self, pending: Pending) {
        match pending {
            Pending::Choice(seat) => match &mut self.agents[seat] {
                Player::Random(agent) => agent.rng.next_u64(),
                Player::Thinking(agent) => agent.rng.next_u64(),
            },
            Pending::Chance | Pending::Over => self.chance.rng.next_u64(),
        };
    }
}
