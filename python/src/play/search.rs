//! Bots at a position: ratings of options, choices, and games played to their end.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tavola_game::{Fault, Game, Pending, Referee, State};
use tavola_lab::{Bot, Bots, MAX_ANSWERS, SearchAgent, SearchResult, seeds};

use super::{Play, own};
use crate::arguments;
use crate::errors::{error, fault};
use crate::lab::{bot, bots, until_interrupted};

/// Time between two looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Reason why a playout has no returns.
enum Unended {
    Fault(Fault),
    Endless,
    Interrupted(PyErr),
}

impl From<Fault> for Unended {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Looks for Ctrl-C now and then.
struct Patience {
    last: Instant,
}

impl Patience {
    fn look(&mut self) -> Result<(), Unended> {
        if self.last.elapsed() < PATIENCE {
            return Ok(());
        }
        let looked = Python::attach(|py| py.check_signals()).map_err(Unended::Interrupted);
        self.last = Instant::now();
        looked
    }
}

/// Plays a position to its end and returns what each player gets.
fn playout(
    referee: &mut Referee,
    mut state: State,
    bots: &mut Bots,
    patience: &mut Patience,
) -> Result<Vec<f64>, Unended> {
    for _ in 0..MAX_ANSWERS {
        let option = match referee.run(&mut state)? {
            Pending::Over => return Ok(referee.returns(&state)?),
            pending => bots.answer(pending, referee, &state),
        };
        referee.answer(&mut state, option)?;
        patience.look()?;
    }
    Err(Unended::Endless)
}

/// Plays games from a position to their ends. Game `number` has the generators of that game of a simulation with this seed.
fn playouts(game: &Game, state: &State, games: u64, seed: u64, seats: &[Bot]) -> Result<Vec<Vec<f64>>, Unended> {
    let (mut referee, mut patience) = (game.referee(), Patience { last: Instant::now() });
    let one = |number| {
        let mut bots = Bots::seated(seed, number, seats);
        playout(&mut referee, state.clone(), &mut bots, &mut patience)
    };
    (0..games).map(one).collect()
}

impl Play {
    /// Seat of the asked player.
    fn asked(&self) -> PyResult<usize> {
        match self.pending {
            Pending::Choice(seat) => Ok(seat),
            Pending::Chance | Pending::Over => Err(error("no player is asked: a bot answers the questions of players")),
        }
    }

    /// Searches as the asked player, without the lock of the interpreter. Ctrl-C ends the search.
    fn search(&mut self, py: Python<'_>, bot: Bot, seed: u64) -> PyResult<SearchResult> {
        let seat = self.asked()?;
        let rng = seeds::generator(seed, 0, seat as u64 + 1);
        let agent = own(&mut self.agent).get_or_insert_with(|| SearchAgent::new(bot, rng.clone()));
        agent.reset(bot, rng);
        // Moved as exclusive: a referee cannot be shared.
        let (referee, state) = (own(&mut self.referee), &self.state);
        until_interrupted(py, move |stop| {
            let (agent, referee) = (agent, referee);
            agent.think_until(referee, state, seat, stop)
        })
    }
}

#[pymethods]
impl Play {
    /// Lets a bot rate the options of the open question, as the asked player. The play does not change.
    ///
    /// Returns `{"options": [..], "playouts": n}`, the best option first; each has its `option` (number), `notation`, `value` from 0 to 1
    /// and `playouts`. Bots: `greedy`, `flat:N`, `mcts:N`, `mcts:Nms`. A bot knows only what its player may know.
    #[pyo3(signature = (bot, seed=0))]
    fn think<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::bot)] bot: &str,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let bot = self::bot(bot)?;
        if !bot.thinks() {
            return Err(error("`random` rates no options: ask `greedy`, `flat:N`, `mcts:N` or `mcts:Nms`"));
        }
        let thought = self.search(py, bot, seed)?;
        let mut options = Vec::new();
        for rated in &thought.options {
            let dict = PyDict::new(py);
            dict.set_item("option", rated.option)?;
            dict.set_item("notation", own(&mut self.referee).notation(rated.option))?;
            dict.set_item("value", rated.value)?;
            dict.set_item("playouts", rated.playouts)?;
            options.push(dict);
        }
        let dict = PyDict::new(py);
        dict.set_item("options", options)?;
        dict.set_item("playouts", thought.playouts)?;
        Ok(dict)
    }

    /// The option, by its number, that a bot takes: its best one, or a random one for `random`. A single option needs no search.
    #[pyo3(signature = (bot, seed=0))]
    fn choose(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::bot)] bot: &str,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> PyResult<usize> {
        let bot = self::bot(bot)?;
        self.asked()?;
        let options = own(&mut self.referee).option_count();
        if options == 1 {
            return Ok(0);
        }
        let rated = if bot.thinks() { self.search(py, bot, seed)?.options } else { Vec::new() };
        let any = || seeds::pick_index(&mut seeds::generator(seed, 0, 0), options);
        Ok(rated.first().map_or_else(any, |best| best.option))
    }

    /// Plays `games` copies of the play to their end and returns what each player gets in each: `result[game][seat]`.
    ///
    /// `bots` is one name for all seats, or a list with one for each. Chance is sampled by `seed`. The play does not change.
    #[pyo3(signature = (games=1, seed=0, bots=None))]
    fn rollout(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::games)] games: u64,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        bots: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Vec<f64>>> {
        let (game, state) = (&self.game.game, &self.state);
        let bots = self::bots(bots, game.players())?;
        py.detach(|| playouts(game, state, games, seed, &bots)).map_err(|unended| match unended {
            Unended::Fault(found) => fault(py, game, &found),
            Unended::Endless => error(format!("a game did not end after {MAX_ANSWERS} answers")),
            Unended::Interrupted(error) => error,
        })
    }
}
