//! A batch: many plays of one game, stepped together into arrays.

mod arrays;
mod read;
mod row;
mod threads;
mod work;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arguments;
use crate::errors::{Stop, error, with};
use crate::game::Game;
use crate::play::{Play, chance};
use arrays::{Arrays, RowNumbers};
use row::{Row, Source};
use threads::Threads;
use work::{Failed, Undone};

/// Maximum number of plays of a batch.
pub(crate) const MOST: usize = 1 << 24;

/// Many plays of one game. `step` gives each an action and writes what follows into the same arrays.
///
/// | array | shape, type | numbers |
/// |---|---|---|
/// | `observations` | size, `Game.observation_size`: float32 | what the asked player of each play may know; None with `observe=False` |
/// | `masks` | size, `Game.action_count`: int8 | 1 for the actions that can be chosen now |
/// | `players` | size: int32 | seat of the asked player |
/// | `rewards` | size, seats: float32 | returns of a game that the last step ended, else 0 |
/// | `dones` | size: bool | True if the last step ended the game |
/// | `lengths` | size: int32 | actions of the game of the last step: of the ended one, if it ended |
/// | `seeds` | size: uint64 | the seed of each play: `Game.start(seed)` begins the same one |
/// | `actions` | size: int32 | written by `sample` |
///
/// The arrays are of NumPy if it is installed, else memoryviews. They are made once: copy what you keep.
#[pyclass(module = "tavola")]
pub(crate) struct Batch {
    game: Game,
    /// Threads, if there are several.
    threads: Option<Threads>,
    source: Source,
    /// The plays that serve the rows.
    plays: Vec<Play>,
    rows: Vec<Row>,
    arrays: Arrays,
}

impl Batch {
    pub(crate) fn new(
        py: Python<'_>,
        game: &Game,
        size: usize,
        seed: u64,
        jobs: usize,
        observe: bool,
    ) -> PyResult<Self> {
        let threads = if jobs == 1 { None } else { Some(Threads::start(jobs)?) };
        let source = Source { seed, size: size as u64, start: game.game.start().as_it_stands() };
        let play = || Play::serving(py, game, source.start.clone(), chance(seed));
        let plays = (0..work::plays(threads.as_ref().map(Threads::count))).map(|_| play()).collect::<PyResult<_>>()?;
        let rows = (0..source.size).map(|number| Row::new(game, &source, number)).collect();
        let arrays = Arrays::new(py, &game.game, size, observe)?;
        let mut batch = Self { game: game.clone(), threads, source, plays, rows, arrays };
        batch.each(py, |row, play, source, out| {
            row.begin(play, source)?;
            row::write(play, out)
        })?;
        batch.publish();
        Ok(batch)
    }

    /// Works on all rows, see [`work::each`].
    fn each(
        &mut self,
        py: Python<'_>,
        work: impl Fn(&mut Row, &mut Play, &Source, RowNumbers<'_>) -> Result<(), Stop> + Sync,
    ) -> PyResult<()> {
        let Self { threads, source, plays, rows, arrays, .. } = self;
        let pool = threads.as_mut().map_or(Ok(None), Threads::here)?;
        let work = |row: &mut Row, play: &mut Play, out: RowNumbers<'_>| work(row, play, source, out);
        work::each(py, pool, plays, rows, arrays.whole(), work).map_err(|undone| match undone {
            Undone::Failed(failed) => self.raise(py, failed),
            Undone::Interrupted(error) => error,
        })
    }

    /// The exception for a row that failed.
    fn raise(&self, py: Python<'_>, Failed { row, stop }: Failed) -> PyErr {
        let raised = match stop {
            Stop::Fault(found) => Stop::Fault(found).raise(py, &self.game.game),
            Stop::Wrong(wrong) => error(format!("row {row}: {}", wrong.message)),
            Stop::Unanswered(wrong) => error(format!("row {row}: {wrong}")),
        };
        with(py, raised, "row", row)
    }

    /// Writes everything about the last step that [`row::write`] does not write.
    fn publish(&mut self) {
        let mut whole = self.arrays.whole();
        self.rows.iter().for_each(|row| row.publish(whole.next()));
    }

    /// Undoes the step of all rows.
    fn undo(&mut self) -> Result<(), Failed> {
        let mut whole = self.arrays.whole();
        let undo = |(number, row): (usize, &mut Row)| {
            work::serve(&mut self.plays[0], row, whole.next(), Row::undo).map_err(|stop| Failed { row: number, stop })
        };
        self.rows.iter_mut().enumerate().try_for_each(undo)
    }

    /// Checks the number of a row.
    fn row(&self, row: &Bound<'_, PyAny>) -> PyResult<usize> {
        arguments::index(row, "row", self.rows.len())
    }
}

#[pymethods]
impl Batch {
    /// The game of this batch.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The seed of this batch.
    #[getter]
    fn seed(&self) -> u64 {
        self.source.seed
    }

    /// Number of threads that step.
    #[getter]
    fn jobs(&self) -> usize {
        self.threads.as_ref().map_or(1, Threads::count)
    }

    /// Observations of the asked player of each play: float32. None with `observe=False`.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.arrays.observations.as_ref().map(|shared| shared.array(py))
    }

    /// 1 for each action that can be chosen now, else 0: int8.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.masks.array(py)
    }

    /// Seats of the asked players: int32.
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.players.array(py)
    }

    /// Returns of the games that the last step ended, by seat, else 0: float32.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.rewards.array(py)
    }

    /// True for each game that the last step ended: bool.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.dones.array(py)
    }

    /// Number of actions of each game up to the last step: int32. For a game that it ended, its length.
    #[getter]
    fn lengths(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.lengths.array(py)
    }

    /// The seed of each play: uint64. `Game.start` with it begins the same play.
    #[getter]
    fn seeds(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.seeds.array(py)
    }

    /// The actions that `sample` drew: int32.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.actions.array(py)
    }

    /// Chooses an action in each play and writes the arrays. A game that ends is followed by the next one of its row at once.
    ///
    /// Raises `TavolaError` for an action that is not offered, and `FaultError` for a mistake in the rules; `row` is the row.
    /// After an error, and after Ctrl-C, all plays and arrays are as they were.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read::actions(actions, self.rows.len(), self.game.game.actions().len())?;
        self.rows.iter_mut().zip(actions).for_each(|(row, action)| row.prepare(action));
        if let Err(raised) = self.each(py, Row::step) {
            self.undo().map_err(|failed| self.raise(py, failed))?;
            return Err(raised);
        }
        self.publish();
        Ok(())
    }

    /// Draws a uniformly random legal action for each play, writes it into `actions` and returns that array.
    ///
    /// The draws follow from the seed of the batch and the number of each game, whatever `jobs` is.
    fn sample(&mut self, py: Python<'_>) -> Py<PyAny> {
        let mut whole = self.arrays.whole();
        self.rows.iter_mut().for_each(|row| *whole.next().action = row.sample());
        self.arrays.actions.array(py)
    }

    /// Leaves the game of a row and starts its next one, to cut a game that lasts too long. Its reward is 0, and it is not done.
    fn restart(&mut self, py: Python<'_>, row: &Bound<'_, PyAny>) -> PyResult<()> {
        let row = self.row(row)?;
        let Self { source, plays, rows, arrays, .. } = self;
        let cut = |row: &mut Row, play: &mut Play, out: RowNumbers<'_>| row.cut(play, source, out);
        let cut = work::serve(&mut plays[0], &mut rows[row], arrays.whole().nth(row), cut);
        cut.map_err(|stop| self.raise(py, Failed { row, stop }))?;
        self.rows[row].publish(self.arrays.whole().nth(row));
        Ok(())
    }

    /// A copy of the play of a row. It does not know the answers on the way to it, as a play of `Game.restore`.
    fn play(&self, py: Python<'_>, row: &Bound<'_, PyAny>) -> PyResult<Play> {
        let row = self.row(row)?;
        let moment = &self.rows[row].moment;
        let mut play = Play::new(py, &self.game, moment.state.clone(), moment.chance.clone())?;
        moment.chosen.iter().try_for_each(|&id| play.choose_action(py, id).map(|_| ()))?;
        Ok(play)
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a batch is not copied or pickled: make one from its game, or pickle single plays"))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} plays of {}>", self.rows.len(), self.game.game.title())
    }
}
