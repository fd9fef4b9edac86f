//! A play: one position of a game with its referee.

mod guess;
mod history;
mod numbers;
mod picture;
mod search;
mod shown;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tavola_game::{AskedQuestion, Fault, OpenIds, Pending, Referee, State};
use tavola_lab::{Chance, SearchAgent, seeds};

use crate::arguments::{self, Whole, mistyped};
use crate::errors::{Stop, error, fault, refused, unrestored};
use crate::game::Game;
pub(crate) use history::History;

/// Chance of a play with this seed: that of game 0 of a simulation.
pub(crate) fn chance(seed: u64) -> Chance {
    Chance::new(seeds::generator(seed, 0, seeds::CHANCE))
}

/// A position of a game, and the question that is open there. It changes with each answer.
///
/// Plays are equal, and have equal hashes, if their games and positions are equal. Do not answer a play that is a key of a dict.
#[pyclass(module = "tavola")]
pub(crate) struct Play {
    game: Game,
    /// Borrowed through [`own`]: a referee is moved between threads, but not shared.
    referee: Mutex<Referee>,
    pub(crate) state: State,
    pub(crate) pending: Pending,
    /// Generator of chance, if it is sampled.
    pub(crate) chance: Option<Chance>,
    /// The ids that can be chosen now, once they were listed.
    open: OpenIds,
    is_listed: bool,
    /// The ids chosen so far of an answer of several parts.
    pub(crate) chosen: Vec<u32>,
    /// All answers since the start. None after a saved position.
    pub(crate) history: Option<History>,
    /// The bot that was asked last, with what it has replayed of the game.
    agent: Mutex<Option<SearchAgent>>,
    /// Memory for the position before an answer.
    before: State,
}

/// The content of a lock that nobody else can hold.
fn own<T>(lock: &mut Mutex<T>) -> &mut T {
    lock.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// The state of a play besides its referee. A play that exchanges it serves many positions, with its memory in the caches of the processor.
pub(crate) struct Moment {
    pub(crate) state: State,
    pub(crate) pending: Pending,
    pub(crate) chance: Option<Chance>,
    pub(crate) chosen: Vec<u32>,
    open: OpenIds,
    is_listed: bool,
    question: Mutex<AskedQuestion>,
}

impl Moment {
    /// A moment without a position.
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            state: State::default(),
            pending: Pending::Over,
            chance: None,
            chosen: Vec::new(),
            open: OpenIds::default(),
            is_listed: false,
            question: Mutex::new(game.game.referee().without_position_check().take_question()),
        }
    }

    /// Ids of the actions that could be chosen when they were last listed.
    pub(crate) fn legal(&self) -> &[u32] {
        self.open.ids()
    }
}

impl Play {
    /// Exchanges everything but the referee.
    pub(crate) fn exchange(&mut self, moment: &mut Moment) -> Result<(), Stop> {
        own(&mut self.referee).exchange_question(own(&mut moment.question))?;
        mem::swap(&mut self.state, &mut moment.state);
        mem::swap(&mut self.pending, &mut moment.pending);
        mem::swap(&mut self.chance, &mut moment.chance);
        mem::swap(&mut self.chosen, &mut moment.chosen);
        mem::swap(&mut self.open, &mut moment.open);
        mem::swap(&mut self.is_listed, &mut moment.is_listed);
        Ok(())
    }

    /// A play at a position, run to its question.
    pub(crate) fn new(py: Python<'_>, game: &Game, state: State, chance: Option<Chance>) -> PyResult<Self> {
        let mut referee = game.game.referee().without_position_check();
        referee.remember(true);
        Self::with(py, game, referee, state, chance)
    }

    /// A play to serve the moments of others, without the answers on the way to them.
    pub(crate) fn serving(py: Python<'_>, game: &Game, state: State, chance: Chance) -> PyResult<Self> {
        Self::with(py, game, game.game.referee().without_checks_and_history(), state, Some(chance))
    }

    fn with(py: Python<'_>, game: &Game, referee: Referee, state: State, chance: Option<Chance>) -> PyResult<Self> {
        let mut play = Self {
            game: game.clone(),
            referee: Mutex::new(referee),
            state,
            pending: Pending::Over,
            chance,
            open: OpenIds::default(),
            is_listed: false,
            chosen: Vec::new(),
            history: None,
            agent: Mutex::new(None),
            before: State::default(),
        };
        play.run().map_err(|found| play.fault(py, &found))?;
        Ok(play)
    }

    fn fault(&self, py: Python<'_>, found: &Fault) -> PyErr {
        fault(py, &self.game.game, found)
    }

    /// Runs to the next question, and samples chance on the way.
    fn run(&mut self) -> Result<(), Fault> {
        self.is_listed = false;
        let referee = own(&mut self.referee);
        self.pending = referee.run(&mut self.state)?;
        while self.pending == Pending::Chance
            && let Some(chance) = &mut self.chance
        {
            let option = chance.pick(referee);
            referee.answer(&mut self.state, option)?;
            self.pending = referee.run(&mut self.state)?;
        }
        Ok(())
    }

    /// Answers with an option and runs to the next question. After an error the position is undefined, see [`Play::put`].
    pub(crate) fn advance(&mut self, option: usize) -> Result<(), Stop> {
        own(&mut self.referee).try_answer(&mut self.state, option)?;
        self.run()?;
        self.chosen.clear();
        Ok(())
    }

    /// The return of each player.
    pub(crate) fn worth(&mut self) -> Result<Vec<f64>, Stop> {
        Ok(own(&mut self.referee).returns(&self.state)?)
    }

    /// Puts the play at a position with its generator of chance. The parts chosen so far of the answer are chosen again.
    pub(crate) fn put(&mut self, state: &State, chance: Option<Chance>) -> Result<(), Stop> {
        self.state.clone_from(state);
        self.chance = chance;
        self.run()?;
        (0..self.chosen.len()).try_for_each(|at| self.choose_id(self.chosen[at]).map(|_| ()))
    }

    /// Answers with an option and runs to the next question. After an error the play is as it was.
    fn take(&mut self, py: Python<'_>, option: usize) -> PyResult<()> {
        let (mut before, chance) = (mem::take(&mut self.before), self.chance.clone());
        before.clone_from(&self.state);
        let mut done = self.advance(option);
        if done.is_err() {
            done = self.put(&before, chance).and(done);
        } else if let Some(history) = &mut self.history {
            history.options.push(option);
        }
        self.before = before;
        done.map_err(|stop| stop.raise(py, &self.game.game))
    }

    /// Number of an option, from its notation or its number.
    fn option(&mut self, answer: &Bound<'_, PyAny>) -> PyResult<usize> {
        if self.pending == Pending::Over {
            return Err(error("the game is over: nothing is asked"));
        }
        let (referee, py) = (own(&mut self.referee), answer.py());
        if let Ok(text) = answer.extract::<String>() {
            return referee.find(&self.state, &text).map_err(|refusal| refused(py, refusal));
        }
        let options = referee.option_count();
        match Whole::read(answer) {
            Some(number) => number.index(options, "option"),
            None => Err(mistyped("option", "its notation, such as `drop(4)` or `yes`, or its number", answer)),
        }
    }

    /// The open question.
    pub(crate) fn pending(&self) -> Pending {
        self.pending
    }

    /// Answers with an option by its notation.
    pub(crate) fn answer_with(&mut self, py: Python<'_>, notation: &str) -> PyResult<()> {
        let found = own(&mut self.referee).find(&self.state, notation);
        self.take(py, found.map_err(|refusal| refused(py, refusal))?)
    }

    /// A seat, checked.
    fn seat(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
        seat.map(|seat| arguments::index(seat, "seat", self.game.game.players())).transpose()
    }
}

#[pymethods]
impl Play {
    /// The game of this play.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.pending == Pending::Over
    }

    /// True if chance is asked. This cannot be if it is sampled.
    #[getter]
    fn is_chance(&self) -> bool {
        self.pending == Pending::Chance
    }

    /// Seat of the asked player. None if chance is asked or the game is over.
    #[getter]
    fn player(&self) -> Option<usize> {
        match self.pending {
            Pending::Choice(seat) => Some(seat),
            Pending::Chance | Pending::Over => None,
        }
    }

    /// Answers the open question with an option, by its notation or its number, and runs to the next one.
    ///
    /// Raises `Refused` for a notation that is not offered, with the reason. After an error the play is as it was.
    fn answer(&mut self, option: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = self.option(option)?;
        self.take(option.py(), number)
    }

    /// The return of each player, by seat: the payoff of the rules, or a number from 1 to -1 for the place.
    ///
    /// Before the end it is what the position is worth as it stands, hidden cards and secret answers included: no agent may see it.
    fn returns(&mut self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.worth().map_err(|stop| stop.raise(py, &self.game.game))
    }

    /// Seats of the winners. Before the end, of those who are ahead, hidden cards and secret answers included: no agent may see it.
    fn winners(&mut self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(own(&mut self.referee).result(&self.state).map_err(|found| self.fault(py, &found))?.winners)
    }

    /// The position as one line of text, for `Game.restore`. It holds all secrets of the game.
    fn save(&self) -> String {
        self.game.game.save(&self.state).to_string()
    }

    /// A copy with the same position and the same generator of chance: it knows hidden cards and future dice, see `guess`.
    #[pyo3(name = "copy")]
    pub(crate) fn twin(&self, py: Python<'_>) -> PyResult<Self> {
        let mut copy = Self::new(py, &self.game, self.state.clone(), self.chance.clone())?;
        copy.open.clone_from(&self.open);
        copy.is_listed = self.is_listed;
        copy.chosen.clone_from(&self.chosen);
        copy.history.clone_from(&self.history);
        Ok(copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.twin(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.twin(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.game.hash() == other.game.game.hash()
            && self.game.game.setup() == other.game.game.setup()
            && self.state == other.state
            && self.chosen == other.chosen
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        self.chosen.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, PlayParts))> {
        let make = py.get_type::<Self>().getattr("_restore")?;
        let chance = self.chance.as_ref().map(serde_json::to_string).transpose();
        let chance = chance.map_err(|wrong| error(wrong.to_string()))?;
        Ok((make, (self.game.clone(), (self.save(), chance, self.chosen.clone()))))
    }

    /// A play from its pickled parts.
    #[staticmethod]
    fn _restore(py: Python<'_>, game: &Game, parts: PlayParts) -> PyResult<Self> {
        let (saved, chance, chosen) = parts;
        let state = game.game.restore(&saved.parse().map_err(unrestored)?).map_err(unrestored)?;
        let chance = chance.map(|text| serde_json::from_str(&text)).transpose();
        let chance = chance.map_err(|wrong| error(format!("the pickled play is damaged: {wrong}")))?;
        let mut play = Self::new(py, game, state, chance)?;
        for id in chosen {
            play.choose_action(py, id)?;
        }
        Ok(play)
    }

    fn __repr__(&mut self) -> String {
        let asked = match self.pending {
            Pending::Over => "over".to_owned(),
            Pending::Chance => format!("chance: {}", own(&mut self.referee).prompt(&self.state)),
            Pending::Choice(seat) => {
                let name = self.game.game.setup().players.get(seat).map_or("", String::as_str);
                format!("{name}: {}", own(&mut self.referee).prompt(&self.state))
            }
        };
        format!("<Play of {}, {asked}>", self.game.game.title())
    }
}

/// A saved position, the generator of chance as JSON, and the ids chosen so far.
type PlayParts = (String, Option<String>, Vec<u32>);
