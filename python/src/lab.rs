//! Work that takes long: checks and simulations, without the lock of the interpreter.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tavola_lab::Bot;

use crate::errors::{error, wrong};
use crate::finding::Finding;

/// Time between two looks for Ctrl-C.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// Runs work on a thread of its own. At Ctrl-C it sets the flag of the work, waits for its end and raises `KeyboardInterrupt`.
pub(crate) fn until_interrupted<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, waiting) = mpsc::channel();
            let worker = scope.spawn(|| {
                let result = work(&stop);
                drop(done);
                result
            });
            let mut interrupted = Ok(());
            while interrupted.is_ok() && waiting.recv_timeout(PATIENCE) == Err::<(), _>(RecvTimeoutError::Timeout) {
                interrupted = Python::attach(|py| py.check_signals());
            }
            stop.store(interrupted.is_err(), Ordering::Relaxed);
            let result = worker.join().map_err(|_| error("the work ended by a panic, which is a bug of Tavola"));
            interrupted.and(result)
        })
    })
}

/// Bots by seat, from a name for all seats or a list of names. Without names they are random.
pub(crate) fn bots(names: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<Vec<Bot>> {
    let Some(names) = names else { return Ok(vec![Bot::Random; seats]) };
    if let Ok(name) = names.extract::<String>() {
        return Ok(vec![bot(&name)?; seats]);
    }
    let names: Vec<String> =
        names.extract().map_err(|_| error("`bots` is the name of a bot, or a list with a name for each seat"))?;
    if names.len() != seats {
        return Err(error(format!(
            "there are {} bots for {seats} seats: name one for each, or one for all",
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
/// `variant` checks this variant instead of all. `threshold` is the percentage of clauses that must be cited and proved.
#[pyfunction]
#[pyo3(signature = (path, variant=None, threshold=None))]
pub(crate) fn check(
    py: Python<'_>,
    path: PathBuf,
    variant: Option<String>,
    threshold: Option<u8>,
) -> PyResult<Vec<Finding>> {
    if threshold.is_some_and(|threshold| threshold > 100) {
        return Err(error("`threshold` is a percentage from 0 to 100"));
    }
    py.detach(|| {
        let checked = tavola_lab::check(&path, variant.as_deref(), threshold)?;
        let layers = checked.layers.iter().flat_map(|layer| {
            layer.findings.iter().map(|finding| Finding::new(finding, &layer.sources, layer.variant.as_deref()))
        });
        Ok(layers.collect())
    })
    .map_err(wrong)
}
