//! Work that takes long: checks and simulations, without the lock of the interpreter.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tavola_lab::{Bot, threads};

use crate::arguments::{self, mistyped};
use crate::errors::{error, wrong};
use crate::finding::Finding;

/// Time between two looks for Ctrl-C.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// Runs work without the lock of the interpreter, on this number of threads (0 for one for each core). They end with the work.
///
/// What may read rules or scenarios is called here. Elsewhere it would start threads that stay, and a forked child, which does not have
/// them, would wait for them forever.
pub(crate) fn apart<T: Send>(py: Python<'_>, jobs: usize, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| threads::with(jobs, work))
}

/// Runs work on a thread of its own. At Ctrl-C it sets the flag of the work, waits for its end and raises `KeyboardInterrupt`.
pub(crate) fn until_interrupted<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    watched(py, &stop, || work(&stop), |_| Ok(()))
}

/// Runs work on a thread of its own, and calls `watch` now and then on this thread. At Ctrl-C, or an error of `watch`, it sets the flag
/// `stop` of the work, waits for its end and raises.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let mut look = || Python::attach(|py| py.check_signals().and_then(|()| watch(py)));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = mpsc::channel();
            let worker = scope.spawn(|| {
                let result = work();
                drop(done);
                result
            });
            let mut looked = Ok(());
            while looked.is_ok() && waiting.recv_timeout(PATIENCE) == Err::<(), _>(RecvTimeoutError::Timeout) {
                looked = look();
            }
            stop.store(looked.is_err(), Ordering::Relaxed);
            let result = worker.join().map_err(|_| error("the work ended by a panic, which is a bug of Tavola"));
            looked.and_then(|()| look()).and(result)
        })
    })
}

/// A function of the caller that gets the number of finished games, or other work, and of all.
pub(crate) struct Progress {
    callback: Option<Py<PyAny>>,
    last: Option<(u64, u64)>,
}

impl Progress {
    /// None: nobody is called.
    pub(crate) fn new(callback: Option<Py<PyAny>>) -> Self {
        Self { callback, last: None }
    }

    /// Calls the function if something was done since the last call.
    pub(crate) fn report(&mut self, py: Python<'_>, now: Option<(u64, u64)>) -> PyResult<()> {
        let (Some(callback), Some(now)) = (&self.callback, now) else { return Ok(()) };
        if self.last.replace(now) == Some(now) { Ok(()) } else { callback.call1(py, now).map(drop) }
    }
}

/// Bots by seat, from a name for all seats or a list of names. Without names they are random.
pub(crate) fn bots(names: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<Vec<Bot>> {
    let Some(names) = names else { return Ok(vec![Bot::Random; seats]) };
    if let Ok(name) = names.extract::<String>() {
        return Ok(vec![bot(&name)?; seats]);
    }
    let wanted = "the name of a bot, or a list with a name for each seat";
    let names: Vec<String> = names.extract().map_err(|_| mistyped("bots", wanted, names))?;
    if names.len() != seats {
        return Err(error(format!(
            "`bots` names {}, and the game has {seats} seats: name one for each, or one for all",
            names.len()
        )));
    }
    names.iter().map(|name| bot(name)).collect()
}

/// A bot by its name.
pub(crate) fn bot(name: &str) -> PyResult<Bot> {
    name.parse().map_err(|why: String| error(why))
}

/// Checks the game in a folder as `tavola check` does: rules, variants, scenarios, budgets. Returns all findings.
///
/// `variant` checks this variant instead of all. `threshold` is the percentage of clauses that rules must cite and scenarios name.
#[pyfunction]
#[pyo3(signature = (path, variant=None, threshold=None))]
pub(crate) fn check(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::path)] path: PathBuf,
    #[pyo3(from_py_with = arguments::variant)] variant: Option<String>,
    #[pyo3(from_py_with = arguments::optional_threshold)] threshold: Option<u8>,
) -> PyResult<Vec<Finding>> {
    apart(py, 0, || {
        let checked = tavola_lab::check(&path, variant.as_deref(), threshold)?;
        let layers = checked.layers.iter().flat_map(|layer| {
            layer.findings.iter().map(|finding| Finding::new(finding, &layer.sources, layer.variant.as_deref()))
        });
        Ok(layers.collect())
    })
    .map_err(wrong)
}
