//! Plays one random game and checks all laws on the way.

use super::bench::{Bench, BenchMoment, answer, run};
use super::{Broken, ENDS, LAWS, LawsTried, REPLAY};
use crate::agent::{Bots, MAX_ANSWERS};
use crate::endless::Endless;
use crate::replay::again;
use crate::seeds;
use crate::transcript::who;
use tavola_game::{Game, Pending, State};

/// Random stream for choices of the laws, apart from those of chance and the players.
const LAWS_STREAM: u64 = 1 << 32;

/// Maximum number of questions of one game at which all laws are tried; later questions are sampled, since an endless game has 200,000.
const CLOSELY: u64 = 5_000;

/// Callback that says whether to stop.
type StopCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Plays one game of the run (the one that a simulation plays with this seed and number) and checks all laws.
pub(super) fn walk(
    game: &Game,
    plain: &Game,
    (seed, number): (u64, u64),
    (closely, stop): (bool, StopCheck<'_>),
) -> LawsTried {
    if stop() {
        return LawsTried::default();
    }
    let bench = Bench::new(game, plain, seeds::generator(seed, number, LAWS_STREAM));
    let mut walk = LawWalk { bench, seed, number, closely, answers: Vec::new(), stop, tried: LawsTried::default() };
    let mut state = game.start();
    let end = walk.whole(&mut state);
    let stopped = matches!(end, Ok(false));
    match end {
        Ok(true) => walk.replayed(&state),
        Ok(false) => {}
        Err(why) => walk.breaks(ENDS, why, &state),
    }
    LawsTried { games: u64::from(!stopped), names: walk.bench.names_written(), ..walk.tried }
}

/// True if laws are checked at the question after this number of answers, in a game that is sampled. Later questions
/// are sampled more sparsely, and games differ in the sampled questions.
fn is_looked_at(game: u64, answers: u64) -> bool {
    let stride = (answers / 2).max(1);
    let stride = if stride.is_power_of_two() { stride } else { stride.next_power_of_two() / 2 };
    (answers + game).is_multiple_of(stride)
}

struct LawWalk<'a> {
    bench: Bench,
    seed: u64,
    number: u64,
    /// True if all laws are checked at every question, see [`CLOSELY`].
    closely: bool,
    answers: Vec<(String, String)>,
    stop: StopCheck<'a>,
    tried: LawsTried,
}

impl LawWalk<'_> {
    /// Plays the game to its end. Returns `false` if it was stopped before.
    fn whole(&mut self, state: &mut State) -> Result<bool, String> {
        let mut bots = Bots::new(self.seed, self.number, self.bench.game.players());
        for answers in 0..MAX_ANSWERS {
            let pending = run(&mut self.bench.referee, state)?;
            if (self.stop)() {
                return Ok(false);
            }
            let looks = self.closely && answers < CLOSELY
                || pending == Pending::Over
                || is_looked_at(self.number, self.answers.len() as u64);
            if !looks {
                // The plain game is not followed here. It restarts where laws are checked next.
                self.bench.plain.state = None;
            }
            if looks && !self.moment(state, pending) {
                return Ok(false);
            }
            run(&mut self.bench.referee, state)?;
            if pending == Pending::Over {
                return Ok(true);
            }
            let option = bots.answer(pending, &mut self.bench.referee, state);
            let options = self.bench.notations();
            self.answers.push((who(&self.bench.game, pending), options[option].clone()));
            self.bench.remember(&options);
            self.bench.plain.answer(option)?;
            answer(&mut self.bench.referee, state, option)?;
        }
        Err(Endless::at(&self.bench.game, state).placed())
    }

    /// Checks the laws, except those that are already broken in this game. Returns `false` if it was stopped.
    fn moment(&mut self, state: &State, pending: Pending) -> bool {
        for (sentence, law) in LAWS {
            if (self.stop)() {
                return false;
            }
            if self.tried.broken.iter().any(|broken| broken.law == sentence) {
                continue;
            }
            if let Err(what) = law(&mut self.bench, &BenchMoment { state, pending, answers: self.answers.len() as u64 })
            {
                self.breaks(sentence, what, state);
            }
        }
        self.tried.moments += 1;
        true
    }

    /// Replays all answers by their notation, from the start and on another referee.
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
        let place = self.bench.referee.game().position(state).1;
        let answers = self.answers.len() as u64;
        self.tried.broken.push(Broken { law, what, place, seed: self.seed, game: self.number, answers });
    }
}
