//! One random game, with all laws tried on the way.

use super::bench::{Bench, Moment, answer, run};
use super::{Broken, ENDS, LAWS, REPLAY};
use crate::game::{Game, Pending, State};
use crate::play::agent::{Agent, Chance, MAX_ANSWERS, RandomAgent};
use crate::play::replay::again;
use crate::play::seeds;
use crate::play::transcript::who;

/// The streams of the laws' own choices: beside those of chance and the players.
const LAWS_STREAM: u64 = 1 << 32;

/// Plays one game of the run (the one that a simulation plays with this seed and number) and tries all laws.
pub(super) fn walk(game: &Game, plain: &Game, seed: u64, number: u64) -> Vec<Broken> {
    let bench = Bench::new(game, plain, seeds::generator(seed, number, LAWS_STREAM));
    let mut walk = Walk { bench, seed, number, answers: Vec::new(), broken: Vec::new() };
    let mut state = game.start();
    match walk.whole(&mut state) {
        Ok(()) => walk.replayed(&state),
        Err(why) => walk.breaks(ENDS, why, &state),
    }
    walk.broken
}

struct Walk {
    bench: Bench,
    seed: u64,
    number: u64,
    answers: Vec<(String, String)>,
    broken: Vec<Broken>,
}

impl Walk {
    fn whole(&mut self, state: &mut State) -> Result<(), String> {
        let mut chance = Chance::new(seeds::generator(self.seed, self.number, seeds::CHANCE));
        let agent = |seat| RandomAgent::new(seeds::generator(self.seed, self.number, 1 + seat));
        let mut agents: Vec<RandomAgent> = (0..self.bench.game.setup().players.len() as u64).map(agent).collect();
        for _ in 0..MAX_ANSWERS {
            let pending = run(&mut self.bench.desk, state)?;
            self.moment(state, pending);
            run(&mut self.bench.desk, state)?;
            let option = match pending {
                Pending::Over => return Ok(()),
                Pending::Chance => chance.pick(&self.bench.desk),
                Pending::Choice(player) => agents[player].choose(&mut self.bench.desk, state, player),
            };
            let options = self.bench.notations(state);
            self.answers.push((who(&self.bench.game, pending), options[option].clone()));
            self.bench.remember(options);
            self.bench.plain.answer(option)?;
            answer(&mut self.bench.desk, state, option)?;
        }
        Err(format!("it is not over after {MAX_ANSWERS} answers"))
    }

    /// Tries the laws; one that is broken already is not tried again in this game.
    fn moment(&mut self, state: &State, pending: Pending) {
        for (sentence, law) in LAWS {
            if self.broken.iter().any(|broken| broken.law == sentence) {
                continue;
            }
            if let Err(what) = law(&mut self.bench, &Moment { state, pending }) {
                self.breaks(sentence, what, state);
            }
        }
    }

    /// All answers by their names, from the start, on another desk.
    fn replayed(&mut self, end: &State) {
        let (mut state, mut done) = (self.bench.game.start(), 0);
        let played = again(&mut self.bench.other, &mut state, &self.answers, &mut done);
        match played {
            Ok(()) if state == *end => {}
            Ok(()) => self.breaks(REPLAY, "another state".to_string(), end),
            Err(why) => self.breaks(REPLAY, why, end),
        }
    }

    fn breaks(&mut self, law: &'static str, what: String, state: &State) {
        let place = self.bench.desk.position(state).1;
        let answers = self.answers.len() as u64;
        self.broken.push(Broken { law, what, place, seed: self.seed, game: self.number, answers });
    }
}
