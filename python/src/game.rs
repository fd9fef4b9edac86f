//! One set-up of rules.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;
use tavola_game::{Game as SetUp, SavedState, Setup};
use tavola_lab::simulate::{Grouping, Moment};
use tavola_lab::{Plan, RunHooks, simulate};

use crate::arguments;
use crate::batch::Batch;
use crate::errors::{error, unloaded, unrestored, wrong};
use crate::lab::{Progress, bots, watched};
use crate::play::{History, Play, chance};
use crate::rules::Rules;
use crate::table::Table;

/// One set-up of rules: players and settings. It never changes, and threads can share it.
#[pyclass(frozen, module = "tavola")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: SetUp,
    pub(crate) rules: Rules,
}

impl Game {
    fn setup_data(&self) -> (&[String], &[(String, String)]) {
        let Setup { players, settings: set, .. } = self.game.setup();
        (players, set)
    }

    /// A grouping of wins by an expression.
    fn grouping(&self, py: Python<'_>, by: &str, when: &str) -> PyResult<Grouping> {
        let moments = "`when` is `start`, `setup`, `end`, or the name of a rule";
        let moment =
            Moment::of(when, &self.game).ok_or_else(|| error(format!("there is no rule `{when}`: {moments}")))?;
        let expressions = self.game.expressions(by, "player").map_err(|error| unloaded(py, error))?;
        Ok(Grouping { expressions, moment })
    }
}

#[pymethods]
impl Game {
    /// The rules of this game.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// Title of the game.
    #[getter]
    fn title(&self) -> &str {
        self.game.title()
    }

    /// Name of the game in the rules.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// Names of the players, by seat.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.game.setup().players.clone()
    }

    /// Changed settings and rulings.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.setup_data().1.iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(dict)
    }

    /// Number of actions of players. Their ids are below it.
    #[getter]
    fn action_count(&self) -> usize {
        self.game.actions().of_players()
    }

    /// All actions in the order of their ids, those of chance last.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let space = self.game.actions();
        let data = |(id, action): (usize, &tavola_game::Action)| {
            let group = &space.groups()[action.group];
            let dict = PyDict::new(py);
            dict.set_item("id", id)?;
            dict.set_item("notation", &action.notation)?;
            dict.set_item("label", &action.label)?;
            dict.set_item("rule", &group.rule)?;
            dict.set_item("place", &group.place)?;
            dict.set_item("prompt", &group.prompt)?;
            dict.set_item("part", group.part)?;
            dict.set_item("chance", group.chance)?;
            Ok(dict)
        };
        space.actions().iter().enumerate().map(data).collect()
    }

    /// Number of numbers in an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.game.observation().len()
    }

    /// The planes of an observation, in the order of their numbers.
    #[getter]
    fn observation_planes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let axis = |axis: &tavola_game::PlaneAxis| {
            let dict = PyDict::new(py);
            dict.set_item("name", &axis.name)?;
            dict.set_item("members", &axis.members)?;
            Ok(dict)
        };
        let data = |plane: &tavola_game::Plane| {
            let dict = PyDict::new(py);
            dict.set_item("name", &plane.name)?;
            dict.set_item("kind", format!("{:?}", plane.kind).to_lowercase())?;
            dict.set_item("axes", plane.axes.iter().map(axis).collect::<PyResult<Vec<_>>>()?)?;
            dict.set_item("shape", plane.shape())?;
            dict.set_item("low", plane.low)?;
            dict.set_item("high", plane.high)?;
            dict.set_item("start", plane.range().start)?;
            dict.set_item("stop", plane.range().end)?;
            Ok(dict)
        };
        self.game.observation().planes().iter().map(data).collect()
    }

    /// The lowest and the highest return of a player. None if the payoff of the rules has no known bounds.
    #[getter]
    fn returns_bounds(&self) -> Option<(f64, f64)> {
        self.game.returns_bounds()
    }

    /// True if all players win or lose together.
    #[getter]
    fn is_cooperative(&self) -> bool {
        self.game.is_cooperative()
    }

    /// True if the returns of all players are known to add up to 0. Of a payoff of the rules it is not known.
    #[getter]
    fn is_zero_sum(&self) -> bool {
        self.game.is_zero_sum()
    }

    /// True if a place, a variable or an answer can be hidden from a player. A face-down deck that all draw from counts, too.
    #[getter]
    fn has_hidden_information(&self) -> bool {
        self.game.referee().may_need_past()
    }

    /// Fingerprint of the rules.
    #[getter]
    fn hash(&self) -> &str {
        self.game.hash()
    }

    /// Starts a play. With a seed, chance is sampled by it. Without one, chance is a question that the caller answers.
    #[pyo3(signature = (seed=None))]
    fn start(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::optional_seed)] seed: Option<u64>,
    ) -> PyResult<Play> {
        let mut play = Play::new(py, self, self.game.start(), seed.map(chance))?;
        play.history = Some(History::new(seed));
        Ok(play)
    }

    /// A play at a saved position, see `Play.save`. `seed` is that of `start`.
    #[pyo3(signature = (saved, seed=None))]
    fn restore(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::saved)] saved: &str,
        #[pyo3(from_py_with = arguments::optional_seed)] seed: Option<u64>,
    ) -> PyResult<Play> {
        let saved: SavedState = saved.parse().map_err(unrestored)?;
        let state = self.game.restore(&saved).map_err(unrestored)?;
        Play::new(py, self, state, seed.map(chance))
    }

    /// Starts `size` plays that are stepped together, see `Batch`. Chance is sampled by `seed`.
    ///
    /// They are stepped by `jobs` threads; 0 is one for each core. With `observe=False`, `Batch.observations` is None.
    #[pyo3(signature = (size, seed=0, jobs=1, observe=true))]
    fn batch(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::size)] size: usize,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::jobs)] jobs: usize,
        #[pyo3(from_py_with = arguments::observe)] observe: bool,
    ) -> PyResult<Batch> {
        Batch::new(py, self, size, seed, jobs, observe)
    }

    /// Plays many games of bots on all cores, or on `jobs`. Returns the report of `tavola simulate --format json` as a dict.
    ///
    /// `bots` is one name for all seats, or a list with one for each: `random`, `greedy`, `flat:N`, `mcts:N`, `mcts:Nms`.
    /// With `rotate`, bots move one seat on after each game. With `check`, invariants are checked after every answer.
    /// `bots` of the report is empty if all seats have the same bot; `seats` never is.
    /// `by` groups wins by an expression of the language, in which `player` is each player in turn; `when` is the moment: `start`,
    /// `setup` (the first question to a player), `end`, or the name of a rule. `first_game` is the number of the first game.
    /// `progress` is called with the number of finished games and of all, about twenty times a second.
    /// The same seed gives the same report, except with time-limited bots.
    #[pyo3(signature = (games=1000, seed=1, bots=None, jobs=0, rotate=false, check=false, by=None, when="setup", first_game=0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::games)] games: u64,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        bots: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::jobs)] jobs: usize,
        #[pyo3(from_py_with = arguments::rotate)] rotate: bool,
        #[pyo3(from_py_with = arguments::check)] check: bool,
        #[pyo3(from_py_with = arguments::by)] by: Option<String>,
        #[pyo3(from_py_with = arguments::when)] when: &str,
        #[pyo3(from_py_with = arguments::first_game)] first_game: u64,
        #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bots = self::bots(bots, self.game.players())?;
        let by = by.map(|text| self.grouping(py, &text, when)).transpose()?;
        let plan = Plan { first: first_game, games, seed, jobs, bots, rotate, check, by, ..Plan::default() };
        let (game, stop, done, mut progress) =
            (&self.game, AtomicBool::new(false), AtomicU64::new(0), Progress::new(progress));
        let advance = |played: u64| {
            done.fetch_max(played, Ordering::Relaxed);
        };
        let work = || simulate(game, &plan, RunHooks { progress: &advance, stop: &stop, ..RunHooks::default() });
        let watch = |py: Python<'_>| progress.report(py, Some((done.load(Ordering::Relaxed), games)));
        let report = watched(py, &stop, work, watch)?.map_err(wrong)?;
        Ok(pythonize(py, &report)?)
    }

    /// Plays many games of bots, as `simulate` does, and returns a row for each game, for each of its players, or for each answer.
    ///
    /// `rows` is `"games"`, `"players"` or `"answers"`; rows of the same games are joined by `game`, and by `player` and `who`.
    /// The columns of games and answers are those of `tavola simulate --csv` and `--csv-answers`.
    /// If the same fault ends ten games, the run stops; a warning says how many games are there, and the fault.
    #[pyo3(signature = (rows="games", games=1000, seed=1, bots=None, jobs=0, rotate=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn table(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::rows)] rows: &str,
        #[pyo3(from_py_with = arguments::games)] games: u64,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        bots: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::jobs)] jobs: usize,
        #[pyo3(from_py_with = arguments::rotate)] rotate: bool,
    ) -> PyResult<Table> {
        let bots = self::bots(bots, self.game.players())?;
        let plan = Plan { games, seed, jobs, bots, rotate, ..Plan::default() };
        Table::simulated(py, &self.game, &plan, rows)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.hash() == other.game.hash() && self.game.setup() == other.game.setup()
    }

    fn __hash__(&self) -> u64 {
        let of = |hash| u64::from_str_radix(hash, 16).unwrap_or(0);
        of(self.game.hash()) ^ of(self.game.setup_hash())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, GameParts<'py>)> {
        let make = py.get_type::<Rules>().getattr("game")?;
        Ok((make, (self.rules.clone(), self.players(), self.settings(py)?)))
    }

    fn __repr__(&self) -> String {
        format!("<Game {} for {}>", self.game.title(), self.players().join(", "))
    }
}

/// Arguments of `Rules.game`.
type GameParts<'py> = (Rules, Vec<String>, Bound<'py, PyDict>);
