//! Agents, which answer questions: players and chance.

mod search;
mod spec;
mod tree;
mod value;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rand::Rng;
use serde::{Deserialize, Serialize};

use self::search::Searcher;
use super::seeds::{self, Generator};
use tavola_game::{Pending, Referee, State};

pub use self::search::{OptionRating, SearchResult};
pub use self::spec::Bot;

/// Maximum number of answers in a game. A longer game is reported as endless.
pub const MAX_ANSWERS: u64 = 200_000;

/// Answers questions for a player.
///
/// An agent may look at the state only as its player may: through [`Referee::view`], [`Referee::complete`] and the
/// options of the open question.
pub trait Agent {
    /// Returns an option (from 0, below [`Referee::option_count`]) of the open question, which belongs to the seat `player`.
    fn choose(&mut self, referee: &mut Referee, state: &State, player: usize) -> usize;
}

/// Uniformly random player.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: Generator,
}

impl RandomAgent {
    /// Creates a random player with this generator.
    pub fn new(rng: Generator) -> Self {
        Self { rng }
    }
}

impl Agent for RandomAgent {
    fn choose(&mut self, referee: &mut Referee, _state: &State, _player: usize) -> usize {
        seeds::pick_index(&mut self.rng, referee.option_count())
    }
}

/// Search player. It rates the options of each question by playouts from what the asked player sees.
pub struct SearchAgent {
    bot: Bot,
    rng: Generator,
    search: Option<Box<Searcher>>,
}

impl SearchAgent {
    /// Creates a search player for this bot with this generator.
    pub fn new(bot: Bot, rng: Generator) -> Self {
        Self { bot, rng, search: None }
    }

    /// Becomes the search player for another bot and generator. What it has worked out of the game is kept; no result depends on it.
    pub fn reset(&mut self, bot: Bot, rng: Generator) {
        (self.bot, self.rng) = (bot, rng);
    }

    /// Rates the options of the open question, which belongs to the seat `player`. Takes one step of the generator.
    pub fn think(&mut self, referee: &Referee, state: &State, player: usize) -> SearchResult {
        self.think_until(referee, state, player, &AtomicBool::new(false))
    }

    /// Rates the options as [`SearchAgent::think`] does. Once `stop` is set, the search ends after the current playout.
    pub fn think_until(&mut self, referee: &Referee, state: &State, player: usize, stop: &AtomicBool) -> SearchResult {
        let seed = self.rng.next_u64();
        let (begun, limit) = (Instant::now(), self.bot.time());
        let mut is_enough = || stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let search = self.search.get_or_insert_with(|| Box::new(Searcher::new(referee.game())));
        search.think(self.bot, referee, state, player, seed, &mut is_enough)
    }

    /// Returns the best option, or a random one if no playout was possible. Once `stop` is set, the search ends after the current playout.
    fn choose_until(&mut self, referee: &Referee, state: &State, player: usize, stop: &AtomicBool) -> usize {
        if referee.option_count() == 1 {
            self.rng.next_u64();
            return 0;
        }
        let thought = self.think_until(referee, state, player, stop);
        let any = seeds::pick_index(&mut self.rng.clone(), referee.option_count());
        thought.options.first().map_or(any, |best| best.option)
    }
}

impl Agent for SearchAgent {
    fn choose(&mut self, referee: &mut Referee, state: &State, player: usize) -> usize {
        self.choose_until(referee, state, player, &AtomicBool::new(false))
    }
}

/// Answers chance questions, which belong to no player. Its data are the generator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chance {
    rng: Generator,
}

impl Chance {
    /// Creates a chance player with this generator.
    pub fn new(rng: Generator) -> Self {
        Self { rng }
    }

    /// Draws an option of the open chance question with probability proportional to its weight.
    pub fn pick(&mut self, referee: &Referee) -> usize {
        Self::draw(referee, &mut self.rng)
    }

    /// Draws an option as [`Chance::pick`] does, with any generator.
    pub(super) fn draw(referee: &Referee, rng: &mut Generator) -> usize {
        let options = referee.option_count();
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

/// Answers for all seats and for chance.
///
/// Each seat and chance have a generator of their own, which takes one step per question. The answers follow from the
/// seed and the number of questions, so a resumed game continues as if it had not been interrupted. Time-limited bots
/// ([`Bot::is_timed`]) are the exception.
pub struct Bots {
    agents: Vec<Player>,
    chance: Chance,
}

/// The agent in a seat.
enum Player {
    Random(RandomAgent),
    Thinking(SearchAgent),
}

impl Bots {
    /// Random players in all seats, before the first question of game `number` (from 0) of the run with this seed.
    pub fn new(seed: u64, number: u64, seats: usize) -> Self {
        Self::seated(seed, number, &vec![Bot::Random; seats])
    }

    /// Agents for these bots, seat by seat, before the first question of game `number` (from 0) of the run with this
    /// seed.
    pub fn seated(seed: u64, number: u64, bots: &[Bot]) -> Self {
        let player = |(seat, &bot): (usize, &Bot)| {
            let rng = seeds::generator(seed, number, seat as u64 + 1);
            match bot {
                Bot::Random => Player::Random(RandomAgent::new(rng)),
                thinking => Player::Thinking(SearchAgent::new(thinking, rng)),
            }
        };
        let agents = bots.iter().enumerate().map(player).collect();
        Self { agents, chance: Chance::new(seeds::generator(seed, number, seeds::CHANCE)) }
    }

    /// Returns the option that chance or the asked player takes at the open question.
    pub fn answer(&mut self, pending: Pending, referee: &mut Referee, state: &State) -> usize {
        self.answer_until(pending, referee, state, &AtomicBool::new(false))
    }

    /// Answers as [`Bots::answer`] does. Once `stop` is set, a search ends after the current playout, and its answer is not the one of a
    /// whole search.
    pub(super) fn answer_until(
        &mut self,
        pending: Pending,
        referee: &mut Referee,
        state: &State,
        stop: &AtomicBool,
    ) -> usize {
        match pending {
            Pending::Choice(seat) => match &mut self.agents[seat] {
                Player::Random(agent) => agent.choose(referee, state, seat),
                Player::Thinking(agent) => agent.choose_until(referee, state, seat, stop),
            },
            Pending::Chance | Pending::Over => self.chance.pick(referee),
        }
    }

    /// Current state of all generators, for [`Bots::go_back`].
    pub(crate) fn stand(&self) -> Vec<Generator> {
        let own = self.agents.iter().map(|agent| match agent {
            Player::Random(agent) => agent.rng.clone(),
            Player::Thinking(agent) => agent.rng.clone(),
        });
        own.chain([self.chance.rng.clone()]).collect()
    }

    /// Restores the state of all generators after answers were taken back, so that everybody answers as at that time.
    pub(crate) fn go_back(&mut self, stood: Vec<Generator>) {
        let own = self.agents.iter_mut().map(|agent| match agent {
            Player::Random(agent) => &mut agent.rng,
            Player::Thinking(agent) => &mut agent.rng,
        });
        own.chain([&mut self.chance.rng]).zip(stood).for_each(|(rng, stood)| *rng = stood);
    }

    /// Takes the generator step of a question that is answered from a record.
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
